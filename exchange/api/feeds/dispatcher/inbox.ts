import { ReadDropped, type ReadTurns } from '../../read-turns'
import type { Connection } from './connection'

/** Messages that wait here before the socket is no longer read from; what is on its way then waits in the kernel. */
const WAITING_MAX = 8

/**
 * What a socket says, one message after the other, each in its turn beside the reads: whoever sends more than is done in
 * a turn keeps orders and other sockets from nothing, and is held back by TCP.
 */
export class Inbox {
  readonly #waiting: string[] = []
  #isBusy = false

  constructor(
    private readonly turns: ReadTurns,
    private readonly connection: Connection,
    private readonly receive: (text: string) => void,
  ) {}

  /** Whether all was received. */
  get isIdle(): boolean {
    return !this.#isBusy
  }

  take(text: string): void {
    this.#waiting.push(text)
    if (this.#waiting.length === WAITING_MAX) this.connection.socket.pause()
    if (!this.#isBusy) void this.#hearAll()
  }

  async #hearAll(): Promise<void> {
    const { socket } = this.connection
    const isGone = (): boolean => !socket.isOpen
    this.#isBusy = true
    for (let text = this.#waiting.shift(); text !== undefined && !isGone(); text = this.#waiting.shift()) {
      const one = text
      try {
        // Where there is time it is received at once.
        const received = this.turns.take(() => this.receive(one), isGone)
        if (received instanceof Promise) await received
      } catch (error) {
        if (!(error instanceof ReadDropped)) throw error
      }
    }
    this.#waiting.length = 0
    this.#isBusy = false
    socket.resume()
  }
}
