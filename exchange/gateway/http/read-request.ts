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
  return parseBody(await readText(context.req.raw), context.req.header('content-type'))
}

/** The same of a body that was read. @throws BadRequest */
export function parseBody(text: string, type = ''): JsonObject {
  if (text === '') return {}
  if (!/^application\/json\s*(?:;|$)/i.test(type)) throw new BadRequest(415, 'the body has to be application/json')
  const parsed = parseStrictJson(text)
  if (!parsed.ok) throw new BadRequest(400, `the body is not taken: ${parsed.fault}`)
  if (typeof parsed.value !== 'object' || parsed.value === null || Array.isArray(parsed.value))
    throw new BadRequest(400, 'the body has to be an object')
  return parsed.value as JsonObject
}

/** @returns the whole body as text. @throws BadRequest beyond the limit */
export async function readText(request: Request): Promise<string> {
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
