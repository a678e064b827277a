import { Unreadable } from '../../../base/unreadable'
import type { ApiKeyInfo, ApiKeyTerms, NewApiKey } from '../../../domain/account/api-key'
import type { Clock } from '../../../base/clock'
import type { Read } from '../../hub-api'
import type { VenueCalls } from '../../venue/venue-calls'
import type { VenueCall } from '../../venue/venue-http'
import type { RestClient } from '../rest-client'

interface KeyPorts {
  readonly clock: Clock
  readonly rest: RestClient
  readonly calls: VenueCalls
  readonly trace: (what: string, error: unknown) => void
}

/** The programs' keys of the account in use: asked for when they are looked at, and nowhere kept. */
export class KeyList {
  constructor(private readonly ports: KeyPorts) {}

  list(): Promise<Read<readonly ApiKeyInfo[]>> {
    return this.#ask(this.ports.calls.apiKeys())
  }

  /** Makes one. Its secret goes to the tab that asked, and nothing here, log and recorder included, keeps it. */
  create(terms: ApiKeyTerms): Promise<Read<NewApiKey>> {
    return this.#ask(this.ports.calls.createApiKey(terms))
  }

  /** Ends one; its programs and their sockets are out at once. */
  end(apiKey: string): Promise<Read<null>> {
    return this.#ask(this.ports.calls.endApiKey(apiKey))
  }

  async #ask<T>(call: VenueCall<T>): Promise<Read<T>> {
    const answer = await this.ports.rest.call(call)
    if (answer.hasError) return { hasError: true, message: answer.message, code: answer.code }
    try {
      return { hasError: false, value: call.read(answer.value), asOfMs: this.ports.clock.now(), fromCache: false }
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error
      this.ports.trace('keys', error)
      return { hasError: true, message: error.message, code: null }
    }
  }
}
