import { signal, type ReadonlySignal, type Signal } from '@preact/signals-react'
import type { InstrumentSymbol } from '../../domain/order/order'
import type { HubLink } from '../hub-link/hub-link'

const HALF_HOUR_MS = 1_800_000
/** A day of half hours. */
const BARS = 48
/** Reads on their way at once: the list is scrolled, and an order must never wait behind its pictures. */
const READS_MAX = 4

/** Closes of the last day's half hours, oldest first; `null` until they are there. */
export type MiniChart = readonly number[] | null

interface Entry {
  readonly points: Signal<MiniChart>
  /** When it was read, page time; `null` while it was not. */
  readAtMs: number | null
  isAsked: boolean
}

/** The small pictures of a list: read for the rows that are looked at, the newest wish first, and again when half an hour old. */
export class MiniCharts {
  readonly #entries = new Map<InstrumentSymbol, Entry>()
  #wanted: InstrumentSymbol[] = []
  #reading = 0

  constructor(
    private readonly api: Pick<HubLink['api'], 'candles'>,
    private readonly nowMs: () => number,
  ) {}

  of(symbol: InstrumentSymbol): ReadonlySignal<MiniChart> {
    return this.#entry(symbol).points
  }

  /** A row came into sight. */
  want(symbol: InstrumentSymbol): void {
    const entry = this.#entry(symbol)
    const isFresh = entry.readAtMs !== null && this.nowMs() - entry.readAtMs < HALF_HOUR_MS
    if (isFresh || entry.isAsked) return
    entry.isAsked = true
    this.#wanted.push(symbol)
    this.#next()
  }

  /** A row left: what was not begun for it is not read. */
  unwant(symbol: InstrumentSymbol): void {
    const at = this.#wanted.indexOf(symbol)
    if (at === -1) return
    this.#wanted.splice(at, 1)
    this.#entry(symbol).isAsked = false
  }

  #next(): void {
    while (this.#reading < READS_MAX) {
      const symbol = this.#wanted.pop()
      if (symbol === undefined) return
      this.#reading++
      void this.#read(symbol).finally(() => {
        this.#reading--
        this.#next()
      })
    }
  }

  /** A picture that does not come stays away: the figures beside it say what counts. */
  async #read(symbol: InstrumentSymbol): Promise<void> {
    const entry = this.#entry(symbol)
    try {
      const read = await this.api.candles({ symbol, interval: '30', source: 'last', endMs: null, limit: BARS })
      if (read.hasError) return
      entry.points.value = read.value
        .toSorted((a, b) => a.startMs - b.startMs)
        .slice(-BARS)
        .map(({ close }) => Number(close))
      entry.readAtMs = this.nowMs()
    } catch {
      // The hub is away: asked again when the row comes into sight again.
    } finally {
      entry.isAsked = false
    }
  }

  #entry(symbol: InstrumentSymbol): Entry {
    let entry = this.#entries.get(symbol)
    if (entry === undefined) {
      entry = { points: signal<MiniChart>(null), readAtMs: null, isAsked: false }
      this.#entries.set(symbol, entry)
    }
    return entry
  }
}

/**
 * The line of a mini chart in a box, and the height of the first price in it.
 * @returns `null` where there is no line to draw: fewer than two points
 */
export function miniLine(
  points: readonly number[],
  { width, height }: { readonly width: number; readonly height: number },
): { readonly path: string; readonly openY: number } | null {
  const [first] = points
  if (first === undefined || points.length < 2) return null
  const low = Math.min(...points)
  const span = Math.max(...points) - low
  const y = (price: number): number => (span === 0 ? height / 2 : height - ((price - low) / span) * height)
  const step = width / (points.length - 1)
  const path = points.map((price, at) => `${at === 0 ? 'M' : 'L'}${round(at * step)} ${round(y(price))}`).join('')
  return { path, openY: round(y(first)) }
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
