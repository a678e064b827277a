import { fields, list, number, oneOf, optional, text, tuple, type Form } from '../../src/base/form'
import { Exact, toText, type DecimalText, type Money, type Price, type Qty } from '../../src/domain/decimal'
import { auctionPhase } from '../../src/domain/instrument/pre-listing'
import {
  CANDLE_INTERVALS,
  type Candle,
  type CandleInterval,
  type CandleSource,
  type Ticker,
  type Trade,
} from '../../src/domain/market/market'
import type { EngineEvent } from '../engine/events'
import type { EngineInstrument } from '../engine/instrument'
import { BAR_SERIES_FORM, BarSeries, type BarSeriesState } from '../simulation/bar-series'
import { isBornHere } from '../listings/catalogue'
import type { Bar } from '../simulation/bars'
import type { FeedStep } from '../simulation/feed-step'
import { barEnd, nextBarStart } from '../../src/domain/market/interval'
import { createScale } from '../listings/scale'
import { SYMBOL_MARKET_FORM, type SymbolMarketState } from '../simulation/market-state'
import type { SymbolMarket } from '../simulation/symbol-market'
import { candleWindow } from './candle-window'
import type { CandleQuery, Emit, VenueEvent } from './venue-port'
import { DayStats } from './day-stats'
import type { Listing } from './listing'
import { plainCopy } from './plain-copy'
import type { Pasts } from './market-setup'
import { rateOf, toCandle, toTrade, type TradeRow } from './shapes'

/** Recent public trades kept per symbol. */
const TRADES_MAX = 1_000
const SOURCES: readonly CandleSource[] = ['last', 'mark', 'index']

export interface ListedInstrumentState {
  readonly market: SymbolMarketState
  readonly series: Readonly<Record<CandleSource, BarSeriesState>>
  readonly trades: readonly TradeRow[]
  readonly dirty: readonly CandleSource[]
  readonly tickerMark: string
  /** Index of the leading symbol, in its ticks, at this symbol's last step; only where steps are taken more rarely. */
  readonly leaderTicks?: number
}

export const LISTED_INSTRUMENT_FORM: Form<ListedInstrumentState> = fields<ListedInstrumentState>({
  market: SYMBOL_MARKET_FORM,
  series: fields({ last: BAR_SERIES_FORM, mark: BAR_SERIES_FORM, index: BAR_SERIES_FORM }),
  trades: list<readonly TradeRow[]>(tuple(text(), oneOf('buy', 'sell'), number, number, number)),
  dirty: list<readonly CandleSource[]>(oneOf('last', 'mark', 'index')),
  tickerMark: text(),
  leaderTicks: optional(number),
})

/** What the exchange may be asked about the engine's side of a symbol. */
export interface RoomPorts {
  best(): {
    readonly bid: readonly [number, number] | null
    readonly ask: readonly [number, number] | null
  }
  /** What accounts and makers here hold long. */
  openInterestLots(): number
  /** What the public holds long besides, elsewhere. */
  heldLots(timeMs: number): number
}

/** All that one symbol has: its market, its bars, its prints, its ticker. */
export class ListedInstrument {
  #series: Record<CandleSource, BarSeries>
  #stats: DayStats
  readonly #trades: TradeRow[]
  /** Sources whose open bars changed since the last candle events. */
  readonly #dirty: Set<CandleSource>
  /** See `ListedInstrumentState`. Zero before the first step. */
  leaderTicks: number
  /** What the last ticker event said, to tell whether there is news. */
  #tickerMark: string
  /** The last step was told to nobody, and the mark is yet to be worked out. */
  #isUnnoted = false

  constructor(
    public listing: Listing,
    readonly market: SymbolMarket,
    pasts: Pasts,
    private readonly ports: RoomPorts,
    saved?: ListedInstrumentState,
  ) {
    const open = (source: CandleSource) =>
      new BarSeries(
        source === 'index' ? pasts.index : pasts.price,
        source === 'last',
        saved === undefined
          ? { startPrice: source === 'index' ? market.indexTicks : market.lastTicks }
          : { saved: saved.series[source] },
      )
    this.#series = { last: open('last'), mark: open('mark'), index: open('index') }
    this.#stats = new DayStats(this.#series.last)
    this.#trades = saved === undefined ? [] : [...saved.trades]
    this.#dirty = new Set(saved?.dirty)
    this.#tickerMark = saved?.tickerMark ?? ''
    this.leaderTicks = saved?.leaderTicks ?? 0
  }

