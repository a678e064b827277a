import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer } from 'ws'
import type { Core } from '../core'
import { answerBare } from '../http/bare-answers'
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
  server.on('wsClientError', (_error, socket) => answerBare(socket, 400))

  return {
    handle(request, socket, head) {
      const { host, origin, cookie } = request.headers
      const channel = readChannel(request.url ?? '/')
      if (channel === null) {
        answerBare(socket, 404)
      } else if (!core.origins.allowsHost(host) || !core.origins.allowsOrigin(origin, host)) {
        answerBare(socket, 403)
      } else if (core.channels.size >= SOCKETS_MAX) {
        answerBare(socket, 503)
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

/** @param target as it came: it need not be an address at all (`//` is none) */
function readChannel(target: string): 'public' | 'private' | null {
  if (!target.startsWith('/') || !URL.canParse(target, 'http://localhost')) return null
  const url = new URL(target, 'http://localhost')
  return url.searchParams.get('v') === '2' ? (PATHS.get(url.pathname) ?? null) : null
}
