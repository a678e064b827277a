import { AccountCard } from '../assets/AccountCard'
import { OrderBookPanel } from '../order-book/OrderBookPanel'
import { RecentTradesPanel } from '../trades/RecentTradesPanel'
import { AccountPanel } from './AccountPanel'
import { Ladder } from './Ladder'
import { BookAndTrades, TradesAndLadder } from './MarketTabs'
import type { Panel, PanelId } from './panel'
import { PriceChart } from './PriceChart'
import { SymbolFigures, SymbolPanel } from './SymbolPanel'
import { Ticket } from './Ticket'

const nothing: Panel['watches'] = () => []
const ticker: Panel['watches'] = (symbol) => [{ topic: { kind: 'ticker', symbol } }]
const trades: Panel['watches'] = (symbol) => [{ topic: { kind: 'trades', symbol } }]

/** Every panel of the trade page. Layouts name them by id, and nothing else knows their components. */
export const PANELS: Readonly<Record<PanelId, Panel>> = {
  symbolHeader: { area: 'symbol', Component: SymbolPanel, watches: ticker },
  symbolFigures: { area: 'symbol', Component: SymbolFigures, watches: ticker },
  chart: { area: 'chart', Component: PriceChart, watches: ticker },
  orderBook: { area: 'book', Component: OrderBookPanel, watches: ticker },
  recentTrades: { area: 'trades', Component: RecentTradesPanel, watches: trades },
  bookAndTrades: { area: 'book', Component: BookAndTrades, watches: ticker },
  tradesAndLadder: { area: 'trades', Component: TradesAndLadder, watches: trades },
  ladder: { area: 'ladder', Component: Ladder, watches: ticker },
  orderEntry: { area: 'ticket', Component: Ticket, watches: ticker },
  accountCard: { area: 'account', Component: AccountCard, watches: nothing },
  account: { area: 'account', Component: AccountPanel, watches: nothing },
  openOrders: {
    area: 'account',
    Component: (props) => <AccountPanel {...props} first="openOrders" />,
    watches: nothing,
  },
}
