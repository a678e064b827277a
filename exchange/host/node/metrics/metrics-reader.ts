import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { isLoopbackAddress, isLoopbackHost } from '../http/origins'

/** Headers that a proxy adds: what it passes on comes from loopback, whoever sent it. */
const OF_PROXIES = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip']

/** Who may read `/metrics`: whoever names the operator's token; without one, programs of this very computer. */
export class MetricsReaders {
  readonly #token: Buffer | null

  /** @param isProxied whether the operator named a proxy in front: then only a token tells this computer from the world */
  constructor(
    token: string | null,
    private readonly isProxied: boolean,
  ) {
    this.#token = token === null ? null : hashOf(token)
  }

  /** @returns `unknown` where a token could have been named and was not, `nobody` where this address does not exist */
  check({ headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>): 'reader' | 'unknown' | 'nobody' {
    if (this.#token !== null) {
      const given = /^Bearer ([\x21-\x7e]+)$/i.exec(headers.authorization ?? '')?.[1]
      return given !== undefined && timingSafeEqual(hashOf(given), this.#token) ? 'reader' : 'unknown'
    }
    const isHere = isLoopbackAddress(socket.remoteAddress) && isLoopbackHost(headers.host ?? '')
    const isPassedOn = this.isProxied || OF_PROXIES.some((name) => headers[name] !== undefined)
    return isHere && !isPassedOn ? 'reader' : 'nobody'
  }
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
