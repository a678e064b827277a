import { num, type Num } from '../../laws/lib/numbers'
import type { RestReader } from '../../laws/lib/rest'

/** What is bought and sold back, as the exchange's own lists say it. */
export interface Listed {
  /** The name of the native dialect's orders. */
  readonly symbol: string
  readonly kind: ListedKind
  readonly isInverse: boolean
  /** A pair that is wound down: what is held may be sold, and nothing is bought (spec §3 isBanBuy). */
  readonly isBuyBanned?: boolean
  /** A new pair: it may be bought, and what is held is not sold yet (isBanSell). */
  readonly isSellBanned?: boolean
  readonly baseCoin: string
  readonly settleCoin: string
  /** What one order of the script asks for: above every minimum, a multiple of the lot. */
  readonly qty: Num
  readonly lot: Num
  readonly tick: string
}

/** Kinds that differ in what a fill moves. */
export type ListedKind = 'contract' | 'option' | 'spot' | 'spread'

type Row = Readonly<Record<string, string>> & {
  readonly lotSizeFilter: Readonly<Record<string, string>>
  readonly priceFilter?: Readonly<Record<string, string>>
  readonly symbol: string
}
interface Page {
  readonly list: readonly Row[]
}

const OPTION_COINS = ['BTC', 'ETH', 'SOL']
/** Times the smallest amount: a price that falls meanwhile does not bring the order back for being sold under it. */
const AMOUNT_ROOM = 3

/** Every instrument that trades: contracts, options, pairs, spreads; pairs before spreads, whose legs they are. */
export async function readListed(rest: RestReader): Promise<readonly Listed[]> {
  const contracts = [...(await readContracts(rest, 'linear')), ...(await readContracts(rest, 'inverse'))]
  const options: Listed[] = []
  for (const coin of OPTION_COINS) options.push(...(await readOptions(rest, coin)))
  return [...contracts, ...options, ...(await readPairs(rest)), ...(await readSpreads(rest))]
}

async function readContracts(rest: RestReader, category: 'linear' | 'inverse'): Promise<readonly Listed[]> {
  const priceOf = await lastPrices(rest, category)
  return (await instruments(rest, `category=${category}`)).map((row) => {
    const { minOrderQty, qtyStep, minNotionalValue } = row.lotSizeFilter
    const amount = num(minNotionalValue ?? '0').times(AMOUNT_ROOM)
    const least = category === 'inverse' ? amount : amount.div(priceOf(row.symbol))
    return {
      ...namesOf(row),
      kind: 'contract',
      isInverse: category === 'inverse',
      qty: aboveBoth(least, minOrderQty!, qtyStep!),
      lot: num(qtyStep!),
    }
  })
}

async function readOptions(rest: RestReader, coin: string): Promise<readonly Listed[]> {
  const rows = await instruments(rest, `category=option&baseCoin=${coin}`)
  return rows.map((row) => {
    const { minOrderQty, qtyStep } = row.lotSizeFilter
    return { ...namesOf(row), kind: 'option', isInverse: false, qty: num(minOrderQty!), lot: num(qtyStep!) }
  })
}

async function readPairs(rest: RestReader): Promise<readonly Listed[]> {
  const priceOf = await lastPrices(rest, 'spot')
  const bans = await readBans(rest)
  return (await instruments(rest, 'category=spot')).map((row) => {
    const { minOrderQty, basePrecision, minOrderAmt } = row.lotSizeFilter
    // Twice: what comes back is less by the fee, which is taken of the coin received.
    const least = num(minOrderAmt!).times(AMOUNT_ROOM).div(priceOf(row.symbol))
    return {
      ...namesOf(row),
      symbol: `${row['baseCoin']!}/${row['quoteCoin']!}`,
      settleCoin: row['quoteCoin']!,
      kind: 'spot',
      isBuyBanned: bans.get(row.symbol)?.isBanBuy === true,
      isSellBanned: bans.get(row.symbol)?.isBanSell === true,
      isInverse: false,
      qty: aboveBoth(least, num(minOrderQty!).times(2).toFixed(), basePrecision!),
      lot: num(basePrecision!),
    }
  })
}

interface BannedSides {
  readonly symbolId: string
  readonly isBanBuy: boolean
  readonly isBanSell: boolean
}

interface QuoteGroups {
  readonly quoteTokenResult: readonly {
    readonly quoteTokenSymbols: readonly BannedSides[]
  }[]
}

async function readBans(rest: RestReader): Promise<ReadonlyMap<string, BannedSides>> {
  const { quoteTokenResult } = await rest.get<QuoteGroups>('/spot/api/basic/symbol_list_v3')
  const pairs = quoteTokenResult.flatMap(({ quoteTokenSymbols }) => quoteTokenSymbols)
  return new Map(pairs.map((pair) => [pair.symbolId, pair]))
}

async function readSpreads(rest: RestReader): Promise<readonly Listed[]> {
  const { list } = await rest.get<Page>('/v5/spread/instrument?limit=500')
  return list.filter(isTrading).map((row) => {
    const { minSize, lotSize } = row
    return { ...namesOf(row), kind: 'spread', isInverse: false, qty: num(minSize!), lot: num(lotSize!) }
  })
}

async function instruments(rest: RestReader, query: string): Promise<readonly Row[]> {
  return (await rest.get<Page>(`/v5/market/instruments-info?${query}&limit=1000`)).list.filter(isTrading)
}

const isTrading = (row: Row): boolean => row['status'] === 'Trading'

function namesOf(row: Row): Pick<Listed, 'symbol' | 'baseCoin' | 'settleCoin' | 'tick'> {
  const tick = row.priceFilter?.['tickSize'] ?? row['tickSize']!
  return { symbol: row.symbol, baseCoin: row['baseCoin']!, settleCoin: row['settleCoin']!, tick }
}

/** The smallest multiple of the lot that is not under either. */
function aboveBoth(least: Num, min: string, lot: string): Num {
  const lots = least.div(lot).ceil().times(lot)
  return lots.lt(min) ? num(min) : lots
}

async function lastPrices(rest: RestReader, category: string): Promise<(symbol: string) => Num> {
  const { list } = await rest.get<Page>(`/v5/market/tickers?category=${category}`)
  const bySymbol = new Map(list.map((row) => [row.symbol, row['lastPrice']!]))
  return (symbol) => {
    const price = bySymbol.get(symbol)
    if (price === undefined) throw new Error(`${symbol} is listed and has no ticker`)
    return num(price)
  }
}
