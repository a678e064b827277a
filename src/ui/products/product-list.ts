import { Exact, toText, type DecimalText } from '../../domain/decimal'
import type { Contract } from '../../domain/instrument/contract'
import type { Ticker } from '../../domain/market/market'

/** A list of the page of all markets. */
export type MarketList = 'usdt' | 'usdc' | 'inverse' | 'futures'

/** What differs in lists of markets from one kind of product to the next: a value for each kind. */
export interface ProductList {
  readonly list: MarketList
  /** What its name ends with in the chart's symbol list (spec §9, default symbol). */
  readonly chartSuffix: string
  /** The coin that stands beside a turnover; `null` where it is the list's own. */
  turnoverCoin(instrument: Contract): string | null
  /** A turnover as money, so that it can be compared with others'. */
  turnoverValue(ticker: Ticker): DecimalText | null
}

/** A linear contract's turnover is money. */
const LINEAR = {
  turnoverCoin: () => null,
  turnoverValue: (ticker: Ticker) => ticker.turnover24h,
}

/** An inverse contract's turnover is in its coin. */
const INVERSE = {
  turnoverCoin: ({ settleCoin }: Contract) => settleCoin,
  turnoverValue: ({ turnover24h, lastPrice }: Ticker) =>
    turnover24h !== null && lastPrice !== null ? toText(new Exact(turnover24h).times(lastPrice)) : turnover24h,
}

const LISTS: Readonly<Record<Contract['kind'], ProductList>> = {
  linearPerpetual: { ...LINEAR, list: 'usdt', chartSuffix: 'PERPETUAL' },
  usdcPerpetual: { ...LINEAR, list: 'usdc', chartSuffix: 'PERPETUAL' },
  inversePerpetual: { ...INVERSE, list: 'inverse', chartSuffix: 'PERPETUAL' },
  linearFutures: { ...LINEAR, list: 'futures', chartSuffix: 'EXPIRY' },
  usdcFutures: { ...LINEAR, list: 'futures', chartSuffix: 'EXPIRY' },
  inverseFutures: { ...INVERSE, list: 'futures', chartSuffix: 'EXPIRY' },
}

/** How products of a kind stand in lists. The trade page does without, so this comes with the lists. */
export function productList(kind: Contract['kind']): ProductList {
  return LISTS[kind]
}
