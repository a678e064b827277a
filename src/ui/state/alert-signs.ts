import { signal, type ReadonlySignal } from '@preact/signals-react'
import { readSetting, saveSetting } from './browser-settings'
import type { Kept } from './kept'

/** How an alert that fires is told beside its message: a sound, and a notification of the system. */
export const ALERT_SIGNS = ['sound', 'system'] as const
export type AlertSign = (typeof ALERT_SIGNS)[number]

/** Key among the browser's settings. */
export const ALERT_SIGNS_KEY = 'alert-signs'

/** The choice of this browser. A sound is made unless it was turned off; the system's notification has to be asked for. */
export class AlertSigns {
  readonly #chosen = signal<ReadonlySet<AlertSign>>(new Set(['sound']))
  readonly chosen: ReadonlySignal<ReadonlySet<AlertSign>> = this.#chosen
  #isChosen = false
  /** Ends once the choice is known. */
  readonly reading: Promise<void>

  constructor(
    private readonly kept: Pick<Kept, 'keepsChart'>,
    private readonly browser = { read: readSetting, save: saveSetting },
  ) {
    this.reading = this.#read()
  }

  set(sign: AlertSign, isOn: boolean): void {
    const next = new Set(this.#chosen.peek())
    if (isOn) next.add(sign)
    else next.delete(sign)
    this.#isChosen = true
    this.#chosen.value = next
    if (this.kept.keepsChart) void this.browser.save(ALERT_SIGNS_KEY, [...next])
  }

  async #read(): Promise<void> {
    if (!this.kept.keepsChart) return
    const stored = await this.browser.read(ALERT_SIGNS_KEY)
    if (!this.#isChosen && Array.isArray(stored))
      this.#chosen.value = new Set(ALERT_SIGNS.filter((sign) => stored.includes(sign)))
  }
}

const ofPages = new WeakMap<Kept, AlertSigns>()

/** The choice of a page: one for what rings and for the settings. */
export function alertSigns(kept: Kept): AlertSigns {
  const known = ofPages.get(kept) ?? new AlertSigns(kept)
  ofPages.set(kept, known)
  return known
}
