import type { Socket } from 'node:net'
import type { CallAnswer, CallRequest } from '../../../api/call'

/** A handshake that waits for its answer. */
export interface UpgradeRequest {
  readonly method: string
  readonly url: string
  /** All but the cookie and the token. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  /** As in `CallRequest`. */
  readonly session: string | null
  readonly isInApp: boolean
}

/** What the HTTP front hands requests to. */
export interface Inside {
  /** Never rejects: a fault nobody foresaw is an answer too. */
  call(request: CallRequest): Promise<CallAnswer>
  /** Takes the socket over, and answers the handshake or refuses it. @param head what came behind the request */
  upgrade(request: UpgradeRequest, socket: Socket, head: Buffer): void
}
