import type { TradedMarket } from '../../domain/instrument/market-type'
import type { PanelId } from '../panels/panel'
import { contracts, options, type ByKind } from '../products/by-kind'

export type PhoneViewId = 'chart' | 'ladder' | 'book' | 'legs' | 'trades' | 'positions' | 'assets' | 'orders'

interface PhoneView {
  readonly id: PhoneViewId
  readonly panels: readonly PanelId[]
  /** CSS grid rows, one for each panel. */
  readonly rows: string
  /** Its panel sends by itself: the buttons of the ticket leave it their room. */
  readonly isPressed?: true
}

/** One task a screen: what stays at the top, and the views behind the tabs. The ticket opens as a sheet. */
export interface PhoneLayout {
  readonly head: PanelId
  readonly views: readonly PhoneView[]
}

const WHOLE = 'minmax(0, 1fr)'

const CHART: PhoneView = { id: 'chart', panels: ['chart', 'orderBook'], rows: `${WHOLE} 214px` }
const BOOK: PhoneView = { id: 'book', panels: ['orderBook'], rows: WHOLE }
const TRADES: PhoneView = { id: 'trades', panels: ['recentTrades'], rows: WHOLE }
const ORDERS: PhoneView = { id: 'orders', panels: ['openOrders'], rows: WHOLE }

/** What is held as a position. */
export const PHONE: PhoneLayout = {
  head: 'symbolFigures',
  views: [
    CHART,
    { id: 'ladder', panels: ['ladder'], rows: WHOLE, isPressed: true },
    BOOK,
    TRADES,
    { id: 'positions', panels: ['account'], rows: WHOLE },
    ORDERS,
  ],
}

/** The same of what no ladder trades. */
export const PHONE_OPTION: PhoneLayout = {
  head: 'symbolFigures',
  views: PHONE.views.filter(({ id }) => id !== 'ladder'),
}

const LEGS: PhoneView = { id: 'legs', panels: ['legBooks'], rows: WHOLE }

/** The same with the books of both legs. */
export const PHONE_SPREAD: PhoneLayout = {
  head: 'symbolFigures',
  views: PHONE_OPTION.views.flatMap((view) => (view.id === 'book' ? [view, LEGS] : [view])),
}

/** What changes hands at once: coins in place of positions. */
export const PHONE_EXCHANGE: PhoneLayout = {
  head: 'symbolFigures',
  views: [CHART, BOOK, TRADES, { id: 'assets', panels: ['account'], rows: WHOLE }, ORDERS],
}

const LAYOUTS: ByKind<PhoneLayout> = {
  ...contracts(PHONE),
  ...options(PHONE_OPTION),
  spot: PHONE_EXCHANGE,
  spread: PHONE_SPREAD,
}

export function phoneLayout(kind: TradedMarket['kind']): PhoneLayout {
  return LAYOUTS[kind]
}
