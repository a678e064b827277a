import type { ComponentType } from 'react'
import type { InstrumentSymbol, Side } from '../../domain/order/order'
import type { Watch } from '../../workers/hub-api'
import type { Area } from '../kit/ErrorBoundary'
import type { MarketModel } from '../state/market-model'

export type PanelId =
  | 'symbolHeader'
  | 'symbolFigures'
  | 'chart'
  | 'orderBook'
  | 'recentTrades'
  | 'bookAndTrades'
  | 'tradesAndLadder'
  | 'ladder'
  | 'legBooks'
  | 'orderEntry'
  | 'accountCard'
  | 'account'
  | 'openOrders'

export interface PanelProps {
  readonly market: MarketModel
}

export interface TicketProps extends PanelProps {
  /** The phone's sheet has one side and one button. */
  readonly only?: Side
  readonly onPlaced?: () => void
}

/** A part of the trade page that a layout may place, once or several times. It fills the room that it gets; `panel-facts.ts` says how it is called and how much it needs. */
export interface Panel {
  /** What is said to have crashed where it does. */
  readonly area: Area
  readonly Component: ComponentType<PanelProps>
  /**
   * Streams that it needs for as long as it is on the page. What depends on its size or on a choice in it (the rows of a
   * book, the interval of a chart, the tab that is open) it asks for itself.
   */
  watches(symbol: InstrumentSymbol): readonly Watch[]
}
