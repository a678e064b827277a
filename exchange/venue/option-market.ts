import { fields, list, nullable, number, oneOf, text, tuple, type Form } from '../../src/base/form'
import type { Price, Qty } from '../../src/domain/decimal'
import type { OptionContract } from '../../src/domain/instrument/option'
import { HOUR_MS } from '../../src/domain/market/interval'
import type { Candle, Ticker, Trade } from '../../src/domain/market/market'
import type { OptionFill } from '../../src/domain/order/execution'
import { impliedVolatility, impliedVolatilityNear } from '../../src/domain/options/implied-volatility'
import { tickerGreeks, YEAR_MS } from '../../src/domain/options/black'
import type { EngineEvent } from '../engine/events'
import {
  OPTION_QUOTES_FORM,
  OptionQuotes,
  type OptionQuotesSetup,
  type OptionQuotesState,
} from '../simulation/option-quotes'
import type { OpenMarket } from './family-markets'
import { interestValue } from './listed-instrument'
import type { Listing } from './listing'
import { changeRate } from './day-stats'
import { toTrade, turnoverOf, type TradeRow } from './shapes'

/** Recent public trades kept per option; most are hardly ever traded. */
const TRADES_MAX = 100
const HOURS = 24

/** What was traded in one hour: `[hour since the epoch, first, high, low, lots, turnover in 1e-4]`. */
type HourRow = readonly [number, number, number, number, number, number]

/** Mark, index, forward, volatility, time of them: see `OptionMark`. */
type MarkRow = readonly [number, number, number, number, number]

export interface OptionMarketState {
  readonly quotes: OptionQuotesState
  readonly mark: MarkRow | null
  readonly lastTicks: number | null
  readonly hours: readonly HourRow[]
  readonly trades: readonly TradeRow[]
  readonly totalLots: number
  readonly totalTurnover: number
}

export const OPTION_MARKET_FORM: Form<OptionMarketState> = fields<OptionMarketState>({
  quotes: OPTION_QUOTES_FORM,
  mark: nullable<MarkRow>(tuple(number, number, number, number, number)),
  lastTicks: nullable(number),
  hours: list<readonly HourRow[]>(tuple(number, number, number, number, number, number)),
  trades: list<readonly TradeRow[]>(tuple(text(), oneOf('buy', 'sell'), number, number, number)),
  totalLots: number,
  totalTurnover: number,
})

/** What the chain last said of an option; prices in ticks. */
export interface OptionMark {
  readonly markTicks: number
  readonly indexTicks: number
  readonly forwardTicks: number
  readonly volatility: number
  readonly atMs: number
}

export interface OptionMarketPorts {
  best(): { readonly bid: readonly [number, number] | null; readonly ask: readonly [number, number] | null }
  openInterestLots(): number
  /** What the delivery would pay by the index so far, in ticks; `null` outside the half hour before it. */
  predictedTicks(): number | null
}

/** All that one option has: its quotes, its prints, its mark, its ticker. It has no candles: v5 has none of options. */
export class OptionMarket implements OpenMarket {
  readonly quotes: OptionQuotes
  #mark: OptionMark | null
  #lastTicks: number | null
  #hours: HourRow[]
  readonly #trades: TradeRow[]
  #totalLots: number
  #totalTurnover: number

  constructor(
    public listing: Listing<OptionContract>,
    setup: OptionQuotesSetup,
    private readonly ports: OptionMarketPorts,
    saved?: OptionMarketState,
  ) {
    this.quotes = new OptionQuotes(setup, saved?.quotes)
    this.#mark = saved?.mark == null ? null : markOf(saved.mark)
    this.#lastTicks = saved?.lastTicks ?? null
    this.#hours = [...(saved?.hours ?? [])]
    this.#trades = [...(saved?.trades ?? [])]
    this.#totalLots = saved?.totalLots ?? 0
    this.#totalTurnover = saved?.totalTurnover ?? 0
  }

  state(): OptionMarketState {
    return {
      quotes: this.quotes.state(),
      mark: this.#mark === null ? null : rowOf(this.#mark),
      lastTicks: this.#lastTicks,
      hours: this.#hours,
      trades: this.#trades.slice(-TRADES_MAX),
      totalLots: this.#totalLots,
      totalTurnover: this.#totalTurnover,
    }
  }

  setMark(mark: OptionMark): void {
    this.#mark = mark
  }

  onTrade(event: Extract<EngineEvent, { type: 'trade' }>): void {
    const { id, side, ticks, lots, timeMs, makerOrderId } = event
    this.quotes.onFill(makerOrderId)
    this.#trades.push([id, side, ticks, lots, timeMs])
    if (this.#trades.length > 2 * TRADES_MAX) this.#trades.splice(0, this.#trades.length - TRADES_MAX)
    const turnover = Math.round((ticks * lots * this.listing.engine.valueUnitE8) / 10_000)
    const hour = Math.floor(timeMs / HOUR_MS)
    const last = this.#hours.at(-1)
    if (last === undefined || last[0] !== hour) this.#hours.push([hour, ticks, ticks, ticks, lots, turnover])
    else {
      const [, first, high, low, before, turned] = last
      this.#hours[this.#hours.length - 1] = [
        hour,
        first,
        Math.max(high, ticks),
        Math.min(low, ticks),
        before + lots,
        turned + turnover,
      ]
    }
    this.#lastTicks = ticks
    this.#totalLots += lots
    this.#totalTurnover += turnover
  }

