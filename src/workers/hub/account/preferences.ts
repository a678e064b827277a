import type { Clock } from '../../../base/clock'
import { Unreadable } from '../../../base/unreadable'
import type { HubSession, Preferences } from '../../hub-events'
import type { VenueCalls } from '../../venue/venue-calls'
import type { RestClient } from '../rest-client'

/**
 * Spec §9: "Pref-setting debounce 1000 ms". The first choice is written at once, for a page that is left within the
 * second takes its hub along; what follows within the pause is written at its end.
 */
export const PREFERENCE_PAUSE_MS = 1_000
/** What holds until the exchange has said otherwise: the careful choice. */
export const FIRST_PREFERENCES: Preferences = {
  asksBeforeReverse: true,
  asksBeforeClose: true,
  asksBeforeCancelAll: true,
  asksBeforeChartCancel: true,
}
type PreferenceKey = keyof Preferences
const NAMES = Object.keys(FIRST_PREFERENCES) as readonly PreferenceKey[]

export interface PreferencePorts {
  readonly clock: Clock
  readonly rest: RestClient
  readonly calls: VenueCalls
  readonly trace: (what: string, error: unknown) => void
  readonly session: () => HubSession | null
  readonly changed: () => void
}

/** What a member chose once for all his browsers; the exchange keeps it, and every tab hears of it at once. */
export class MemberPreferences {
  #current = FIRST_PREFERENCES
  /** What was chosen and not written yet. */
  readonly #unwritten = new Set<PreferenceKey>()
  #cancelPause: (() => void) | null = null

  constructor(private readonly ports: PreferencePorts) {}

  current(): Preferences {
    return this.#current
  }

  /** Another member, or none: nothing of the former one's choices stays. */
  async sessionChanged(): Promise<void> {
    this.#cancelPause?.()
    this.#cancelPause = null
    this.#unwritten.clear()
    this.#take(FIRST_PREFERENCES)
    const account = this.ports.session()?.account
    if (account === undefined) return
    const call = this.ports.calls.preferences()
    const answer = await this.ports.rest.call(call)
    // What was chosen meanwhile is newer than the answer.
    if (this.ports.session()?.account !== account || this.#cancelPause !== null) return
    if (answer.hasError) {
      this.ports.trace('preferences', answer.message)
      return
    }
    try {
      this.#take(call.read(answer.value))
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error
      this.ports.trace('preferences', error)
    }
  }

  set(chosen: Partial<Preferences>): void {
    const names = NAMES.filter((name) => chosen[name] !== undefined)
    for (const name of names) this.#unwritten.add(name)
    this.#take({ ...this.#current, ...Object.fromEntries(names.map((name) => [name, chosen[name]])) })
    if (this.#cancelPause === null) this.#write()
  }

  /** A tab is put away or closed: what waits is written now, for the hub may die with it. */
  flush(): void {
    if (this.#cancelPause === null) return
    this.#cancelPause()
    this.#pauseOver()
  }

  #write(): void {
    const named = [...this.#unwritten]
    this.#unwritten.clear()
    this.#cancelPause = this.ports.clock.after(PREFERENCE_PAUSE_MS, () => this.#pauseOver())
    void this.#send(named)
  }

  #pauseOver(): void {
    this.#cancelPause = null
    if (this.#unwritten.size > 0) this.#write()
  }

  async #send(named: readonly PreferenceKey[]): Promise<void> {
    const chosen = Object.fromEntries(named.map((name) => [name, this.#current[name]]))
    const answer = await this.ports.rest.call(this.ports.calls.setPreferences(chosen))
    // The choice holds for as long as the hub lives; the next browser asks again, which costs a press and no money.
    if (answer.hasError) this.ports.trace('preferences', answer.message)
  }

  #take(next: Preferences): void {
    if (NAMES.every((name) => next[name] === this.#current[name])) return
    this.#current = next
    this.ports.changed()
  }
}
