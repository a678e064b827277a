import type { Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { securityHeaders } from './security-headers'

/** Reason phrases of the answers that are given without the app. */
const REASONS = {
  400: 'Bad Request',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  408: 'Request Timeout',
  417: 'Expectation Failed',
  426: 'Upgrade Required',
  431: 'Request Header Fields Too Large',
  503: 'Service Unavailable',
} as const

export type BareStatus = keyof typeof REASONS

/** Ends a connection that never became a request of the app's, with the headers every answer has (reliability.md §6.1, 2 and 30). */
export function answerBare(socket: Duplex, status: BareStatus): void {
  // The peer may be gone already; then there is nobody to answer.
  socket.on('error', () => undefined)
  if (!socket.writable) {
    socket.destroy()
    return
  }
  socket.end(bareText(status))
  // At once it could reset the connection under the answer; left to the peer it would be held open for good.
  const cut = setTimeout(() => socket.destroy(), LINGER_MS)
  cut.unref()
  socket.once('close', () => clearTimeout(cut))
}

const LINGER_MS = 1_000

function bareText(status: BareStatus): string {
  // Nothing is known of the caller, so nothing of what it sent goes into the policy.
  const headers = [
    ['connection', 'close'],
    ['content-type', 'text/plain; charset=utf-8'],
    ['content-length', '0'],
    ['cache-control', 'no-store'],
    ...(status === 405 ? [['allow', 'GET, HEAD, POST, DELETE']] : []),
    ...securityHeaders('localhost', [], false),
  ]
  return `HTTP/1.1 ${status} ${REASONS[status]}\r\n${headers.map((row) => row.join(': ')).join('\r\n')}\r\n\r\n`
}

/** Gives the answers that Node would otherwise give by itself, and bare: what is no HTTP, too long, or too slow. */
export function answerStrays(server: Server): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === 'ECONNRESET') socket.destroy()
    else if (error.code === 'HPE_HEADER_OVERFLOW') answerBare(socket, 431)
    else if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') answerBare(socket, 408)
    else answerBare(socket, 400)
  })
  server.on('checkExpectation', (request) => answerBare(request.socket, 417))
  server.on('connect', (_request, socket) => answerBare(socket, 405))
}
