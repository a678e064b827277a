import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { WebSocketServer } from 'ws'
import type { AddressCounts } from '../http/address-counts'
import { answerBare } from '../http/bare-answers'
import type { UpgradeRequest } from '../http/call'
import type { Core } from '../../../api/core'
import { Connection } from '../../../api/feeds/dispatcher/connection'
import type { V5Channels, V5SocketKind } from '../../../api/feeds/v5/channels'

const PATHS: ReadonlyMap<string, 'public' | 'private'> = new Map([
  ['/realtime_public', 'public'],
  ['/realtime_private', 'private'],
])
const V5_ROADS: ReadonlyMap<string, V5SocketKind> = new Map<string, V5SocketKind>([
  ...['linear', 'inverse', 'spot', 'option', 'spread'].map(
    (category) => [`/v5/public/${category}`, { kind: 'public', category }] as const,
  ),
  ['/v5/private', { kind: 'private' }],
  ['/v5/trade', { kind: 'trade' }],
])
/** Inbound bounds (reliability.md §6.1, 27): requests are small, and nobody needs fragments to send them. */
const PAYLOAD_MAX = 65_536
const FRAGMENTS_MAX = 8
/** Pieces in which one frame may arrive: a frame of the largest size on the smallest network packets, many times over. */
const CHUNKS_MAX = 1024
/** How long a client that was told to go may stay without an answer. */
const CLOSE_MAX_MS = 5_000
/** Sockets of one exchange; it is one trader's, not a venue's. */
const SOCKETS_MAX = 2000

export interface UpgradeHandler {
  handle(request: UpgradeRequest, socket: Socket, head: Buffer): void
  close(): void
}

/**
 * The door for sockets: path, version, Host and Origin are looked at before anything is upgraded.
 *
 * @param addresses counts the sockets of each remote address; asked last, because a place is held until the close
 */
export function createUpgradeHandler(core: Core, v5: V5Channels, addresses: AddressCounts): UpgradeHandler {
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
      const url = readUrl(request.url)
      const road = url === null ? undefined : V5_ROADS.get(url.pathname)
      const channel = url === null ? null : readChannel(url)
      // Programs name no origin, and come in by their key alone; a page is asked for its origin on every road.
      const isOurs = road !== undefined && origin === undefined ? true : core.origins.allowsOrigin(origin, host)
      if (road === undefined && channel === null) {
        answerBare(socket, 404)
        return
      }
      if (!core.origins.allowsHost(host) || !isOurs) {
        answerBare(socket, 403)
        return
      }
      if (core.channels.size + v5.size >= SOCKETS_MAX || !addresses.hold(socket)) {
        answerBare(socket, 503)
        return
      }
      // `ws` looks at method, address and headers alone.
      server.handleUpgrade(request as unknown as IncomingMessage, socket, head, (webSocket) => {
        if (road !== undefined) {
          const side = road.kind === 'public' ? 'public' : 'private'
          v5.open(new Connection(webSocket, socket, side, null, core.faults), road, socket.remoteAddress ?? '')
        } else if (channel !== null) {
          const session = core.sessions.find(request.session)
          core.channels.open(new Connection(webSocket, socket, channel, session?.hash ?? null, core.faults))
        }
      })
    },
    close: () => server.close(),
  }
}

/** @param target as it came: it need not be an address at all (`//` is none) */
function readUrl(target: string): URL | null {
  return target.startsWith('/') && URL.canParse(target, 'http://localhost') ? new URL(target, 'http://localhost') : null
}

function readChannel(url: URL): 'public' | 'private' | null {
  return url.searchParams.get('v') === '2' ? (PATHS.get(url.pathname) ?? null) : null
}
