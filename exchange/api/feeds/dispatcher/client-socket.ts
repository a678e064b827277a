import type { Frame } from '../../host-ports'

/** What a socket reports of its other end. */
export interface SocketListener {
  /** @param text `null` for a message that is not text */
  message(text: string | null): void
  /** The other end has shown that it is there. */
  alive(): void
  closed(): void
}

/** One socket of a client, as the host has it. */
export interface ClientSocket {
  /** Bytes that were given to it and have not left. */
  readonly backlog: number
  /** Whether it takes frames and is read; not any more once it was asked to close. */
  readonly isOpen: boolean
  /** Called once, before the other end can have said anything. */
  listen(listener: SocketListener): void
  /** Frames leave in their order. @returns false when it takes none any more, because it was asked to close */
  send(frame: Frame): boolean
  /** Nothing is read from it until `resume`: what is on its way waits outside. */
  pause(): void
  resume(): void
  close(code: number, reason: string): void
  /** Cuts it without a closing handshake, now or after so long if it is still there then. */
  terminate(afterMs?: number): void
}
