import type { Leverage, Money, Price, Qty } from '../../../../src/domain/decimal'
import type { InstrumentSymbol, OrderId, OrderLinkId } from '../../../../src/domain/order/order'
import type { NewStrategy } from '../../../../src/domain/order/strategy'
import { API_KEYS_PATH } from '../../../../src/wire/rest/api-keys'
import {
  CANCEL_ALL_PATH,
  CANCEL_ORDER_PATH,
  CREATE_ORDER_PATH,
  REPLACE_ORDER_PATH,
} from '../../../../src/wire/rest/create-order'
import {
  NATIVE_ADD_MARGIN_PATH,
  NATIVE_SET_AUTO_ADD_MARGIN_PATH,
  SET_LEVERAGE_PATH,
  SET_MARGIN_MODE_PATH,
  SWITCH_POSITION_MODE_PATH,
} from '../../../../src/wire/rest/position-settings'
import { PREFERENCE_PATH } from '../../../../src/wire/rest/preferences'
import { TWAP_CANCEL_PATH, TWAP_CREATE_PATH, TWAP_ORDER_LIST_PATH } from '../../../../src/wire/rest/strategy'
import { SET_TP_SL_PATH } from '../../../../src/wire/rest/trading-stop'
import type { App } from '../../../../src/ui/state/app-context'
import { AccountModel } from '../../../../src/ui/state/account-model'
import type { NoticeModel } from '../../../../src/ui/state/notice-model'
import { OrderActions } from '../../../../src/ui/trading-kit/order-actions'
import { outcomeText } from '../../../../src/ui/trading-kit/refusals/outcome-text'
import { readRefusal } from '../../../../src/ui/trading-kit/refusals/read-refusal'
import { rejectionText } from '../../../../src/ui/trading-kit/refusals/rejection-text'
import type { Read } from '../../../../src/workers/hub-api'
import type { TabSession } from '../../../../src/workers/hub/tabs/tab-session'
import type { OrderIntent, Outcome } from '../../../../src/workers/presses'
import { ACCOUNT, BTC, order } from '../../../workers/scene'

/** A way on which an answer of the exchange reaches the trader, from the tab's call to the words at its place. */
export interface Road {
  readonly path: string
  /** `quiet`: nobody waits for it at a place of its own; what concerns the account alone is told. */
  readonly kind: 'press' | 'read' | 'quiet'
  /** Codes that this road has words of its own for. */
  readonly ownWords: readonly number[]
  /** @returns what stands at the place that asked; `''` and `null` for nothing */
  readonly send: (tab: TabSession, notices: NoticeModel, id: OrderLinkId) => Promise<string | null>
}

const SYMBOL = 'BTCUSDT' as InstrumentSymbol
const reference = { symbol: BTC, orderId: 'o-1' as OrderId, orderLinkId: null }
const PAGE = { symbol: SYMBOL, limit: 50, cursor: null }
const SIDE = { symbol: SYMBOL, positionIdx: 0 } as const

const intent = (id: OrderLinkId): OrderIntent => ({
  id,
  account: ACCOUNT,
  pressedAtMs: 1_700_000_000_000,
  order: {
    symbol: SYMBOL,
    side: 'buy',
    type: 'limit',
    price: '64000' as Price,
    qty: '0.01' as Qty,
    timeInForce: 'goodTillCancel',
    reduceOnly: false,
    closeOnTrigger: false,
    positionIdx: 0,
  },
})

const TWAP: NewStrategy = {
  kind: 'twap',
  symbol: SYMBOL,
  side: 'buy',
  qty: '0.05' as Qty,
  reduceOnly: false,
  positionIdx: 0,
  durationMs: 300_000,
  intervalMs: 60_000,
  price: null,
}

/** The order list's buttons, on the tab's own commands. */
const actions = (tab: TabSession, notices: NoticeModel): OrderActions =>
  new OrderActions({ hub: { api: tab } as unknown as App['hub'], notices, account: new AccountModel() })

/** A form or a dialog: the refusal stands in it. */
const form =
  (call: (tab: TabSession, id: OrderLinkId) => Promise<Outcome<unknown>>): Road['send'] =>
  async (tab, _notices, id) =>
    outcomeText(await call(tab, id))

/** A panel that shows what was read, or why it was not. */
const panel =
  (call: (tab: TabSession) => Promise<Read<unknown>>): Road['send'] =>
  async (tab) => {
    const read = await call(tab)
    const rejection = read.hasError ? readRefusal(read) : null
    return rejection === null ? null : rejectionText(rejection)
  }

const press = (path: string, send: Road['send'], ownWords: readonly number[] = []): Road => ({
  path,
  kind: 'press',
  ownWords,
  send,
})
const read = (path: string, send: Road['send']): Road => ({ path, kind: 'read', ownWords: [], send })

