import type {
  Bar,
  BarListener,
  ChartDatafeed,
  ChartEvents,
  ChartPalette,
  ChartPort,
  ChartPortOptions,
  HistoryRange,
  Resolution,
} from '../../../../src/ui/chart/port/chart-port'
import type { ChartSymbol } from '../../../../src/ui/chart/symbols/chart-symbol'
import type { LineSpec } from '../../../../src/ui/trading-kit/chart-line'

/*
 * What every engine behind the port does. It knows no test runner, so that it runs where an engine does: in the runner
 * for the adapter of an operator's library, in a browser for the embedded engine.
 */

const MINUTE = 60_000
const START = 1_700_000_000_000 - (1_700_000_000_000 % (30 * MINUTE))

export const BTCUSDT: ChartSymbol = {
  type: 'PERPETUAL',
  ticker: 'BTCUSDT_PERPETUAL',
  name: 'BTCUSDT',
  shortName: 'BTC USDT',
  origDesc: 'BTCUSDT',
  symbolStatus: 'trading',
}

/** Ten bars of a minute, closing at 100, 101 … */
export function barsOf(count = 10): readonly Bar[] {
  return Array.from({ length: count }, (_, i) => {
    const close = 100 + i
    return { time: START + i * MINUTE, open: close, high: close + 1, low: close - 1, close, volume: 1 }
  })
}

export class FakeFeed implements ChartDatafeed {
  bars: readonly Bar[] = barsOf()
  failure: string | null = null
  readonly queries: HistoryRange[] = []
  readonly streams = new Map<BarListener, { readonly symbol: string; readonly resolution: Resolution }>()

  symbols = (): readonly ChartSymbol[] => [BTCUSDT]

  resolve(symbol: string) {
    return { symbol, priceDecimals: 1, qtyDecimals: 3, tick: 0.5 }
  }

  async history(query: HistoryRange) {
    this.queries.push(query)
    if (this.failure !== null) throw new Error(this.failure)
    const { toMs, countBack } = query
    const found = this.bars.filter((bar) => toMs === null || bar.time <= toMs).slice(-countBack)
    return { bars: found, noMore: found.length < countBack }
  }

  subscribe(symbol: string, resolution: Resolution, listener: BarListener): () => void {
    this.streams.set(listener, { symbol, resolution })
    return () => this.streams.delete(listener)
  }

  send(bar: Bar): void {
    for (const listener of this.streams.keys()) listener.onBars([bar])
  }
}

/** An engine under test, and what can be seen of it from outside. */
export interface Subject {
  open(options: ChartPortOptions): Promise<ChartPort>
  container(): HTMLElement
  /** Lines that are drawn, by their text. */
  lines(port: ChartPort): readonly string[]
  timezone(port: ChartPort): string
  /** A user draws with the engine's own tools; left out where it has none. */
  draw?(port: ChartPort, text: string): void
  drawn?(port: ChartPort): readonly string[]
  /** Whether anything is left of it after its end. */
  isGone(port: ChartPort): boolean
  palette: ChartPalette
}

const NOTED = ['loading', 'loaded', 'error', 'bar'] as const
type Seen = { [K in keyof ChartEvents]: ChartEvents[K][] }

class Run {
  readonly feed = new FakeFeed()
  readonly traces: string[] = []
  readonly seen: Pick<Seen, (typeof NOTED)[number]> = { loading: [], loaded: [], error: [], bar: [] }
  port!: ChartPort

  constructor(private readonly subject: Subject) {}

  async open(): Promise<void> {
    const { subject, feed } = this
    this.port = await subject.open({
      container: subject.container(),
      datafeed: feed,
      symbol: 'BTCUSDT',
      resolution: '1',
      view: { ...VIEW },
      locale: 'en',
      palette: subject.palette,
      fontFamily: 'sans-serif',
      minBarSpacing: 0.8,
      theme: () => 'dark',
      nowMs: () => START + 10 * MINUTE,
      trace: (message) => this.traces.push(message),
    })
    this.#note('loading')
    this.#note('loaded')
    this.#note('error')
    this.#note('bar')
  }