  /** Plain data that shares nothing with what goes on changing; the bars, by far the most of it, are packed anew anyway. */
  state(): ListedInstrumentState {
    this.noteTicker()
    return {
      market: plainCopy(this.market.state()),
      series: {
        last: this.#series.last.state(),
        mark: this.#series.mark.state(),
        index: this.#series.index.state(),
      },
      trades: this.#trades.slice(-TRADES_MAX),
      dirty: [...this.#dirty],
      tickerMark: this.#tickerMark,
      leaderTicks: this.leaderTicks,
    }
  }

  /** Forgets the bars so far: the symbol begins at another price, and `pasts` lead up to it. */
  beginAgain(pasts: Pasts, startPrice: number): void {
    const open = (source: CandleSource) =>
      new BarSeries(source === 'index' ? pasts.index : pasts.price, source === 'last', { startPrice })
    this.#series = { last: open('last'), mark: open('mark'), index: open('index') }
    this.#stats = new DayStats(this.#series.last)
  }

  /** What the auction filled before its market begins: one bar's beginning, and no print. */
  takeAuction(ticks: number, lots: number): void {
    this.#series.last.extend(ticks, ticks, ticks, lots, this.#turnoverOf(ticks, lots))
    this.#dirty.add('last')
  }

  /** One step of the market. @returns its return as a factor for the others */
  step(nowMs: number, factorReturn: number | null, feed: readonly FeedStep[]): number {
    return this.market.step(nowMs, factorReturn, feed)
  }

  /** One step on another contract's index. */
  follow(nowMs: number, leaderPrice: number): void {
    this.market.follow(nowMs, leaderPrice)
  }

  onTrade(event: Extract<EngineEvent, { type: 'trade' }>): void {
    this.market.onTrade(event)
    this.#trades.push([event.id, event.side, event.ticks, event.lots, event.timeMs])
    // Dropped in batches, so that a print does not move a thousand rows.
    if (this.#trades.length > TRADES_MAX + 200) this.#trades.splice(0, this.#trades.length - TRADES_MAX)
    this.#series.last.extend(
      event.ticks,
      event.ticks,
      event.ticks,
      event.lots,
      this.#turnoverOf(event.ticks, event.lots),
    )
    this.#dirty.add('last')
  }

  /** In 1e-4 of the settle coin. */
  #turnoverOf(ticks: number, lots: number): number {
    const { payoff, valueUnitE8 } = this.listing.engine
    const value = payoff === 'inverse' ? (lots * valueUnitE8) / ticks : ticks * lots * valueUnitE8
    return Math.round(value / 10_000)
  }

  /** Takes the mark and index of now into their bars. */
  samplePrices(): void {
    this.#sample('mark', this.market.markTicks)
    this.#sample('index', this.market.indexTicks)
  }

