import type { DecimalText } from '../../domain/decimal'
import type { Contract } from '../../domain/instrument/contract'
import type { Ticker } from '../../domain/market/market'

/** A list of the page of all markets. */
export type MarketList = 'usdt' | 'usdc' | 'inverse' | 'futures'

/** What differs in lists of markets from one kind of product to the next: a value for each kind. */
export interface ProductList {
  readonly list: MarketList
  /** What its name ends with in the chart's symbol list (spec §9, default symbol). */
  readonly chartSuffix: string
  /** The coin of turnover and open interest where that is not money; `null` where it is. */
  valueCoin(instrument: Contract): string | null
  /** Such an amount as money, so that it can be compared with others'; `null` where it is not known. */
  inMoney(amount: DecimalText | null, ticker: Ticker): number | null
}

/** A linear contract's amounts are money. */
const LINEAR = {
  valueCoin: () => null,
  inMoney: (amount: DecimalText | null) => (amount === null ? null : Number(amount)),
}

/** An inverse contract's are in its coin. */
const INVERSE = {
  valueCoin: ({ settleCoin }: Contract) => settleCoin,
  inMoney: (amount: DecimalText | null, { lastPrice }: Ticker) =>
    amount === null || lastPrice === null ? null : Number(amount) * Number(lastPrice),
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
