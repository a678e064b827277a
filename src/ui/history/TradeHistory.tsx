import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useMemo } from 'react'
import { qtyCoin } from '../contract-units'
import { useTranslation } from '../i18n/use-translation'
import type { Execution } from '../../domain/order/execution'
import type { InstrumentSymbol } from '../../domain/order/order'
import { formatDateTime, formatMoney, formatPrice, formatQty } from '../format'
import type { Column } from '../kit/DataTable'
import { Amount, Result } from '../orders/Amount'
import { OrderContract } from '../orders/OrderContract'
import { originOf } from '../orders/order-rows'
import { useApp } from '../state/app-context'
import { HistoryModel } from './history-model'
import { HistoryTable } from './HistoryTable'
import { mergeExecutions } from './merge-executions'

/** Every fill of ours, the newest first. */
export function TradeHistory({ symbol }: { readonly symbol: InstrumentSymbol | null }) {
  useSignals()
  const { t } = useTranslation('trade')
  const { hub, account } = useApp()
  const model = useMemo(() => new HistoryModel((query) => hub.api.executionHistory(query)), [hub])
  useEffect(() => void model.load(symbol), [model, symbol])
  const live = account.executions.value.filter((execution) => symbol === null || execution.symbol === symbol)
  const columns = useMemo(() => tradeColumns(t), [t])
  return (
    <HistoryTable
      label={t('tab.tradeHistory')}
      model={model}
      rows={mergeExecutions(live, model.rows.value)}
      columns={columns}
      rowKey={(execution) => execution.id}
      rowAttributes={(execution) => ({
        'data-exec-id': execution.id,
        'data-order-id': execution.orderId,
        'data-symbol': execution.symbol,
        'data-side': execution.side,
      })}
      emptyTitle={t('empty.tradeHistory')}
      emptyHint={t('empty.tradeHistoryHint')}
    />
  )
}

/** Kinds of fills that have a word; another one is shown as the exchange says it. */
const EXEC_TYPES: ReadonlySet<string> = new Set([
  'Trade',
  'AdlTrade',
  'BlockTrade',
  'BustTrade',
  'Delivery',
  'Funding',
  'FutureSpread',
  'MovePosition',
  'Settle',
])

function tradeColumns(t: (key: string) => string): readonly Column<Execution>[] {
  return [
    { id: 'contract', title: t('column.contract'), align: 'start', cell: (row) => <OrderContract order={row} /> },
    { id: 'price', title: t('column.fillPrice'), cell: (row) => <FillPrice row={row} /> },
    { id: 'qty', title: t('column.qty'), cell: (row) => <FillQty row={row} /> },
    { id: 'value', title: t('column.value'), cell: (row) => <Amount row={row} amount={row.value} /> },
    {
      id: 'fee',
      title: t('column.fee'),
      cell: (row) => (
        <>
          <Amount row={row} amount={row.fee} isFee />
          <small>{t(row.isMaker ? 'maker' : 'taker')}</small>
        </>
      ),
    },
    {
      id: 'grossPnl',
      title: t('column.grossPnl'),
      cell: (row) => (row.closedQty === '0' ? formatMoney(null) : <Result row={row} result={row.grossPnl} />),
    },
    {
      id: 'kind',
      title: t('column.type'),
      cell: (row) => (
        <>
          {t(`execType.${EXEC_TYPES.has(row.execType) ? row.execType : 'other'}`)}
          <Origin row={row} />
        </>
      ),
    },
    { id: 'time', title: t('column.time'), cell: (row) => formatDateTime(row.timeMs) },
  ]
}

/** What sent its order: the list says so, and of a fill that came live the order itself. */
function Origin({ row }: { readonly row: Execution }) {
  useSignals()
  const { t } = useTranslation('trade')
  const order = useApp().account.order(row.orderId)
  const createType = order?.createType ?? row.createType
  const parentOrderId = order?.parentOrderId ?? null
  const origin = createType === undefined ? null : originOf({ createType, parentOrderId })
  return origin === null ? null : <small>{t(`origin.${origin}`)}</small>
}

function FillPrice({ row }: { readonly row: Execution }) {
  useSignals()
  return <>{formatPrice(row.price, useApp().market(row.symbol).instrument.value?.tickSize ?? null)}</>
}

function FillQty({ row }: { readonly row: Execution }) {
  useSignals()
  const instrument = useApp().market(row.symbol).instrument.value
  return (
    <>
      {formatQty(row.qty, instrument?.lotSize ?? null)} {qtyCoin(instrument)}
    </>
  )
}
