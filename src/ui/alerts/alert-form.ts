import { batch, computed, signal } from '@preact/signals-react'
import { Exact, roundToStep, toText, type Price, type Rate } from '../../domain/decimal'
import type { TradedMarket } from '../../domain/instrument/market-type'
import type { CandleInterval } from '../../domain/market/market'
import type { AlertCondition, AlertFrequency, AlertTerms } from '../../domain/market/price-alert'
import type { InstrumentSymbol, TriggerBy } from '../../domain/order/order'
import { acceptText, readText } from '../kit/number-text'
import { PriceText } from '../trading-kit/price-text'
import type { ReadonlySignal } from '@preact/signals-react'

/** Of a bar whose close counts, where no chart says which. */
const INTERVAL: CandleInterval = '30'

interface Chosen {
  readonly condition: AlertCondition
  readonly by: TriggerBy
  readonly frequency: AlertFrequency
  readonly interval: CandleInterval
}

/** A new alert as it stands in its dialog. */
export class AlertForm {
  readonly #chosen = signal<Chosen>({ condition: 'crossing', by: 'last', frequency: 'once', interval: INTERVAL })
  readonly chosen: ReadonlySignal<Chosen> = this.#chosen
  readonly price: PriceText
  readonly #percentText = signal('')
  readonly percentText: ReadonlySignal<string> = this.#percentText
  /** A fraction, negative for a fall; `null` while there is none that could be waited for. */
  readonly percent = computed<Rate | null>(() => {
    const typed = readText<Rate>(this.#percentText.value)
    if (typed === null) return null
    const rate = new Exact(typed).div(100)
    return rate.isZero() || rate.lte(-1) ? null : toText<Rate>(rate)
  })
  /** Zero and below are prices of a spread, and a share of such a price leads nowhere that could be waited for. */
  readonly isShareOfNothing = computed(() => {
    const typed = this.price.typed.value
    return this.#chosen.value.condition === 'percent' && typed !== null && new Exact(typed).lte(0)
  })
  /** `null` while something is missing or wrong. */
  readonly terms = computed<AlertTerms | null>(() => {
    const price = this.price.price.value
    const { condition, by, frequency, interval } = this.#chosen.value
    const isShare = condition === 'percent'
    if (price === null || this.isShareOfNothing.value || (isShare && this.percent.value === null)) return null
    return {
      symbol: this.symbol,
      condition,
      price,
      percent: isShare ? this.percent.value : null,
      by,
      frequency,
      interval: frequency === 'barClose' ? interval : null,
    }
  })

  constructor(
    private readonly symbol: InstrumentSymbol,
    listed: ReadonlySignal<TradedMarket | null>,
    start: { readonly price: Price | null; readonly interval?: CandleInterval | undefined },
  ) {
    this.price = new PriceText(listed, start.price)
    if (start.interval !== undefined) this.choose({ interval: start.interval })
  }

  choose(part: Partial<Chosen>): void {
    this.#chosen.value = { ...this.#chosen.peek(), ...part }
  }

  setPercent(typed: string): void {
    this.#percentText.value = acceptText(this.#percentText.peek(), typed)
  }

  /** Arrow keys: a tenth of a per cent, and over nothing at once, which is no share. */
  stepPercent(direction: 1 | -1): void {
    const now = readText<Rate>(this.#percentText.peek()) ?? ('0' as Rate)
    const next = roundToStep(
      toText<Rate>(new Exact(now).plus(direction * 0.1)),
      '0.1' as Rate,
      direction > 0 ? 'down' : 'up',
    )
    batch(() => {
      this.#percentText.value = new Exact(next).isZero() ? toText<Rate>(new Exact(direction).times(0.1)) : next
    })
  }
}
