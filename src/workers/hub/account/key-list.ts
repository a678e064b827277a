import type { ApiKeyInfo, ApiKeyTerms, NewApiKey } from '../../../domain/account/api-key'
import type { Read } from '../../hub-api'
import type { KeyCalls, VenueCalls } from '../../venue/venue-calls'
import type { VenueCall } from '../../venue/venue-http'
import { readCall, type ReadPorts } from '../read-call'

interface KeyPorts extends ReadPorts {
  readonly calls: VenueCalls
}

/** The programs' keys of the account in use: asked for when they are looked at, and nowhere kept. */
export class KeyList {
  constructor(private readonly ports: KeyPorts) {}

  list(): Promise<Read<readonly ApiKeyInfo[]>> {
    return this.#ask((calls) => calls.list())
  }

  /** Makes one. Its secret goes to the tab that asked, and nothing here, log and recorder included, keeps it. */
  create(terms: ApiKeyTerms): Promise<Read<NewApiKey>> {
    return this.#ask((calls) => calls.create(terms))
  }

  /** Ends one; its programs and their sockets are out at once. */
  end(apiKey: string): Promise<Read<null>> {
    return this.#ask((calls) => calls.end(apiKey))
  }

  async #ask<T>(callOf: (calls: KeyCalls) => VenueCall<T>): Promise<Read<T>> {
    return readCall(this.ports, 'keys', callOf(await this.ports.calls.keys()))
  }
}
