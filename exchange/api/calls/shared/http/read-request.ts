import { isObject, type JsonObject } from '../../../../../src/wire/json'
import { parseExactJson } from './exact-json'
import { parseStrictJson, type JsonRead } from './strict-json'

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

/**
 * @param read how its numbers are read: as they were written, or as JSON.parse does
 * @returns the JSON object of a body; an empty one is an empty object. @throws BadRequest
 */
export function parseBody(text: string, type = '', read = parseStrictJson): JsonObject {
  if (text === '') return {}
  if (!/^application\/json\s*(?:;|$)/i.test(type)) throw new BadRequest(415, 'the body has to be application/json')
  const charset = /;\s*charset\s*=\s*"?([^";\s]+)/i.exec(type)?.[1]
  if (charset !== undefined && !/^utf-?8$/i.test(charset)) throw new BadRequest(415, 'the body has to be UTF-8')
  const parsed = read(text)
  if (!parsed.ok) throw notTaken(parsed)
  if (!isObject(parsed.value)) throw new BadRequest(400, 'the body has to be an object')
  return parsed.value
}

/** A name of a parameter and nothing else: what was sent is not quoted, it may be a secret. */
const NAME = /^\w{1,40}$/

function notTaken({ fault, key = '' }: Extract<JsonRead, { readonly ok: false }>): BadRequest {
  const words = `the body is not taken: ${fault}`
  return NAME.test(key) ? new BadRequest(400, `${words} ${key}`, key) : new BadRequest(400, words)
}

/** The same for v5's calls, whose clients send decimals as numbers, too. @throws BadRequest */
export function parseV5Body(text: string, type?: string): JsonObject {
  return parseBody(text, type, parseExactJson)
}
