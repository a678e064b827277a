import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer } from 'ws'
import type { Core } from '../core'
import { readSessionCookie } from '../session/cookies'
import { Connection } from './connection'

const PATHS: ReadonlyMap<string, 'public' | 'private'> = new Map([
  ['/realtime_public', 'public'],
  ['/realtime_private', 'private'],
])
/** Inbound bounds (reliability.md §6.1, 27): requests are small, and nobody needs fragments to send them. */
const PAYLOAD_MAX = 65_536
const FRAGMENTS_MAX = 8
/** Sockets of one exchange; it is one trader's, not a venue's. */
const SOCKETS_MAX = 2000

export interface UpgradeHandler {
  handle(request: IncomingMessage, socket: Duplex, head: Buffer): void
  close(): void
}

/** The door for sockets: path, version, Host and Origin are looked at before anything is upgraded. */
export function createUpgradeHandler(core: Core): UpgradeHandler {
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: PAYLOAD_MAX,
    maxFragments: FRAGMENTS_MAX,
    perMessageDeflate: false,
    clientTracking: false,
  } as ConstructorParameters<typeof WebSocketServer>[0])

  return {
    handle(request, socket, head) {
      const { host, origin, cookie } = request.headers
      const url = new URL(request.url ?? '/', 'http://localhost')
      const channel = PATHS.get(url.pathname)
      if (channel === undefined || url.searchParams.get('v') !== '2') {
        refuse(socket, '404 Not Found')
      } else if (!core.origins.allowsHost(host) || !core.origins.allowsOrigin(origin, host)) {
        refuse(socket, '403 Forbidden')
      } else if (core.channels.size >= SOCKETS_MAX) {
        refuse(socket, '503 Service Unavailable')
      } else {
        const session = core.sessions.find(readSessionCookie(cookie, core.port()))
        server.handleUpgrade(request, socket, head, (webSocket) => {
          core.channels.open(new Connection(webSocket, channel, session?.hash ?? null, core.faults))
        })
      }
    },
    close: () => server.close(),
  }
}

function refuse(socket: Duplex, status: string): void {
  // The peer may be gone already; there is nobody to tell.
  socket.on('error', () => undefined)
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}
