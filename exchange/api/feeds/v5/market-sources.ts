import type { Candle, Ticker, Trade } from '../../../../src/domain/market/market'
import {
  nextTickDirection,
  writeV5BookFrame,
  writeV5Candle,
  writeV5Frame,
  writeV5PriceLimit,
  writeV5Trade,
  type TickDirection,
  type V5TradeJson,
} from '../../../../src/wire/v5/market-frames'
import { writeOptionTickerFrame } from '../../../../src/wire/v5/option-rows'
import type { SpotTickerJson } from '../../../../src/wire/v5/spot-rows'
import { v5TickerChange, type V5TickerJson } from '../../../../src/wire/v5/ticker'
import { SIDE_WORD } from '../../../../src/wire/words'
import type { Liquidation } from '../../../venue/venue-port'
import { BookWindow, type BookRows, type BookView } from '../dispatcher/book-window'
import { PendingBars } from '../dispatcher/pending-bars'
import type { StreamSource } from '../dispatcher/topic-stream'

/** Most rows of one message (semantics.md §3). */
const TRADES_MAX = 1024
const LIQUIDATIONS_MAX = 500

/** A book with the sequence that orders all its depths. */
export interface V5BookView extends BookView {
  seq(): number
}

/** `orderbook.{depth}.{symbol}`. The best level is a snapshot each time (semantics.md §3). */
export class V5BookSource implements StreamSource {
  readonly #window: BookWindow

  constructor(
    private readonly topic: string,
    private readonly symbol: string,
    private readonly depth: number,
    private readonly view: V5BookView,
  ) {
    this.#window = new BookWindow(depth, view)
  }

  advance(): BookRows | null {
    const change = this.#window.advance()
    return change !== null && this.depth === 1 ? this.#window.rows : change
  }

  state(): BookRows {
    return this.#window.rows
  }

  restart(): void {
    this.#window.restart()
  }

  write(type: 'snapshot' | 'delta', timeMs: number, _seq: number, { bids: b, asks: a }: BookRows): string {
    const book = { s: this.symbol, b, a, u: this.#window.updateId, seq: this.view.seq() }
    return writeV5BookFrame(this.topic, this.depth === 1 ? 'snapshot' : type, timeMs, book, this.view.timeMs())
  }
}

/** `tickers.{symbol}` of contracts: every field, then the changed ones. */
export class V5TickerSource implements StreamSource {
  #published: V5TickerJson | null = null
  #direction: TickDirection = 'ZeroPlusTick'

  constructor(
    private readonly topic: string,
    private readonly symbol: string,
    private readonly latest: () => Ticker | null,
    private readonly rowOf: (ticker: Ticker) => V5TickerJson | null,
  ) {}

