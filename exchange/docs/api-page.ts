import { CODE } from '../../src/wire/rest/codes'
import { codesOf, isSignable } from '../api/calls/shared/route/codes'
import type { Route, Who } from '../api/calls/shared/route/route'
import type { Schema } from '../api/calls/shared/route/schema'
import { CODE_MEANINGS } from './code-meanings'
import { marginReasonTable } from './margin-reasons'

const CALLERS: Readonly<Record<Who, string>> = {
  anyone: 'anyone',
  visitor: 'a session',
  reader: 'a session',
  trader: 'a session; counted as an order call',
}

/** Sections of the page, by the beginning of their paths; the first that fits has the call. */
const SECTIONS: readonly (readonly [title: string, begins: string])[] = [
  ['Sessions, keys and paper money', '/sandbox/'],
  ['Native: products and the visitor', '/contract/v5/product/'],
  ['Native: orders', '/contract/v5/order/'],
  ['Native: strategies', '/contract/v5/twap/'],
  ['Native: positions', '/contract/v5/position/'],
  ['Native: positions', '/contract/v5/private/position/'],
  ['Native: products and the visitor', '/contract/v5/public/'],
  ['Native: products and the visitor', '/contract/v5/settings/'],
  ['Native: products and the visitor', '/spot/'],
  ['Native: products and the visitor', '/user/'],
  ['Native: products and the visitor', '/v3/'],
  ['Native: records', '/contract/v5/'],
  ['Copy trade', '/fapi/'],
  ['v5: market', '/v5/market/'],
  ['v5: market', '/v5/system/'],
  ['v5: orders', '/v5/order/'],
  ['v5: positions', '/v5/position/'],
  ['v5: executions', '/v5/execution/'],
  ['v5: account', '/v5/account/'],
  ['v5: account', '/v5/asset/'],
  ['v5: account', '/v5/user/'],
  ['v5: spot margin', '/v5/spot-margin-trade/'],
  ['v5: spreads', '/v5/spread/'],
]

/** docs/api.md: every declared call, its parameters with type and bound, its answer, its codes. */
export function writeApiPage(routes: readonly Route[]): string {
  const rooms = new Map<string, Route[]>()
  for (const route of routes) {
    const title = SECTIONS.find(([, begins]) => route.path.startsWith(begins))?.[0]
    if (title === undefined) throw new Error(`no section for ${route.path}`)
    rooms.set(title, [...(rooms.get(title) ?? []), route])
  }
  const titles = [...new Set(SECTIONS.map(([title]) => title))].filter((title) => rooms.has(title))
  return `${[
    '# Calls',
    'Written by `npm run api-docs` from the declarations that the exchange serves by (`exchange/api/calls`): the same declaration routes a call, reads its parameters, and stands here. `docs/openapi.json` says it to programs, `docs/protocol.md` what a list cannot: sessions, signatures, rules of orders, push.',
    'Parameters are of the query of a GET, of the JSON body otherwise; missing, `null` and the empty text are the same. What is not listed is not read. Decimals and ids are text. `E8`, `E4`, `E2` and `X` (E8) are whole numbers of that scale. An answer is an envelope, and what stands below its `result`.',
    `Any call may refuse with ${codes(['badRequest', 'serverError'])}; with a session ${codes(['authenticationFailed'])}; signed (v5’s names only) ${codes(['timestampOutsideWindow', 'apiKeyInvalid', 'signatureInvalid', 'permissionDenied', 'rateLimited'])}; order calls ${codes(['rateLimited'])}; under an id that was used for another press ${codes(['duplicateLinkId'])}. What else a call may say is listed with it.`,
    ...titles.flatMap((title) => [`## ${title}`, ...rooms.get(title)!.map(writeCall)]),
    '## Rows',
    'Shapes that several calls share; `?`: not always there.',
    ...sharedShapes(routes).map(([title, schema]) => `**${title}** ${writeFields(schema)}`),
    '## Codes',
    codeTable(routes),
    '## Why a margin mode is refused',
    'The words of `reasons`, each alone (of the whole account), as `word:symbol` or as `word::coin`. A margin mode that is refused names every cause at once, but what a balance falls short of only once no orders of spreads are open.',
    marginReasonTable(),
  ].join('\n\n')}\n`
}

function writeCall(route: Route): string {
  const { method, path, about, who, input, result } = route
  const own = codesOf({ path: '', who: 'anyone', codes: route.codes ?? [] }).slice(2)
  const callers = `For ${CALLERS[who]}${who !== 'anyone' && isSignable(route) ? ', or a key' : ''}.`
  const tag =
    route.hasClientTag === 'written'
      ? ' Header `client-tag`: the id of the press, for the ledger; the same press again is carried out again.'
      : route.hasClientTag === true
        ? ' Header `client-tag`: the id of the press.'
        : ''
  return [
    `### ${method} ${path}`,
    `${about}. ${callers}${tag}`,
    ...(Object.keys(input).length === 0
      ? []
      : [
          [
            '| parameter | | |',
            '|---|---|---|',
            ...Object.entries(input).map(
              ([name, { schema, isRequired }]) =>
                `| \`${name}\` | ${isRequired ? 'needed' : defaultOf(schema)} | ${cell(describe(schema))} |`,
            ),
          ].join('\n'),
        ]),
    `Result: ${shapeOf(result)}`,
    ...(own.length === 0 ? [] : [`Codes: ${codes(own)}.`]),
  ].join('\n\n')
}

