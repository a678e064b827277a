import { fields, flag, list, number, oneOf, text, tuple, type Form } from '../../src/base/form'
import { createRandom, hash32, type Random, type RandomState } from '../../src/base/random'
import type { Price, Qty } from '../../src/domain/decimal'
import { barEnd, nextBarStart } from '../../src/domain/market/interval'
import { CANDLE_INTERVALS, type Candle, type Ticker, type Trade } from '../../src/domain/market/market'
import type { EngineEvent } from '../engine/events'
import type { SpreadTerms } from '../engine/products/product-terms'
import { BAR_SERIES_FORM, BarSeries, type BarSeriesState } from '../simulation/bar-series'
import { emptyHistory } from '../simulation/history'
import { RANDOM_FORM } from '../simulation/random-form'
import { impliedTouch, spreadQuotes, type LegTouch, type SpreadQuote } from '../simulation/spread-quotes'
import { candleWindow } from './candle-window'
import { DayStats } from './day-stats'
import type { FamilyPorts, OpenMarket } from './family-markets'
import type { Listing } from './listing'
import { toCandle, toTrade, type TradeRow } from './shapes'
import type { CandleQuery, Emit } from './venue-port'

const TRADES_MAX = 1_000
/** How often somebody takes, of the steps of a spread. */
const TAKE_SHARE = 0.15
/** A quote is worth this much of a coin at most: 200,000 of the settle coin for two legs of half of it. */
const QUOTE_VALUE = 100_000
/** Levels stand so many parts of a leg's price apart. */
const LEVEL_STEP = 0.00002

export interface SpreadMarketState {
  /** When it opened: there is no past from before. */
  readonly sinceMs: number
  readonly random: RandomState
  readonly series: BarSeriesState
  readonly trades: readonly TradeRow[]
  readonly told: string
  /** Whether a print waits for its candle event. */
  readonly isTraded: boolean
}

export const SPREAD_MARKET_FORM: Form<SpreadMarketState> = fields<SpreadMarketState>({
  sinceMs: number,
  random: RANDOM_FORM,
  series: BAR_SERIES_FORM,
  trades: list<readonly TradeRow[]>(tuple(text(), oneOf('buy', 'sell'), number, number, number)),
  told: text(),
  isTraded: flag,
})

/** Who quotes and who takes in the spreads of a coin. */
export interface SpreadAccounts {
  readonly maker: string
  readonly flow: string
}

/** One open spread: its quotes follow the books of its legs; its prints, bars and ticker. */
export class SpreadMarket implements OpenMarket {
  readonly terms: SpreadTerms
  readonly #ports: FamilyPorts
  readonly #accounts: SpreadAccounts
  readonly #sinceMs: number
  readonly #random: Random
  readonly #series: BarSeries
  readonly #stats: DayStats
  readonly #trades: TradeRow[]
  /** What the last ticker event said. */
  #told: string
  #isTraded: boolean

