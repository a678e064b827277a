import type { IncomingMessage } from 'node:http'
import type { JsonObject } from '../../../src/wire/json'
import type { ApiKey } from '../session/api-keys'
import { BadRequest, BODY_MAX_BYTES, parseBody } from './read-request'

/** One call as guards and handlers see it: what came, and the headers that its answer is to bear besides. */
export class HttpCall {
  readonly method: string
  readonly path: string
  /** As it came, without the question mark: signatures are over its letters. */
  readonly queryText: string
  /** Who signed it, once its signature was checked. */
  signer: ApiKey | null = null
  /** Names and values, one after the other. */
  readonly answerHeaders: string[] = []
  #text: Promise<string> | null = null

  constructor(private readonly request: IncomingMessage) {
    const target = request.url ?? '/'
    const at = target.indexOf('?')
    this.method = request.method ?? 'GET'
    this.path = at < 0 ? target : target.slice(0, at)
    this.queryText = at < 0 ? '' : target.slice(at + 1)
  }

  header(name: string): string | undefined {
    const value = this.request.headers[name]
    return typeof value === 'string' ? value : value?.join(', ')
  }

  get remoteAddress(): string {
    return this.request.socket.remoteAddress ?? ''
  }

  setHeader(name: string, value: string): void {
    this.answerHeaders.push(name, value)
  }

  /** @throws BadRequest for a key that is given twice */
  query(): JsonObject {
    const query: Record<string, string> = Object.create(null) as Record<string, string>
    if (this.queryText === '') return query
    for (const [key, value] of new URLSearchParams(this.queryText)) {
      if (key in query) throw new BadRequest(400, 'a key is given twice', key.slice(0, 40))
      query[key] = value
    }
    return query
  }

  /** The whole body; may be asked for more than once. @throws BadRequest beyond the limit */
  text(): Promise<string> {
    this.#text ??= readText(this.request)
    return this.#text
  }

  /** @returns the JSON object of the body; an empty body is an empty object. @throws BadRequest */
  async body(): Promise<JsonObject> {
    return parseBody(await this.text(), this.header('content-type'))
  }
}

function readText(request: IncomingMessage): Promise<string> {
  return new Promise((resolve, reject) => {
    if (Number(request.headers['content-length'] ?? 0) > BODY_MAX_BYTES) {
      reject(new BadRequest(413, 'body too large'))
      return
    }
    const chunks: Buffer[] = []
    let size = 0
    request.on('data', (chunk: Buffer) => {
      size += chunk.byteLength
      if (size > BODY_MAX_BYTES) reject(new BadRequest(413, 'body too large'))
      else chunks.push(chunk)
    })
    request.on('end', () =>
      resolve(chunks.length === 1 ? chunks[0]!.toString('utf8') : Buffer.concat(chunks).toString('utf8')),
    )
    // The caller went away, or was too slow and was sent away.
    request.on('error', () => reject(new BadRequest(400, 'the body breaks off')))
  })
}
