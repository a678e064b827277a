import type { Price, Rate, Qty, Money } from '../../src/domain/decimal'
import type { BarSeries } from '../simulation/bar-series'
import type { Bar } from '../simulation/bars'
import { joinBars } from '../simulation/bar-series'
import { MINUTE_MS } from '../../src/domain/market/interval'
import type { Listing } from './listing'
import { rateOf, turnoverOf } from './shapes'

const WINDOW_MINUTES = 1440

/** The rolling 24 hours of one symbol, in steps of a minute: 1,439 closed minutes and the open one. */
export class DayStats {
  #closed: Bar | null = null
  #minuteMs = Number.NaN

  constructor(private readonly series: BarSeries) {}

  /** @returns the figures as of now */
  read(): Bar {
    const open = this.series.openBar('1')
    if (open.startMs !== this.#minuteMs) {
      this.#minuteMs = open.startMs
      this.#closed = this.series.joined('1', open.startMs - (WINDOW_MINUTES - 1) * MINUTE_MS, open.startMs)
    }
    return this.#closed === null ? open : joinBars([this.#closed, open])!
  }

  ticker(listing: Listing, lastTicks: number) {
    const day = this.read()
    return {
      prevPrice24h: listing.ticks.toText<Price>(day.open),
      highPrice24h: listing.ticks.toText<Price>(Math.max(day.high, lastTicks)),
      lowPrice24h: listing.ticks.toText<Price>(Math.min(day.low, lastTicks)),
      price24hChange: changeRate(day.open, lastTicks),
      volume24h: listing.lots.toText<Qty>(day.volume),
      turnover24h: turnoverOf(day.turnover) satisfies Money,
    }
  }
}

/** (last − before) / before, truncated at six decimals (semantics.md §3). In whole numbers: 1e-6 is 100 of E8. */
export function changeRate(before: number, last: number): Rate {
  return rateOf(Math.trunc(((last - before) * 1e6) / before) * 100)
}
