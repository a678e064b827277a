import type { CallSender } from '../../../api/call'
import { addressHolder } from './address-counts'
import { isLoopbackAddress } from './origins'

/** The other end of a connection. Few calls ask who that is, so it is worked out for those that do. */
export class RemoteSender implements CallSender {
  /** @param socket whose address is missing when the peer left before it was asked for */
  constructor(private readonly socket: { readonly remoteAddress?: string | undefined }) {}

  get isHere(): boolean {
    return isLoopbackAddress(this.socket.remoteAddress)
  }

  get holder(): string {
    return addressHolder(this.socket.remoteAddress)
  }
}
