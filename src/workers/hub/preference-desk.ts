import type { Clock } from '../../base/clock'
import { asObject, WireError } from '../../wire/json'
import { PREFERENCE_PATH } from '../../wire/rest/preferences'
import type { HubSession, Preferences } from '../hub-events'
import type { RestClient } from './rest-client'

/** Spec §9: "Pref-setting debounce 1000 ms". */
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
  #cancelWrite: (() => void) | null = null

  constructor(private readonly ports: PreferencePorts) {}

  current(): Preferences {
    return this.#current
  }

  /** Another member, or none: nothing of the former one's choices stays. */
  async sessionChanged(): Promise<void> {
    this.#cancelWrite?.()
    this.#cancelWrite = null
    this.#take(FIRST_PREFERENCES)
    const account = this.ports.session()?.account
    if (account === undefined) return
    const answer = await this.ports.rest.call({ method: 'GET', path: PREFERENCE_PATH })
    // What was chosen meanwhile is newer than the answer.
    if (this.ports.session()?.account !== account || this.#cancelWrite !== null) return
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
    this.#cancelWrite?.()
    this.#cancelWrite = this.ports.clock.after(PREFERENCE_PAUSE_MS, () => void this.#write())
  }

  async #write(): Promise<void> {
    this.#cancelWrite = null
    const answer = await this.ports.rest.call({
      method: 'POST',
      path: PREFERENCE_PATH,
      body: { upsert_keys: { reverseClickTipStatus: this.#current.asksBeforeReverse ? 'show' : 'hide' } },
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
