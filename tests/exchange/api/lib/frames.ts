import type { WebSocket } from 'ws'
import { NO_FAULTS } from '../../../../exchange/api/faults'
import { textFrame } from '../../../../exchange/host/node/sockets/frame'
import { NodeSocket } from '../../../../exchange/host/node/sockets/node-socket'

/** How messages leave here. */
export const OUTLET = { frame: textFrame, outgoing: NO_FAULTS.outgoing }

/** The text of a frame that a server sent. */
export function textOf(frame: Uint8Array): string {
  const length = frame[1]!
  return Buffer.from(frame).toString('utf8', length < 126 ? 2 : length === 126 ? 4 : 10)
}

/** A socket that remembers what it was sent, and says that so many bytes wait in it. */
export function fakeSocket(bufferedAmount = 0) {
  const sent: string[] = []
  const closed: unknown[] = []
  const raw = {
    bufferedAmount,
    readyState: 1,
    close: (...reason: unknown[]) => closed.push(reason),
    terminate: () => closed.push('terminated'),
  }
  const wire = {
    write: (frame: Uint8Array) => sent.push(textOf(frame)) > 0,
    cork: () => undefined,
    uncork: () => undefined,
  }
  return { socket: new NodeSocket(raw as unknown as WebSocket, wire as never), raw, sent, closed }
}
