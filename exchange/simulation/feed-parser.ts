import { playBar, type FeedBar } from './feed-bars'
import { FeedBook, type BestQuotes, type DepthDiff, type DepthSnapshot } from './feed-book'
import type { TimedFeedStep } from './feed-step'

/** Turns the lines of one recorded file into steps, in the order of the file. Does no I/O. */
export interface FeedParser {
  push(line: string): readonly TimedFeedStep[]
  /** What was held back for the line that never came. */
  end(): readonly TimedFeedStep[]
}

/** The file is none of the layouts we read. */
export class FeedFormatError extends Error {
  override readonly name = 'FeedFormatError'
}

type LineReader = Omit<FeedParser, 'push'> & { readonly push: (line: string) => TimedFeedStep[] }

/**
 * Knows the layouts by their first line: depth and trades as `recv_ns JSON`, trades as CSV (two headers), and bars as
 * CSV in five layouts (`start_ms`, `end_ms`, `timestamp` as text, `start` in seconds with low before high, and bid and
 * ask bars). A sixth layout, funding rates without a header, has no prices and is refused.
 *
 * @param symbol the symbol that the steps are to move
 * @throws FeedFormatError from `push`, when the first line is of no known layout
 */
export function createFeedParser(symbol: string): FeedParser {
  let reader: LineReader | null = null
  return {
    push(line) {
      const text = line.trim()
      if (text === '') return []
      if (reader !== null) return reader.push(text)
      if (/^\d+ \{/.test(text)) {
        reader = depthAndTrades(symbol)
        return reader.push(text)
      }
      reader = csvReader(text, symbol)
      return []
    },
    end: () => reader?.end() ?? [],
  }
}

interface TradeJson {
  readonly e: 'trade'
  readonly p: string
  readonly q: string
  /** Whether the buyer was the maker: then the taker sold. */
  readonly m: boolean
}
interface DepthJson extends DepthDiff {
  readonly e: 'depthUpdate'
}
type FrameJson = { readonly stream: string; readonly data: TradeJson | DepthJson } | DepthSnapshot

/** `recv_ns JSON` per line. The receive time is the one clock: exchange times run about a second ahead of it. */
function depthAndTrades(symbol: string): LineReader {
  const book = new FeedBook()
  let firstMs: number | null = null
  let said: BestQuotes | null = null
  return {
    push(line) {
      const space = line.indexOf(' ')
      const timeMs = Number(line.slice(0, space - 6))
      firstMs ??= timeMs
      const atMs = timeMs - firstMs
      const frame = JSON.parse(line.slice(space + 1)) as FrameJson
      if ('stream' in frame && frame.data.e === 'trade') {
        const { p, q, m } = frame.data
        return [{ atMs, step: { kind: 'trade', symbol, price: p, qty: q, side: m ? 'sell' : 'buy' } }]
      }
      if ('stream' in frame) book.applyDiff(frame.data as DepthJson)
      else book.applySnapshot(frame)
      const best = book.best()
      if (best === null || (said !== null && said.bid === best.bid && said.ask === best.ask)) return []
      said = best
      return [{ atMs, step: { kind: 'quote', symbol, ...best } }]
    },
    end: () => [],
  }
}

function csvReader(header: string, symbol: string): LineReader {
  const columns = header.split(',')
  const at = (name: string) => columns.indexOf(name)
  if (at('price') >= 0 && (at('qty') >= 0 || at('amount') >= 0)) return tradeRows(columns, symbol)
  if (at('bid_open') >= 0) return barRows(symbol, quoteBar(columns))
  if (at('open') >= 0 && at('close') >= 0) return barRows(symbol, tradeBar(columns))
  throw new FeedFormatError(`the first line should be a known header or a frame, found: ${header.slice(0, 80)}`)
}

function tradeRows(columns: readonly string[], symbol: string): LineReader {
  const at = (name: string) => columns.indexOf(name)
  const price = at('price')
  const qty = at('qty') >= 0 ? at('qty') : at('amount')
  let firstMs: number | null = null
  return {
    push(line) {
      const cells = line.split(',')
      const timeMs = at('recv_ns') >= 0 ? Number(cells[at('recv_ns')]!.slice(0, -6)) : Number(cells[at('timestamp')])
      firstMs ??= timeMs
      const sells = at('side') >= 0 ? cells[at('side')] === 'sell' : cells[at('buyer_is_maker')] === '1'
      return [
        {
          atMs: timeMs - firstMs,
          step: { kind: 'trade', symbol, price: cells[price]!, qty: cells[qty]!, side: sells ? 'sell' : 'buy' },
        },
      ]
    },
    end: () => [],
  }
}

/** A bar, and whether its time is that of its end. */
type BarOf = (cells: readonly string[]) => { readonly bar: FeedBar; readonly isEndTime: boolean }

function tradeBar(columns: readonly string[]): BarOf {
  const at = (name: string) => columns.indexOf(name)
  const number = (cells: readonly string[], name: string) => Number(cells[at(name)])
  return (cells) => ({
    bar: {
      startMs:
        at('start_ms') >= 0
          ? number(cells, 'start_ms')
          : at('end_ms') >= 0
            ? number(cells, 'end_ms') + 1
            : at('start') >= 0
              ? number(cells, 'start') * 1000
              : Date.parse(`${cells[at('timestamp')]!.replace(' ', 'T').slice(0, 23)}Z`),
      open: number(cells, 'open'),
      high: number(cells, 'high'),
      low: number(cells, 'low'),
      close: number(cells, 'close'),
      volume: number(cells, 'volume'),
      spread: null,
    },
    isEndTime: at('end_ms') >= 0,
  })
}

function quoteBar(columns: readonly string[]): BarOf {
  const number = (cells: readonly string[], name: string) => Number(cells[columns.indexOf(name)])
  return (cells) => ({
    bar: {
      startMs: number(cells, 'start_ms'),
      open: number(cells, 'bid_open'),
      high: number(cells, 'bid_high'),
      low: number(cells, 'bid_low'),
      close: number(cells, 'bid_close'),
      volume: 0,
      spread: number(cells, 'ask_close') - number(cells, 'bid_close'),
    },
    isEndTime: false,
  })
}

/** A bar's length is the smallest step between bars so far, so each bar waits for the next one. */
function barRows(symbol: string, read: BarOf): LineReader {
  let waiting: { readonly bar: FeedBar; readonly isEndTime: boolean } | null = null
  let lengthMs: number | null = null
  let firstMs: number | null = null
  const play = (one: { readonly bar: FeedBar; readonly isEndTime: boolean }): TimedFeedStep[] => {
    const length = lengthMs ?? 60_000
    const bar = one.isEndTime ? { ...one.bar, startMs: one.bar.startMs - length } : one.bar
    firstMs ??= bar.startMs
    return playBar(bar, length, firstMs, symbol)
  }
  return {
    push(line) {
      const next = read(line.split(','))
      const before = waiting
      waiting = next
      if (before === null) return []
      const step = next.bar.startMs - before.bar.startMs
      if (step > 0 && (lengthMs === null || step < lengthMs)) lengthMs = step
      return play(before)
    },
    end() {
      if (waiting === null) return []
      const last = play(waiting)
      waiting = null
      return last
    },
  }
}
