import { Exact, toText } from '../../domain/decimal'
import type { Contract } from '../../domain/instrument/contract'
import { deliveryOf, fundingOf } from '../../domain/instrument/instrument'
import type { Price } from '../../domain/decimal'
import type { Ticker } from '../../domain/market/market'
import { AUCTION_PHASE_WORD } from '../rest/pre-listing'

const YEAR_MS = 365 * 86_400_000
const RATE_DECIMALS = 8

/**
 * One row of GET /v5/market/tickers and the data of `tickers.{symbol}`, of contracts. Every field is there in every row;
 * what a contract does not have (a dated one no funding, a perpetual no basis, an announced one no prices) is the empty
 * text, and a time that there is none of is `0`, as v5 sends them.
 */
export interface V5TickerJson {
  readonly symbol: string
  readonly lastPrice: string
  readonly indexPrice: string
  readonly markPrice: string
  readonly prevPrice24h: string
  readonly price24hPcnt: string
  readonly highPrice24h: string
  readonly lowPrice24h: string
  readonly prevPrice1h: string
  readonly openInterest: string
  readonly openInterestValue: string
  readonly turnover24h: string
  readonly volume24h: string
  readonly fundingRate: string
  readonly nextFundingTime: string
  readonly fundingIntervalHour: string
  /** The highest rate that a funding may have. */
  readonly fundingCap: string
  readonly predictedDeliveryPrice: string
  readonly basis: string
  readonly basisRate: string
  /** The basis rate, had the contract a year to its delivery. */
  readonly basisRateYear: string
  readonly deliveryFeeRate: string
  readonly deliveryTime: string
  readonly bid1Price: string
  readonly bid1Size: string
  readonly ask1Price: string
  readonly ask1Size: string
  readonly preOpenPrice: string
  readonly preQty: string
  readonly curPreListingPhase: string
}

/** @param hourAgo the price of an hour ago; `null` where the contract was not traded yet */
export function writeV5Ticker(ticker: Ticker, instrument: Contract, hourAgo: Price | null): V5TickerJson {
  const delivery = deliveryOf(instrument)
  const funding = fundingOf(instrument)
  return {
    symbol: ticker.symbol,
    lastPrice: ticker.lastPrice ?? '',
    indexPrice: ticker.indexPrice ?? '',
    markPrice: ticker.markPrice ?? '',
    prevPrice24h: ticker.prevPrice24h ?? '',
    price24hPcnt: ticker.price24hChange ?? '',
    highPrice24h: ticker.highPrice24h ?? '',
    lowPrice24h: ticker.lowPrice24h ?? '',
    prevPrice1h: hourAgo ?? '',
    openInterest: ticker.openInterest ?? '',
    openInterestValue: ticker.openInterestValue ?? '',
    turnover24h: ticker.turnover24h ?? '',
    volume24h: ticker.volume24h ?? '',
    fundingRate: ticker.fundingRate ?? '',
    nextFundingTime: String(ticker.nextFundingTimeMs ?? 0),
    fundingIntervalHour: funding === null ? '' : String(funding.intervalMinutes / 60),
    fundingCap: funding?.upperRate ?? '',
    predictedDeliveryPrice: ticker.predictedDeliveryPrice ?? '',
    basis: ticker.basis ?? '',
    basisRate: ticker.basisRate ?? '',
    basisRateYear: delivery === null ? '' : yearly(ticker, delivery.timeMs),
    deliveryFeeRate: delivery?.feeRate ?? '',
    deliveryTime: String(delivery?.timeMs ?? 0),
    bid1Price: ticker.bid1Price ?? '',
    bid1Size: ticker.bid1Qty ?? '',
    ask1Price: ticker.ask1Price ?? '',
    ask1Size: ticker.ask1Qty ?? '',
    preOpenPrice: ticker.preOpenPrice ?? '',
    preQty: ticker.preOpenQty ?? '',
    curPreListingPhase: ticker.auctionPhase == null ? '' : AUCTION_PHASE_WORD[ticker.auctionPhase],
  }
}

/** basis rate × 365 days ÷ time to the delivery; nothing once that has come. */
function yearly({ basisRate, timeMs }: Ticker, deliveryMs: number): string {
  if (basisRate === null || timeMs >= deliveryMs) return ''
  const times = new Exact(YEAR_MS).div(deliveryMs - timeMs)
  return toText(new Exact(basisRate).times(times).toDecimalPlaces(RATE_DECIMALS, Exact.ROUND_HALF_UP))
}

/** The fields of `next` that differ from `previous` and the symbol, or `null` when nothing changed. */
export function v5TickerChange(previous: V5TickerJson | null, next: V5TickerJson): Partial<V5TickerJson> | null {
  if (previous === null) return next
  const change: Partial<Record<keyof V5TickerJson, string>> = { symbol: next.symbol }
  let changed = false
  for (const key of Object.keys(next) as (keyof V5TickerJson)[]) {
    if (previous[key] === next[key]) continue
    change[key] = next[key]
    changed = true
  }
  return changed ? change : null
}
