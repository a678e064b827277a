import type { Indicator } from '../../../domain/indicators/indicator'
import type { ParameterValues } from '../../../domain/indicators/parameters'
import type { CandleInterval, CandleSource } from '../../../domain/market/market'
import type { Side } from '../../../domain/order/order'
import type { LineSpec, LineTone } from '../../trading-kit/chart-line'
import type { Drawing, DrawingPoint } from '../drawings/drawing'
import type { DrawingKind } from '../drawings/drawing-kind'
import type { LineWidth, SeriesTone } from '../studies/study'
import type { ChartSymbol } from '../symbols/chart-symbol'

/** Spec §9, intervals: the chart's word is the exchange's. */
export type Resolution = CandleInterval
/** What bars are of. */
export type PriceSource = CandleSource
export type ThemeName = 'light' | 'dark'
/** In the order of a list to choose from. */
export const CHART_TYPES = ['candles', 'hollow', 'bars', 'heikinAshi', 'line', 'step', 'area', 'baseline'] as const
export type ChartType = (typeof CHART_TYPES)[number]
export const PRICE_SCALES = ['normal', 'logarithm', 'percentage'] as const
/** Of the price axis: as it is, by its logarithm, or in per cent of the first bar in view. */
export type PriceScale = (typeof PRICE_SCALES)[number]

/** How the bars are shown; changing it reads nothing. */
export interface ChartView {
  readonly chartType: ChartType
  readonly scale: PriceScale
  readonly isInverted: boolean
  /** Whether the price axis keeps its range instead of fitting what is in view. */
  readonly isFixed: boolean
  /** Whether each new day has a line. */
  readonly hasDays: boolean
  /** Whether the last price says how long its bar still lasts. */
  readonly hasCountdown: boolean
  /** Whether what indicators write over the bars is left out, where that is several lines. */
  readonly isLegendFolded: boolean
  /** An IANA name. */
  readonly timezone: string
}

/** A bar inside the engine: the one place where a price is a `number` (decisions 29). `time` is its start, ms UTC. */
export interface Bar {
  readonly time: number
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
  readonly volume: number
}

export type Unsubscribe = () => void

/** Where an engine gets its bars; the same for every engine. */
export interface ChartDatafeed {
  resolve(symbol: string): SymbolScale
  /** All that can be looked for. */
  symbols(): readonly ChartSymbol[]
  /** Bars that start at or before `toMs` (`null` is now), oldest first. Rejects when the exchange cannot be asked. */
  history(query: HistoryRange): Promise<{ readonly bars: readonly Bar[]; readonly noMore: boolean }>
  /** `onBars` gets what changed, at most once a frame; `onReset` says that bars may be missing. */
  subscribe(symbol: string, resolution: Resolution, listener: BarListener, price?: PriceSource): Unsubscribe
}

export interface SymbolScale {
  readonly symbol: string
  readonly priceDecimals: number
  readonly qtyDecimals: number
  /** Price step: prices leave the chart rounded to it. */
  readonly tick: number
}

export interface HistoryRange {
  readonly symbol: string
  readonly resolution: Resolution
  readonly toMs: number | null
  readonly countBack: number
  /** Left out: of the trades. */
  readonly price?: PriceSource
}

export interface BarListener {
  onBars(bars: readonly Bar[]): void
  onReset(): void
}

export interface LineHandle {
  update(spec: LineSpec): void
  remove(): void
}

/** Colours by meaning, read from the theme. */
export type ChartPalette = Readonly<
  Record<
    | 'background'
    | 'grid'
    | 'axisText'
    | 'text'
    | 'up'
    | 'down'
    | 'accent'
    | 'crosshair'
    | 'crosshairLabel'
    | 'onFill'
    | LineTone
    | SeriesTone,
    string
  >
>

/** What the buttons of a study's own pane do; up and down change places with the pane beside it. */
export type StudyAction = 'settings' | 'remove' | 'up' | 'down'

/** What an engine needs of an indicator. */
export type StudyIndicator = Omit<Indicator, 'name' | 'parameters'>

/** An indicator to draw. The engine computes it with the indicator that it is given, never with one of its own. */
export interface StudySpec {
  readonly id: string
  readonly indicator: StudyIndicator
  readonly values: ParameterValues
  readonly title: string
  /** One for each output. */
  readonly tones: readonly SeriesTone[]
  readonly width: LineWidth
  readonly isVisible: boolean
  /** Whether its values are another symbol's prices, which are drawn in per cent of the first bar in view. */
  readonly isRebased: boolean
  readonly heightPx: number | null
  /** Of the buttons of its pane; `move` is what it is dragged by, or moved by arrow keys: `null` for one that stays. */
  readonly actionLabels: Readonly<Record<'settings' | 'remove', string> & { readonly move: string | null }>
}

/** The trades of one side in one bar. */
export interface ExecutionSpec {
  /** Start of the bar, ms UTC. */
  readonly barMs: number
  readonly side: Side
  /** What is said of them while their bar is pointed at. */
  readonly text: string
}

export const MAGNETS = ['off', 'weak', 'strong'] as const
/** Whether points go to the bars' own prices: near them, or always. */
export type Magnet = (typeof MAGNETS)[number]

/** A drawing to show. The engine's overlays are a view of it and keep nothing. */
export interface DrawingSpec extends Drawing {
  readonly isSelected: boolean
  readonly words: { readonly target: string; readonly stop: string; readonly text: string; bars(count: number): string }
}

