import type { Qty } from '../../src/domain/decimal'
import type { Ticker } from '../../src/domain/market/market'
import type { VenueEvent } from '../venue/venue-port'
import { OPEN_INTEREST_STEP_MS } from '../venue/past'
import type { StoredText, StoredTexts } from './host-ports'

/** A week of steps. */
const ROWS_MAX = 2016
const ROW = /^(\d{1,15}) ([\w-]{1,40}) (\d+(?:\.\d+)?)$/

export interface OpenInterestRow {
  readonly timeMs: number
  readonly openInterest: Qty
}

/**
 * Open interest as it was at each step of five minutes, a week of it: a view, and no part of the ledger. It is kept in a
 * text beside it, a line each, so that a restart forgets nothing; a line that a crash took was a figure of a chart.
 */
export class OpenInterestLog {
  readonly #bySymbol = new Map<string, OpenInterestRow[]>()
  #pending: string[] = []
  #writing: Promise<void> = Promise.resolve()

  private constructor(private readonly stored: StoredText | null) {}

  /** @param tickers what is known at the start */
  static async load(texts: StoredTexts | null, tickers: Iterable<Ticker>): Promise<OpenInterestLog> {
    const log = new OpenInterestLog(texts?.('open-interest.log') ?? null)
    await log.#read()
    for (const ticker of tickers) log.#take(ticker)
    return log
  }

  take(events: readonly VenueEvent[]): void {
    for (const event of events) if (event.type === 'ticker') this.#take(event.ticker)
  }

  /** Newest first, on a grid of `stepMs`. */
  rows(
    symbol: string,
    query: { readonly stepMs: number; readonly startMs: number | null; readonly endMs: number | null },
  ): readonly OpenInterestRow[] {
    const { stepMs, startMs, endMs } = query
    return (this.#bySymbol.get(symbol) ?? [])
      .filter((row) => row.timeMs % stepMs === 0)
      .filter((row) => row.timeMs >= (startMs ?? 0) && row.timeMs <= (endMs ?? Number.MAX_SAFE_INTEGER))
      .toReversed()
  }

  /** Called each second: what is new goes to the file. @returns once it is there, or could not be written */
  flush(): Promise<void> {
    const lines = this.#pending
    if (this.stored === null || lines.length === 0) return this.#writing
    this.#pending = []
    const { stored } = this
    // A disk that is full takes no line; the chart has a hole then, and the exchange goes on.
    this.#writing = this.#writing.then(() => stored.append(lines.join(''), { isDurable: false })).catch(() => undefined)
    return this.#writing
  }

  /** Of contracts: v5 has no such history of options. */
  #take({ symbol, openInterest, option, timeMs }: Ticker): void {
    if (openInterest === null || option !== undefined) return
    const stepMs = timeMs - (timeMs % OPEN_INTEREST_STEP_MS)
    if (!this.#add(symbol, { timeMs: stepMs, openInterest })) return
    if (this.stored !== null) this.#pending.push(`${stepMs} ${symbol} ${openInterest}\n`)
  }

  /** @returns whether it is a later step than the last */
  #add(symbol: string, row: OpenInterestRow): boolean {
    const rows = this.#bySymbol.get(symbol) ?? []
    this.#bySymbol.set(symbol, rows)
    if ((rows.at(-1)?.timeMs ?? -1) >= row.timeMs) return false
    rows.push(row)
    if (rows.length > ROWS_MAX) rows.shift()
    return true
  }

  /** What is older than a week leaves the file with a start. */
  async #read(): Promise<void> {
    if (this.stored === null) return
    const text = (await this.stored.read().catch(() => null)) ?? ''
    const lines = text.split('\n')
    for (const line of lines) {
      const [, timeMs, symbol, openInterest] = ROW.exec(line) ?? []
      if (symbol !== undefined) this.#add(symbol, { timeMs: Number(timeMs), openInterest: openInterest as Qty })
    }
    const kept = [...this.#bySymbol].flatMap(([symbol, rows]) => rows.map((row) => ({ symbol, ...row })))
    // Nothing is written behind a line that a crash cut off.
    if (kept.length === lines.length - 1 && (text === '' || text.endsWith('\n'))) return
    const rows = kept.toSorted((a, b) => a.timeMs - b.timeMs)
    const whole = rows.map((one) => `${one.timeMs} ${one.symbol} ${one.openInterest}\n`).join('')
    await this.stored.write(whole)
  }
}
