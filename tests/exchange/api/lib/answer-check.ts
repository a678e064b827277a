import { ROUTES } from '../../../../exchange/api/calls/routes'
import type { Route } from '../../../../exchange/api/calls/shared/route/route'
import { codesOf } from '../../../../exchange/api/calls/shared/route/codes'
import type { Schema } from '../../../../exchange/api/calls/shared/route/schema'
import { CODE } from '../../../../src/wire/rest/codes'

const BY_NAME: ReadonlyMap<string, Route> = new Map(ROUTES.map((route) => [`${route.method} ${route.path}`, route]))

/**
 * Where an answer is not what its call declares: its code is none of the declared ones, its result has a field too many,
 * too few or of another form. Answers that control made up (`injected`) are nobody's.
 */
export function answerFaults(method: string, url: string, status: number, body: unknown): readonly string[] {
  const route = BY_NAME.get(`${method} ${url.split('?')[0]}`)
  if (route === undefined || typeof body !== 'object' || body === null || !('retCode' in body)) return []
  const { retCode, result, retMsg } = body as { retCode: number; retMsg: string; result: unknown }
  if (retMsg === 'injected') return []
  if (status !== 200) return [400, 403, 413, 415, 500].includes(status) ? [] : [`HTTP ${status} is not declared`]
  if (retCode === CODE.ok || retCode === CODE.splitPartlyFailed) return schemaFaults(route.result, result, 'result')
  const declared = codesOf(route).map((name) => CODE[name])
  return declared.includes(retCode as never) ? [] : [`code ${retCode} is not declared`]
}

/** Where a value is not of the schema; the keywords are those of `Schema`. */
export function schemaFaults(schema: Schema, value: unknown, at: string): readonly string[] {
  if (value === null && schema.nullable === true) return []
  const isType = {
    string: typeof value === 'string',
    integer: Number.isSafeInteger(value),
    number: typeof value === 'number',
    boolean: typeof value === 'boolean',
    array: Array.isArray(value),
    object: typeof value === 'object' && value !== null && !Array.isArray(value),
    null: value === null,
    mixed: true,
  }[schema.type]
  if (!isType) return [`${at} is ${JSON.stringify(value)?.slice(0, 60)} and no ${schema.type}`]
  if (schema.anyOf !== undefined) {
    const each = schema.anyOf.map((one) => schemaFaults(one, value, at))
    return each.some((faults) => faults.length === 0) ? [] : each[0]!
  }
  if (typeof value === 'string') {
    if (schema.pattern !== undefined && !new RegExp(schema.pattern).test(value)) return [`${at} is "${value}"`]
    return schema.enum === undefined || schema.enum.includes(value) ? [] : [`${at} is the word "${value}"`]
  }
  if (Array.isArray(value)) {
    if (schema.prefixItems === undefined)
      return value.flatMap((one, i) =>
        schema.items === undefined ? [] : schemaFaults(schema.items, one, `${at}[${i}]`),
      )
    if (value.length !== schema.prefixItems.length) return [`${at} has ${value.length} places`]
    return schema.prefixItems.flatMap((one, i) => schemaFaults(one, value[i], `${at}[${i}]`))
  }
  return schema.type === 'object' ? objectFaults(schema, value as Readonly<Record<string, unknown>>, at) : []
}

function objectFaults(schema: Schema, value: Readonly<Record<string, unknown>>, at: string): readonly string[] {
  const { properties = {}, required = [], additionalProperties = true } = schema
  const missing = required.filter((name) => !(name in value)).map((name) => `${at}.${name} is missing`)
  const wrong = Object.entries(value).flatMap(([name, one]) => {
    const own = properties[name]
    if (own !== undefined) return schemaFaults(own, one, `${at}.${name}`)
    if (additionalProperties === false) return [`${at}.${name} is not declared`]
    return additionalProperties === true ? [] : schemaFaults(additionalProperties, one, `${at}.${name}`)
  })
  return [...missing, ...wrong]
}