function codes(names: readonly (keyof typeof CODE)[]): string {
  return names.map((name) => CODE[name]).join(', ')
}

function defaultOf({ default: value }: Schema): string {
  return value === undefined ? '' : `\`${value === '' ? "''" : String(value)}\``
}

const cell = (text: string): string => text.replaceAll('|', String.raw`\|`)

/** Type, bounds and meaning of a parameter, in words. */
function describe(schema: Schema): string {
  const said = schema.description === undefined ? '' : `: ${schema.description}`
  return `${typeOf(schema)}${said}`
}

function typeOf(schema: Schema): string {
  switch (schema.type) {
    case 'string':
      if (schema.enum !== undefined) return schema.enum.map((one) => `\`${one}\``).join(', ')
      return schema.pattern === undefined ? textName(schema.maxLength) : patternName(schema.pattern)
    case 'integer':
      return schema.minimum === undefined ? 'whole number' : `${schema.minimum}–${schema.maximum}`
    case 'boolean':
      return 'true or false'
    case 'array':
      return `list of ${schema.minItems}–${schema.maxItems}: ${schema.items === undefined ? '' : itemOf(schema.items)}`
    default:
      return itemOf(schema)
  }
}

const textName = (most: number | undefined): string => (most === undefined ? 'text' : `text, at most ${most}`)

function itemOf(schema: Schema): string {
  if (schema.type !== 'object') return typeOf(schema)
  const fields = Object.entries(schema.properties ?? {})
  return `{ ${fields.map(([name]) => `\`${name}\``).join(', ')} }`
}

function patternName(pattern: string): string {
  return pattern.includes('.') ? 'decimal' : 'whole number as text'
}

/** An answer's shape as one line: names, `?` where a field is not always there. */
function shapeOf(schema: Schema): string {
  return `\`${shape(schema)}\``
}

function shape(schema: Schema): string {
  const said = schema.title ?? innerShape(schema)
  return schema.nullable === true ? `${said} or null` : said
}

function innerShape(schema: Schema): string {
  if (schema.type === 'mixed') return (schema.anyOf ?? []).map(shape).join(' or ')
  if (schema.type === 'array') {
    if (schema.prefixItems !== undefined) return `[${schema.prefixItems.map(shape).join(', ')}]`
    return `${schema.items === undefined ? '' : shape(schema.items)}[]`
  }
  if (schema.type !== 'object') {
    if (schema.pattern === undefined) return schema.type === 'string' ? 'text' : schema.type
    return schema.pattern.includes('.') ? 'decimal' : 'time'
  }
  if (schema.anyOf !== undefined) return schema.anyOf.map(shape).join(' or ')
  if (schema.properties === undefined) return '{…}'
  const fields = Object.entries(schema.properties)
  return `{ ${fields.map(([name, one]) => `${nameOf(schema, name)}: ${shape(one)}`).join(', ')} }`.replace('{  }', '{}')
}

function nameOf(schema: Schema, name: string): string {
  return schema.required?.includes(name) === true ? name : `${name}?`
}

/** The named shapes that answers hold, in the order in which they come first. */
function sharedShapes(routes: readonly Route[]): readonly (readonly [string, Schema])[] {
  const found = new Map<string, Schema>()
  const look = (schema: Schema): void => {
    if (schema.title !== undefined) found.set(schema.title, schema)
    if (schema.items !== undefined) look(schema.items)
    for (const one of schema.anyOf ?? []) look(one)
    for (const one of Object.values(schema.properties ?? {})) look(one)
  }
  for (const { result } of routes) look(result)
  return [...found]
}

/** The fields of a row, together by what they are; of a list those of its rows. */
function writeFields(schema: Schema): string {
  if (schema.items !== undefined) return `list. ${writeFields(schema.items)}`
  const byShape = new Map<string, string[]>()
  for (const [name, one] of Object.entries(schema.properties ?? {})) {
    const of = shape(one)
    const said = one.description === undefined ? '' : ` (${one.description})`
    byShape.set(of, [...(byShape.get(of) ?? []), `\`${nameOf(schema, name)}\`${said}`])
  }
  return [...byShape].map(([of, fields]) => `${of}: ${fields.join(', ')}`).join('. ')
}

function codeTable(routes: readonly Route[]): string {
  const used = new Set(routes.flatMap(codesOf))
  const rows = (Object.keys(CODE) as (keyof typeof CODE)[])
    .filter((name) => used.has(name))
    .toSorted((a, b) => CODE[a] - CODE[b])
  return ['| code | meaning |', '|---|---|', ...rows.map((name) => `| ${CODE[name]} | ${CODE_MEANINGS[name]} |`)].join(
    '\n',
  )
}
