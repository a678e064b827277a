import type { DataLoader, KLineData } from 'klinecharts'

/** As much of the chart's engine as its loader sees: it keeps bars, asks at its ends, and is scrolled. */
export class PagedEngine {
  bars: KLineData[] = []
  loader!: DataLoader
  longest = 0
  #more = { forward: false, backward: false }
  #load = 0
  /** Index of the bar at the right edge. */
  right = 0
  isBusy = false
  live: ((bar: KLineData) => void) | null = null

  /** @param inView bars that its pane has room for */
  constructor(readonly inView: number) {}

  getDataList = () => this.bars
  getVisibleRange = () => {
    const to = Math.min(this.bars.length, this.right + 1)
    const from = Math.max(0, to - this.inView)
    return { from, to, realFrom: from, realTo: to }
  }

  resetData = () => this.ask('init')

  scrollToDataIndex = (index: number) => {
    // As the engine does: the first bar may stand at the right edge, with nothing before it.
    this.right = Math.max(0, Math.min(this.bars.length - 1, index))
    this.atEnds()
  }

  atEnds(): void {
    const { from, to } = this.getVisibleRange()
    if (from === 0 && this.#more.forward) this.ask('forward')
    else if (to === this.bars.length && this.#more.backward) this.ask('backward')
  }

  ask(type: 'init' | 'forward' | 'backward'): void {
    if (this.isBusy && type !== 'init') return
    this.isBusy = true
    const load = type === 'init' ? ++this.#load : this.#load
    const timestamp =
      type === 'init' ? null : ((type === 'forward' ? this.bars[0] : this.bars.at(-1))?.timestamp ?? null)
    void this.loader.getBars({
      type,
      timestamp,
      symbol: {} as never,
      period: {} as never,
      callback: (bars, more) => {
        if (load !== this.#load) throw new Error('an answer to an older load')
        this.isBusy = false
        const both = typeof more === 'object' ? more : { forward: more ?? false, backward: more ?? false }
        if (type === 'init') {
          this.bars = bars
          this.right = bars.length - 1
          this.#more = { forward: both.forward ?? false, backward: both.backward ?? false }
          void this.loader.subscribeBar?.({
            symbol: {} as never,
            period: {} as never,
            callback: (bar) => this.live?.(bar),
          })
        } else if (type === 'forward') {
          this.bars = [...bars, ...this.bars]
          this.right += bars.length
          this.#more.forward = both.forward ?? false
        } else {
          this.bars = [...this.bars, ...bars]
          this.#more.backward = both.backward ?? false
        }
        this.longest = Math.max(this.longest, this.bars.length)
        if (bars.length > 0) this.atEnds()
      },
    })
  }
}
