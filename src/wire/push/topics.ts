import { spreadLegs } from '../../domain/instrument/product-kind'
import { CANDLE_INTERVALS, type CandleSource } from '../../domain/market/market'
import type { BookDepth, PublicTopic } from '../../domain/market/public-topic'
import type { InstrumentSymbol } from '../../domain/order/order'

export const PRIVATE_TOPICS = [
  'user.order',
  'user.execution',
  'user.position',
  'user.wallet',
  'user.strategy',
  // Price alerts that were set, or have fired.
  'user.alert',
] as const
export type PrivateTopic = (typeof PRIVATE_TOPICS)[number]
/** Every private topic that the exchange serves: the account's state, and notices beside it. */
export const PUBLISHED_TOPICS = [
  ...PRIVATE_TOPICS,
  'user.unify.liquidation',
  'user.trade.msg',
  // The same of options alone, and their orders once they are over.
  'user.option.liquidation',
  'user.unify.option.trade.notify',
  'user.unify.option.orderHistory',
  // Orders of pairs, in the view form.
  'user.margin.order',
] as const
export type PublishedTopic = (typeof PUBLISHED_TOPICS)[number]

const CANDLE_PREFIX: Readonly<Record<CandleSource, string>> = {
  last: 'kline',
  mark: 'mark_kline',
  index: 'index_candle',
}

const CHAIN_PREFIX = 'instrument_info_v3.option.'
const SPREADS = 'spread.instrument_info.all'

/**
 * The wire name of a topic at its fastest rate: `orderBook_50.H.BTCUSDT`. Those of spreads are named apart: their book has 25
 * levels, however deep it is asked for, and tickers and trades name no rate.
 */
export function topicName(topic: PublicTopic): string {
  const name = plainTopicName(topic)
  if (!('symbol' in topic) || spreadLegs(topic.symbol) === null) return name
  return `spread.${name
    .replace(/^orderBook_\d+/, 'orderBook_25')
    .replace('_info.H', '_info')
    .replace('recently_trade.H', 'recent_trades')}`
}

function plainTopicName(topic: PublicTopic): string {
  switch (topic.kind) {
    case 'book':
      return `orderBook_${topic.depth}.H.${topic.symbol}`
    case 'ticker':
      return `instrument_info.H.${topic.symbol}`
    case 'allTickers':
      return 'instrument_info_v3.all'
    case 'chain':
      return `${CHAIN_PREFIX}${topic.coin}`
    case 'spreads':
      return SPREADS
    case 'trades':
      return `recently_trade.H.${topic.symbol}`
    case 'candle':
      return `${CANDLE_PREFIX[topic.source]}.${topic.interval}.${topic.symbol}`
    case 'index':
      return `index_quote_20.H.${topic.symbol}`
    case 'notice':
      return 'public.notice'
    case 'symbolNotify':
      return 'public.symbol.notify'
  }
}

/** Rate of a topic: `H` is the fastest legal one, `M` 200 ms. */
export type TopicRate = 'H' | 'M'

/** @returns the topic and its rate, or `null` for a name this exchange does not serve */
export function parseTopic(name: string): { readonly topic: PublicTopic; readonly rate: TopicRate } | null {
  if (name === 'public.notice') return { topic: { kind: 'notice' }, rate: 'H' }
  if (name === 'public.symbol.notify') return { topic: { kind: 'symbolNotify' }, rate: 'H' }
  if (name === 'instrument_info_v3.all') return { topic: { kind: 'allTickers' }, rate: 'H' }
  const coin = /^instrument_info_v3\.option\.([A-Z0-9]{1,12})$/.exec(name)?.[1]
  if (coin !== undefined) return { topic: { kind: 'chain', coin }, rate: 'H' }
  const match = /^([a-zA-Z_]+?)(?:_(\d+))?\.([A-Z0-9]+)\.([A-Za-z0-9_/-]{1,40})$/.exec(name)
  if (match === null) return null
  const [, head, number, middle, rest] = match
  const symbol = rest as InstrumentSymbol
  const rate = middle === 'H' || middle === 'M' ? middle : null
  if (
    head === 'orderBook' &&
    rate !== null &&
    (number === '25' || number === '50' || number === '200' || number === '1000')
  ) {
    return { topic: { kind: 'book', symbol, depth: Number(number) as BookDepth }, rate }
  }
  if (head === 'instrument_info' && number === undefined && rate !== null)
    return { topic: { kind: 'ticker', symbol }, rate }
  if (head === 'recently_trade' && rate === 'H') return { topic: { kind: 'trades', symbol }, rate }
  if (head === 'index_quote' && rate === 'H' && (number === '20' || number === '200')) {
    return { topic: { kind: 'index', symbol }, rate: number === '20' ? 'H' : 'M' }
  }
  const source = (Object.entries(CANDLE_PREFIX) as [CandleSource, string][]).find(([, prefix]) => prefix === head)?.[0]
  const interval = CANDLE_INTERVALS.find((one) => one === middle)
  if (source !== undefined && number === undefined && interval !== undefined) {
    return { topic: { kind: 'candle', symbol, interval, source }, rate: 'H' }
  }
  return null
}
