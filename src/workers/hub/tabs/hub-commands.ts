import type { InstrumentSymbol } from '../../../domain/order/order'
import type { HistoryQuery, HistoryRows, HubCommands } from '../../hub-api'
import type { AccountSide } from '../account/account-side'
import type { WiderRead } from '../account/kept-read'
import type { OrdersSide } from '../calls/orders-side'
import type { HubLifecycle } from '../hub-lifecycle'
import type { MarketSide } from '../market/market-side'
import type { SelfReport } from '../self-report'
import type { Recorder } from './recorder'

export interface CommandPorts {
  readonly market: MarketSide
  readonly account: AccountSide
  readonly orders: OrdersSide
  readonly report: SelfReport
  readonly recorder: Recorder
  readonly lifecycle: HubLifecycle
  readonly trace: (what: string, error: unknown) => void
}

/** Who answers each command. @returns the commands of one tab, by its id */
export function hubCommands(ports: CommandPorts): (tabId: () => string) => HubCommands {
  const { account, report, recorder, lifecycle, trace } = ports
  const { newOrders, orderChanges, positions, algoOrders, alerts, reversals } = ports.orders
  const { history } = ports.market
  return (tabId) => ({
    placeOrder: (intent) => newOrders.place(intent, tabId()),
    amendOrder: (id, order) => orderChanges.amend(id, order),
    cancelOrder: (id, order) => orderChanges.cancel(id, order),
    cancelAll: (symbol, only) => orderChanges.cancelAll(symbol, only),
    setLeverage: (terms) => positions.setLeverage(terms),
    openStrategy: (press) => algoOrders.open(press),
    cancelStrategy: (id, strategy) => algoOrders.cancel(id, strategy),
    setTpSl: (terms) => positions.setTpSl(terms),
    setMarginMode: (mode) => positions.setMarginMode(mode),
    setPositionMode: (terms) => positions.setPositionMode(terms),
    addMargin: (terms) => positions.addMargin(terms),
    setAutoAddMargin: (terms) => positions.setAutoAddMargin(terms),
    changeLending: (change) => positions.changeLending(change),
    reverse: (press) => reversals.reverse(press),
    reopenReverse: (id, openId, pressedAtMs) => reversals.reopen(id, openId, pressedAtMs),
    dismissReverse: async (id) => reversals.dismiss(id),
    addAlert: (terms) => alerts.add(terms),
    amendAlert: (change) => alerts.amend(change),
    removeAlert: (alert) => alerts.remove(alert),
    dismissIntent: async (id) => newOrders.dismiss(id),
    resendIntent: (id) => newOrders.resend(id),
    setPreferences: async (chosen) => account.preferences.set(chosen),
    asVisitor: (act) => account.session.act(act),
    apiKeys: () => account.keys.list(),
    createApiKey: (terms) => account.keys.create(terms),
    endApiKey: (apiKey) => account.keys.end(apiKey),
    feeRates: (symbol) => account.feeRates(symbol),
    foretell: (order) => account.foretell(order),
    portfolio: (trades) => account.portfolio(trades),
    lending: () => account.kept('lending', 'last', account.lending.all()),
    lendingRoom: (coin) => account.lending.room(coin),
    spotPower: (symbol, side) => account.lending.power(symbol, side),
    loanCharges: (query) => account.kept('charges', pageOf(query), history.loanCharges(query)),
    candles: (range) => history.candles(range),
    orderHistory: (query) => account.kept('orders', pageOf(query), history.orders(query), ofAll(query)),
    executionHistory: (query) => account.kept('executions', pageOf(query), history.executions(query), ofAll(query)),
    strategyOrders: (query) =>
      account.kept('sent', query.cursor === null ? query.strategyId : null, history.strategyOrders(query)),
    diagnostics: async () => report.diagnostics(tabId()),
    audit: () => report.audit(),
    recording: async () => recorder.recording(tabId()),
    reportFault: async (what, message) => trace(what, message),
    takeOver: async () => lifecycle.takeOver(),
  })
}

/** The page of every market together. */
const ALL = 'all'

/** The first page of a table is kept, of each market that it was shown of. */
function pageOf({ symbol, cursor, isKept }: Partial<HistoryQuery>): string | null {
  return isKept && cursor === null ? (symbol ?? ALL) : null
}

/** A market that was never looked at by itself has its rows in the page of all. */
function ofAll<T extends { readonly symbol: InstrumentSymbol }>({
  symbol,
}: HistoryQuery): WiderRead<HistoryRows<T>> | null {
  if (symbol === null) return null
  return { of: ALL, narrow: (all) => ({ ...all, rows: all.rows.filter((row) => row.symbol === symbol) }) }
}
