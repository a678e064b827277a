import type { ApiKeyInfo, ApiKeyTerms, NewApiKey } from '../../../domain/account/api-key'
import type { Read } from '../../hub-api'
import type { VenueCalls } from '../../venue/venue-calls'
import { readCall, type ReadPorts } from '../read-call'

interface KeyPorts extends ReadPorts {
  readonly calls: VenueCalls
}

/** The programs' keys of the account in use: asked for when they are looked at, and nowhere kept. */
export class KeyList {
  constructor(private readonly ports: KeyPorts) {}

  list(): Promise<Read<readonly ApiKeyInfo[]>> {
    return readCall(this.ports, 'keys', this.ports.calls.apiKeys())
  }

  /** Makes one. Its secret goes to the tab that asked, and nothing here, log and recorder included, keeps it. */
  create(terms: ApiKeyTerms): Promise<Read<NewApiKey>> {
    return readCall(this.ports, 'keys', this.ports.calls.createApiKey(terms))
  }

  /** Ends one; its programs and their sockets are out at once. */
  end(apiKey: string): Promise<Read<null>> {
    return readCall(this.ports, 'keys', this.ports.calls.endApiKey(apiKey))
  }
}
