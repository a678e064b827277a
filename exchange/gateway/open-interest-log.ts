import type { Qty } from '../../src/domain/decimal'
import type { Ticker } from '../../src/domain/market/market'
import type { VenueEvent } from '../venue/contract'

/** Finest grid that v5 asks for. */
export const OPEN_INTEREST_STEP_MS = 5 * 60_000
/** A week of steps. */
const ROWS_MAX = 2016

export interface OpenInterestRow {
  readonly timeMs: number
  readonly openInterest: Qty
}

/** Open interest as it was at each step of five minutes, since this start of the service: a view, and no part of the ledger. */
export class OpenInterestLog {
  readonly #bySymbol = new Map<string, OpenInterestRow[]>()

  /** @param tickers what is known at the start */
  constructor(tickers: Iterable<Ticker>) {
    for (const ticker of tickers) this.#take(ticker)
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
      .filter((row, i) => i === 0 || row.timeMs % stepMs === 0)
      .filter((row) => row.timeMs >= (startMs ?? 0) && row.timeMs <= (endMs ?? Number.MAX_SAFE_INTEGER))
      .toReversed()
  }

  #take({ symbol, openInterest, timeMs }: Ticker): void {
    if (openInterest === null) return
    const stepMs = timeMs - (timeMs % OPEN_INTEREST_STEP_MS)
    const rows = this.#bySymbol.get(symbol) ?? []
    this.#bySymbol.set(symbol, rows)
    if (rows.at(-1)?.timeMs === stepMs) return
    rows.push({ timeMs: stepMs, openInterest })
    if (rows.length > ROWS_MAX) rows.shift()
  }
}
