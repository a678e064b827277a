import type { TradedMarket } from '../instrument/market-type'
import type { Price } from '../decimal'
import type { Ticker } from './market'

/** Levels of each side: any panel's height shows as many. */
export const PICTURE_LEVELS = 25

/**
 * What a trade page draws before its hub has the live market: one market, its rules, its ticker and the top of its book.
 * It is as old as its ticker's time says, and is never traded on.
 */
export interface FirstPicture {
  readonly listed: TradedMarket
  readonly ticker: Ticker
  /** Whole ticks and lots in turn, best level first. */
  readonly bids: readonly number[]
  readonly asks: readonly number[]
}

/** What stands for its price: an option that nobody has traded has its mark. */
export function shownPrice({ lastPrice, markPrice, option }: Ticker): Price | null {
  return lastPrice ?? (option === undefined || option === null ? null : markPrice)
}
