import { CODE } from '../../src/wire/rest/codes'
import { HUB_PROFILE } from '../../src/base/hub-profile'
import { codesOf, isSignable } from '../api/calls/shared/route/codes'
import { schemaOf } from '../api/calls/shared/route/field'
import type { Route } from '../api/calls/shared/route/route'
import type { Schema } from '../api/calls/shared/route/schema'

const HEADERS: Readonly<Record<string, Schema>> = {
  'client-tag': { type: 'string', maxLength: 64, description: 'id of the press; the same as `orderLinkId`' },
  'valid-until': {
    type: 'string',
    pattern: String.raw`^\d{1,15}$`,
    description: 'exchange time in milliseconds; a call that comes later is refused (10002), and changes nothing',
  },
  referer: { type: 'string', description: 'optional, not read' },
  'hub-connection': { type: 'string', maxLength: 64, description: 'the sender’s hub, for the ledger' },
  'hub-profile': { type: 'string', pattern: HUB_PROFILE.source, description: 'the sender’s browser profile' },
  'hub-term': {
    type: 'string',
    pattern: String.raw`^\d{1,15}$`,
    description: 'a lower one than the last of the profile in this session is refused',
  },
}

/** The calls as OpenAPI 3.1, shapes that several share under `components`. @param protocol version of the whole (`PROTOCOL_VERSION`) */
export function writeOpenApi(routes: readonly Route[], protocol: number): unknown {
  const paths: Record<string, Record<string, unknown>> = {}
  const shared = new Map<string, unknown>()
  for (const route of routes) {
    const methods = (paths[route.path] ??= {})
    methods[route.method.toLowerCase()] = operation(route, shared)
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Halyard sandbox exchange',
      version: String(protocol),
      description: 'Every call of the exchange but test control. Written from the declarations that it serves by.',
    },
    paths,
    components: {
      schemas: { Envelope: ENVELOPE, ...Object.fromEntries(shared) },
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: '__Host-halyard-{port}',
          description: 'Set by POST /sandbox/session.',
        },
        key: {
          type: 'apiKey',
          in: 'header',
          name: 'X-BAPI-API-KEY',
          description: 'With X-BAPI-TIMESTAMP, X-BAPI-RECV-WINDOW and X-BAPI-SIGN.',
        },
      },
    },
  }
}

function operation(route: Route, shared: Map<string, unknown>): unknown {
  const { method, about, who, input, result } = route
  const isRead = method === 'GET'
  return {
    summary: about,
    parameters: [...(isRead ? queryOf(route) : []), ...headersOf(route)],
    ...(isRead || Object.keys(input).length === 0
      ? {}
      : { requestBody: { required: true, content: { 'application/json': { schema: schemaOf(input) } } } }),
    security: who === 'anyone' ? [] : [{ session: [] }, ...(isSignable(route) ? [{ key: [] }] : [])],
    responses: {
      200: {
        description: `A success, or a refusal with one of the codes ${codesOf(route)
          .map((name) => CODE[name])
          .join(', ')}`,
        content: { 'application/json': { schema: answerOf(withReferences(result, shared)) } },
      },
    },
  }
}

function queryOf({ input }: Route): readonly unknown[] {
  return Object.entries(input).map(([name, { schema, isRequired }]) => ({
    name,
    in: 'query',
    required: isRequired,
    schema,
  }))
}

function headersOf({ method, who, hasClientTag }: Route): readonly unknown[] {
  const names = [
    ...((hasClientTag ?? false) !== false ? ['client-tag', 'referer'] : []),
    ...(who === 'trader' ? ['valid-until', 'hub-connection', 'hub-profile', 'hub-term'] : []),
  ]
  const optional = names.map((name) => ({ name, in: 'header', required: false, schema: HEADERS[name] }))
  if (method === 'GET') return optional
  const own: Schema = { type: 'string', description: 'any value; not needed of a signed call' }
  return [{ name: 'x-requested-with', in: 'header', required: true, schema: own }, ...optional]
}

const ENVELOPE: Schema = {
  type: 'object',
  properties: {
    retCode: { type: 'integer' },
    retMsg: { type: 'string' },
    retExtInfo: { type: 'object', additionalProperties: true },
    time: { type: 'integer', description: 'milliseconds' },
  },
  required: ['retCode', 'retMsg', 'result', 'retExtInfo', 'time'],
}

function answerOf(result: unknown): unknown {
  return { allOf: [{ $ref: '#/components/schemas/Envelope' }, { type: 'object', properties: { result } }] }
}

/** Puts a reference where a shape has a name, and the shape itself into `shared`, once. */
function withReferences(schema: Schema, shared: Map<string, unknown>): unknown {
  const { title, nullable, type, ...rest } = schema
  const inner = {
    ...(type === 'mixed' ? {} : { type }),
    ...rest,
    ...(nullable === true ? { type: [schema.type, 'null'] } : {}),
    ...(schema.items === undefined ? {} : { items: withReferences(schema.items, shared) }),
    ...(schema.anyOf === undefined ? {} : { anyOf: schema.anyOf.map((one) => withReferences(one, shared)) }),
    ...(schema.properties === undefined
      ? {}
      : {
          properties: Object.fromEntries(
            Object.entries(schema.properties).map(([name, one]) => [name, withReferences(one, shared)]),
          ),
        }),
  }
  if (title === undefined) return inner
  shared.set(title, inner)
  return { $ref: `#/components/schemas/${title}` }
}
