import type { Translate } from '../i18n/words'
import { useSignals } from '@preact/signals-react/runtime'
import { useMemo } from 'react'
import { roundToStep, type Price } from '../../domain/decimal'
import type { Contract } from '../../domain/instrument/contract'
import { limitPrice, type Order } from '../../domain/order/order'
import type { Strategy } from '../../domain/order/strategy'
import { payoffOf } from '../../domain/instrument/payoff'
import { averageEntry } from '../../domain/risk/pnl'
import { qtyCoin } from '../contract-units'
import { formatDateTime, formatPrice, formatQty } from '../format'
import { HistoryModel } from '../trading-kit/history-model'
import { HistoryTable } from '../trading-kit/HistoryTable'
import { useHistory } from '../trading-kit/use-history'
import { useTranslation } from '../i18n/use-translation'
import type { Column } from '../kit/DataTable'
import { Dialog } from '../kit/Dialog'
import { DialogLine } from '../kit/DialogForm'
import { orderState, rowAttributes } from '../trading-kit/order-rows'
import { useApp } from '../state/app-context'

interface Props {
  readonly strategy: Strategy
  readonly onClose: () => void
}

/** The orders that a strategy has sent so far, newest first, and the mean price of what they filled. */
export function StrategyOrdersDialog({ strategy, onClose }: Props) {
  useSignals()
  const { t } = useTranslation('strategies')
  const { hub, account, market } = useApp()
  const { id, symbol } = strategy
  const model = useMemo(
    () => new HistoryModel<Order>(({ cursor }) => hub.api.strategyOrders({ symbol, strategyId: id, cursor })),
    [hub, symbol, id],
  )
  const read = useHistory(model, symbol)
  const instrument = market(symbol).instrument.value
  const columns = useMemo(() => orderColumns(t, instrument), [t, instrument])
  const rows = withLive(id, read, [...account.openOrders.value, ...account.closedOrders.value])
  return (
    <Dialog title={t(`ordersOf.${strategy.kind}`, { symbol })} onClose={onClose}>
      <DialogLine label={t(model.hasMore.value ? 'averageShown' : 'average')}>
        {formatPrice(averageOf(rows, instrument), instrument?.tickSize ?? null)}
      </DialogLine>
      <HistoryTable
        label={t('ordersTable')}
        model={model}
        rows={rows}
        columns={columns}
        rowKey={(order) => order.id}
        rowAttributes={(order) => rowAttributes({ kind: 'order', order })}
        emptyTitle={t('noOrders')}
        emptyHint={t('noOrdersHint')}
      />
    </Dialog>
  )
}

function orderColumns(t: Translate<'strategies'>, instrument: Contract | null): readonly Column<Order>[] {
  const tick = instrument?.tickSize ?? null
  const lot = instrument?.lotSize ?? null
  return [
    {
      id: 'time',
      title: t('trade:column.time'),
      align: 'start',
      cell: (order) => formatDateTime(order.createdAtMs),
    },
    {
      id: 'price',
      title: t('trade:column.priceAverage'),
      cell: (order) => (
        <>
          {order.type === 'market' ? t('trade:marketPrice') : formatPrice(limitPrice(order), tick)}
          <small>{formatPrice(order.avgPrice, tick)}</small>
        </>
      ),
    },
    {
      id: 'qty',
      title: t('trade:column.qtyFilled'),
      cell: (order) => (
        <>
          {formatQty(order.qty, lot)} {qtyCoin(instrument)}
          <small>{formatQty(order.filledQty, lot)}</small>
        </>
      ),
    },
    { id: 'state', title: t('trade:column.state'), cell: (order) => t(`trade:state.${orderState(order)}`) },
  ]
}

/** It goes on sending while it is looked at: the account's own stream brings what the page that was read has not. */
function withLive(strategyId: string, read: readonly Order[], live: readonly Order[]): readonly Order[] {
  const byId = new Map(read.map((order) => [order.id, order]))
  for (const order of live) {
    if (order.parentOrderId === strategyId && (byId.get(order.id)?.seq ?? -1) < order.seq) byId.set(order.id, order)
  }
  return [...byId.values()].toSorted((a, b) => b.createdAtMs - a.createdAtMs || b.seq - a.seq)
}

/** Mean price of the fills, on the tick; `null` before the first. */
function averageOf(orders: readonly Order[], instrument: Contract | null): Price | null {
  if (instrument === null) return null
  const fills = orders.flatMap(({ filledQty, avgPrice }) =>
    avgPrice === null || filledQty === '0' ? [] : [{ qty: filledQty, price: avgPrice }],
  )
  const mean = averageEntry(payoffOf(instrument.kind), fills)
  return mean === null ? null : roundToStep(mean, instrument.tickSize, 'nearest')
}
