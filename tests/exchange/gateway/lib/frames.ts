import type { WebSocket } from 'ws'

/** The text of a frame that a server sent. */
export function textOf(frame: Buffer): string {
  const length = frame[1]!
  return frame.toString('utf8', length < 126 ? 2 : length === 126 ? 4 : 10)
}

/** A socket that remembers what it was sent, and says that so many bytes wait in it. */
export function fakeSocket(bufferedAmount = 0) {
  const sent: string[] = []
  const closed: unknown[] = []
  const socket = {
    bufferedAmount,
    readyState: 1,
    close: (...reason: unknown[]) => closed.push(reason),
    terminate: () => closed.push('terminated'),
  }
  const wire = {
    write: (frame: Buffer) => sent.push(textOf(frame)) > 0,
    cork: () => undefined,
    uncork: () => undefined,
  }
  return { socket: socket as unknown as WebSocket, wire: wire as never, sent, closed }
}
