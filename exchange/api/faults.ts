/** What a call meets on its way in. `null` is nothing unusual. */
export type CallFault =
  | { readonly kind: 'reject'; readonly retCode: number; readonly extMap: Readonly<Record<string, unknown>> }
  | { readonly kind: 'status'; readonly status: number }

/**
 * Places where the test control may interfere (decisions 35). Without the switch the gateway runs on `NO_FAULTS`, and
 * no code of `exchange/control` is loaded.
 */
export interface Faults {
  /** Awaited before a call is looked at: delays, holds before the commit, refusals. `null` where there is nothing to await. */
  before(path: string): Promise<CallFault | null> | null
  /** Awaited between the commit and the answer, in the same way. */
  after(path: string): Promise<CallFault | null> | null
  /**
   * Asked by a call of several items before it does the first: the code that the second half of them is refused with,
   * or `null` where all are done. Takes the fault.
   */
  halve(path: string): number | null
  /** The frames that leave in place of one message of a topic, in order. */
  outgoing(topic: string, text: string): readonly string[]
  /** Whether a subscription is to be ignored without a word. */
  swallows(topic: string): boolean
  /** Milliseconds every push on the channel is late. */
  lag(channel: 'public' | 'private'): number
  /** Whether the next login is refused although its token is right; the reason, or `null`. */
  refuseLogin(): string | null
  /** What the visitor profile says (spec §5). */
  isBanned(): boolean
  /** Whether the wall of the compliance rules stands (spec §7): what only takes risk away goes on. */
  hasWall(): boolean
}

export const NO_FAULTS: Faults = {
  before: () => null,
  after: () => null,
  halve: () => null,
  outgoing: (_topic, text) => [text],
  swallows: () => false,
  lag: () => 0,
  refuseLogin: () => null,
  isBanned: () => false,
  hasWall: () => false,
}
