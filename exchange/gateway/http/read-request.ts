import type { Context } from 'hono'
import type { JsonObject } from '../../../src/wire/json'
import { parseStrictJson } from './strict-json'

/** Largest body that is read (reliability.md §6.1, 28). */
export const BODY_MAX_BYTES = 65_536

/** A request that is not one: answered with this HTTP status and 10001. */
export class BadRequest extends Error {
  override readonly name = 'BadRequest'
  constructor(
    readonly status: 400 | 403 | 413 | 415,
    message: string,
    readonly field: string | null = null,
  ) {
    super(message)
  }
}

/** @returns the JSON object of the body; an empty body is an empty object. @throws BadRequest */
export async function readBody(context: Context): Promise<JsonObject> {
  const text = await readText(context.req.raw)
  if (text === '') return {}
  const type = context.req.header('content-type') ?? ''
  if (!/^application\/json\s*(?:;|$)/i.test(type)) throw new BadRequest(415, 'the body has to be application/json')
  const parsed = parseStrictJson(text)
  if (!parsed.ok) throw new BadRequest(400, `the body is not taken: ${parsed.fault}`)
  if (typeof parsed.value !== 'object' || parsed.value === null || Array.isArray(parsed.value))
    throw new BadRequest(400, 'the body has to be an object')
  return parsed.value as JsonObject
}

/** A body is a stream and can be read once; the check of a signature wants it before the call does. */
const texts = new WeakMap<Request, Promise<string>>()

/** @returns the whole body as text. @throws BadRequest beyond the limit */
export function readText(request: Request): Promise<string> {
  const known = texts.get(request)
  if (known !== undefined) return known
  const text = readStream(request)
  texts.set(request, text)
  return text
}

async function readStream(request: Request): Promise<string> {
  if (Number(request.headers.get('content-length') ?? 0) > BODY_MAX_BYTES) throw new BadRequest(413, 'body too large')
  if (request.body === null) return ''
  const chunks: Uint8Array[] = []
  let size = 0
  const reader = request.body.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    const chunk = value as Uint8Array
    size += chunk.byteLength
    if (size > BODY_MAX_BYTES) throw new BadRequest(413, 'body too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** The query as a map. Keys starting with `_` are the client wrapper's own and are not read. @throws BadRequest */
export function readQuery(context: Context): ReadonlyMap<string, string> {
  const query = new Map<string, string>()
  for (const [key, value] of new URL(context.req.url).searchParams) {
    if (query.has(key)) throw new BadRequest(400, 'a key is given twice', key.slice(0, 40))
    query.set(key, value)
  }
  return query
}

/** @returns a whole number of the query within bounds, or `fallback` when it is absent. @throws BadRequest */
export function queryInteger(
  query: ReadonlyMap<string, string>,
  key: string,
  bounds: { readonly min: number; readonly max: number },
): number | null {
  const text = query.get(key)
  if (text === undefined || text === '') return null
  const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN
  if (!(value >= bounds.min && value <= bounds.max)) throw new BadRequest(400, `${key} is out of bounds`, key)
  return value
}
