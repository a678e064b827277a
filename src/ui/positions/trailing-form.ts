import type { TradingStop, TrailingTerms } from '../../domain/position/position-settings'
import { computed, signal, type ReadonlySignal } from '@preact/signals-react'
import { compare, Exact, roundToStep, toText, type DecimalText, type Price, type Rate } from '../../domain/decimal'
import type { Position } from '../../domain/position/position'
import { acceptText, cutText, readText, valueText } from '../kit/number-text'
import { DistanceText } from '../trading-kit/distance-text'
import { PriceText } from '../trading-kit/price-text'
import type { MarketModel } from '../state/market-model'

export type TrailingUnit = 'value' | 'percent'
/** Keys of `positions:trailing.problem`. */
export type TrailingProblem = 'distanceMissing' | 'distanceTooLarge' | 'percentTooLarge' | 'activationSide'

/** Decimals of a trailing stop by per cent: E4 on the wire's own field (spec §3 `trailingStopPercentageE4`). */
const PERCENT_DECIMALS = 2

/** A trailing stop of a position: a distance or a share of the best price, from an activation price on or at once. */
export class TrailingForm {
  readonly distance: PriceText
  readonly activation: PriceText
  readonly #unit = signal<TrailingUnit>('value')
  readonly #percentText = signal('')
  readonly unit: ReadonlySignal<TrailingUnit> = this.#unit
  readonly percentText: ReadonlySignal<string> = this.#percentText

  /** Where the trail starts: the activation price, or the last price now. */
  readonly start = computed<Price | null>(() => this.activation.price.value ?? this.market.lastPrice.value)

  readonly #distanceProblem = computed<TrailingProblem | null>(() => {
    const start = this.start.value
    if (this.#unit.value === 'value') {
      const distance = this.distance.price.value
      if (distance === null) return 'distanceMissing'
      if (start !== null && compare(distance, start) >= 0) return 'distanceTooLarge'
    } else {
      const percent = this.#percent.value
      if (percent === null || !new Exact(percent).gt(0)) return 'distanceMissing'
      if (new Exact(percent).gte(100)) return 'percentTooLarge'
    }
    return null
  })

  readonly #activationProblem = computed<TrailingProblem | null>(() => {
    if (this.activation.text.value === '') return null
    const activation = this.activation.price.value
    const last = this.market.lastPrice.value
    if (activation === null) return 'activationSide'
    // A long is in favour above, a short below (semantics.md §2.5).
    const ahead = last === null ? 1 : compare(activation, last) * (this.position.side === 'buy' ? 1 : -1)
    return ahead > 0 ? null : 'activationSide'
  })

  /** An activation price that is wrong is told as itself: the distance is measured from it. */
  readonly problem = computed(() => this.#activationProblem.value ?? this.#distanceProblem.value)

  /** The first stop: start ∓ distance, a rate's rounded away from the price; `null` while something is wrong. */
  readonly firstStop = computed<Price | null>(() => {
    const start = this.start.value
    const tick = this.market.instrument.value?.tickSize
    if (this.problem.value !== null || start === null || tick === undefined) return null
    const isLong = this.position.side === 'buy'
    const away =
      this.#unit.value === 'value'
        ? new Exact(this.distance.price.value ?? 0)
        : new Exact(start).times(this.#percent.value ?? 0).div(100)
    const stop = toText<Price>(isLong ? new Exact(start).minus(away) : new Exact(start).plus(away))
    return roundToStep(stop, tick, isLong ? 'down' : 'up')
  })

  /** What to send; `null` while something is wrong. */
  readonly terms = computed<TradingStop | null>(() => {
    if (this.problem.value !== null) return null
    const isValue = this.#unit.value === 'value'
    return trailingTerms(this.position, {
      distance: isValue ? this.distance.price.value : null,
      rate: isValue ? null : toText<Rate>(new Exact(this.#percent.value ?? 0).div(100)),
      activationPrice: this.activation.isEmpty ? null : this.activation.price.value,
    })
  })

  /** @param waitsFor the activation price of the one in force, while it waits for that */
  constructor(
    readonly position: Position,
    readonly market: MarketModel,
    waitsFor: Price | null = null,
  ) {
    this.distance = new DistanceText(market.instrument, position.trailingStop ?? null)
    this.activation = new PriceText(market.instrument, waitsFor)
    const { trailingRate } = position
    if (trailingRate != null) {
      this.#unit.value = 'percent'
      this.#percentText.value = valueText(toText(new Exact(trailingRate).times(100)))
    }
  }

  setUnit(unit: TrailingUnit): void {
    this.#unit.value = unit
  }

  /** The field of the per cent is left: further places are cut. */
  settlePercent(): void {
    this.#percentText.value = cutText(this.#percentText.peek(), PERCENT_DECIMALS)
  }

  setPercentText(typed: string): void {
    this.#percentText.value = acceptText(this.#percentText.peek(), typed)
  }

  readonly #percent = computed(() => readText<DecimalText>(cutText(this.#percentText.value, PERCENT_DECIMALS)))
}

/** A distance of zero takes the trailing stop away. */
export function trailingTerms({ symbol, positionIdx }: Position, trailing: TrailingTerms): TradingStop {
  return {
    symbol,
    positionIdx,
    mode: 'full',
    takeProfit: null,
    stopLoss: null,
    tpSize: null,
    slSize: null,
    tpOrderId: null,
    slOrderId: null,
    trailing,
  }
}
