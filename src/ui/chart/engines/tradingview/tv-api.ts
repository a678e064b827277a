/*
 * The part of the documented API of TradingView's chart library that the adapter uses, written by hand from its public
 * documentation (23 of 2022, and 29). A method that one generation lacks is optional; what 23 returns at once and 29 as a
 * promise is either.
 */

export type MaybePromise<T> = T | Promise<T>
export type TvEntityId = string

/** An order or position line. A setter is asked for by name, so that one that is missing costs that one value. */
export interface TvLine {
  remove(): void
  readonly [setter: `set${string}`]: ((value: unknown) => unknown) | undefined
  onCancel?(call: () => void): unknown
  onClose?(call: () => void): unknown
  onReverse?(call: () => void): unknown
  /** Of a position: protect, which is TP/SL here. */
  onModify?(call: () => void): unknown
}

export interface TvSubscription<F> {
  subscribe(owner: object | null, call: F, isOnce?: boolean): void
}

export interface TvShape {
  setPoints?(points: readonly { readonly price: number; readonly time?: number }[]): void
}

export interface TvChartApi {
  setResolution(resolution: string, done?: () => void): unknown
  setChartType(type: number): unknown
  resolution?(): string
  /** May have the name of an exchange before it. */
  symbol?(): string
  setSymbol?(symbol: string, done?: () => void): unknown
  resetData(): void
  dataReady?(call?: () => void): unknown
  onIntervalChanged?(): TvSubscription<(interval: string) => void>
  crossHairMoved?(): TvSubscription<(at: { readonly time?: number; readonly price?: number }) => void>
  onVisibleRangeChanged?(): TvSubscription<(range: { readonly from: number; readonly to: number }) => void>
  setVisibleRange?(range: { readonly from: number; readonly to: number }): unknown
  createOrderLine?(): MaybePromise<TvLine>
  createPositionLine?(): MaybePromise<TvLine>
  createShape?(
    point: { readonly time: number; readonly price: number },
    options: Readonly<Record<string, unknown>>,
  ): MaybePromise<TvEntityId | null>
  getShapeById?(id: TvEntityId): TvShape
  removeEntity?(id: TvEntityId, options?: { readonly disableUndo: boolean }): void
  removeAllShapes?(): void
  removeAllStudies?(): void
  getTimezoneApi?(): { setTimezone(id: string): void }
  setTimezone?(id: string): void
}

export interface TvWidget {
  onChartReady(call: () => void): void
  activeChart?(): TvChartApi
  chart?(): TvChartApi
  changeTheme?(name: string): MaybePromise<unknown>
  applyOverrides?(overrides: Readonly<Record<string, unknown>>): void
  takeClientScreenshot?(): Promise<TvCanvas>
  setCSSCustomProperty?(name: string, value: string): void
  /** What is drawn, without lines of orders and positions and what was made with `disableSave`. */
  save?(done: (state: object) => void): void
  load?(state: unknown): MaybePromise<unknown>
  subscribe?(event: TvEvent, call: () => void): void
  unsubscribe?(event: TvEvent, call: () => void): void
  remove(): void
}

/** The widget's events that are listened to: a change that is worth keeping, and a chart that is shown. */
export type TvEvent = 'onAutoSaveNeeded' | 'chart_loaded'

/** As much of a canvas as a picture needs. */
export interface TvCanvas {
  toBlob(done: (blob: Blob | null) => void, type: string): void
}

export interface TvLibrary {
  version?(): string
  widget: new (options: Readonly<Record<string, unknown>>) => TvWidget
}

export interface TvBar {
  /** ms UTC. */
  readonly time: number
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
  readonly volume: number
}

export interface TvSymbolInfo {
  readonly name: string
  readonly ticker: string
  readonly description: string
  readonly type: string
  readonly session: string
  readonly timezone: string
  readonly exchange: string
  readonly listed_exchange: string
  readonly format: string
  readonly minmov: number
  readonly pricescale: number
  readonly has_intraday: boolean
  readonly has_daily: boolean
  readonly has_weekly_and_monthly: boolean
  readonly intraday_multipliers: readonly string[]
  readonly supported_resolutions: readonly string[]
  readonly volume_precision: number
  readonly data_status: string
}

export interface TvSearchRow {
  readonly symbol: string
  readonly full_name: string
  readonly ticker: string
  readonly description: string
  readonly exchange: string
  readonly type: string
}

export interface TvDatafeed {
  onReady(done: (config: Readonly<Record<string, unknown>>) => void): void
  searchSymbols(text: string, exchange: string, type: string, done: (rows: readonly TvSearchRow[]) => void): void
  resolveSymbol(name: string, done: (info: TvSymbolInfo) => void, failed: (reason: string) => void): void
  getBars(
    info: TvSymbolInfo,
    resolution: string,
    /** Seconds UTC; `to` itself is not wanted. */
    period: {
      readonly from: number
      readonly to: number
      readonly countBack?: number
      readonly firstDataRequest: boolean
    },
    done: (bars: readonly TvBar[], meta: { readonly noData: boolean }) => void,
    failed: (reason: string) => void,
  ): void
  subscribeBars(
    info: TvSymbolInfo,
    resolution: string,
    onBar: (bar: TvBar) => void,
    id: string,
    onReset: () => void,
  ): void
  unsubscribeBars(id: string): void
  getServerTime(done: (seconds: number) => void): void
}
