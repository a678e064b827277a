import type { LibraryPage } from '../../../../../src/ui/chart/engines/tradingview/load-library'
import type {
  TvBar,
  TvDatafeed,
  TvLibrary,
  TvLine,
  TvSymbolInfo,
} from '../../../../../src/ui/chart/engines/tradingview/tv-api'

/**
 * A stand-in for TradingView's chart library, written from its public documentation (`docs/references.md`): it asks the
 * datafeed as the library does, keeps what it is told, and draws nothing.
 */
export interface FakeOptions {
  /** 23 answers at once, 29 with promises. */
  readonly generation: 23 | 29
  /** Since 29 only the Trading Platform has order and position lines. */
  readonly hasLines: boolean
  /** Methods of widget and chart that this copy lacks. */
  readonly missing?: readonly string[]
  readonly version?: string
  /** Never becomes ready. */
  readonly hangs?: boolean
}

export interface FakeLineState {
  readonly kind: 'order' | 'position' | 'shape'
  readonly values: Record<string, unknown>
  readonly calls: Map<string, () => void>
}

const after = async <T>(value: T): Promise<T> => value

export class FakeLibrary {
  readonly widgets: FakeWidget[] = []
  readonly options: FakeOptions

  constructor(options: FakeOptions) {
    this.options = options
  }

  /** The page that has it in its folder. */
  page(change: Partial<LibraryPage> = {}): LibraryPage {
    return {
      fetch: async (path) =>
        path.endsWith('.js')
          ? new Response('', { headers: { 'content-type': 'text/javascript; charset=utf-8' } })
          : new Response('no such file', { status: 404, headers: { 'content-type': 'text/plain' } }),
      runScript: async () => undefined,
      library: () => this.global(),
      ...change,
    }
  }

  global() {
    const { widgets, options } = this
    return {
      version: () => options.version ?? `CL v${options.generation === 29 ? '29.5.0' : '23.043'} (internal id 5a1b)`,
      widget: function make(given: Readonly<Record<string, unknown>>) {
        const widget = new FakeWidget(given, options)
        widgets.push(widget)
        return widget.api()
      } as unknown as TvLibrary['widget'],
    }
  }
}

export class FakeWidget {
  readonly lines = new Set<FakeLineState>()
  readonly asked: string[] = []
  readonly overrides: Record<string, unknown> = {}
  readonly chartTypes: number[] = []
  readonly ranges: { from: number; to: number }[] = []
  info: TvSymbolInfo | null = null
  bars: readonly TvBar[] = []
  live: TvBar | null = null
  theme: unknown
  timezone: unknown
  error: string | null = null
  isRemoved = false
  /** What a user drew with its own tools. */
  drawn: readonly string[] = []
  readonly #heard = new Map<string, Set<() => void>>()
  #api: Readonly<Record<string, unknown>>
  #resolution: string
  #symbol: string
  #streams = 0
  #shapes = new Map<string, FakeLineState>()
  #interval: ((interval: string) => void) | null = null
  #cross: ((at: { time?: number; price?: number }) => void) | null = null
  readonly #feed: TvDatafeed
  readonly #ready: Promise<void>

  constructor(
    readonly given: Readonly<Record<string, unknown>>,
    private readonly fake: FakeOptions,
  ) {
    this.#feed = given['datafeed'] as TvDatafeed
    this.#resolution = String(given['interval'])
    this.#symbol = String(given['symbol'])
    this.theme = given['theme']
    this.timezone = given['timezone']
    this.#api = this.#without(this.#chart())
    this.#ready = this.#start()
  }

  async #start(): Promise<void> {
    await new Promise<void>((resolve) => this.#feed.onReady(() => resolve()))
    await this.#resolve()
    await this.#load()
  }

