import type { ChartDatafeed, PriceSource, Resolution } from '../port/chart-port'

/** Bars of one read; the exchange gives no more. */
const PAGE_BARS = 1_000
/** Closes kept of one series: as many bars as a chart goes back to. */
export const CLOSES_MAX = 10_000
/** Live closes are drawn about once a second: the line's other bars are closed. */
const LIVE_MS = 1_000
/** After a read that failed. */
const AGAIN_MS = 5_000

interface Series {
  readonly symbol: string
  readonly price: PriceSource
  readonly resolution: Resolution
}

interface Hooks {
  /** Other closes are known than before. */
  changed(): void
  trace(message: string): void
  after(delayMs: number, call: () => void): () => void
}

/**
 * The closes of one series by the start of their bars, read page by page as far back as they are asked for, and followed
 * from then on. A bar that the series does not have is `null`: nothing is filled in.
 */
export class ComparedCloses {
  readonly #closes = new Map<number, number>()
  readonly #stops: (() => void)[] = []
  /** Everything from here on was read; `null` before the first page. */
  #fromMs: number | null = null
  #hasOlder = true
  #wantedMs = Infinity
  #isReading = false
  #isStopped = false
  #isTelling = false

  constructor(
    private readonly series: Series,
    private readonly feed: Pick<ChartDatafeed, 'history' | 'subscribe'>,
    private readonly hooks: Hooks,
  ) {
    const { symbol, resolution, price } = series
    const listener = {
      onBars: (bars: readonly { readonly time: number; readonly close: number }[]) => {
        for (const { time, close } of bars) this.#closes.set(time, close)
        this.#tellSoon()
      },
      onReset: () => this.#beginAnew(),
    }
    this.#stops.push(feed.subscribe(symbol, resolution, listener, price))
    void this.#read()
  }

  /** The close of the bar that starts there; `null` where there is none, or none yet. */
  at(timeMs: number): number | null {
    if (timeMs < this.#wantedMs) {
      this.#wantedMs = timeMs
      // Of a list of bars the first asks first: one read serves them all.
      queueMicrotask(() => void this.#read())
    }
    return this.#closes.get(timeMs) ?? null
  }

  stop(): void {
    this.#isStopped = true
    for (const stop of this.#stops) stop()
  }

  #beginAnew(): void {
    this.#fromMs = null
    this.#hasOlder = true
    void this.#read()
  }

  async #read(): Promise<void> {
    if (this.#isReading || this.#isStopped || !this.#isWanting()) return
    this.#isReading = true
    const fromMs = this.#fromMs
    try {
      const { bars, noMore } = await this.feed.history({
        ...this.series,
        toMs: fromMs === null ? null : fromMs - 1,
        countBack: PAGE_BARS,
      })
      if (this.#isStopped) return
      for (const { time, close } of bars) this.#closes.set(time, close)
      // A reset in between asks for the newest page again.
      if (this.#fromMs === fromMs) {
        this.#fromMs = bars[0]?.time ?? fromMs
        this.#hasOlder = !noMore && bars.length > 0
      }
      this.hooks.changed()
    } catch (error) {
      if (this.#isStopped) return
      const { symbol, price } = this.series
      this.hooks.trace(`comparison with ${symbol} ${price}: ${error instanceof Error ? error.message : String(error)}`)
      this.#stops.push(this.hooks.after(AGAIN_MS, () => void this.#read()))
      return
    } finally {
      this.#isReading = false
    }
    void this.#read()
  }

  #isWanting(): boolean {
    if (this.#fromMs === null) return this.#hasOlder
    return this.#hasOlder && this.#wantedMs < this.#fromMs && this.#closes.size < CLOSES_MAX
  }

  #tellSoon(): void {
    if (this.#isTelling) return
    this.#isTelling = true
    this.#stops.push(
      this.hooks.after(LIVE_MS, () => {
        this.#isTelling = false
        if (!this.#isStopped) this.hooks.changed()
      }),
    )
  }
}
