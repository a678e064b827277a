import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { WebSocketServer } from 'ws'
import type { ExchangeApi } from '../../../api/create-api'
import { readSocketKind } from '../../../api/feeds/socket-kinds'
import type { AddressCounts } from '../http/address-counts'
import { answerBare } from '../http/bare-answers'
import type { UpgradeRequest } from '../http/inside'
import type { OriginRules } from '../http/origins'
import { NodeSocket } from './node-socket'

/** Inbound bounds (reliability.md §6.1, 27): requests are small, and nobody needs fragments to send them. */
const PAYLOAD_MAX = 65_536
const FRAGMENTS_MAX = 8
/** Pieces in which one frame may arrive: a frame of the largest size on the smallest network packets, many times over. */
const CHUNKS_MAX = 1024
/** How long a client that was asked to close may stay without an answer. */
const CLOSE_MAX_MS = 5_000

export interface UpgradeHandler {
  handle(request: UpgradeRequest, socket: Socket, head: Buffer): void
  close(): void
}

/**
 * Takes handshakes of sockets: path, version, Host and Origin are looked at before anything is upgraded.
 *
 * @param addresses counts the sockets of each remote address; asked last, because a place is held until the close
 */
export function createUpgradeHandler(
  api: Pick<ExchangeApi, 'hasRoom' | 'open'>,
  origins: OriginRules,
  addresses: AddressCounts,
): UpgradeHandler {
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: PAYLOAD_MAX,
    maxFragments: FRAGMENTS_MAX,
    maxBufferedChunks: CHUNKS_MAX,
    closeTimeout: CLOSE_MAX_MS,
    perMessageDeflate: false,
    // One message of a socket in a turn of the event loop: a piece of 64 KiB holds some thousands.
    allowSynchronousEvents: false,
    clientTracking: false,
  } as ConstructorParameters<typeof WebSocketServer>[0])
  server.on('wsClientError', (_error, socket) => answerBare(socket, 400))

  return {
    handle(request, socket, head) {
      const { host, origin } = request.headers as Readonly<Record<string, string | undefined>>
      const kind = readSocketKind(request.url)
      if (kind === null) {
        answerBare(socket, 404)
        return
      }
      // Programs name no origin, and come in by their key alone; a page is asked for its origin at every address.
      const isOurs = (kind.dialect === 'v5' && origin === undefined) || origins.allowsOrigin(origin, host)
      if (!origins.allowsHost(host) || !isOurs) {
        answerBare(socket, 403)
        return
      }
      if (!api.hasRoom() || !addresses.hold(socket)) {
        answerBare(socket, 503)
        return
      }
      // `ws` looks at method, address and headers alone.
      server.handleUpgrade(request as unknown as IncomingMessage, socket, head, (webSocket) => {
        const { session, isInApp } = request
        const address = socket.remoteAddress ?? ''
        api.open({ socket: new NodeSocket(webSocket, socket), kind, session, isInApp, address })
      })
    },
    close: () => server.close(),
  }
}