  async #resolve(): Promise<void> {
    this.info = await new Promise((resolve) =>
      this.#feed.resolveSymbol(this.#symbol, resolve, (reason) => {
        this.error = reason
        resolve(null)
      }),
    )
  }

  /** The library's own comparison with another symbol: its bars come through the same datafeed. */
  async compare(symbol: string): Promise<void> {
    const info = await new Promise<TvSymbolInfo>((resolve, reject) => this.#feed.resolveSymbol(symbol, resolve, reject))
    const period = { from: 0, to: 2_000_000_000, countBack: 300, firstDataRequest: true }
    await new Promise<void>((resolve) =>
      this.#feed.getBars(
        info,
        this.#resolution,
        period,
        () => resolve(),
        () => resolve(),
      ),
    )
  }

  async #load(): Promise<void> {
    const { info } = this
    if (info === null) return
    const resolution = this.#resolution
    this.asked.push(resolution)
    if (this.#streams > 0) this.#feed.unsubscribeBars(`s${this.#streams}`)
    const nowS = 2_000_000_000
    const period = { from: nowS - 1e6, to: nowS, countBack: 300, firstDataRequest: true }
    await new Promise<void>((resolve) => {
      let isAnswered = false
      this.#feed.getBars(
        info,
        resolution,
        period,
        (bars) => {
          if (isAnswered) throw new Error('bars were given twice')
          isAnswered = true
          this.bars = bars
          resolve()
        },
        (reason) => {
          this.error = reason
          resolve()
        },
      )
      if (isAnswered) throw new Error('bars were given before the call had returned')
    })
    if (this.isRemoved) return
    const id = `s${++this.#streams}`
    this.#feed.subscribeBars(
      info,
      resolution,
      (bar) => (this.live = bar),
      id,
      () => undefined,
    )
  }

  get symbol(): string {
    return this.#symbol
  }

  /** The library's own interval menu. */
  chooseInterval(interval: string): void {
    this.#resolution = interval
    this.#interval?.(interval)
    void this.#load()
  }

  /** A user draws with its own tools. */
  draw(text: string): void {
    this.drawn = [...this.drawn, text]
    this.#tell('onAutoSaveNeeded')
  }

  #tell(event: string): void {
    for (const call of this.#heard.get(event) ?? []) call()
  }

  #state(): object {
    const sources = this.drawn.map((text) => ({ type: 'LineToolTrendLine', state: { text } }))
    const { timezone } = this
    const interval = this.#resolution
    return { charts: [{ panes: [{ sources }], interval, timezone, symbol: this.#symbol }] }
  }

  /** Lines and shapes go with the chart that was shown; interval, time zone and drawings are the layout's. */
  async #show(state: unknown): Promise<void> {
    const { charts } = state as { charts?: { panes: { sources: { state: { text: string } }[] }[] }[] }
    const chart = charts?.[0] as
      | { panes: { sources: { state: { text: string } }[] }[]; interval: string; timezone: unknown; symbol: string }
      | undefined
    if (chart === undefined) throw new Error('the content of the chart is broken')
    this.lines.clear()
    this.#shapes.clear()
    this.chartTypes.push(1)
    this.drawn = chart.panes.flatMap(({ sources }) => sources.map((one) => one.state.text))
    this.timezone = chart.timezone
    this.#symbol = chart.symbol
    await this.#resolve()
    const isSame = this.#resolution === chart.interval
    this.#resolution = chart.interval
    if (this.fake.generation === 29) {
      this.#interval = null
      this.#cross = null
      this.#api = this.#without(this.#chart())
    } else if (!isSame) this.#interval?.(chart.interval)
    await this.#load()
    this.#tell('onAutoSaveNeeded')
    this.#tell('chart_loaded')
  }

  pointAt(timeMs: number): void {
    this.#cross?.({ time: timeMs / 1_000, price: 1 })
  }

  api(): Readonly<Record<string, unknown>> {
    const isOld = this.fake.generation === 23
    const widget = {
      onChartReady: (call: () => void) => {
        if (this.fake.hangs !== true) void this.#ready.then(call)
      },
      ...(isOld ? { chart: () => this.#api } : { activeChart: () => this.#api }),
      changeTheme: (name: string) => {
        this.theme = name
        // A theme brings its own time zone and colors along.
        this.timezone = 'exchange'
        return isOld ? undefined : after(undefined)
      },
      applyOverrides: (overrides: object) => Object.assign(this.overrides, overrides),
      takeClientScreenshot: async () => ({
        toBlob: (done: (blob: Blob) => void, type: string) => done(new Blob(['picture'], { type })),
      }),
      save: (done: (state: object) => void) => done(this.#state()),
      load: (state: unknown) => {
        const shown = this.#show(state)
        if (!isOld) return shown
        // It fails later, and tells nobody.
        shown.catch(() => undefined)
        return undefined
      },
      subscribe: (event: string, call: () => void) => {
        const calls = this.#heard.get(event) ?? new Set()
        this.#heard.set(event, calls.add(call))
      },
      unsubscribe: (event: string, call: () => void) => this.#heard.get(event)?.delete(call),
      remove: () => {
        this.isRemoved = true
        if (this.#streams > 0) this.#feed.unsubscribeBars(`s${this.#streams}`)
      },
    }
    return this.#without(widget)
  }

  #without(methods: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
    const missing = this.fake.missing ?? []
    return Object.fromEntries(Object.entries(methods).filter(([name]) => !missing.includes(name)))
  }

  #chart(): Readonly<Record<string, unknown>> {
    const { generation, hasLines } = this.fake
    const answer = <T>(value: T): T | Promise<T> => (generation === 29 ? after(value) : value)
    const subscription = <F>(set: (call: F) => void) => ({ subscribe: (_: unknown, call: F) => set(call) })
    return {
      setResolution: (resolution: string) => {
        this.#resolution = resolution
        this.#interval?.(resolution)
        void this.#load()
      },
      resolution: () => this.#resolution,
      // With the exchange before it, which is empty here.
      symbol: () => `:${this.#symbol}`,
      setSymbol: (symbol: string) => {
        this.#symbol = symbol
        void this.#resolve().then(() => this.#load())
      },
      setChartType: (type: number) => this.chartTypes.push(type),
      resetData: () => void this.#load(),
      onIntervalChanged: () => subscription<(interval: string) => void>((call) => (this.#interval = call)),
      crossHairMoved: () => subscription<(at: object) => void>((call) => (this.#cross = call)),
      onVisibleRangeChanged: () => subscription(() => undefined),
      setVisibleRange: (range: { from: number; to: number }) => this.ranges.push(range),
      getTimezoneApi: () => ({ setTimezone: (id: string) => (this.timezone = id) }),
      removeAllShapes: () => {
        this.#shapes.clear()
        this.drawn = []
        this.#tell('onAutoSaveNeeded')
      },
      removeAllStudies: () => undefined,
      createShape: ({ price }: { price: number }, { text }: { text: string }) => {
        const state: FakeLineState = { kind: 'shape', values: { Price: price, Text: text }, calls: new Map() }
        const id = `shape${this.#shapes.size}-${Math.random()}`
        this.#shapes.set(id, state)
        this.lines.add(state)
        return answer(id)
      },
      getShapeById: (id: string) => ({
        setPoints: ([point]: readonly { price: number }[]) => {
          const state = this.#shapes.get(id)
          if (state !== undefined) state.values['Price'] = point?.price
        },
      }),
      removeEntity: (id: string) => {
        const state = this.#shapes.get(id)
        if (state !== undefined) this.lines.delete(state)
        this.#shapes.delete(id)
      },
      ...(hasLines
        ? {
            createOrderLine: () => answer(this.#line('order')),
            createPositionLine: () => answer(this.#line('position')),
          }
        : {}),
    }
  }

  #line(kind: 'order' | 'position'): TvLine {
    const state: FakeLineState = { kind, values: {}, calls: new Map() }
    this.lines.add(state)
    const { lines } = this
    const line: TvLine = new Proxy({} as TvLine, {
      // A promise that answers with it looks for `then`.
      get: (_, name) => {
        if (typeof name !== 'string' || name === 'then') return undefined
        if (name === 'remove')
          return () => {
            if (!lines.delete(state)) throw new Error('the line is gone')
          }
        if (name.startsWith('set'))
          return (value: unknown) => {
            state.values[name.slice(3)] = value
            return line
          }
        const isOwn = kind === 'order' ? ['onCancel', 'onMove'] : ['onClose', 'onReverse', 'onModify']
        return isOwn.includes(name) ? (call: () => void) => state.calls.set(name, call) : undefined
      },
    })
    return line
  }
}
