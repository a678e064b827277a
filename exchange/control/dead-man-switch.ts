/**
 * Disconnect cancel protection (v5 DCP): once the last private channel of an account has been gone for the window, its
 * open orders are cancelled. Off until control sets a window.
 */
export class DeadManSwitch {
  readonly #waiting = new Map<string, NodeJS.Timeout>()
  #windowMs = 0

  constructor(private readonly cancelAll: (account: string) => void) {}

  /** @param ms 0 switches it off, for those that are waited for too */
  setWindow(ms: number): void {
    this.#windowMs = ms
    if (ms > 0) return
    for (const timer of this.#waiting.values()) clearTimeout(timer)
    this.#waiting.clear()
  }

  take(account: string, isPresent: boolean): void {
    clearTimeout(this.#waiting.get(account))
    this.#waiting.delete(account)
    if (isPresent || this.#windowMs === 0) return
    const timer = setTimeout(() => {
      this.#waiting.delete(account)
      this.cancelAll(account)
    }, this.#windowMs)
    // A window that is open does not keep a stopping exchange alive.
    timer.unref()
    this.#waiting.set(account, timer)
  }
}
