import type { DecimalText, Leverage } from '../../domain/decimal'
import type { Contract } from '../../domain/instrument/contract'
import { MARKET_TYPES, type ListedMarket, type MarketType } from '../../domain/instrument/market-type'
import type { SpotPair } from '../../domain/instrument/spot-pair'
import type { Ticker } from '../../domain/market/market'
import type { KeyOf } from '../i18n/words'
import { contractView } from './product-view-of'

/** A list of the page of all markets. */
export type MarketList = 'spot' | 'usdt' | 'usdc' | 'inverse' | 'futures'

/** The list that a market type stands in; `null` for those that the app has no list of. */
const LIST_OF: Readonly<Record<MarketType, MarketList | null>> = {
  Spot: 'spot',
  SpotMargin: 'spot',
  UsdtPerpetual: 'usdt',
  UsdcPerpetual: 'usdc',
  InversePerpetual: 'inverse',
  UsdtFutures: 'futures',
  UsdcFutures: 'futures',
  InverseFutures: 'futures',
  UsdtOption: null,
  Option: null,
  FundingRateArb: null,
  PerpBasis: null,
  FutureSpread: null,
  CarryTrade: null,
}

/** In the display order of market types (spec §3). */
export const MARKET_LISTS: readonly MarketList[] = [...new Set(MARKET_TYPES.flatMap((type) => LIST_OF[type] ?? []))]

/** What differs in lists of markets from one kind of product to the next: a value for each kind. */
export interface ProductList<T extends ListedMarket = ListedMarket> {
  readonly list: MarketList
  /** What its name ends with in the chart's symbol list (spec §9, default symbol). */
  readonly chartSuffix: string
  /** Whether its coin alone does not say what it is, where there is room for more. */
  readonly isNamedWhole: boolean
  /** Its place among results that a search finds alike: contracts come before pairs. */
  readonly place: 0 | 1
  /** The word beside its symbol. */
  word(market: T): KeyOf<'market'>
  /** The largest leverage; `null` where nothing is borrowed. */
  leverage(market: T): Leverage | null
  /** The coin of turnover and open interest where that is not money; `null` where it is. */
  valueCoin(market: T): string | null
  /** Such an amount as money, so that it can be compared with others'; `null` where it is not known. */
  inMoney(amount: DecimalText | null, ticker: Ticker, market: T): number | null
}

const CONTRACT = {
  isNamedWhole: false,
  place: 0,
  word: ({ kind }: Contract) => contractView(kind).word,
  leverage: ({ maxLeverage }: Contract) => maxLeverage,
} as const

/** A linear contract's amounts are money. */
const LINEAR = {
  ...CONTRACT,
  valueCoin: () => null,
  inMoney: (amount: DecimalText | null) => (amount === null ? null : Number(amount)),
}

/** An inverse contract's are in its coin. */
const INVERSE = {
  ...CONTRACT,
  valueCoin: ({ settleCoin }: Contract) => settleCoin,
  inMoney: (amount: DecimalText | null, { lastPrice }: Ticker) =>
    amount === null || lastPrice === null ? null : Number(amount) * Number(lastPrice),
}

/** Quote coins that are worth a dollar, as prices of contracts take them to be. */
const DOLLARS: ReadonlySet<string> = new Set(['USDT', 'USDC'])

const SPOT: ProductList<SpotPair> = {
  list: 'spot',
  chartSuffix: 'SPOT',
  isNamedWhole: true,
  place: 1,
  word: ({ margin }) => (margin.isLoanEnabled ? 'contract.spotMargin' : 'contract.spot'),
  leverage: ({ margin }) => (margin.isLoanEnabled ? margin.quoteLeverage : null),
  valueCoin: ({ quoteCoin }) => (DOLLARS.has(quoteCoin) ? null : quoteCoin),
  inMoney: (amount, _ticker, { quoteCoin }) => (amount === null || !DOLLARS.has(quoteCoin) ? null : Number(amount)),
}

const LISTS: { readonly [K in ListedMarket['kind']]: ProductList<Extract<ListedMarket, { readonly kind: K }>> } = {
  spot: SPOT,
  linearPerpetual: { ...LINEAR, list: 'usdt', chartSuffix: 'PERPETUAL' },
  usdcPerpetual: { ...LINEAR, list: 'usdc', chartSuffix: 'PERPETUAL' },
  inversePerpetual: { ...INVERSE, list: 'inverse', chartSuffix: 'PERPETUAL' },
  linearFutures: { ...LINEAR, list: 'futures', chartSuffix: 'EXPIRY', isNamedWhole: true },
  usdcFutures: { ...LINEAR, list: 'futures', chartSuffix: 'EXPIRY', isNamedWhole: true },
  inverseFutures: { ...INVERSE, list: 'futures', chartSuffix: 'EXPIRY', isNamedWhole: true },
}

/** How products of a kind stand in lists. The trade page does without, so this comes with the lists. */
export function productList(kind: ListedMarket['kind']): ProductList {
  // What it is asked about is of this kind.
  return LISTS[kind] as ProductList
}
