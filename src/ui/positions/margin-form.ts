import { computed, signal, type ReadonlySignal } from '@preact/signals-react'
import {
  compare,
  Exact,
  negate,
  parseDecimalText,
  toFixedText,
  toText,
  type Money,
  type Price,
} from '../../domain/decimal'
import type { Contract } from '../../domain/instrument/contract'
import type { Position } from '../../domain/position/position'
import { roundRiskPrice, withinPriceRange } from '../../domain/risk/liquidation-price'
import { payoffOf } from '../../domain/instrument/payoff'
import { isolatedLiquidation } from '../../domain/risk/tiered-liquidation'
import { acceptText, cutText, readText, valueText } from '../kit/number-text'
import { entryOf } from '../trading-kit/position-figures'

export type MarginMove = 'add' | 'reduce'
/** Added margin has at most four decimals (semantics.md §2.8). */
export const MARGIN_DECIMALS = 4

/** Adding to the margin of an isolated position, or taking added margin back, and where it would be liquidated then. */
export class MarginForm {
  readonly #move = signal<MarginMove>('add')
  readonly #text = signal('')
  readonly move: ReadonlySignal<MarginMove> = this.#move
  readonly text: ReadonlySignal<string> = this.#text

  /** The most that can be moved: what is available, or what was added; cut to the four decimals that may be sent. */
  readonly max = computed<Money>(() => {
    const most = this.#move.value === 'add' ? this.available.value : (this.position.value?.extraMargin ?? null)
    const cut = new Exact(most ?? 0).toDecimalPlaces(MARGIN_DECIMALS, Exact.ROUND_DOWN)
    return cut.gt(0) ? toText<Money>(cut) : ('0' as Money)
  })

  readonly problem = computed<'missing' | 'overMax' | null>(() => {
    const amount = this.#typed.value
    if (amount === null || !new Exact(amount).gt(0)) return 'missing'
    return compare(amount, this.max.value) > 0 ? 'overMax' : null
  })

  /** Zero or less stands in the field, which moves nothing; an empty field says nothing yet. */
  readonly isNotPositive = computed(() => this.#typed.value !== null && this.problem.value === 'missing')

  /** Signed, as the exchange takes it; `null` while something is wrong. */
  readonly amount = computed<Money | null>(() => {
    const amount = this.#typed.value
    if (amount === null || this.problem.value !== null) return null
    return this.#move.value === 'add' ? amount : negate(amount)
  })

  /** `null` where no price of the contract's range liquidates it, or while something is wrong. */
  readonly liquidationPrice = computed<Price | null>(() => {
    const position = this.position.value
    const amount = this.amount.value
    return position === null || amount === null ? null : liquidationWith(position, this.instrument, amount)
  })

  constructor(
    readonly position: ReadonlySignal<Position | null>,
    private readonly instrument: Contract,
    private readonly available: ReadonlySignal<Money | null>,
  ) {}

  setMove(move: MarginMove): void {
    this.#move.value = move
  }

  setText(typed: string): void {
    this.#text.value = acceptText(this.#text.peek(), typed)
  }

  /** The field is left: further places than may be sent are cut. */
  settle(): void {
    this.#text.value = cutText(this.#text.peek(), MARGIN_DECIMALS)
  }

  fillMax(): void {
    const max = parseDecimalText(toFixedText(this.max.peek(), MARGIN_DECIMALS))
    this.#text.value = max === null ? '' : valueText(max)
  }

  readonly #typed = computed(() => readText<Money>(cutText(this.#text.value, MARGIN_DECIMALS)))
}

/** The isolated rule on the mark (decisions 16), with more or less margin than the position has now. */
function liquidationWith(position: Position, instrument: Contract, amount: Money): Price | null {
  const { side, size: qty, leverage } = position
  const entryPrice = entryOf(position, instrument)
  if (side === null || entryPrice === null) return null
  const price = isolatedLiquidation(
    {
      payoff: payoffOf(instrument.kind),
      side,
      qty,
      entryPrice,
      leverage,
      extraMargin: toText<Money>(new Exact(position.extraMargin ?? 0).plus(amount)),
      takerFeeRate: instrument.takerFeeRate,
    },
    instrument.riskTiers,
  )
  return price === null ? null : withinPriceRange(roundRiskPrice(price, side, instrument.tickSize), instrument)
}
