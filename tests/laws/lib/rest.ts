import { HttpLine } from './http'

export interface Envelope {
  readonly retCode: number
  readonly retMsg: string
  readonly result: unknown
  readonly retExtInfo: unknown
}

/** One caller of the exchange's REST calls, with its cookie. It knows paths and JSON, and nothing else. */
export class RestReader {
  #cookie = ''
  #headers = 'content-type: application/json\r\nx-requested-with: laws\r\n'

  constructor(private readonly line: HttpLine) {}

  /** @returns the id of the account that was opened */
  async signIn(): Promise<string> {
    const { result } = await this.post('/sandbox/session', { account: 'uta2' })
    return (result as { account: string }).account
  }

  /** @throws when the exchange refuses a read: none of the reader's reads may be */
  async get<T>(path: string): Promise<T> {
    const answer = await this.line.call('GET', path, this.#headers, '')
    const envelope = JSON.parse(answer.text) as Envelope
    if (answer.status !== 200 || envelope.retCode !== 0) throw new Error(`GET ${path}: ${answer.status} ${answer.text}`)
    return envelope.result as T
  }

  /** @throws when the call is not answered by an envelope: a refusal is an answer, a fault is none */
  async post(path: string, body: unknown): Promise<Envelope> {
    const answer = await this.line.call('POST', path, this.#headers, JSON.stringify(body))
    if (answer.status !== 200) throw new Error(`POST ${path}: ${answer.status} ${answer.text}`)
    if (answer.cookies.length > 0) {
      this.#cookie = answer.cookies.join('; ')
      this.#headers = `content-type: application/json\r\nx-requested-with: laws\r\ncookie: ${this.#cookie}\r\n`
    }
    return JSON.parse(answer.text) as Envelope
  }

  async control(action: string, body: unknown): Promise<boolean> {
    const answer = await this.line.call(
      'POST',
      `/control/${action}`,
      'content-type: application/json\r\n',
      JSON.stringify(body),
    )
    return answer.status === 200
  }

  async controlState<T>(): Promise<T> {
    return JSON.parse((await this.line.call('GET', '/control/state', '', '')).text) as T
  }
}