export interface ChartEvents {
  /** The bar under the crosshair, or the newest. */
  bar: Bar
  /** Keys put the crosshair at a bar; `null` when they let it go. */
  keyed: Bar | null
  loaded: { readonly isEmpty: boolean }
  loading: null
  /** A moment was gone to before the market's first bar, which is shown in its place. */
  begins: { readonly timeMs: number }
  error: { readonly message: string }
  studyAction: { readonly id: string; readonly action: StudyAction }
  /** A user drew the last point. */
  drawn: { readonly kind: DrawingKind; readonly points: readonly DrawingPoint[] }
  drawingMoved: { readonly id: string; readonly points: readonly DrawingPoint[] }
  /** The menu of a price is asked for at a place of the page, px of the window. The price is as the scale has it. */
  menu: { readonly price: number; readonly x: number; readonly y: number }
  drawingSelected: { readonly id: string; readonly isSelected: boolean }
  /** The moment under the pointer, ms UTC; `null` when it left. */
  crosshair: { readonly timeMs: number | null }
  /** Whether the newest bar is in view. */
  view: { readonly isAtNow: boolean }
  /**
   * Lines of text that indicators write over the bars, folded or not, and how far from the top of the chart the next one would
   * begin, CSS pixels. None where the chart says them to a pointer alone.
   */
  legend: { readonly lines: number; readonly top: number }
  /** A user dragged the edge of a pane. */
  studyHeight: { readonly id: string; readonly heightPx: number }
}

export interface ChartPortOptions {
  readonly container: HTMLElement
  readonly datafeed: ChartDatafeed
  readonly symbol: string
  readonly resolution: Resolution
  readonly view: ChartView
  readonly locale: string
  readonly palette: ChartPalette
  readonly fontFamily: string
  readonly minBarSpacing: number
  theme(): ThemeName
  /** By the exchange's clock, ms UTC. */
  nowMs(): number
  /** What goes wrong in an engine and is no message of its own (spec §8). */
  trace(message: string): void
}

/** What an engine may be unable to do of what the port asks; it takes the call and does nothing. */
export const CHART_ABILITIES = [
  /** Our indicators, in panes with buttons. */
  'studies',
  /** Our drawings, which all tabs of an account share. */
  'drawings',
  /** Arrows at fills. */
  'executions',
  /** Buttons on lines: cancel, close, reverse, TP/SL. */
  'lineButtons',
  /** The closes as steps; a plain line is drawn. */
  'stepLine',
  /** The crosshair of a chart beside it. */
  'linkedCrosshair',
  /** What is drawn with its own tools is there again another time. */
  'keptLayout',
] as const
export type ChartAbility = (typeof CHART_ABILITIES)[number]

/** Which engine draws. */
export interface ChartEngine {
  readonly name: 'tv' | 'klinecharts'
  /** As it says itself; `null` where it does not. */
  readonly version: string | null
  /** Versions that it was not made for, with those that were expected. */
  readonly unexpected: readonly {
    readonly what: 'library' | 'css'
    readonly found: string
    readonly expected: string
  }[]
  readonly lacks: readonly ChartAbility[]
}

/** What is drawn in an engine with the engine's own tools, as it writes it down: nobody else can read it. */
export interface EngineLayout {
  /** Gives it as it is now, as JSON has it: while the call lasts, where the engine does so. */
  save(done: (layout: unknown) => void): void
  /**
   * Shows one in place of all that is drawn; lines, interval, look and time zone stay the page's.
   * @throws Error when the engine does not take it
   */
  load(layout: unknown): Promise<void>
  /** Tells that something was drawn, changed or removed. */
  onChange(call: () => void): Unsubscribe
}

/** What the terminal asks of a chart, whichever engine draws it (chart.md §5). */
export interface ChartPort {
  readonly engine: ChartEngine
  /** `null` of an engine that draws with the page's tools alone, or gives away nothing. */
  readonly ownLayout: EngineLayout | null
  setResolution(resolution: Resolution): void
  setView(view: ChartView): void
  /** Shows the bars around a moment, ms UTC; as far back as bars are kept. */
  goTo(timeMs: number): void
  goToNow(): void
  /** Shows so many days up to now, once their bars are there. */
  showDays(days: number): void
  /** Shows the crosshair at a moment, ms UTC, without saying that it is there; `null` takes it away. */
  pointAt(timeMs: number | null): void
  /** Asks for history again; used after bars may have been missed. */
  resetData(): void
  setTheme(palette: ChartPalette): void
  line(spec: LineSpec): LineHandle
  /** Marks these trades and no others. */
  showExecutions(executions: readonly ExecutionSpec[]): void
  /** Draws these indicators and no others, by id. */
  showStudies(studies: readonly StudySpec[]): void
  /** Shows these drawings and no others, lowest first. */
  showDrawings(drawings: readonly DrawingSpec[]): void
  /** The next presses draw one like this; `null` ends it. */
  draw(template: DrawingSpec | null): void
  setMagnet(magnet: Magnet): void
  /** Tells where the last point of a drawing lies, CSS pixels of the container, whenever it is drawn; `null` is nowhere. */
  followDrawing(id: string, tell: (place: { readonly x: number; readonly y: number } | null) => void): Unsubscribe
  /** Points for a drawing in the middle of what is in view; none without bars. */
  pointsInView(kind: DrawingKind): readonly DrawingPoint[]
  screenshot(): Promise<Blob>
  on<K extends keyof ChartEvents>(event: K, listener: (value: ChartEvents[K]) => void): Unsubscribe
  destroy(): void
}
