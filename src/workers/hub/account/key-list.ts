import { asArray, asObject, WireError } from '../../../wire/json'
import { API_KEYS_PATH, parseApiKey, parseNewApiKey, writeApiKeyTerms } from '../../../wire/rest/api-keys'
import type { ApiKeyInfo, ApiKeyTerms, NewApiKey } from '../../../domain/account/api-key'
import type { Clock } from '../../../base/clock'
import type { Read } from '../../hub-api'
import type { RestClient } from '../rest-client'

interface KeyPorts {
  readonly clock: Clock
  readonly rest: RestClient
  readonly trace: (what: string, error: unknown) => void
}

/** The programs' keys of the account in use: asked for when they are looked at, and nowhere kept. */
export class KeyList {
  constructor(private readonly ports: KeyPorts) {}

  async list(): Promise<Read<readonly ApiKeyInfo[]>> {
    const answer = await this.ports.rest.call({ method: 'GET', path: API_KEYS_PATH })
    if (answer.hasError) return { hasError: true, message: answer.message, code: answer.code }
    return this.#read(() => asArray(asObject(answer.value, 'result')['list'], 'list').map(parseApiKey))
  }

  /** Makes one. Its secret goes to the tab that asked, and nothing here, log and recorder included, keeps it. */
  async create(terms: ApiKeyTerms): Promise<Read<NewApiKey>> {
    const answer = await this.ports.rest.call({ method: 'POST', path: API_KEYS_PATH, body: writeApiKeyTerms(terms) })
    if (answer.hasError) return { hasError: true, message: answer.message, code: answer.code }
    return this.#read(() => parseNewApiKey(answer.value.result))
  }

  /** Ends one; its programs and their sockets are out at once. */
  async end(apiKey: string): Promise<Read<null>> {
    const answer = await this.ports.rest.call({ method: 'DELETE', path: API_KEYS_PATH, body: { apiKey } })
    return answer.hasError ? { hasError: true, message: answer.message, code: answer.code } : this.#done(null)
  }

  /** What was answered, where that can be read. */
  #read<T>(parse: () => T): Read<T> {
    try {
      return this.#done(parse())
    } catch (error) {
      if (!(error instanceof WireError)) throw error
      this.ports.trace('keys', error)
      return { hasError: true, message: error.message, code: null }
    }
  }

  #done<T>(value: T): Read<T> {
    return { hasError: false, value, asOfMs: this.ports.clock.now(), fromCache: false }
  }
}
