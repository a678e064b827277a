import type { JsonObject } from '../../../../../src/wire/json'
import type { CallAnswer, CallHeader, CallRequest, CallSender } from '../../../call'
import type { ApiKey } from '../../../sessions/api-keys'
import { BadRequest, parseBody, parseV5Body } from './read-request'

/** One call as guards and handlers see it: what came, and the headers that its answer has besides. */
export class HttpCall {
  /** Who signed it, once its signature was checked. */
  signer: ApiKey | null = null
  /** Names and values, one after the other. */
  readonly #answerHeaders: string[] = []
  #session: CallAnswer['session']

  constructor(private readonly request: CallRequest) {}

  get method(): string {
    return this.request.method
  }

  get path(): string {
    return this.request.path
  }

  /** As it came, without the question mark: signatures are over its letters. */
  get queryText(): string {
    return this.request.queryText
  }

  header(name: CallHeader): string | undefined {
    const value = this.request.headers[name]
    return typeof value === 'string' ? value : value?.join(', ')
  }

  /** Hash of its session's token, `null` without one. */
  get session(): string | null {
    return this.request.session
  }

  /** Whether its session is known by a header, which no form and no foreign page can send. */
  get hasTokenHeader(): boolean {
    return this.request.isInApp && this.request.session !== null
  }

  get isInApp(): boolean {
    return this.request.isInApp
  }

  /** The token that has to stand in the answer; `null` where there is none, or where a cookie bears it. */
  get tokenToTell(): string | null {
    return this.request.isInApp ? (this.#session?.token ?? null) : null
  }

  /** Whether nobody reads the answer any more. */
  get isGone(): boolean {
    return this.request.reader.destroyed
  }

  get sender(): CallSender {
    return this.request.sender
  }

  setHeader(name: string, value: string): void {
    this.#answerHeaders.push(name, value)
  }

  /** The sender is in the session of this token from the answer on; in none with `null`. */
  setSession(token: string | null): void {
    this.#session = { token }
  }

  /** The answer, whatever became of the call: with all that was to go with it. */
  answer({ status, type, body }: Pick<CallAnswer, 'status' | 'type' | 'body'>): CallAnswer {
    const answer = { status, type, headers: this.#answerHeaders, body }
    return this.#session === undefined || this.request.isInApp ? answer : { ...answer, session: this.#session }
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

  /** The whole body. @throws BadRequest beyond the limit */
  text(): string {
    if (this.request.body === null) throw new BadRequest(413, 'body too large')
    return this.request.body
  }

  /** @returns the JSON object of the body; an empty body is an empty object. @throws BadRequest */
  body(): JsonObject {
    const parse = this.path.startsWith('/v5/') ? parseV5Body : parseBody
    return parse(this.text(), this.header('content-type'))
  }
}
