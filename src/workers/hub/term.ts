import type { HubStore, HubTerm } from './store/hub-store'

/** The term of this hub instance. Nothing that changes money leaves without one (I5); looking does not wait for the disk. */
export class Term {
  #current: HubTerm | null = null
  #taking: Promise<HubTerm> | null = null

  constructor(private readonly store: HubStore) {}

  /** `null` until the store has given one. */
  get current(): HubTerm | null {
    return this.#current
  }

  taken(): Promise<HubTerm> {
    this.#taking ??= this.store.takeTerm().then((taken) => (this.#current = taken))
    return this.#taking
  }

  /** This hub is the one to speak again, whoever spoke meanwhile. */
  renew(): void {
    this.#taking = null
    void this.taken()
  }
}
