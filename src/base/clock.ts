/** Time is an argument of everything that needs it; only entry files name the real clock. */
export interface Clock {
  /** Milliseconds since the Unix epoch. May step when the computer's clock is set. */
  now(): number
  /** Milliseconds that only ever rise; for ages and deadlines. */
  monotonic(): number
  /** @returns a function that cancels the call */
  after(delayMs: number, call: () => void): () => void
}
