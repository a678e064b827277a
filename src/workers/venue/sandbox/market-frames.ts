import { asObject, readText } from '../../../wire/json'
import type { InstrumentSymbol } from '../../../domain/order/order'
import { parseBook } from '../../../wire/push/book'
import { BookScanner } from '../../../wire/push/book-scanner'
import { parseCandles } from '../../../wire/push/candle'
import { parseSymbolNotify } from '../../../wire/push/symbol-notify'
import { parseTicker } from '../../../wire/push/ticker'
import { topicName } from '../../../wire/push/topics'
import { parseTrades } from '../../../wire/push/trade'
import { TakenNames } from '../../../wire/rest/brief-symbol-list'
import type { MarketFrames, VenueCapabilities } from '../venue-port'

/** The second is of spreads. */
const BOOK_HEADS = ['{"topic":"orderBook_', '{"topic":"spread.orderBook_'] as const
const NAME_START = '{"topic":"'.length

/** @param wsBase origin of the push sockets, without a trailing slash */
export function sandboxMarket(wsBase: string, check: VenueCapabilities['bookCheck']): MarketFrames {
  return {
    url: `${wsBase}/realtime_public?v=2`,
    nameOf: topicName,
    bookNameIn(text) {
      const head = BOOK_HEADS.find((one) => text.startsWith(one))
      return head === undefined ? null : text.slice(NAME_START, text.indexOf('"', head.length))
    },
    // The scanner reads books with checksums alone.
    bookFrames: (name, symbol, book) => (check === 'checksum' ? new BookScanner(name, symbol, book) : null),
    // A venue without checksums has none that could be compared.
    book: (data) => parseBook(check === 'checksum' ? data : { ...asObject(data, 'data'), crc: 0 }),
    ticker: parseTicker,
    tickerSymbol: (row) => readText(asObject(row, 'data'), 'symbol') as InstrumentSymbol,
    trades: parseTrades,
    candles: parseCandles,
    symbolNotify: parseSymbolNotify,
    checkNames(instruments) {
      const taken = new TakenNames()
      for (const one of instruments) taken.take(one)
    },
  }
}
