import { contractPeriod, expiryOf, inverseFuturesSymbol, isContractPeriod, periodExpiries } from './contract-period'
import { coinsOfPair, spotSymbol } from './spot-pair'
import { kindOfName, type ContractKind, type OptionKind, type ProductKind, type SymbolHint } from './product-kind'

/** What a trade page shows: one symbol, or for options the board of a coin. */
export type TradeTarget =
  | { readonly kind: ContractKind | 'spread'; readonly symbol: string }
  | { readonly kind: OptionKind; readonly baseCoin: string; readonly symbol: string | null }
  | { readonly kind: 'spot'; readonly baseCoin: string; readonly quoteCoin: string; readonly symbol: string }

/** Quote coins by which a spot pair is split when the spot list is not at hand; the usual ones first. */
const QUOTE_COINS = ['USDT', 'USDC', 'USDE', 'USDQ', 'USDR', 'USD1', 'BRZ', 'BTC', 'ETH', 'EUR', 'GBP', 'BRL', 'TRY']
const OTHER_QUOTE_COINS = ['PLN', 'DAI', 'BIT', 'MNT', 'SOL', 'ADA', 'ACH', 'USD']

/** @returns a page for a symbol, or `null` for a name that no page shows, or a spot pair that cannot be split */
export function tradeTarget(symbol: string, hint: SymbolHint = {}): TradeTarget | null {
  const kind = kindOfName(symbol, hint)
  switch (kind) {
    case 'unknown':
    case 'uniform':
      return null
    case 'usdcOption':
    case 'usdtOption':
      return { kind, symbol, baseCoin: symbol.slice(0, symbol.indexOf('-')) }
    case 'spot':
      return spotTarget(symbol, hint)
    default:
      return { kind, symbol }
  }
}

function spotTarget(symbol: string, hint: SymbolHint): TradeTarget | null {
  const coins = hint.coins ?? coinsOfPair(symbol) ?? undefined
  if (coins !== undefined) return pairTarget(coins.base, coins.quote)
  const quoteCoin = [...QUOTE_COINS, ...OTHER_QUOTE_COINS].find(
    (coin) => symbol.endsWith(coin) && symbol.length > coin.length,
  )
  if (quoteCoin === undefined) return null
  return pairTarget(symbol.slice(0, -quoteCoin.length), quoteCoin)
}

function pairTarget(baseCoin: string, quoteCoin: string): TradeTarget {
  return { kind: 'spot', symbol: spotSymbol(baseCoin, quoteCoin), baseCoin, quoteCoin }
}

/**
 * The address of a trade page (spec §2, decisions 28), without a locale prefix.
 * @param nowMs inverse futures are addressed by their series (`BTCUSD_Q`), which depends on the day; a contract outside
 * every series keeps its own name
 */
export function tradePath(target: TradeTarget, nowMs: number): string {
  switch (target.kind) {
    case 'linearPerpetual':
    case 'linearFutures':
      return `/trade/usdt/${encodeURIComponent(target.symbol)}`
    case 'usdcPerpetual':
    case 'usdcFutures':
      return `/trade/futures/usdc/${encodeURIComponent(target.symbol)}`
    case 'inversePerpetual':
      return `/trade/inverse/${encodeURIComponent(target.symbol)}`
    case 'inverseFutures':
      return `/trade/inverse/futures/${encodeURIComponent(inverseFuturesName(target.symbol, nowMs))}`
    case 'usdcOption':
      return `/trade/option/usdc/${encodeURIComponent(target.symbol ?? target.baseCoin)}`
    case 'usdtOption':
      return `/trade/option/usdt/${encodeURIComponent(target.symbol ?? target.baseCoin)}`
    case 'spot':
      return `/trade/spot/${encodeURIComponent(target.baseCoin)}/${encodeURIComponent(target.quoteCoin)}`
    case 'spread':
      return `/trade/spread/${encodeURIComponent(target.symbol)}`
  }
}

/** The page of a symbol; a name that no page shows leads to the list of markets. */
export function symbolPath(symbol: string, nowMs: number): string {
  const target = tradeTarget(symbol)
  return target === null ? '/markets' : tradePath(target, nowMs)
}

function inverseFuturesName(symbol: string, nowMs: number): string {
  const expiry = expiryOf(symbol)
  const period = expiry === null ? null : contractPeriod(expiry, nowMs)
  return period === null ? symbol : `${symbol.slice(0, -3)}_${period}`
}

