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

function panel(
  title: Panel['title'],
  area: Panel['area'],
  [width, height]: readonly [width: number, height: number],
  Component: Panel['Component'],
  watches = nothing,
): Panel {
  return { title, area, leastSize: { width, height }, Component, watches }
}

/** Every panel of the trade page. Layouts name them by id, and nothing else knows their components. */
export const PANELS: Readonly<Record<PanelId, Panel>> = {
  symbolHeader: panel('market:header.title', 'symbol', [390, 56], SymbolHeader, ticker),
  chart: panel('market:chart.title', 'chart', [240, 200], ChartPanel, ticker),
  orderBook: panel('market:book.title', 'book', [200, 178], OrderBookPanel, ticker),
  recentTrades: panel('market:trades.title', 'trades', [200, 100], RecentTradesPanel, trades),
  bookAndTrades: panel('market:book.tabs', 'book', [200, 178], BookAndTrades, ticker),
  orderEntry: panel('trade:orderEntry', 'ticket', [280, 300], Ticket, ticker),
  accountCard: panel('trade:account', 'account', [200, 120], AccountCard),
  account: panel('trade:positionsAndOrders', 'account', [390, 150], AccountPanel),
  openOrders: panel('trade:positionsAndOrders', 'account', [390, 150], (props) => (
    <AccountPanel {...props} first="openOrders" />
  )),
}