  constructor(
    public listing: Listing,
    ports: FamilyPorts,
    accounts: SpreadAccounts,
    saved: SpreadMarketState | undefined,
  ) {
    const { terms, symbol } = listing.engine
    if (terms?.kind !== 'spread') throw new TypeError(`${symbol} is no spread`)
    this.terms = terms
    this.#ports = ports
    this.#accounts = accounts
    this.#random = createRandom(saved?.random ?? hash32(`${ports.seed}/${symbol}/spread`))
    const startPrice = Math.round(this.#marks() ?? 0)
    this.#sinceMs = saved?.sinceMs ?? ports.nowMs()
    const history = emptyHistory(this.#sinceMs)
    this.#series = new BarSeries(history, true, saved === undefined ? { startPrice } : { saved: saved.series })
    this.#stats = new DayStats(this.#series)
    this.#trades = [...(saved?.trades ?? [])]
    this.#told = saved?.told ?? ''
    this.#isTraded = saved?.isTraded ?? false
  }

  state(): SpreadMarketState {
    return {
      sinceMs: this.#sinceMs,
      random: this.#random.state(),
      series: this.#series.state(),
      trades: this.#trades.slice(-TRADES_MAX),
      told: this.#told,
      isTraded: this.#isTraded,
    }
  }

  /** Brings the quotes to what the legs imply, which takes what is at rest beyond it, and now and then takes one. */
  step(): void {
    const implied = this.#implied()
    const { maker, flow } = this.#accounts
    const { symbol } = this.listing.engine
    const own = this.#ports.engine.openOrders(maker, symbol)
    if (implied === null) {
      if (own.length > 0) this.#ports.handle({ type: 'cancelAll', account: maker, symbol })
      return
    }
    const wanted = this.#wanted(implied)
    const isWanted = (side: string, ticks: number) => wanted.some((one) => one.side === side && one.ticks === ticks)
    for (const { id, side, ticks } of own) {
      if (isWanted(side, ticks)) continue
      this.#ports.handle({ type: 'cancel', account: maker, symbol, orderId: id, linkId: null })
    }
    for (const quote of wanted) {
      if (own.some(({ side, ticks }) => side === quote.side && ticks === quote.ticks)) continue
      this.#order(maker, quote, this.#isMet(quote) ? 'immediateOrCancel' : 'postOnly')
    }
    if (this.#random.next() >= TAKE_SHARE) return
    const side = this.#random.next() < 0.5 ? 'buy' : 'sell'
    const { bids, asks } = this.#ports.engine.book(symbol, 1)
    const best = (side === 'buy' ? asks : bids)[0]
    const lots = Math.max(1, Math.round(this.#random.exponential(this.#mostLots() / 8)))
    if (best !== undefined) this.#order(flow, { side, ticks: best[0], lots }, 'immediateOrCancel')
  }

  onTrade(event: Extract<EngineEvent, { type: 'trade' }>): void {
    this.#trades.push([event.id, event.side, event.ticks, event.lots, event.timeMs])
    if (this.#trades.length > TRADES_MAX + 200) this.#trades.splice(0, this.#trades.length - TRADES_MAX)
    // A turnover at prices about zero says nothing.
    this.#series.extend(event.ticks, event.ticks, event.ticks, event.lots, 0)
    this.#isTraded = true
  }

  roll(nowMs: number, emit: Emit): void {
    for (const { interval, bar } of this.#series.roll(nowMs)) {
      const candle = toCandle(bar, barEnd(interval, bar.startMs), true, this.listing)
      emit({ type: 'candle', symbol: this.listing.instrument.symbol, source: 'last', interval, candle })
    }
  }

  tell(nowMs: number, seq: number, emit: Emit | null): void {
    const { bids, asks } = this.#ports.engine.book(this.listing.engine.symbol, 1)
    const day = this.#stats.read()
    const told = [bids[0], asks[0], day.close, day.high, day.low, day.volume].join()
    if (told === this.#told) return
    this.#told = told
    const isTraded = this.#isTraded
    this.#isTraded = false
    if (emit === null) return
    emit({ type: 'ticker', ticker: this.ticker(nowMs, seq) })
    if (!isTraded) return
    for (const interval of CANDLE_INTERVALS) {
      const bar = this.#series.openBar(interval)
      const candle = toCandle(bar, barEnd(interval, bar.startMs), false, this.listing)
      emit({ type: 'candle', symbol: this.listing.instrument.symbol, source: 'last', interval, candle })
    }
  }

  ticker(nowMs: number, seq: number): Ticker {
    const { listing } = this
    const { bids, asks } = this.#ports.engine.book(listing.engine.symbol, 1)
    const [bid, ask] = [bids[0], asks[0]]
    const price = (ticks: number): Price => listing.ticks.toText<Price>(ticks)
    const qty = (lots: number): Qty => listing.lots.toText<Qty>(lots)
    const day = this.#stats.read()
    const marks = this.#marks()
    return {
      symbol: listing.instrument.symbol,
      lastPrice: this.#trades.length === 0 ? null : price(day.close),
      markPrice: marks === null ? null : price(Math.round(marks)),
      indexPrice: null,
      bid1Price: bid === undefined ? null : price(bid[0]),
      bid1Qty: bid === undefined ? null : qty(bid[1]),
      ask1Price: ask === undefined ? null : price(ask[0]),
      ask1Qty: ask === undefined ? null : qty(ask[1]),
      prevPrice24h: price(day.open),
      highPrice24h: price(day.high),
      lowPrice24h: price(day.low),
      // A change relative to a price about zero says nothing.
      price24hChange: null,
      volume24h: qty(day.volume),
      turnover24h: null,
      openInterest: null,
      openInterestValue: null,
      fundingRate: null,
      nextFundingTimeMs: null,
      basis: null,
      basisRate: null,
      predictedDeliveryPrice: null,
      timeMs: nowMs,
      seq,
    }
  }

  recentTrades(limit: number): readonly Trade[] {
    return this.#trades.slice(-Math.min(limit, TRADES_MAX)).map((row) => toTrade(row, this.listing))
  }

  /** Of the last price alone: a spread has no index, and its mark is that of its legs. */
  candles(query: CandleQuery, nowMs: number): readonly Candle[] {
    if (query.source !== 'last') return []
    const { fromMs, toMs } = candleWindow(query, nowMs)
    const openStart = this.#series.openBar('1').startMs
    return this.#series
      .bars(query.interval, fromMs, toMs)
      .slice(-query.limit)
      .map((bar) => {
        const nextMs = nextBarStart(query.interval, bar.startMs)
        return toCandle(bar, nextMs - 1, nextMs <= openStart, this.listing)
      })
  }

  #wanted(implied: LegTouch): readonly SpreadQuote[] {
    const { minPriceTicks, maxPriceTicks } = this.listing.engine
    const price = this.#legPrice()
    const step = Math.max(1, Math.round((price * LEVEL_STEP) / this.listing.ticks.size))
    return spreadQuotes(implied, { mostLots: this.#mostLots(), step }, this.#random).filter(
      ({ ticks }) => ticks >= minPriceTicks && ticks <= maxPriceTicks,
    )
  }

  /** Whether somebody's order at rest is at the quote's price or better: then the quote takes it. */
  #isMet({ side, ticks }: SpreadQuote): boolean {
    const { bids, asks } = this.#ports.engine.book(this.listing.engine.symbol, 1)
    const best = (side === 'buy' ? asks : bids)[0]
    return best !== undefined && (side === 'buy' ? best[0] <= ticks : best[0] >= ticks)
  }

  #mostLots(): number {
    const lots = Math.floor(QUOTE_VALUE / (this.#legPrice() * this.listing.lots.size))
    return Math.max(this.listing.engine.minLots, Math.min(lots, this.listing.engine.maxLimitLots))
  }

  /** Of the first leg, about. */
  #legPrice(): number {
    const touch = this.#touch(0)
    return touch === null ? Number.POSITIVE_INFINITY : touch.bid * this.listing.ticks.size
  }

  #implied(): LegTouch | null {
    const [first, second] = [this.#touch(0), this.#touch(1)]
    return first === null || second === null ? null : impliedTouch(first, second)
  }

  #touch(place: 0 | 1): LegTouch | null {
    const { bids, asks } = this.#ports.engine.book(this.terms.legs[place], 1)
    const [bid, ask] = [bids[0], asks[0]]
    const ticks = this.terms.ticksPerLeg[place]
    return bid === undefined || ask === undefined ? null : { bid: bid[0] / ticks, ask: ask[0] / ticks }
  }

  /** Mark of the first leg less that of the second, in ticks; of a pair the middle of its book. */
  #marks(): number | null {
    const of = (place: 0 | 1): number | null => {
      const market = this.#ports.contract(this.terms.legs[place])?.market
      if (market !== undefined) return market.markTicks / this.terms.ticksPerLeg[place]
      const touch = this.#touch(place)
      return touch === null ? null : (touch.bid + touch.ask) / 2
    }
    const [first, second] = [of(0), of(1)]
    return first === null || second === null ? null : first - second
  }

  #order(account: string, { side, ticks, lots }: SpreadQuote, timeInForce: 'postOnly' | 'immediateOrCancel'): void {
    this.#ports.handle({
      type: 'place',
      account,
      linkId: '',
      symbol: this.listing.engine.symbol,
      side,
      orderType: 'limit',
      ticks,
      lots,
      timeInForce,
      reduceOnly: false,
      closeOnTrigger: false,
      selfMatch: 'cancelTaker',
      createType: 'CreateByUser',
    })
  }
}
