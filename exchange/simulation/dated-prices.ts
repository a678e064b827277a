import { fields, number, type Form } from '../../src/base/form'
import { termPremium } from '../listings/dated-contracts'
import {
  basisRate,
  DATED_MARK_FORM,
  forgetBasisRate,
  sampleBasisRate,
  startDatedMark,
  type DatedMarkState,
} from './dated-mark'
import {
  countSeconds,
  DELIVERY_WINDOW_FORM,
  expectedMean,
  meanTicks,
  startWindow,
  type DeliveryWindow,
} from './delivery-window'
import type { OrderEntryPort } from './order-entry-port'

/** When a dated contract ends, and the lots whose price makes its basis. */
export interface DatedTerms {
  readonly expiryMs: number
  readonly impactLots: number
  /** Whether mark and makers stand on the expected mean while it is made. */
  readonly hasMeanValues: boolean
}

/** Plain data: goes into the snapshot as it is. */
export interface DatedState {
  readonly mark: DatedMarkState
  readonly window: DeliveryWindow
  /** By how much the mark stands off the index now. */
  rate: number
}

export const DATED_PRICES_FORM: Form<DatedState> = fields<DatedState>({
  mark: DATED_MARK_FORM,
  window: DELIVERY_WINDOW_FORM,
  rate: number,
})

/** What a dated contract has instead of funding: a basis that carries its mark, and a mean index that ends it. */
export class DatedPrices {
  readonly #state: DatedState

  constructor(
    private readonly terms: DatedTerms,
    startMs: number,
    saved: DatedState | null,
  ) {
    this.#state = saved ?? { mark: startDatedMark(startMs), window: startWindow(), rate: 0 }
  }

  state(): DatedState {
    return this.#state
  }

  get rateE8(): number {
    return Math.round(this.#state.rate * 1e8)
  }

  /** What the delivery would pay by the index so far, in ticks; `null` outside the half hour before it. */
  get predictedTicks(): number | null {
    return meanTicks(this.#state.window)
  }

  /** ln(fair price ÷ index) of a price that is still to come. */
  carry(nowMs: number): number {
    return termPremium(this.terms.expiryMs, nowMs)
  }

  /** ln(fair price ÷ index); while the mean is made, what of it is over no longer follows the index. */
  premium(nowMs: number, indexTicks: number): number {
    const carry = this.carry(nowMs)
    return this.#isMeanMade
      ? Math.log(expectedMean(this.#state.window, indexTicks * Math.exp(carry)).ticks / indexTicks)
      : carry
  }

  /** Whether some of the mean is fixed, and prices say so. */
  get #isMeanMade(): boolean {
    return this.terms.hasMeanValues && this.#state.window.seconds > 0
  }

  /** Counts the seconds before `nowMs` with the index that was in force in them. */
  count(nowMs: number, heldTicks: number): void {
    countSeconds(this.#state.window, this.terms.expiryMs, nowMs, heldTicks)
  }

  /** The mean index of the whole window; seconds that are missing count with the index in force, `heldTicks`. */
  deliveryTicks(heldTicks: number): number {
    this.count(this.terms.expiryMs, heldTicks)
    return meanTicks(this.#state.window)!
  }

  /**
   * Mark = index · (1 + mean basis rate). While the delivery's mean is made it is the mean that is expected: the basis of
   * ten minutes says nothing about a price that follows the index less and less.
   */
  markOf(nowMs: number, indexTicks: number): number {
    const fairRate = Math.expm1(this.premium(nowMs, indexTicks))
    this.#state.rate = this.#isMeanMade ? fairRate : basisRate(this.#state.mark, fairRate)
    return indexTicks * (1 + this.#state.rate)
  }

  sample(nowMs: number, indexTicks: number, depth: () => ReturnType<OrderEntryPort['depth']>): void {
    sampleBasisRate(this.#state.mark, nowMs, indexTicks, this.terms.impactLots, depth)
  }

  /** After a jump of the whole market the basis of before says nothing. */
  forget(): void {
    forgetBasisRate(this.#state.mark)
  }
}
