import type { Clock } from '../../base/clock'
import { asObject, WireError } from '../../wire/json'
import { PREFERENCE_PATH } from '../../wire/rest/preferences'
import type { HubSession, Preferences } from '../hub-events'
import type { RestClient } from './rest-client'

/**
 * Spec §9: "Pref-setting debounce 1000 ms". The first choice is written at once, for a page that is left within the
 * second takes its hub along; what follows within the pause is written at its end.
 */
export const PREFERENCE_PAUSE_MS = 1_000
/** What holds until the exchange has said otherwise: the careful choice. */
export const FIRST_PREFERENCES: Preferences = { asksBeforeReverse: true }

export interface PreferencePorts {
  readonly clock: Clock
  readonly rest: RestClient
  readonly trace: (what: string, error: unknown) => void
  readonly session: () => HubSession | null
  readonly changed: () => void
}

/** What a member chose once for all his browsers; the exchange keeps it, and every tab hears of it at once. */
export class PreferenceDesk {
  #current = FIRST_PREFERENCES
  #written = FIRST_PREFERENCES
  #cancelPause: (() => void) | null = null

  constructor(private readonly ports: PreferencePorts) {}

  current(): Preferences {
    return this.#current
  }

  /** Another member, or none: nothing of the former one's choices stays. */
  async sessionChanged(): Promise<void> {
    this.#cancelPause?.()
    this.#cancelPause = null
    this.#take(FIRST_PREFERENCES)
    const account = this.ports.session()?.account
    if (account === undefined) return
    const answer = await this.ports.rest.call({ method: 'GET', path: PREFERENCE_PATH })
    // What was chosen meanwhile is newer than the answer.
    if (this.ports.session()?.account !== account || this.#cancelPause !== null) return
    if (answer.hasError) {
      this.ports.trace('preferences', answer.message)
      return
    }
    try {
      const status = asObject(answer.value, 'result')['reverseClickTipStatus']
      this.#take({ asksBeforeReverse: status !== 'hide' })
    } catch (error) {
      if (!(error instanceof WireError)) throw error
      this.ports.trace('preferences', error)
    }
  }

  set(next: Preferences): void {
    this.#take(next)
    if (this.#cancelPause === null) this.#write()
  }

  /** A tab is put away or closed: what waits is written now, for the hub may die with it. */
  flush(): void {
    if (this.#cancelPause === null) return
    this.#cancelPause()
    this.#pauseOver()
  }

  #write(): void {
    this.#written = this.#current
    this.#cancelPause = this.ports.clock.after(PREFERENCE_PAUSE_MS, () => this.#pauseOver())
    void this.#send(this.#current)
  }

  #pauseOver(): void {
    this.#cancelPause = null
    if (this.#written.asksBeforeReverse !== this.#current.asksBeforeReverse) this.#write()
  }

  async #send({ asksBeforeReverse }: Preferences): Promise<void> {
    const answer = await this.ports.rest.call({
      method: 'POST',
      path: PREFERENCE_PATH,
      isFarewell: true,
      body: { upsert_keys: { reverseClickTipStatus: asksBeforeReverse ? 'show' : 'hide' } },
    })
    // The choice holds for as long as the hub lives; the next browser asks again, which costs a press and no money.
    if (answer.hasError) this.ports.trace('preferences', answer.message)
  }

  #take(next: Preferences): void {
    if (next.asksBeforeReverse === this.#current.asksBeforeReverse) return
    this.#current = next
    this.ports.changed()
  }
}