/**
 * Reads a trade page's address, with or without a locale prefix.
 * @returns `null` when it is no trade page, or names something that the page's market cannot be
 */
export function parseTradePath(path: string, nowMs: number): TradeTarget | null {
  const parts = splitPath(path)
  if (parts === null || parts[0] !== 'trade') return null
  const [, market, first, second, ...rest] = parts
  if (market === undefined || first === undefined || rest.length > 0) return null
  if (market === 'spot' && second !== undefined) {
    const pair = spotSymbol(first, second).toUpperCase()
    return coinsOfPair(pair) === null ? null : tradeTarget(pair)
  }
  if (market === 'option' && second !== undefined) {
    if (first !== 'usdc' && first !== 'usdt') return null
    const kind = first === 'usdc' ? 'usdcOption' : 'usdtOption'
    return second.includes('-') ? ofKind(second, [kind]) : { kind, baseCoin: second, symbol: null }
  }
  if (market === 'futures' && first === 'usdc' && second !== undefined) {
    return ofKind(second, ['usdcPerpetual', 'usdcFutures'])
  }
  if (market === 'inverse' && first === 'futures' && second !== undefined) return inverseFutures(second, nowMs)
  if (second !== undefined) return null
  if (market === 'usdt') return ofKind(first, ['linearPerpetual', 'linearFutures'])
  // A dated one has an address by its series; its name leads to it all the same.
  if (market === 'inverse') return ofKind(first, ['inversePerpetual', 'inverseFutures'])
  if (market === 'spread') return ofKind(first, ['spread'])
  return null
}

function splitPath(path: string): string[] | null {
  const parts = (path.split(/[?#]/, 1)[0] ?? '').split('/').filter((part) => part !== '')
  try {
    const decoded = parts.map(decodeURIComponent)
    return /^[a-z]{2}(?:-[A-Z]{2})?$/.test(decoded[0] ?? '') ? decoded.slice(1) : decoded
  } catch {
    // A broken percent sign is an address that nobody of us wrote.
    return null
  }
}

/** Names are capitals; whoever types an address need not be. */
function ofKind(name: string, kinds: readonly ProductKind[]): TradeTarget | null {
  const target = tradeTarget(name.toUpperCase())
  return target !== null && kinds.includes(target.kind) ? target : null
}

function inverseFutures(name: string, nowMs: number): TradeTarget | null {
  const [pair, period] = name.split('_')
  if (period === undefined) return ofKind(name, ['inverseFutures'])
  if (pair === undefined || !pair.endsWith('USD') || !isContractPeriod(period)) return null
  const expiry = periodExpiries(nowMs)[period]
  return { kind: 'inverseFutures', symbol: inverseFuturesSymbol(pair.slice(0, -3), expiry) }
}

/** The pages of past trades (spec §2), by the last part of their address. */
const HISTORY_KINDS: readonly (readonly [product: string, kind: ContractKind])[] = [
  ['uniform-usdt', 'linearPerpetual'],
  ['usdt-future', 'linearFutures'],
  ['usdc-perpetual', 'usdcPerpetual'],
  ['usdc-future', 'usdcFutures'],
  ['uniform-inverse-perpetual', 'inversePerpetual'],
  ['uniform-inverse-future', 'inverseFutures'],
]

/** @returns what the page of past trades shows, or `null` where the specification has no such page */
export function historyKind(product: string): ContractKind | null {
  return HISTORY_KINDS.find(([name]) => name === product)?.[1] ?? null
}

/** Addresses of the pages of past trades, without a locale prefix, in the order in which products are shown. */
export function historyPaths(): readonly { readonly kind: ContractKind; readonly path: string }[] {
  return HISTORY_KINDS.map(([product, kind]) => ({ kind, path: `/user/assets/order/derivatives/${product}` }))
}

/**
 * Whether going from one market to another loads a new page (spec §2): a different trade type does, the same symbol
 * never does, and USDC perpetuals and futures share a page.
 */
export function hasFullNavigation(from: TradeTarget, to: TradeTarget): boolean {
  if (from.symbol !== null && from.symbol === to.symbol && from.kind === to.kind) return false
  return page(from.kind) !== page(to.kind)
}

function page(kind: ProductKind): string {
  return kind === 'usdcPerpetual' || kind === 'usdcFutures' ? 'usdc' : kind
}
