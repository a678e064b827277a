import type { Translate } from '../i18n/words'
import { useSignals } from '@preact/signals-react/runtime'
import { useMemo } from 'react'
import { orderEnd } from '../../wire/order-end-codes'
import { qtyCoin } from '../contract-units'
import { useTranslation } from '../i18n/use-translation'
import { limitPrice, type InstrumentSymbol, type Order } from '../../domain/order/order'
import { formatDateTime, formatPrice, formatQty } from '../format'
import type { Column } from '../kit/DataTable'
import { Amount } from '../trading-kit/Amount'
import { meanText } from '../trading-kit/mean-text'
import { OrderContract } from '../trading-kit/OrderContract'
import { mergeOrders, orderState, rowAttributes } from '../trading-kit/order-rows'
import { OrderTerms } from '../trading-kit/OrderTerms'
import { OrderVolatility } from '../trading-kit/OrderVolatility'
import { endKey } from '../trading-kit/end-key'
import { Trigger } from '../trading-kit/OrderTrigger'
import { useApp } from '../state/app-context'
import { HistoryModel } from '../trading-kit/history-model'
import { HistoryTable } from '../trading-kit/HistoryTable'
import { useHistory } from '../trading-kit/use-history'

/** Orders that are over, the newest first. */
export function OrderHistory({ symbol }: { readonly symbol: InstrumentSymbol | null }) {
  useSignals()
  const { t } = useTranslation('trade')
  // Why an order ended is told in their words.
  useTranslation('notices')
  const { hub, account } = useApp()
  const model = useMemo(() => new HistoryModel((query) => hub.api.orderHistory(query)), [hub])
  const past = useHistory(model, symbol)
  const live = account.closedOrders.value.filter((order) => symbol === null || order.symbol === symbol)
  const columns = useMemo(() => historyColumns(t, model), [t, model])
  return (
    <HistoryTable
      label={t('tab.orderHistory')}
      model={model}
      rows={mergeOrders(live, past)}
      columns={columns}
      rowKey={(order) => order.id}
      rowAttributes={(order) => rowAttributes({ kind: 'order', order })}
      emptyTitle={t('empty.orderHistory')}
      emptyHint={t('empty.orderHistoryHint')}
    />
  )
}

function historyColumns(t: Translate<'trade'>, model: HistoryModel<Order>): readonly Column<Order>[] {
  return [
    { id: 'contract', title: t('column.contract'), align: 'start', cell: (order) => <Contract order={order} /> },
    { id: 'type', title: t('column.type'), cell: (order) => <OrderTerms row={{ kind: 'order', order }} /> },
    { id: 'trigger', title: t('column.trigger'), cell: (order) => <Trigger row={{ kind: 'order', order }} /> },
    { id: 'price', title: t('column.priceAverage'), cell: (order) => <Prices order={order} /> },
    { id: 'qty', title: t('column.qtyFilled'), cell: (order) => <Quantities order={order} /> },
    { id: 'value', title: t('column.filledValueFee'), cell: (order) => <ValueAndFee order={order} model={model} /> },
    {
      id: 'state',
      title: t('column.state'),
      cell: (order) => (
        <>
          {t(`state.${orderState(order)}`)}
          <small>{endWords(order, t)}</small>
        </>
      ),
    },
    { id: 'time', title: t('column.time'), cell: (order) => formatDateTime(order.updatedAtMs) },
  ]
}

/** The market, and of the order of a leg the spread that made it. */
function Contract({ order }: { readonly order: Order }) {
  useSignals()
  const { t } = useTranslation('history')
  const { account } = useApp()
  const isLeg = order.createType === 'CreateByFutureSpread' && order.parentOrderId != null
  const spread = isLeg ? (account.order(order.parentOrderId!)?.symbol ?? null) : null
  return (
    <>
      <OrderContract order={order} />
      {spread === null ? null : <small>{t('history:execution.legOf', { spread })}</small>}
    </>
  )
}

/** Why it ended without a fill, in words. */
function endWords(order: Order, t: Translate<'trade'>): string {
  const end = orderEnd(order)
  return end === null ? '' : t(endKey(order, end))
}

function Prices({ order }: { readonly order: Order }) {
  useSignals()
  const { t } = useTranslation('trade')
  const tick = useApp().market(order.symbol).listed.value?.tickSize ?? null
  return (
    <>
      {order.type === 'market' ? t('marketPrice') : formatPrice(limitPrice(order), tick)}
      <small>{meanText(order.avgPrice, tick)}</small>
      <OrderVolatility order={order} />
    </>
  )
}

/** Of a spread what its order paid, and what a pair's leg paid in the coins that it brought. */
function ValueAndFee({ order, model }: { readonly order: Order; readonly model: HistoryModel<Order> }) {
  useSignals()
  const app = useApp()
  const bought = [order.legOrderId1, order.legOrderId2].flatMap((id) => {
    const leg = id == null ? null : (app.account.order(id) ?? model.rows.value.find((one) => one.id === id) ?? null)
    const listed = leg === null ? null : app.market(leg.symbol).listed.value
    return leg !== null && listed?.kind === 'spot' && leg.side === 'buy' ? [leg] : []
  })
  return (
    <>
      <Amount row={order} amount={order.filledValue} />
      <small>
        <Amount row={order} amount={order.fee} isFee />
      </small>
      {bought.map((leg) => (
        <small key={leg.id}>
          <Amount row={leg} amount={leg.fee} isFee />
        </small>
      ))}
    </>
  )
}

function Quantities({ order }: { readonly order: Order }) {
  useSignals()
  const instrument = useApp().market(order.symbol).listed.value
  return (
    <>
      {formatQty(order.qty, instrument?.lotSize ?? null)} {qtyCoin(instrument)}
      <small>{formatQty(order.filledQty, instrument?.lotSize ?? null)}</small>
    </>
  )
}