  advance(): unknown {
    const ticker = this.latest()
    const next = ticker === null ? null : this.rowOf(ticker)
    if (next === null) {
      // Of a contract that ended. A delta takes nothing away: the feed sends a snapshot (`resnapshot`).
      this.#published = null
      return null
    }
    const before = this.#published
    const change = v5TickerChange(before, next)
    if (change === null) return null
    this.#published = next
    const { lastPrice } = change
    // The direction alone is no news: it repeats with every look at an unchanged price.
    if (lastPrice === undefined || lastPrice === '') return change
    const last = before === null || before.lastPrice === '' ? null : before.lastPrice
    this.#direction = nextTickDirection(last === null ? null : { price: last, direction: this.#direction }, lastPrice)
    return { ...change, tickDirection: this.#direction }
  }

  state(): unknown {
    if (this.#published === null) return { symbol: this.symbol }
    return { ...this.#published, tickDirection: this.#published.lastPrice === '' ? '' : this.#direction }
  }

  write(type: 'snapshot' | 'delta', timeMs: number, _seq: number, data: unknown): string {
    return writeV5Frame(this.topic, type, timeMs, data, this.latest()?.seq ?? 0)
  }
}

/** `tickers.{symbol}` of pairs: a snapshot each time (semantics.md §3). */
export class V5SpotTickerSource implements StreamSource {
  #published = ''

  constructor(
    private readonly topic: string,
    private readonly latest: () => Ticker | null,
    private readonly rowOf: (ticker: Ticker) => SpotTickerJson,
  ) {}

  advance(): unknown {
    const ticker = this.latest()
    if (ticker === null) return null
    const row = this.#told(ticker)
    const text = JSON.stringify(row)
    if (text === this.#published) return null
    this.#published = text
    return row
  }

  state(): unknown {
    const ticker = this.latest()
    return ticker === null ? null : this.#told(ticker)
  }

  write(_type: 'snapshot' | 'delta', timeMs: number, _seq: number, data: unknown): string {
    return writeV5Frame(this.topic, 'snapshot', timeMs, data, this.latest()?.seq ?? 0)
  }

  /** The book's best level has topics of its own. */
  #told(ticker: Ticker): Omit<SpotTickerJson, `${'bid1' | 'ask1'}${'Price' | 'Size'}`> {
    const { bid1Price: _, bid1Size: __, ask1Price: ___, ask1Size: ____, ...row } = this.rowOf(ticker)
    return row
  }
}

/** `tickers.{symbol}` of options: whole each time (semantics.md §3). */
export class V5OptionTickerSource implements StreamSource {
  #published: Ticker | null = null

  constructor(
    private readonly topic: string,
    private readonly symbol: string,
    private readonly latest: () => Ticker | null,
  ) {}

  advance(): unknown {
    const ticker = this.latest()
    if (ticker === this.#published) return null
    this.#published = ticker
    return ticker === null ? null : writeOptionTickerFrame(ticker)
  }

  state(): unknown {
    return this.#published === null ? { symbol: this.symbol } : writeOptionTickerFrame(this.#published)
  }

  write(_type: 'snapshot' | 'delta', timeMs: number, _seq: number, data: unknown): string {
    return writeV5Frame(this.topic, 'snapshot', timeMs, data, this.latest()?.seq ?? 0)
  }
}

interface PriceBand {
  readonly maxBuy: string
  readonly minSell: string
}

/** `priceLimit.{symbol}`: the band when it moved, whole each time; of what has ended both edges are the empty text. */
export class V5PriceLimitSource implements StreamSource {
  #published: PriceBand | null = null

  constructor(
    private readonly topic: string,
    private readonly symbol: string,
    private readonly present: () => PriceBand | null,
  ) {}

  advance(): PriceBand | null {
    const band = this.present()
    const before = this.#published
    if (band === null) this.#published = null
    if (band === null || (before?.maxBuy === band.maxBuy && before.minSell === band.minSell)) return null
    this.#published = band
    return band
  }

  state(): PriceBand {
    return this.#published ?? { maxBuy: '', minSell: '' }
  }

  write(_type: 'snapshot' | 'delta', timeMs: number, _seq: number, { maxBuy, minSell }: PriceBand): string {
    return writeV5PriceLimit(this.topic, timeMs, { symbol: this.symbol, buyLmt: maxBuy, sellLmt: minSell })
  }
}

/** Rows that happened since the last message, always sent as a snapshot; there is nothing to begin with. */
abstract class NewsSource<Row> implements StreamSource {
  readonly isNewsOnly = true
  #pending: Row[] = []

  constructor(
    protected readonly topic: string,
    private readonly rowsMax: number,
  ) {}

  protected push(row: Row): void {
    this.#pending.push(row)
    if (this.#pending.length > this.rowsMax) this.#pending.shift()
  }

  advance(): readonly Row[] | null {
    if (this.#pending.length === 0) return null
    const rows = this.#pending
    this.#pending = []
    return rows
  }

  state(): readonly Row[] {
    return []
  }

  write(_type: 'snapshot' | 'delta', timeMs: number, _seq: number, data: unknown): string {
    return writeV5Frame(this.topic, 'snapshot', timeMs, data)
  }
}

/** `publicTrade.{symbol}`: the prints, rising in time. */
export class V5TradesSource extends NewsSource<V5TradeJson> {
  #last: { readonly price: string; readonly direction: TickDirection } | null = null

  /** @param name as v5 spells the symbol; `null` for prints of several, each under its own */
  constructor(
    topic: string,
    private readonly name: string | null,
  ) {
    super(topic, TRADES_MAX)
  }

  add(trade: Trade): void {
    const direction = nextTickDirection(this.#last, trade.price)
    this.#last = { price: trade.price, direction }
    this.push({ ...writeV5Trade(trade, direction), s: this.name ?? trade.symbol })
  }
}

/** `allLiquidation.{symbol}`: side Buy is a long that was liquidated, the price its bankruptcy price. */
export class V5LiquidationsSource extends NewsSource<unknown> {
  constructor(topic: string) {
    super(topic, LIQUIDATIONS_MAX)
  }

  add({ timeMs, symbol, side, qty, price }: Liquidation): void {
    this.push({ T: timeMs, s: symbol, S: SIDE_WORD[side], v: qty, p: price })
  }
}

/** `kline.{interval}.{symbol}`: the bars that changed, oldest first; begins with the present one. */
export class V5CandlesSource implements StreamSource {
  readonly #pending = new PendingBars()

  constructor(
    private readonly topic: string,
    private readonly word: string,
    private readonly present: () => readonly Candle[],
    private readonly now: () => number,
  ) {}

  add(candle: Candle): void {
    this.#pending.add(candle)
  }

  advance(): unknown {
    const bars = this.#pending.take()
    return bars === null ? null : this.#rows(bars)
  }

  state(): unknown {
    return this.#rows(this.present())
  }

  write(_type: 'snapshot' | 'delta', timeMs: number, _seq: number, data: unknown): string {
    return writeV5Frame(this.topic, 'snapshot', timeMs, data)
  }

  #rows(bars: readonly Candle[]): unknown {
    return bars.map((one) => writeV5Candle(one, this.word, this.now()))
  }
}