  /** Newest last. */
  recentTrades(limit: number): readonly Trade[] {
    return this.#trades.slice(-Math.min(limit, TRADES_MAX)).map((row) => toTrade(row, this.listing))
  }

  candles(): readonly Candle[] {
    return []
  }

  roll(nowMs: number): void {
    const since = Math.floor(nowMs / HOUR_MS) - HOURS
    if (this.#hours.length > 0 && this.#hours[0]![0] <= since)
      this.#hours = this.#hours.filter(([hour]) => hour > since)
  }

  ticker(nowMs: number, seq: number): Ticker {
    const { listing } = this
    const mark = this.#mark
    const price = (ticks: number | null): Price | null => (ticks === null ? null : listing.ticks.toText<Price>(ticks))
    const { bid, ask } = this.ports.best()
    const interest = this.ports.openInterestLots()
    const last = this.#lastTicks
    const hours = this.#hours
    const first = hours[0]?.[1] ?? last
    const sum = (of: 4 | 5): number => hours.reduce((total, row) => total + row[of], 0)
    return {
      symbol: listing.instrument.symbol,
      lastPrice: price(last),
      markPrice: price(mark?.markTicks ?? null),
      indexPrice: price(mark?.indexTicks ?? null),
      bid1Price: price(bid?.[0] ?? null),
      bid1Qty: bid === null ? null : listing.lots.toText<Qty>(bid[1]),
      ask1Price: price(ask?.[0] ?? null),
      ask1Qty: ask === null ? null : listing.lots.toText<Qty>(ask[1]),
      prevPrice24h: price(first),
      highPrice24h: price(hours.length === 0 ? last : Math.max(...hours.map((row) => row[2]))),
      lowPrice24h: price(hours.length === 0 ? last : Math.min(...hours.map((row) => row[3]))),
      price24hChange: first === null || last === null ? null : changeRate(first, last),
      volume24h: listing.lots.toText<Qty>(sum(4)),
      turnover24h: turnoverOf(sum(5)),
      openInterest: listing.lots.toText<Qty>(interest),
      openInterestValue: interestValue(interest, mark?.markTicks ?? 0, listing.engine),
      fundingRate: null,
      nextFundingTimeMs: null,
      basis: null,
      basisRate: null,
      predictedDeliveryPrice: price(this.ports.predictedTicks()),
      option: mark === null ? null : this.#figures(mark, bid?.[0] ?? null, ask?.[0] ?? null),
      timeMs: nowMs,
      seq,
    }
  }

  fillFigures(atTicks: number): OptionFill | null {
    const mark = this.#mark
    if (mark === null) return null
    const { ticks } = this.listing
    return {
      volatility: impliedVolatility(atTicks * ticks.size, this.#terms(mark)),
      markVolatility: mark.volatility,
      markPrice: ticks.toText<Price>(mark.markTicks),
      indexPrice: ticks.toText<Price>(mark.indexTicks),
      underlyingPrice: ticks.toText<Price>(mark.forwardTicks),
    }
  }

  #terms(mark: OptionMark) {
    const { instrument, ticks } = this.listing
    return {
      forward: mark.forwardTicks * ticks.size,
      strike: Number(instrument.strike),
      isCall: instrument.isCall,
      years: Math.max(0, instrument.delivery.timeMs - mark.atMs) / YEAR_MS,
    }
  }

  #figures(mark: OptionMark, bidTicks: number | null, askTicks: number | null) {
    const { ticks, lots } = this.listing
    const { size } = ticks
    const terms = this.#terms(mark)
    const ofPrice = (at: number | null): number | null =>
      at === null ? null : impliedVolatilityNear(at * size, terms, mark.volatility)
    return {
      underlyingPrice: ticks.toText<Price>(mark.forwardTicks),
      markVolatility: mark.volatility,
      bidVolatility: ofPrice(bidTicks),
      askVolatility: ofPrice(askTicks),
      greeks: tickerGreeks({ ...terms, volatility: mark.volatility }),
      totalVolume: lots.toText<Qty>(this.#totalLots),
      totalTurnover: turnoverOf(this.#totalTurnover),
    }
  }
}

function rowOf({ markTicks, indexTicks, forwardTicks, volatility, atMs }: OptionMark): MarkRow {
  return [markTicks, indexTicks, forwardTicks, volatility, atMs]
}

function markOf([markTicks, indexTicks, forwardTicks, volatility, atMs]: MarkRow): OptionMark {
  return { markTicks, indexTicks, forwardTicks, volatility, atMs }
}
