/**
 * How tabs reach the hub of the leader tab when there is no SharedWorker: a broadcast channel named for protocol and
 * generation. A tab joins under an id of its own; calls and batches then flow on two channels named for it. The field is
 * `seatId`, as tabs of an older build with the same protocol read it.
 */
export type LeaderMessage =
  | { readonly kind: 'join'; readonly seatId: string }
  | { readonly kind: 'joined'; readonly seatId: string }
  /** A hub instance began: who asked before it listened asks again. */
  | { readonly kind: 'leads'; readonly epoch: string }

/**
 * A channel that may be closed while something is on its way to it: an acknowledgement of a tab that has left, or the
 * answer to its goodbye. Nobody reads it there, and the browser's own channel would throw.
 */
export class LeaderChannel extends BroadcastChannel {
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

export function leaderChannelName(protocol: number, generation: number): string {
  return `halyard-leader-${protocol}-${generation}`
}

/** The generation in the name of a leader channel. */
export function generationOf(leaderChannel: string): number {
  return Number(leaderChannel.slice(leaderChannel.lastIndexOf('-') + 1))
}

export function callChannel(leaderChannel: string, connectionId: string): string {
  return `${leaderChannel}/${connectionId}/calls`
}

export function batchChannel(leaderChannel: string, connectionId: string): string {
  return `${leaderChannel}/${connectionId}/batches`
}

const CONNECTION_ID = /^[\w-]{1,64}$/

export function isJoin(value: unknown): value is Extract<LeaderMessage, { kind: 'join' }> {
  return isMessage(value) && value['kind'] === 'join' && isConnectionId(value['seatId'])
}

export function isJoined(value: unknown): value is Extract<LeaderMessage, { kind: 'joined' }> {
  return isMessage(value) && value['kind'] === 'joined' && isConnectionId(value['seatId'])
}

export function isLeads(value: unknown): value is Extract<LeaderMessage, { kind: 'leads' }> {
  return isMessage(value) && value['kind'] === 'leads' && typeof value['epoch'] === 'string'
}

function isMessage(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

function isConnectionId(value: unknown): boolean {
  return typeof value === 'string' && CONNECTION_ID.test(value)
}
