/**
 * Where tabs and the hub of the leader tab meet when there is no SharedWorker: a broadcast channel named for protocol and
 * generation. A tab asks for a seat under a name of its own; calls and batches then flow on two channels named for it.
 */
export type HallMessage =
  | { readonly kind: 'join'; readonly seatId: string }
  | { readonly kind: 'joined'; readonly seatId: string }
  /** A hub began its life: who asked before it listened asks again. */
  | { readonly kind: 'leads'; readonly epoch: string }

/**
 * A channel that may be closed while something is on its way to it: an acknowledgement of a tab that has left, or the
 * answer to its goodbye. Nobody reads it there, and the browser's own channel would throw.
 */
export class HallChannel extends BroadcastChannel {
  #isClosed = false

  override postMessage(message: unknown): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no origin to name
    if (!this.#isClosed) super.postMessage(message)
  }

  override close(): void {
    this.#isClosed = true
    super.close()
  }
}

export function hallName(protocol: number, generation: number): string {
  return `halyard-leader-${protocol}-${generation}`
}

/** The generation that a hall's name was made for. */
export function hallGeneration(hall: string): number {
  return Number(hall.slice(hall.lastIndexOf('-') + 1))
}

export function callChannel(hall: string, seatId: string): string {
  return `${hall}/${seatId}/calls`
}

export function batchChannel(hall: string, seatId: string): string {
  return `${hall}/${seatId}/batches`
}

const SEAT = /^[\w-]{1,64}$/

export function isJoin(value: unknown): value is Extract<HallMessage, { kind: 'join' }> {
  return isMessage(value) && value['kind'] === 'join' && isSeat(value['seatId'])
}

export function isJoined(value: unknown): value is Extract<HallMessage, { kind: 'joined' }> {
  return isMessage(value) && value['kind'] === 'joined' && isSeat(value['seatId'])
}

export function isLeads(value: unknown): value is Extract<HallMessage, { kind: 'leads' }> {
  return isMessage(value) && value['kind'] === 'leads' && typeof value['epoch'] === 'string'
}

function isMessage(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

function isSeat(value: unknown): boolean {
  return typeof value === 'string' && SEAT.test(value)
}
