import type { CandleInterval } from '../../domain/market/market'
import type { InstrumentSymbol } from '../../domain/order/order'

/** v5 says D, W and M where the native dialect says 1D, 1W and 1M (semantics.md §7.15). */
const LONG_INTERVALS: ReadonlyMap<string, CandleInterval> = new Map([
  ['D', '1D'],
  ['W', '1W'],
  ['M', '1M'],
])
const MINUTE_INTERVALS: ReadonlySet<string> = new Set('1 3 5 15 30 60 120 240 360 720'.split(' '))

/** @returns `null` for a word that is no interval of v5's */
export function parseV5Interval(word: string): CandleInterval | null {
  return MINUTE_INTERVALS.has(word) ? (word as CandleInterval) : (LONG_INTERVALS.get(word) ?? null)
}

/** Levels of a book topic: 25 of options and spreads, 100 of options alone. 500 is the old name of a deep book, and still asked for. */
export type V5BookDepth = 1 | 25 | 50 | 100 | 200 | 500 | 1000
/** Which of them options have. */
export const OPTION_DEPTHS: ReadonlySet<V5BookDepth> = new Set([25, 100])

/** A public stream of v5's, in domain terms. */
export type V5PublicTopic =
  | { readonly kind: 'book'; readonly symbol: InstrumentSymbol; readonly depth: V5BookDepth }
  | { readonly kind: 'ticker'; readonly symbol: InstrumentSymbol }
  | { readonly kind: 'trades'; readonly symbol: InstrumentSymbol }
  | {
      readonly kind: 'candle'
      readonly symbol: InstrumentSymbol
      readonly interval: CandleInterval
      /** As it was asked for, and as the rows say it. */
      readonly word: string
    }
  | { readonly kind: 'liquidations'; readonly symbol: InstrumentSymbol }
  | { readonly kind: 'priceLimit'; readonly symbol: InstrumentSymbol }

/** A public stream about the pools behind contracts; `inverse` is all that settle in a coin of their own. */
export interface V5PoolTopic {
  readonly kind: 'insurance' | 'adlAlert'
  readonly group: 'USDT' | 'USDC' | 'inverse'
}

const POOL_TOPIC = /^(insurance|adlAlert)\.(USDT|USDC|inverse)$/

/** @returns `null` for a name that is no topic of pools */
export function parseV5PoolTopic(name: string): V5PoolTopic | null {
  const match = POOL_TOPIC.exec(name)
  return match === null ? null : { kind: match[1] as V5PoolTopic['kind'], group: match[2] as V5PoolTopic['group'] }
}

const DEPTHS: ReadonlySet<number> = new Set<V5BookDepth>([1, 25, 50, 100, 200, 500, 1000])

/** @returns `null` for a name that v5 does not have */
export function parseV5Topic(name: string): V5PublicTopic | null {
  const parts = name.split('.')
  const symbol = parts.at(-1) as InstrumentSymbol
  if (!/^[A-Za-z0-9_/-]{1,40}$/.test(symbol)) return null
  if (parts.length === 2) {
    if (parts[0] === 'tickers') return { kind: 'ticker', symbol }
    if (parts[0] === 'publicTrade') return { kind: 'trades', symbol }
    if (parts[0] === 'priceLimit') return { kind: 'priceLimit', symbol }
    return parts[0] === 'allLiquidation' ? { kind: 'liquidations', symbol } : null
  }
  if (parts.length !== 3) return null
  const word = parts[1]!
  if (parts[0] === 'orderbook') {
    const depth = /^\d{1,4}$/.test(word) ? Number(word) : 0
    return DEPTHS.has(depth) ? { kind: 'book', symbol, depth: depth as V5BookDepth } : null
  }
  const interval = parts[0] === 'kline' ? parseV5Interval(word) : null
  return interval === null ? null : { kind: 'candle', symbol, interval, word }
}

/** What the private socket speaks of. */
export const V5_PRIVATE_KINDS = [
  'order',
  'execution',
  'execution.fast',
  'position',
  'wallet',
  'greeks',
  'spread.order',
  'spread.execution',
] as const
export type V5PrivateKind = (typeof V5_PRIVATE_KINDS)[number]

/** A private topic: all categories in one (`null`), or one of them. */
export interface V5PrivateTopic {
  readonly kind: V5PrivateKind
  readonly category: string | null
}

/** Topics that exist and have nothing to say here: nobody's orders are tied to a socket. */
const SILENT: ReadonlySet<string> = new Set(['dcp'])
const PRIVATE = /^(order|execution|execution\.fast|position)\.(linear|inverse|spot|option)$/

/** @returns `'silent'` for a topic without news, `null` for a name that v5 does not have */
export function parseV5PrivateTopic(name: string): V5PrivateTopic | 'silent' | null {
  if (SILENT.has(name) || /^dcp\.(?:future|spot|option)$/.test(name)) return 'silent'
  if ((V5_PRIVATE_KINDS as readonly string[]).includes(name)) return { kind: name as V5PrivateKind, category: null }
  const match = PRIVATE.exec(name)
  return match === null ? null : { kind: match[1] as V5PrivateKind, category: match[2]! }
}
