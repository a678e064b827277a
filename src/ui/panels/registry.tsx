import type { TradedMarket } from '../../domain/instrument/market-type'
import { OrderBookPanel } from '../order-book/OrderBookPanel'
import { contracts, options, type ByKind } from '../products/by-kind'
import { spreadTickers } from '../trading-kit/spread-tickers'
import { Ladder } from './Ladder'
import { Legs } from './Legs'
import { BookAndTrades, BookLegsAndTrades, BookTradesAndLadder, LegsAndTrades, TradesAndLadder } from './MarketTabs'
import type { Panel, PanelId } from './panel'
import { OptionTicket } from './OptionTicket'
import { AccountCard, AccountPanel, PriceChart, RecentTradesPanel, withParts } from './second-commit'
import { SpotTicket } from './SpotTicket'
import { SpreadTicket } from './SpreadTicket'
import { SymbolFigures, SymbolPanel } from './SymbolPanel'
import { Ticket } from './Ticket'

const nothing: Panel['watches'] = () => []
const ticker: Panel['watches'] = (symbol) => [{ topic: { kind: 'ticker', symbol } }]
const trades: Panel['watches'] = (symbol) => [{ topic: { kind: 'trades', symbol } }]

const PANELS: Readonly<Record<PanelId, Panel>> = {
  symbolHeader: { area: 'symbol', Component: SymbolPanel, watches: ticker },
  symbolFigures: { area: 'symbol', Component: SymbolFigures, watches: ticker },
  chart: { area: 'chart', Component: PriceChart, watches: ticker },
  orderBook: { area: 'book', Component: OrderBookPanel, watches: ticker },
  recentTrades: { area: 'trades', Component: RecentTradesPanel, watches: trades },
  bookAndTrades: { area: 'book', Component: BookTradesAndLadder, watches: ticker },
  tradesAndLadder: { area: 'trades', Component: TradesAndLadder, watches: trades },
  legBooks: { area: 'book', Component: Legs, watches: spreadTickers },
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

/** The account of what changes hands at once: coins in place of positions. */
const EXCHANGE_TABS = ['assets', 'openOrders', 'orderHistory', 'tradeHistory'] as const

/** A pair's: nothing is held, and no ladder trades it. */
const SPOT_PANELS: Partial<Readonly<Record<PanelId, Panel>>> = {
  bookAndTrades: { area: 'book', Component: BookAndTrades, watches: ticker },
  tradesAndLadder: { area: 'trades', Component: RecentTradesPanel, watches: trades },
  orderEntry: {
    area: 'ticket',
    Component: withParts(SpotTicket),
    watches: ticker,
  },
  account: {
    area: 'account',
    Component: (props) => <AccountPanel {...props} tabs={EXCHANGE_TABS} />,
    watches: nothing,
  },
  openOrders: {
    area: 'account',
    Component: (props) => <AccountPanel {...props} tabs={EXCHANGE_TABS} first="openOrders" />,
    watches: nothing,
  },
}

/** No strategy trades an option, or a spread. */
const OPTION_TABS = ['positions', 'openOrders', 'orderHistory', 'tradeHistory', 'assets'] as const

/** An option's: held as a position, and no ladder trades it. */
const OPTION_PANELS: Partial<Readonly<Record<PanelId, Panel>>> = {
  bookAndTrades: { area: 'book', Component: BookAndTrades, watches: ticker },
  tradesAndLadder: { area: 'trades', Component: RecentTradesPanel, watches: trades },
  orderEntry: {
    area: 'ticket',
    Component: withParts(OptionTicket),
    watches: ticker,
  },
  account: { area: 'account', Component: (props) => <AccountPanel {...props} tabs={OPTION_TABS} />, watches: nothing },
  openOrders: {
    area: 'account',
    Component: (props) => <AccountPanel {...props} tabs={OPTION_TABS} first="openOrders" />,
    watches: nothing,
  },
}

/** A spread's: its fills are held in its legs, whose prices header and ticket show beside its own. */
const SPREAD_PANELS: Partial<Readonly<Record<PanelId, Panel>>> = {
  ...OPTION_PANELS,
  symbolHeader: { ...PANELS.symbolHeader, watches: spreadTickers },
  symbolFigures: { ...PANELS.symbolFigures, watches: spreadTickers },
  bookAndTrades: { area: 'book', Component: BookLegsAndTrades, watches: spreadTickers },
  tradesAndLadder: { area: 'trades', Component: LegsAndTrades, watches: spreadTickers },
  orderEntry: {
    area: 'ticket',
    Component: withParts(SpreadTicket),
    watches: spreadTickers,
  },
}

/** Panels that a product has in place of everybody's. */
const OWN: ByKind<Partial<Readonly<Record<PanelId, Panel>>>> = {
  ...contracts({}),
  ...options(OPTION_PANELS),
  spot: SPOT_PANELS,
  spread: SPREAD_PANELS,
}

/** The panel of the trade page that a layout calls so. Nothing else knows the components. */
export function panelOf(id: PanelId, kind: TradedMarket['kind']): Panel {
  return OWN[kind][id] ?? PANELS[id]
}