  #sample(source: CandleSource, ticks: number): void {
    const series = this.#series[source]
    if (series.openBar('1').close === ticks && series.openBar('1D').close === ticks) return
    series.extend(ticks, ticks, ticks, 0, 0)
    this.#dirty.add(source)
  }

  /** Control may set last without a print: the bars must say so too. */
  takeLast(): void {
    this.#sample('last', this.market.lastTicks)
  }

  /** Everything before this time is closed for good. */
  #openStart(): number {
    return this.#series.last.openBar('1').startMs
  }

  /** A new minute began: closes what ended. */
  roll(nowMs: number, emit: Emit): void {
    for (const source of SOURCES) {
      for (const { interval, bar } of this.#series[source].roll(nowMs)) emit(this.#candle(source, interval, bar, true))
      this.#dirty.add(source)
    }
  }

  emitCandles(emit: Emit | null): void {
    if (emit !== null) for (const source of this.#dirty) this.#emitOpen(source, emit)
    this.#dirty.clear()
  }

  #emitOpen(source: CandleSource, emit: Emit): void {
    const series = this.#series[source]
    for (const interval of CANDLE_INTERVALS) {
      if (series.isDrawn(interval)) emit(this.#candle(source, interval, series.openBar(interval), false))
    }
  }

  emitTicker(nowMs: number, seq: number, emit: Emit | null): void {
    this.#isUnnoted = emit === null
    if (emit === null) return
    const mark = this.#tickerNumbers()
    if (mark === this.#tickerMark) return
    this.#tickerMark = mark
    emit({ type: 'ticker', ticker: this.ticker(nowMs, seq) })
  }

  noteTicker(): void {
    if (this.#isUnnoted) this.#tickerMark = this.#tickerNumbers()
    this.#isUnnoted = false
  }

  /**
   * Everything that a ticker says, as the whole numbers behind it, but what the public holds and the premium of the band:
   * those alone are no news.
   */
  #tickerNumbers(): string {
    const { lastTicks, markTicks, indexTicks, funding, basisRateE8, predictedTicks } = this.market
    const { bid, ask } = this.ports.best()
    const day = this.#stats.read()
    const touch = `${bid?.[0]}:${bid?.[1]}/${ask?.[0]}:${ask?.[1]}`
    const window = `${day.open},${day.high},${day.low},${day.volume},${day.turnover}`
    return `${lastTicks},${markTicks},${indexTicks};${touch};${window};${funding?.rateE8},${funding?.atMs},${basisRateE8},${predictedTicks},${this.ports.openInterestLots()}`
  }

  ticker(nowMs: number, seq: number): Ticker {
    const { listing, market } = this
    const { funding, basisRateE8, predictedTicks, bandPremiumE4 } = market
    const { bid, ask } = this.ports.best()
    const interest = this.ports.openInterestLots() + this.ports.heldLots(nowMs)
    const price = (ticks: number): Price => listing.ticks.toText<Price>(ticks)
    return {
      symbol: listing.instrument.symbol,
      lastPrice: price(market.lastTicks),
      markPrice: price(market.markTicks),
      indexPrice: price(market.indexTicks),
      bid1Price: bid === null ? null : price(bid[0]),
      bid1Qty: bid === null ? null : listing.lots.toText<Qty>(bid[1]),
      ask1Price: ask === null ? null : price(ask[0]),
      ask1Qty: ask === null ? null : listing.lots.toText<Qty>(ask[1]),
      ...this.#stats.ticker(listing, market.lastTicks),
      openInterest: listing.lots.toText<Qty>(interest),
      openInterestValue: interestValue(interest, market.markTicks, listing.engine),
      fundingRate: funding === null ? null : rateOf(funding.rateE8),
      nextFundingTimeMs: funding?.atMs ?? null,
      basis: basisRateE8 === null ? null : price(market.lastTicks - market.indexTicks),
      basisRate: basisRateE8 === null ? null : rateOf(basisRateE8),
      predictedDeliveryPrice: predictedTicks === null ? null : price(predictedTicks),
      bandPremium: toText<Price>(new Exact(bandPremiumE4).times(listing.ticks.step).div(10_000)),
      ...preListingOf(listing),
      timeMs: nowMs,
      seq,
    }
  }

  /** Newest last. */
  recentTrades(limit: number): readonly Trade[] {
    return this.#trades.slice(-Math.min(limit, TRADES_MAX)).map((row) => toTrade(row, this.listing))
  }

  /** Oldest first; what is not over yet is told as open. */
  candles(query: CandleQuery, nowMs: number): readonly Candle[] {
    const { interval, source, limit } = query
    const { fromMs, toMs } = candleWindow(query, nowMs)
    const openStart = this.#openStart()
    const bars = this.#series[source].bars(interval, fromMs, toMs).slice(-limit)
    return bars.map((bar) => {
      const nextMs = nextBarStart(interval, bar.startMs)
      return toCandle(bar, nextMs - 1, nextMs <= openStart, this.listing)
    })
  }

  /** Draws the past that `candles` needs, while there is time. @returns whether all is drawn */
  drawCandles(query: CandleQuery, nowMs: number, hasTime: () => boolean): boolean {
    const { fromMs, toMs } = candleWindow(query, nowMs)
    return this.#series[query.source].draw(query.interval, fromMs, toMs, hasTime)
  }

  #candle(source: CandleSource, interval: CandleInterval, bar: Bar, confirmed: boolean): VenueEvent {
    return {
      type: 'candle',
      symbol: this.listing.instrument.symbol,
      source,
      interval,
      candle: toCandle(bar, barEnd(interval, bar.startMs), confirmed, this.listing),
    }
  }
}

/** Only of contracts that have been traded before their listing: the auction is over. */
function preListingOf({ instrument }: Listing): Pick<Ticker, 'preOpenPrice' | 'preOpenQty' | 'auctionPhase'> {
  if (!isBornHere(instrument)) return {}
  return { preOpenPrice: null, preOpenQty: null, auctionPhase: auctionPhase(instrument) }
}

const CENTS = createScale('0.01' as DecimalText)
const E8_IN_CENTS = 1_000_000n

/** Open interest at the mark, two decimals half up: lots × mark, inverse lots ÷ mark. Everybody's may pass 2^53 in E8. */
export function interestValue(lots: number, markTicks: number, { payoff, valueUnitE8 }: EngineInstrument): Money {
  const value = BigInt(lots) * BigInt(valueUnitE8)
  const [over, under] =
    payoff === 'inverse' ? [value, BigInt(markTicks) * E8_IN_CENTS] : [value * BigInt(markTicks), E8_IN_CENTS]
  return CENTS.toText<Money>(Number((2n * over + under) / (2n * under)))
}
