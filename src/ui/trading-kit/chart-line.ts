import type { Price, Qty } from '../../domain/decimal'
import type { TradedMarket } from '../../domain/instrument/market-type'
import type { Side } from '../../domain/order/order'

/** `moved` is where a line would go that is being moved, `asked` where one goes if a lost answer was a yes (O12). */
export type LineKind =
  | 'order'
  | 'preorder'
  | 'trigger'
  | 'position'
  | 'liquidation'
  | 'breakeven'
  | 'mark'
  | 'moved'
  | 'alert'
  | 'asked'
  /** At the price that is pointed at in the book beside the chart. */
  | 'hover'
/** Where along its line a label stands, and how thick a line is (spec §9). */
export type LinePlace = 'left' | 'center' | 'right' | 'preorder'
export type LineThickness = 'thin' | 'medium' | 'thick'
/**
 * What a button on a line does: an order's is taken back, a position is closed at market, guarded or turned over; what was
 * not sent is sent as a purchase or a sale.
 */
export type LineAction = 'cancel' | 'close' | 'tpSl' | 'reverse' | 'buy' | 'sell'
/** A colour's meaning, never its value: a change of theme restyles every line with no word from the caller. */
export type LineTone = 'buy' | 'sell' | 'profit' | 'loss' | 'warn' | 'info' | 'muted'

/** What a price would mean for a line that is moved to it. */
export interface MovedLine {
  /** On the contract's tick, within its range of prices. */
  readonly price: Price
  readonly priceText: string
  readonly text: string
  readonly tone: LineTone
  /** Distance from the market, and the result or the liquidation price there. */
  readonly detail: { readonly text: string; readonly tone: LineTone } | null
  /** Why it would not be sent, in words; `null` where nothing stands in the way. */
  readonly problem: string | null
}

/** A line under way: what it was taken from is fixed when the move begins. */
export interface LineMoving {
  at(price: number): MovedLine
  /** Lets go at a price. Resolves when the answer has come or is not known; what stands in the way is said by a notice. */
  drop(price: Price): Promise<void>
  /** Takes back what `at` did where the line itself follows; left out where it did nothing. */
  cancel?(): void
}

/** How a line is moved by hand. */
export interface LineMove {
  /** Name of its handle. */
  readonly label: string
  /** What an arrow key adds to the price. */
  readonly tick: number
  /** Whether the line itself follows at once, as what was not sent does; else where it would go is a line beside it. */
  readonly isLive?: boolean
  /** @returns `null` where there is nothing to move any more */
  begin(): LineMoving | null
}

export interface LineSpec {
  readonly id: string
  readonly kind: LineKind
  readonly price: number
  readonly priceText: string
  readonly tone: LineTone
  /** Empty for a bare line with a price only. */
  readonly text: string
  readonly dash: 'solid' | 'dashed' | 'dotted'
  /** A second figure, such as the unrealised profit. */
  readonly detail?: { readonly text: string; readonly tone: LineTone } | null
  /** `mark` is what the button shows, `label` what it is called. */
  readonly actions?: readonly { readonly id: LineAction; readonly mark: string; readonly label: string }[]
  onAction?(id: LineAction): void
  /** Left out: as the chart's settings have it. */
  readonly place?: LinePlace
  readonly thickness?: LineThickness
  /** Absent on a line that stays where it is. */
  readonly move?: LineMove | null
}

/**
 * What a feature has drawn on the chart of a contract. It reads signals: the chart asks again when one of them changes,
 * and draws what it gets without knowing whose it is.
 */
export type LineSource = (market: TradedMarket) => readonly LineSpec[]

/** A trade of ours to mark on the bars. */
export interface ExecutionMark {
  readonly id: string
  readonly side: Side
  readonly price: Price
  readonly qty: Qty
  readonly timeMs: number
}

/** The trades of the contract, in any order; it reads signals as a line's source does. */
export type ExecutionSource = () => readonly ExecutionMark[]

/** A position that was drawn: where to enter, where to take the profit, where to stop. */
export interface TradePlan {
  readonly side: Side
  readonly entry: Price
  readonly target: Price
  readonly stop: Price
}

/** What can be done at a price of the chart. */
export interface ChartMenuItem {
  readonly id: string
  readonly text: string
  /** The side of the ticket that it fills; left out where it fills none. */
  readonly ticketSide?: Side
  run(): void
}

/** All that others show on a chart, and what they take from it. */
export interface ChartSources {
  readonly lines: readonly LineSource[]
  readonly executions: ExecutionSource
  /** Puts a plan into the ticket; nothing is sent. */
  toTicket(plan: TradePlan): void
  /** What can be done at a price, in groups; it comes with the first asking. */
  menu(price: Price): Promise<readonly (readonly ChartMenuItem[])[]>
  /** The chart is gone: nothing more is read for it. */
  stop(): void
}