  #note<K extends (typeof NOTED)[number]>(name: K): void {
    const all: ChartEvents[K][] = this.seen[name]
    this.port.on(name, (value) => all.push(value))
  }

  async until(what: string, isSo: () => boolean): Promise<void> {
    const end = Date.now() + 10_000
    while (!isSo()) {
      if (Date.now() > end) throw new Error(`never: ${what}; ${JSON.stringify(this.seen)} ${this.traces.join()}`)
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
  }

  loaded(): Promise<void> {
    return this.until('loaded', () => this.seen.loaded.length > 0)
  }

  lines(): readonly string[] {
    return this.subject.lines(this.port)
  }
}

const VIEW = {
  chartType: 'candles',
  scale: 'normal',
  isInverted: false,
  isFixed: false,
  hasDays: true,
  hasCountdown: true,
  isLegendFolded: false,
  timezone: 'Europe/Berlin',
} as const

export function lineOf(change: Partial<LineSpec> = {}): LineSpec {
  return {
    id: 'a',
    kind: 'order',
    price: 104,
    priceText: '104.0',
    tone: 'buy',
    text: 'Buy limit 1',
    dash: 'dashed',
    actions: [{ id: 'cancel', mark: '×', label: 'Cancel' }],
    ...change,
  }
}

function same(found: unknown, wanted: unknown, what: string): void {
  const [left, right] = [JSON.stringify(found), JSON.stringify(wanted)]
  if (left !== right) throw new Error(`${what}: ${left} and not ${right}`)
}

type Check = (run: Run, subject: Subject) => Promise<void>

