import { isContract } from '../../domain/instrument/contract'
import type { ListedMarket } from '../../domain/instrument/market-type'
import { deliveryOf } from '../../domain/instrument/instrument'
import { spotName } from '../../domain/instrument/spot-pair'
import type { Ticker } from '../../domain/market/market'
import { MARKET_LISTS, productList, type MarketList } from '../products/product-list'

/** Name of a market in the chart's symbol list: `BTCUSDT_PERPETUAL`, `BTCUSDT_SPOT` (spec §9, default symbol). */
export function chartTicker(instrument: ListedMarket): string {
  return `${symbolName(instrument)}_${productList(instrument.kind).chartSuffix}`
}

/** A pair has the name of its perpetual here, if it has one: the list tells them apart. */
function symbolName({ symbol }: ListedMarket): string {
  return spotName(symbol)
}

/** The name with its coins apart, as a trader may type it. */
export function shortName({ displayName, baseCoin, quoteCoin }: ListedMarket): string {
  return displayName.includes(' ') ? displayName : `${baseCoin} ${quoteCoin}`
}

/**
 * Spec §5, symbol search: case-insensitive and trimmed; an underscore matches the ticker, a space the short name,
 * anything else the symbol name; delisted symbols are left out. A stroke is of a pair's symbol, which has one inside.
 */
export function findInstruments(instruments: Iterable<ListedMarket>, query: string): readonly ListedMarket[] {
  const wanted = query.trim().toLowerCase()
  const nameOf = wanted.includes('_')
    ? chartTicker
    : wanted.includes(' ')
      ? shortName
      : wanted.includes('/')
        ? (instrument: ListedMarket) => instrument.symbol
        : symbolName
  return [...instruments].filter(
    (instrument) => instrument.status !== 'closed' && nameOf(instrument).toLowerCase().includes(wanted),
  )
}

/** Tabs of the page: what the trader marked, everything, then the lists in the display order of market types. */
export type MarketKind = 'favourites' | 'all' | MarketList
export const MARKET_KINDS: readonly MarketKind[] = ['favourites', 'all', ...MARKET_LISTS]

/** Whether a market stands in a tab. @param favourites the symbols that the trader marked */
export function isOfKind(instrument: ListedMarket, kind: MarketKind, favourites: ReadonlySet<string>): boolean {
  if (kind === 'favourites') return favourites.has(instrument.symbol)
  return kind === 'all' || productList(instrument.kind).list === kind
}

const DAY_MS = 86_400_000
/** For how long after its listing a market counts as new, and how long before its end it is said to end. */
const NEW_MS = 14 * DAY_MS
const ENDING_MS = 7 * DAY_MS

/** What happens to a market's listing; `null` for nothing to tell. */
export type Badge = 'new' | 'ending'

/** The badge of a market. @param nowMs the exchange's time */
export function badgeOf(instrument: ListedMarket, nowMs: number): Badge | null {
  const endMs = deliveryOf(instrument)?.timeMs
  if (endMs !== undefined && endMs - nowMs <= ENDING_MS) return 'ending'
  // A series that follows the one before it every week is nothing new.
  return endMs === undefined && instrument.status === 'trading' && nowMs - instrument.launchTimeMs < NEW_MS
    ? 'new'
    : null
}

/** Turnover of a day and open interest as money: numbers to compare and to draw, never to trade by. */
export function turnoverOf(market: ListedMarket, ticker: Ticker): number | null {
  return productList(market.kind).inMoney(ticker.turnover24h, ticker, market)
}

export function openInterestOf(market: ListedMarket, ticker: Ticker): number | null {
  // What is bought in a pair is owned, and open to nobody.
  return isContract(market) ? productList(market.kind).inMoney(ticker.openInterestValue, ticker, market) : null
}

/** Funding as a share of a year, so that intervals of 1, 4 and 8 hours can be compared; `null` where nothing is paid. */
export function yearlyFunding(instrument: ListedMarket, { fundingRate }: Ticker): number | null {
  if (!('funding' in instrument) || fundingRate === null) return null
  return (Number(fundingRate) * 365 * 24 * 60) / instrument.funding.intervalMinutes
}

/** A decimal text as a number to compare and to draw. */
export function numberOf(value: string | null): number | null {
  return value === null ? null : Number(value)
}
