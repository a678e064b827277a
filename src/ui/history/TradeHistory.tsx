import type { Translate } from '../i18n/words'
import { useSignals } from '@preact/signals-react/runtime'
import { useMemo } from 'react'
import { useTranslation } from '../i18n/use-translation'
import type { Execution } from '../../domain/order/execution'
import { executionAccount } from '../../domain/order/execution-account'
import { kindOfName, type ContractKind } from '../../domain/instrument/product-kind'
import type { InstrumentSymbol } from '../../domain/order/order'
import { formatDateTime } from '../format'
import type { Column } from '../kit/DataTable'
import { Amount } from '../trading-kit/Amount'
import { useApp } from '../state/app-context'
import {
  ExecutionAmount,
  ExecutionContract,
  ExecutionFee,
  ExecutionPrice,
  ExecutionQty,
  ExecutionType,
} from './ExecutionCells'
import { HistoryModel } from '../trading-kit/history-model'
import { HistoryTable } from '../trading-kit/HistoryTable'
import { useHistory } from '../trading-kit/use-history'
import { mergeExecutions } from './merge-executions'

interface Props {
  /** `null` for all contracts. */
  readonly symbol: InstrumentSymbol | null
  /** Of all contracts, those of one kind. */
  readonly kind?: ContractKind
}

/** Every fill of ours and everything that came over our positions, the newest first. */
export function TradeHistory({ symbol, kind }: Props) {
  useSignals()
  const { t } = useTranslation('trade')
  const { hub, account } = useApp()
  const model = useMemo(() => new HistoryModel((query) => hub.api.executionHistory(query)), [hub])
  const past = useHistory(model, symbol)
  const live = account.executions.value.filter((execution) => symbol === null || execution.symbol === symbol)
  const columns = useMemo(() => tradeColumns(t), [t])
  return (
    <HistoryTable
      label={t('tab.tradeHistory')}
      model={model}
      rows={mergeExecutions(live, past).filter((row) => kind === undefined || kindOfName(row.symbol) === kind)}
      columns={columns}
      rowKey={(execution) => execution.id}
      rowAttributes={rowAttributes}
      emptyTitle={t('empty.tradeHistory')}
      emptyHint={t('empty.tradeHistoryHint')}
    />
  )
}

function rowAttributes(row: Execution): Readonly<Record<`data-${string}`, string | undefined>> {
  const { kind, position } = executionAccount(row)
  return {
    'data-exec-id': row.id,
    'data-order-id': row.orderId,
    'data-exec-kind': kind,
    'data-symbol': row.symbol,
    // The edge of the row has the colour of what the row names: the side of a trade, else that of the position.
    'data-side': position === null ? row.side : position === 'long' ? 'buy' : 'sell',
  }
}

function tradeColumns(t: Translate<'trade'>): readonly Column<Execution>[] {
  return [
    { id: 'contract', title: t('column.contract'), align: 'start', cell: (row) => <ExecutionContract row={row} /> },
    { id: 'kind', title: t('column.type'), cell: (row) => <ExecutionType row={row} /> },
    { id: 'price', title: t('column.fillPrice'), cell: (row) => <ExecutionPrice row={row} /> },
    { id: 'qty', title: t('column.qty'), cell: (row) => <ExecutionQty row={row} /> },
    { id: 'value', title: t('column.value'), cell: (row) => <Amount row={row} amount={row.value} /> },
    { id: 'fee', title: t('column.fee'), cell: (row) => <ExecutionFee row={row} /> },
    { id: 'grossPnl', title: t('column.grossPnl'), cell: (row) => <ExecutionAmount row={row} /> },
    { id: 'time', title: t('column.time'), cell: (row) => formatDateTime(row.timeMs) },
  ]
}
