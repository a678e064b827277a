import type { PanelId } from '../panels/panel'

export type PhoneViewId = 'chart' | 'ladder' | 'book' | 'trades' | 'positions' | 'orders'

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

export const PHONE: PhoneLayout = {
  head: 'symbolFigures',
  views: [
    { id: 'chart', panels: ['chart', 'orderBook'], rows: `${WHOLE} 214px` },
    { id: 'ladder', panels: ['ladder'], rows: WHOLE, isPressed: true },
    { id: 'book', panels: ['orderBook'], rows: WHOLE },
    { id: 'trades', panels: ['recentTrades'], rows: WHOLE },
    { id: 'positions', panels: ['account'], rows: WHOLE },
    { id: 'orders', panels: ['openOrders'], rows: WHOLE },
  ],
}
