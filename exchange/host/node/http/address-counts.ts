import { isIPv6, type Socket } from 'node:net'
import { isLoopbackAddress } from './origins'

/** What one remote address may hold at once, of connections or of sockets. */
export interface AddressBound {
  readonly max: number
  /**
   * Otherwise loopback has the whole bound: from there come the trader's own programs and, where there is one, the
   * reverse proxy. Its callers are the proxy's to count: `X-Forwarded-For` says what a caller likes, and nobody reads it.
   */
  readonly countsLoopback: boolean
}

/** Counts what each remote address holds, so that one of them cannot take all that there is (reliability.md §6.1, 26). */
export class AddressCounts {
  readonly #held = new Map<string, number>()

  constructor(private readonly bound: AddressBound) {}

  /** Counts a connection until it closes. @returns false, and counts nothing, when its address has no place left */
  hold(socket: Socket): boolean {
    const { remoteAddress } = socket
    // One that is gone already says so no second time.
    if (socket.closed || (!this.bound.countsLoopback && isLoopbackAddress(remoteAddress))) return true
    const holder = addressHolder(remoteAddress)
    const held = this.#held.get(holder) ?? 0
    if (held >= this.bound.max) return false
    this.#held.set(holder, held + 1)
    socket.once('close', () => {
      const left = this.#held.get(holder)! - 1
      if (left === 0) this.#held.delete(holder)
      else this.#held.set(holder, left)
    })
    return true
  }
}

/**
 * Whom an address is given to: of IPv6 its first 64 bits, because who has one address there has all of that network.
 *
 * @param address as Node writes it: `2001:db8::1`, `fe80::1%eth0`, `::ffff:192.0.2.1`; missing when the peer has left
 */
export function addressHolder(address = ''): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped !== undefined) return mapped
  if (!isIPv6(address)) return address
  const [head = '', tail] = address.replace(/%.*$/, '').split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail === undefined || tail === '' ? [] : tail.split(':')
  // `::` stands for as many zero groups as are missing of eight.
  const zeros = tail === undefined ? 0 : 8 - before.length - after.length
  const groups = [...before, ...Array<string>(Math.max(0, zeros)).fill('0'), ...after]
  return `${groups.slice(0, 4).join(':')}::/64`
}