const CHECKS: Readonly<Record<string, Check>> = {
  'reads the newest bars of its symbol and tells the newest one': async (run) => {
    await run.open()
    await run.loaded()
    same(run.seen.loaded, [{ isEmpty: false }], 'loaded')
    same(run.seen.bar.at(-1)?.close, 109, 'newest close')
    const [first] = run.feed.queries
    same([first?.symbol, first?.resolution, first?.toMs], ['BTCUSDT', '1', null], 'first read')
    same(run.seen.error, [], 'errors')
  },
  'says that a market without trades is empty': async (run) => {
    run.feed.bars = []
    await run.open()
    await run.loaded()
    same(run.seen.loaded, [{ isEmpty: true }], 'loaded')
  },
  'says why bars did not come, and reads them when it is asked again': async (run) => {
    await run.open()
    await run.loaded()
    run.feed.failure = 'the exchange is away'
    run.port.resetData()
    await run.until('an error', () => run.seen.error.length > 0)
    same(run.seen.error[0], { message: 'the exchange is away' }, 'error')
    run.feed.failure = null
    run.port.resetData()
    await run.until('loaded again', () => run.seen.loaded.length === 2)
  },
  'reads anew for another interval, and follows that one alone': async (run) => {
    await run.open()
    await run.loaded()
    run.port.setResolution('30')
    await run.until('loaded again', () => run.seen.loaded.length === 2)
    same(run.seen.loading.length > 0, true, 'loading was said')
    same(run.feed.queries.at(-1)?.resolution, '30', 'interval of the read')
    await run.until('one stream', () => run.feed.streams.size === 1)
    same([...run.feed.streams.values()], [{ symbol: 'BTCUSDT', resolution: '30' }], 'streams')
  },
  'tells the bar that the stream changed': async (run) => {
    await run.open()
    await run.loaded()
    await run.until('a stream', () => run.feed.streams.size === 1)
    run.feed.send({ ...barsOf()[9]!, close: 109.5 })
    await run.until('the new close', () => run.seen.bar.at(-1)?.close === 109.5)
  },
  'draws a line, changes it, and takes it away': async (run) => {
    await run.open()
    await run.loaded()
    const line = run.port.line(lineOf())
    await run.until('the line', () => run.lines().join() === 'Buy limit 1')
    line.update(lineOf({ text: 'Buy limit 2', price: 105 }))
    await run.until('the new text', () => run.lines()[0] === 'Buy limit 2')
    line.remove()
    await run.until('no line', () => run.lines().length === 0)
  },
  'leaves nothing of a line that is taken away at once': async (run) => {
    await run.open()
    await run.loaded()
    run.port.line(lineOf()).remove()
    const kept = run.port.line(lineOf({ id: 'b', text: 'Second' }))
    await run.until('the second line alone', () => run.lines().join() === 'Second')
    kept.remove()
  },
  'keeps lines and time zone through a change of theme': async (run, subject) => {
    await run.open()
    await run.loaded()
    run.port.line(lineOf())
    await run.until('the line', () => run.lines().join() === 'Buy limit 1')
    run.port.setTheme({ ...subject.palette, buy: '#123456' })
    await run.until('the time zone', () => subject.timezone(run.port) === 'Europe/Berlin')
    same(run.lines(), ['Buy limit 1'], 'lines')
  },
  'shows every type of bars and every scale': async (run, subject) => {
    await run.open()
    await run.loaded()
    for (const chartType of ['line', 'step', 'area', 'baseline', 'heikinAshi', 'hollow', 'bars', 'candles'] as const)
      run.port.setView({ ...VIEW, chartType, scale: 'logarithm', isInverted: true, timezone: 'UTC' })
    await run.until('the time zone', () => subject.timezone(run.port).endsWith('UTC'))
    run.port.goTo(START)
    run.port.goToNow()
    run.port.showDays(1)
    same(run.seen.error, [], 'errors')
  },
  'takes everything that the port asks, also what it lacks': async (run) => {
    await run.open()
    await run.loaded()
    run.port.showStudies([])
    run.port.showExecutions([])
    run.port.showDrawings([])
    run.port.setMagnet('weak')
    run.port.followDrawing('none', () => {})()
    run.port.draw(null)
    same(Array.isArray(run.port.pointsInView('trendLine')), true, 'points')
    same(typeof run.port.engine.name, 'string', 'engine')
  },
  'gives away what is drawn with its own tools and shows it again, the rest as the page has it': async (
    run,
    subject,
  ) => {
    await run.open()
    await run.loaded()
    const own = run.port.ownLayout
    const { lacks } = run.port.engine
    same(own !== null || lacks.includes('keptLayout') || !lacks.includes('drawings'), true, 'kept, or said not to be')
    if (own === null) return
    let changes = 0
    own.onChange(() => changes++)
    subject.draw?.(run.port, 'first')
    same(changes, 1, 'changes')
    let kept: unknown
    own.save((layout) => (kept = JSON.parse(JSON.stringify(layout))))
    await run.until('the layout', () => kept !== undefined)
    subject.draw?.(run.port, 'second')
    const line = run.port.line(lineOf())
    await run.until('the line', () => run.lines().join() === 'Buy limit 1')
    run.port.setResolution('30')
    await run.until('loaded again', () => run.seen.loaded.length === 2)
    run.port.setView({ ...VIEW, timezone: 'Asia/Tokyo' })
    await own.load(kept)
    same(subject.drawn?.(run.port), ['first'], 'drawn')
    same(changes, 2, 'a layout that is shown is no change')
    await run.until('the line again', () => run.lines().join() === 'Buy limit 1')
    same(subject.timezone(run.port), 'Asia/Tokyo', 'time zone')
    await run.until('one stream of the interval', () => [...run.feed.streams.values()].at(-1)?.resolution === '30')
    // The line is still its own.
    line.update(lineOf({ text: 'Buy limit 2' }))
    await run.until('the new text', () => run.lines().join() === 'Buy limit 2')
    line.remove()
    await run.until('no line', () => run.lines().length === 0)
    subject.draw?.(run.port, 'third')
    same(changes, 3, 'changes afterwards')
  },
  'gives a picture': async (run) => {
    await run.open()
    await run.loaded()
    const picture = await run.port.screenshot()
    same([picture.type, picture.size > 0], ['image/png', true], 'picture')
  },
  'leaves nothing behind, and says nothing more, once it is over': async (run, subject) => {
    await run.open()
    await run.loaded()
    run.port.line(lineOf())
    await run.until('the line', () => run.lines().join() === 'Buy limit 1')
    run.port.destroy()
    same(run.feed.streams.size, 0, 'streams')
    await run.until('gone', () => subject.isGone(run.port))
    const told = run.seen.bar.length
    run.feed.send({ ...barsOf()[9]!, close: 1 })
    same(run.seen.bar.length, told, 'bars after the end')
  },
}

export const CHART_CONTRACT: readonly string[] = Object.keys(CHECKS)

/** @throws Error that says what was found and what should be */
export async function checkChart(name: string, subject: Subject): Promise<void> {
  const run = new Run(subject)
  try {
    await CHECKS[name]!(run, subject)
    same(run.traces, [], 'traces')
  } finally {
    if (run.port !== undefined) run.port.destroy()
  }
}
