import { kindOfName } from '../../../../src/domain/instrument/product-kind'
import type { PublicTopic } from '../../../../src/domain/market/public-topic'
import { parseTopic, type TopicRate } from '../../../../src/wire/push/topics'

const PREFIX = 'spread.'

/** A topic of the feed, as somebody asked for it. */
export interface FeedTopic {
  readonly topic: PublicTopic
  readonly rate: TopicRate
}

/**
 * Reads the name of a public topic. Spreads have names of their own (spec §7), before which `spread.` stands: their book
 * has 25 levels, and their tickers and trades name no rate. Their candles are ours, of the last price alone.
 * @returns `null` for a name this exchange does not serve
 */
export function parseFeedTopic(name: string): FeedTopic | null {
  if (name === 'spread.instrument_info.all') return { topic: { kind: 'spreads' }, rate: 'H' }
  const isSpread = name.startsWith(PREFIX)
  const parsed = isSpread ? parseSpreadTopic(name.slice(PREFIX.length)) : parseTopic(name)
  if (parsed === null || !('symbol' in parsed.topic)) return parsed
  return (kindOfName(parsed.topic.symbol) === 'spread') === isSpread ? parsed : null
}

function parseSpreadTopic(name: string): ReturnType<typeof parseTopic> {
  const trades = /^recent_trades\.(.+)$/.exec(name)
  if (trades !== null) return parseTopic(`recently_trade.H.${trades[1]}`)
  const ticker = /^instrument_info\.(?:[HM]\.)?(.+)$/.exec(name)
  if (ticker !== null) return parseTopic(`instrument_info.H.${ticker[1]}`)
  return name.startsWith('orderBook_25.') || name.startsWith('kline.') ? parseTopic(name) : null
}
