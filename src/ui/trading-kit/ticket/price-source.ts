import { computed, signal, type ReadonlySignal } from '@preact/signals-react'
import { Exact, fromSteps, roundToStep, toText, type Price } from '../../../domain/decimal'
import type { TradedMarket } from '../../../domain/instrument/market-type'
import { isSpread } from '../../../domain/instrument/spread'
import type { MarketModel } from '../../state/market-model'

/** A place in the book that a price follows: the nth level of a side, or between the best ones. */
export type PriceSourceId =
  | 'bid1'
  | 'bid2'
  | 'bid3'
  | 'bid4'
  | 'bid5'
  | 'mid'
  | 'ask1'
  | 'ask2'
  | 'ask3'
  | 'ask4'
  | 'ask5'
export const PRICE_SOURCES: readonly PriceSourceId[] = [
  'ask5',
  'ask4',
  'ask3',
  'ask2',
  'ask1',
  'mid',
  'bid1',
  'bid2',
  'bid3',
  'bid4',
  'bid5',
]

/** Ticks that a price may stand off its place, either way. */
export const OFFSET_TICKS_MAX = 200

/**
 * The price of a limit order by a place in the book, with an offset in ticks: it follows until it is sent, or until a
 * price is typed. An old book is followed no further.
 */
export class PriceSource {
  readonly #source = signal<PriceSourceId | null>(null)
  readonly #offset = signal(0)
  readonly source: ReadonlySignal<PriceSourceId | null> = this.#source
  readonly offset: ReadonlySignal<number> = this.#offset

  constructor(private readonly market: MarketModel) {}

  follow(source: PriceSourceId): void {
    this.#source.value = source
  }

  /** A price was typed, stepped or picked: it stays as it is. */
  release(): void {
    this.#source.value = null
    this.#offset.value = 0
  }

  /** @param ticks bounded to ±200 */
  setOffset(ticks: number): void {
    this.#offset.value = Math.max(-OFFSET_TICKS_MAX, Math.min(OFFSET_TICKS_MAX, Math.round(ticks)))
  }

  /** `null` while nothing is followed, or what is followed is not known or is old. */
  readonly price = computed<Price | null>(() => {
    const source = this.#source.value
    const instrument = this.market.listed.value
    if (source === null || instrument === null) return null
    const place = this.#place(source, instrument)
    if (place === null) return null
    const moved = new Exact(place).plus(new Exact(instrument.tickSize).times(this.#offset.value))
    return moved.gt(0) || isSpread(instrument) ? toText<Price>(moved) : null
  })

  #place(source: PriceSourceId, instrument: TradedMarket): Price | null {
    if (source !== 'mid')
      return this.#level(source.startsWith('bid') ? 'bids' : 'asks', Number(source.at(-1)), instrument)
    const [bid, ask] = [this.#level('bids', 1, instrument), this.#level('asks', 1, instrument)]
    if (bid === null || ask === null) return null
    return roundToStep(toText<Price>(new Exact(bid).plus(ask).div(2)), instrument.tickSize, 'down')
  }

  /** The best prices are the ticker's where the book is drawn in coarser steps. */
  #level(side: 'bids' | 'asks', level: number, { tickSize }: TradedMarket): Price | null {
    const { book, bookStale, ticker, tickerStale } = this.market
    const view = bookStale.value ? null : book.value
    const ticks = view !== null && view.group === 1 ? view[side][(level - 1) * 2] : undefined
    if (ticks !== undefined) return fromSteps<Price>(ticks, tickSize)
    if (level !== 1 || tickerStale.value) return null
    return (side === 'bids' ? ticker.value?.bid1Price : ticker.value?.ask1Price) ?? null
  }
}
