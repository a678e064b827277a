import { AccountCard } from '../assets/AccountCard'
import { ChartPanel } from '../chart/ChartPanel'
import { OrderBookPanel } from '../order-book/OrderBookPanel'
import { SymbolHeader } from '../symbol-header/SymbolHeader'
import { RecentTradesPanel } from '../trades/RecentTradesPanel'
import { AccountPanel } from './AccountPanel'
import { BookAndTrades } from './BookAndTrades'
import type { Panel, PanelId } from './panel'
import { Ticket } from './Ticket'

const nothing: Panel['watches'] = () => []
const ticker: Panel['watches'] = (symbol) => [{ topic: { kind: 'ticker', symbol } }]
const trades: Panel['watches'] = (symbol) => [{ topic: { kind: 'trades', symbol } }]

/** Every panel of the trade page. Layouts name them by id, and nothing else knows their components. */
export const PANELS: Readonly<Record<PanelId, Panel>> = {
  symbolHeader: {
    title: 'market:header.title',
    area: 'symbol',
    leastSize: { width: 390, height: 56 },
    Component: SymbolHeader,
    watches: ticker,
  },
  chart: {
    title: 'market:chart.title',
    area: 'chart',
    leastSize: { width: 240, height: 200 },
    Component: ChartPanel,
    watches: ticker,
  },
  orderBook: {
    title: 'market:book.title',
    area: 'book',
    leastSize: { width: 200, height: 178 },
    Component: OrderBookPanel,
    watches: ticker,
  },
  recentTrades: {
    title: 'market:trades.title',
    area: 'trades',
    leastSize: { width: 200, height: 100 },
    Component: RecentTradesPanel,
    watches: trades,
  },
  bookAndTrades: {
    title: 'market:book.tabs',
    area: 'book',
    leastSize: { width: 200, height: 178 },
    Component: BookAndTrades,
    watches: ticker,
  },
  orderEntry: {
    title: 'trade:orderEntry',
    area: 'ticket',
    leastSize: { width: 280, height: 300 },
    Component: Ticket,
    watches: ticker,
  },
  accountCard: {
    title: 'trade:account',
    area: 'account',
    leastSize: { width: 200, height: 120 },
    Component: AccountCard,
    watches: nothing,
  },
  account: {
    title: 'trade:positionsAndOrders',
    area: 'account',
    leastSize: { width: 390, height: 150 },
    Component: ({ market }) => <AccountPanel symbol={market.symbol} />,
    watches: nothing,
  },
  openOrders: {
    title: 'trade:positionsAndOrders',
    area: 'account',
    leastSize: { width: 390, height: 150 },
    Component: ({ market }) => <AccountPanel symbol={market.symbol} first="openOrders" />,
    watches: nothing,
  },
}
