/** Hubs that are remembered; the one that asked longest ago goes first. */
const HUBS_MAX = 10_000

/**
 * Which account each hub was told that it serves. A page may change its browser's account by itself: from then on the
 * cookie is another account's, and a hub that has not asked since would show and send for the former one what happens in
 * the new one (I12). Its calls are refused until it asks.
 */
export class HubAccounts {
  readonly #told = new Map<string, string>()

  /** @param hub as it names itself; a caller that names none is no hub */
  tell(hub: string | undefined, account: string): void {
    if (hub === undefined) return
    this.#told.delete(hub)
    this.#told.set(hub, account)
    const [oldest] = this.#told.keys()
    if (this.#told.size > HUBS_MAX && oldest !== undefined) this.#told.delete(oldest)
  }

  /** Whether a hub may call for an account. One that was told nothing, as before a restart of the exchange, may. */
  serves(hub: string | undefined, account: string): boolean {
    const told = hub === undefined ? undefined : this.#told.get(hub)
    return told === undefined || told === account
  }
}
