import type { CallSender } from '../../../api/call'
import { addressHolder } from './address-counts'
import { isLoopbackAddress } from './origins'

/** The other end of a connection. Few calls ask who that is, so it is worked out for those that do. */
export class RemoteSender implements CallSender {
  /** @param address as Node writes it; missing when the peer has left */
  constructor(private readonly address: string | undefined) {}

  get isHere(): boolean {
    return isLoopbackAddress(this.address)
  }

  get holder(): string {
    return addressHolder(this.address)
  }
}