/** Every call that a trader's press or look makes. */
export const ROADS: Readonly<Record<string, Road>> = {
  ticket: press(
    CREATE_ORDER_PATH,
    form((tab, id) => tab.placeOrder(intent(id))),
    [39303],
  ),
  amendDialog: press(
    REPLACE_ORDER_PATH,
    form((tab, id) => tab.amendOrder(id, { ...reference, price: '63000' as Price, qty: null })),
  ),
  cancelButton: press(CANCEL_ORDER_PATH, async (tab, notices) => {
    await actions(tab, notices).cancel(order())
    return null
  }),
  cancelAll: press(CANCEL_ALL_PATH, async (tab, notices) => {
    await actions(tab, notices).cancelAll(null, 'all', [order()])
    return null
  }),
  leverageDialog: press(
    SET_LEVERAGE_PATH,
    form((tab) => tab.setLeverage({ symbol: SYMBOL, buyLeverage: '5' as Leverage, sellLeverage: '5' as Leverage })),
  ),
  tpSlDialog: press(
    SET_TP_SL_PATH,
    form((tab) =>
      tab.setTpSl({
        ...SIDE,
        mode: 'full',
        takeProfit: null,
        stopLoss: null,
        tpSize: null,
        slSize: null,
        tpOrderId: null,
        slOrderId: null,
        trailing: { distance: '500' as Price, rate: null, activationPrice: null },
      }),
    ),
  ),
  marginModeDialog: press(
    SET_MARGIN_MODE_PATH,
    form((tab) => tab.setMarginMode('isolated')),
  ),
  positionModeDialog: press(
    SWITCH_POSITION_MODE_PATH,
    form((tab) => tab.setPositionMode({ symbol: SYMBOL, mode: 'hedge' })),
  ),
  addMarginDialog: press(
    NATIVE_ADD_MARGIN_PATH,
    form((tab) => tab.addMargin({ ...SIDE, amount: '100' as Money })),
  ),
  autoAddMargin: press(
    NATIVE_SET_AUTO_ADD_MARGIN_PATH,
    form((tab) => tab.setAutoAddMargin({ ...SIDE, isOn: true })),
  ),
  borrowDialog: press(
    '/v5/account/borrow',
    form((tab) => tab.changeLending({ kind: 'borrow', coin: 'SOL', amount: '1' as Money })),
  ),
  repayDialog: press(
    '/v5/account/no-convert-repay',
    form((tab) => tab.changeLending({ kind: 'repay', coin: 'SOL', amount: null, withOthers: false })),
  ),
  collateralSwitch: press(
    '/v5/account/set-collateral-switch',
    form((tab) => tab.changeLending({ kind: 'collateral', coin: 'SOL', isOn: false })),
  ),
  strategyTicket: press(
    TWAP_CREATE_PATH,
    form((tab, id) => tab.openStrategy({ id, strategy: TWAP, pressedAtMs: 1_700_000_000_000, account: ACCOUNT })),
  ),
  strategyStop: press(TWAP_CANCEL_PATH, async (tab, notices, id) => {
    const outcome = await tab.cancelStrategy(id, { symbol: SYMBOL, strategyId: 's-1' })
    if (outcome.kind === 'refused') notices.sayRefused('strategyStopRefused', outcome.rejection)
    return null
  }),
  orderHistory: read(
    '/v5/order/history',
    panel((tab) => tab.orderHistory(PAGE)),
  ),
  tradeHistory: read(
    '/v5/execution/list',
    panel((tab) => tab.executionHistory(PAGE)),
  ),
  strategyOrders: read(
    TWAP_ORDER_LIST_PATH,
    panel((tab) => tab.strategyOrders({ symbol: SYMBOL, strategyId: 's-1', cursor: null })),
  ),
  lending: read(
    '/v5/account/collateral-info',
    panel((tab) => tab.lending()),
  ),
  loanCharges: read(
    '/v5/account/borrow-history',
    panel((tab) => tab.loanCharges(PAGE)),
  ),
  apiKeys: read(
    API_KEYS_PATH,
    panel((tab) => tab.apiKeys()),
  ),
  newApiKey: read(
    API_KEYS_PATH,
    panel((tab) => tab.createApiKey({ note: '', mayTrade: false })),
  ),
  preferences: {
    path: PREFERENCE_PATH,
    kind: 'quiet',
    ownWords: [],
    send: async (tab) => {
      await tab.setPreferences({ asksBeforeClose: false })
      return null
    },
  },
  // Chart failures are logged alone (spec §8).
  chart: {
    path: '/v5/market/kline',
    kind: 'quiet',
    ownWords: [],
    send: async (tab) => {
      await tab.candles({ symbol: SYMBOL, interval: '1', source: 'last', endMs: null, limit: 10 })
      return null
    },
  },
}
