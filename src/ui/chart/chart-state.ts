import type { ReadonlySignal, Signal } from '@preact/signals-react'
import type { Price } from '../../domain/decimal'
import type { ChartMenuItem, LineSpec } from '../trading-kit/chart-line'
import type { BarReplay } from './bar-replay/bar-replay'
import type { ChartPhase } from './chart-reads'
import type { Drawing } from './drawings/drawing'
import type { DrawingTools } from './drawings/open-drawings'
import type { DrawingsModel } from './drawings/drawings-model'
import type { ChartSettings } from './layout-store/chart-settings'
import type { OwnDrawings } from './layout-store/keep-engine-layout'
import type { LineChoicesModel } from './lines/line-choices'
import type { Bar, ChartEngine, ChartEvents } from './port/chart-port'
import type { StudiesModel } from './studies/studies-model'
import type { StudyTemplates } from './studies/study-templates'

/** What a running chart is worked with, in the file that comes with the engine. */
export interface ChartTools {
  readonly studies: StudiesModel
  readonly templates: StudyTemplates
  readonly drawings: DrawingsModel
  readonly replay: BarReplay
  readonly drawing: DrawingTools
  /** What positions, orders, alerts and the ticket have on it, also what is hidden. */
  readonly lines: ReadonlySignal<readonly LineSpec[]>
  readonly lineChoices: LineChoicesModel
  /** What indicators write over the bars: how many lines, and where the next one would begin, CSS pixels. */
  readonly legend: ReadonlySignal<ChartEvents['legend']>
  /** What is drawn with the engine's own tools; `null` of an engine that has none or gives nothing away. */
  readonly inside: OwnDrawings | null
  /** Leads the focus to what a line is worked with. @returns whether there is something */
  focusLine(id: string): boolean
  /** Puts a position that was drawn into the ticket; nothing is sent. */
  toTicket(drawing: Drawing): void
}

/** A dialog of the chart's own; of the indicators it may open with one of them. */
export type ChartDialog =
  | { readonly kind: 'indicators'; readonly study: string | null }
  | { readonly kind: 'settings' | 'objects' | 'layouts' | 'compare' | 'symbol' | 'picture' }

/** Which engine draws, and why the operator's library does not although it is there. */
export interface ShownEngine {
  readonly engine: ChartEngine
  readonly refusal: string | null
}

/** The model's state that a running chart follows and changes. */
export interface ChartState {
  readonly settings: ReadonlySignal<ChartSettings>
  /** Shows other settings: its user's own. */
  adopt(settings: ChartSettings): void
  readonly phase: Signal<ChartPhase>
  /** `null` until one runs. */
  readonly engine: Signal<ShownEngine | null>
  /** The bar under the crosshair, else the newest. */
  readonly bar: Signal<Bar | null>
  /** The bar that keys put the crosshair at; `null` while they did not. */
  readonly keyed: Signal<Bar | null>
  /** Whether the newest bar is in view. */
  readonly isAtNow: Signal<boolean>
  /** Of the market's first bar, ms UTC, where it is shown for a moment before it; `null` otherwise. */
  readonly begins: Signal<number | null>
  /** The moment under the pointer, ms UTC; `null` where there is none. */
  readonly pointedMs: Signal<number | null>
  readonly tools: Signal<ChartTools | null>
  readonly dialog: Signal<ChartDialog | null>
  readonly menu: Signal<OpenMenu | null>
}

/** The menu of a price, at a place of the window, px. */
export interface OpenMenu {
  readonly price: Price
  readonly x: number
  readonly y: number
  readonly groups: readonly (readonly ChartMenuItem[])[]
}
