import { barStart, nextBarStart } from '../../../domain/market/interval'
import type { Bar, BarListener, ChartDatafeed, HistoryRange, Resolution, Unsubscribe } from '../port/chart-port'
import { PART_OF, withPart } from './bar-parts'

/** Parts that are read at once. */
const PARTS_READ = 500

/**
 * The bars of a feed, or those of its past: while a replay runs nothing that happened at or after its moment leaves
 * here, and the bar that holds the moment is made of its parts until then.
 */
export class ReplayFeed implements ChartDatafeed {
  readonly #listeners = new Set<BarListener>()
  #untilMs: number | null = null
  #forming: { readonly resolution: Resolution; readonly bar: Bar } | null = null
  #parts: { readonly resolution: Resolution; readonly bars: readonly Bar[] } | null = null

  constructor(
    private readonly live: ChartDatafeed,
    private readonly nowMs: () => number,
  ) {}

  /** The replay's moment, ms UTC: what began before it is known. `null` while none runs. */
  get untilMs(): number | null {
    return this.#untilMs
  }

  /** Whoever draws has to read its history again. @param untilMs `null` ends the replay */
  setUntil(untilMs: number | null): void {
    this.#untilMs = untilMs
    this.#forming = null
    this.#parts = null
  }

  resolve: ChartDatafeed['resolve'] = (symbol) => this.live.resolve(symbol)

  symbols: ChartDatafeed['symbols'] = () => this.live.symbols()

  async history(query: HistoryRange): ReturnType<ChartDatafeed['history']> {
    const untilMs = this.#untilMs
    if (untilMs === null) return this.live.history(query)
    const { symbol, resolution } = query
    const read = await this.live.history({ ...query, toMs: Math.min(query.toMs ?? Infinity, untilMs - 1) })
    const last = read.bars.at(-1)
    if (query.toMs !== null || last === undefined) return read
    const bar =
      nextBarStart(resolution, last.time) <= untilMs ? last : await this.#formed(symbol, resolution, last, untilMs)
    if (untilMs === this.#untilMs) this.#forming = { resolution, bar }
    return { ...read, bars: [...read.bars.slice(0, -1), bar] }
  }

  subscribe(symbol: string, resolution: Resolution, listener: BarListener): Unsubscribe {
    this.#listeners.add(listener)
    const stop = this.live.subscribe(symbol, resolution, {
      onBars: (bars) => this.#untilMs === null && listener.onBars(bars),
      onReset: () => this.#untilMs === null && listener.onReset(),
    })
    return () => {
      this.#listeners.delete(listener)
      stop()
    }
  }

  /**
   * Goes on by one part.
   * @returns `end` where what comes next has not happened yet
   */
  async step(symbol: string, resolution: Resolution): Promise<'moved' | 'end'> {
    const untilMs = this.#untilMs
    if (untilMs === null) return 'end'
    const part = await this.#nextPart(symbol, PART_OF[resolution], untilMs)
    // It jumped, or ended, meanwhile.
    if (untilMs !== this.#untilMs) return 'moved'
    if (part === null) return 'end'
    const known = this.#forming?.resolution === resolution ? this.#forming.bar : null
    const bar = withPart(known, part, barStart(resolution, part.time))
    this.#forming = { resolution, bar }
    this.#untilMs = nextBarStart(PART_OF[resolution], part.time)
    for (const listener of this.#listeners) listener.onBars([bar])
    return 'moved'
  }

  /** What is known of a bar at a moment within it. */
  async #formed(symbol: string, resolution: Resolution, whole: Bar, untilMs: number): Promise<Bar> {
    const { bars } = await this.live.history({
      symbol,
      resolution: PART_OF[resolution],
      toMs: untilMs - 1,
      countBack: PARTS_READ,
    })
    const parts = bars.filter(({ time }) => time >= whole.time && nextBarStart(PART_OF[resolution], time) <= untilMs)
    const formed = parts.reduce<Bar | null>((bar, part) => withPart(bar, part, whole.time), null)
    // Without parts its first price is all that may be known.
    return formed ?? { ...whole, high: whole.open, low: whole.open, close: whole.open, volume: 0 }
  }

  async #nextPart(symbol: string, resolution: Resolution, fromMs: number): Promise<Bar | null> {
    const isNext = ({ time }: Bar): boolean => time >= fromMs
    const known = this.#parts?.resolution === resolution ? this.#parts.bars.find(isNext) : undefined
    if (known !== undefined) return known
    const partMs = nextBarStart(resolution, 0)
    // Past stretches without a trade, as far as now.
    for (let startMs = fromMs; startMs < this.nowMs(); startMs += PARTS_READ * partMs) {
      const toMs = startMs + PARTS_READ * partMs - 1
      const { bars } = await this.live.history({ symbol, resolution, toMs, countBack: PARTS_READ })
      const closed = bars.filter((bar) => isNext(bar) && nextBarStart(resolution, bar.time) <= this.nowMs())
      if (closed.length === 0) continue
      this.#parts = { resolution, bars: closed }
      return closed[0] ?? null
    }
    return null
  }
}
