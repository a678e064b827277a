import { computed, signal, type ReadonlySignal, type Signal } from '@preact/signals-react'
import type { SpotPower } from '../../domain/account/lending'
import type { InstrumentSymbol, Side } from '../../domain/order/order'
import type { HubApi } from '../../workers/hub-api'
import type { AccountModel } from '../state/account-model'

/** Prices move what can be borrowed: so often it is asked for while an order may borrow, ms. */
const ASK_MS = 5_000

interface Ports {
  readonly api: Pick<HubApi, 'spotPower'>
  readonly account: Pick<AccountModel, 'wallet'>
  readonly symbol: InstrumentSymbol
  readonly side: ReadonlySignal<Side>
  /** Whether the ticket and the kind of order can have it. */
  readonly isOffered: ReadonlySignal<boolean>
}

/** Whether an order may pay with what it borrows, and what the exchange would let it. */
export class SpotMarginChoice {
  readonly #isWanted: Signal<boolean>
  readonly #power = signal<{ readonly side: Side; readonly power: SpotPower } | null>(null)
  readonly #hasFailed = signal(false)
  /** Whether it is chosen, and offered. */
  readonly isOn = computed(() => this.#isWanted.value && this.ports.isOffered.value)
  /** Of the side that is shown; `null` until the exchange has said it. */
  readonly power = computed<SpotPower | null>(() => {
    const known = this.#power.value
    return this.isOn.value && known?.side === this.ports.side.value ? known.power : null
  })
  readonly hasFailed: ReadonlySignal<boolean> = this.#hasFailed
  #question = 0

  constructor(
    private readonly ports: Ports,
    isWanted: boolean,
  ) {
    this.#isWanted = signal(isWanted)
  }

  /** What was chosen, offered or not. */
  get isWanted(): boolean {
    return this.#isWanted.value
  }

  setOn(isOn: boolean): void {
    this.#isWanted.value = isOn
  }

  /** Asks while it is chosen: at once, with the side, with the wallet, and now and then. @returns a function that ends it */
  start(): () => void {
    const ask = (): void => void (this.isOn.peek() ? this.#ask() : undefined)
    const stops = [this.isOn, this.ports.side, this.ports.account.wallet].map((one) => one.subscribe(ask))
    const timer = setInterval(ask, ASK_MS)
    return () => {
      for (const stop of stops) stop()
      clearInterval(timer)
    }
  }

  async #ask(): Promise<void> {
    const question = ++this.#question
    const side = this.ports.side.peek()
    const read = await this.ports.api.spotPower(this.ports.symbol, side)
    if (question !== this.#question) return
    this.#hasFailed.value = read.hasError
    if (!read.hasError) this.#power.value = { side, power: read.value }
  }
}
