import type { Writable } from 'node:stream'
import { WebSocket } from 'ws'
import type { ClientSocket, SocketListener } from '../../../api/feeds/dispatcher/client-socket'
import type { Frame } from '../../../api/host-ports'

/** A socket of `ws` that sends frames which are made already (`textFrame`). */
export class NodeSocket implements ClientSocket {
  #isGathering = false

  constructor(
    private readonly socket: WebSocket,
    /** The connection of the socket: frames go straight to it. */
    private readonly wire: Pick<Writable, 'write' | 'cork' | 'uncork'>,
  ) {}

  get backlog(): number {
    return this.socket.bufferedAmount
  }

  get isOpen(): boolean {
    return this.socket.readyState === WebSocket.OPEN
  }

  listen(listener: SocketListener): void {
    const { socket } = this
    socket.on('message', (data, isBinary) => listener.message(isBinary ? null : String(data)))
    socket.on('pong', () => listener.alive())
    socket.on('ping', () => listener.alive())
    // A socket error is followed by its close; there is nothing to add.
    socket.on('error', () => undefined)
    socket.on('close', () => listener.closed())
  }

  send(frame: Frame): boolean {
    // Never behind the closing handshake. Nothing is compressed here, so nothing of `ws` waits that this could overtake.
    if (this.socket.readyState !== WebSocket.OPEN) return false
    if (!this.#isGathering) this.#gather()
    this.wire.write(frame)
    return true
  }

  pause(): void {
    this.socket.pause()
  }

  resume(): void {
    if (this.socket.isPaused) this.socket.resume()
  }

  close(code: number, reason: string): void {
    this.socket.close(code, reason)
  }

  terminate(afterMs = 0): void {
    if (afterMs === 0) this.socket.terminate()
    else setTimeout(() => this.socket.terminate(), afterMs).unref()
  }

  /** What leaves within one step of the exchange goes to the system at once: a call for each frame costs more than the frame. */
  #gather(): void {
    this.#isGathering = true
    this.wire.cork()
    process.nextTick(() => {
      this.#isGathering = false
      this.wire.uncork()
    })
  }
}
