import type { Translate } from '../i18n/words'
import { useSignals } from '@preact/signals-react/runtime'
import { Suspense, useMemo, useState } from 'react'
import type { InstrumentSymbol } from '../../domain/order/order'
import type { Strategy } from '../../domain/order/strategy'
import { qtyCoin } from '../contract-units'
import { formatDateTime, formatQty, MISSING } from '../format'
import { useTranslation } from '../i18n/use-translation'
import { ActionButton } from '../kit/ActionButton'
import { Button } from '../kit/Button'
import { Choice } from '../kit/Choice'
import { DataTable, type Column } from '../kit/DataTable'
import { TableSkeleton } from '../kit/TableSkeleton'
import { EmptyState } from '../kit/EmptyState'
import { stopReasonText } from '../trading-kit/refusals/stop-reason-text'
import { newIntentId } from '../trading-kit/intent'
import orders from '../trading-kit/OrderRows.module.css'
import { StaleAge } from '../trading-kit/StaleAge'
import { OrderContract } from '../trading-kit/OrderContract'
import { useApp } from '../state/app-context'
import styles from './StrategiesTable.module.css'
import { isRunning, progressOf, stateOf, strategyAttributes, strategyRows, type StrategyRow } from './strategy-rows'
import { StrategyOrdersDialog } from './StrategyOrdersDialog'
import { strategyTerms } from './strategy-terms'

type Part = 'running' | 'ended'

/** TWAP, chase-limit and iceberg orders: what runs with its progress, and what came of those that ended. */
export function StrategiesTable({ symbol }: { readonly symbol: InstrumentSymbol | null }) {
  useSignals()
  const { t } = useTranslation('strategies')
  const { account, connection } = useApp()
  const [part, setPart] = useState<Part>('running')
  const [opened, setOpened] = useState<Strategy | null>(null)
  const columns = useMemo(() => strategyColumns(t, setOpened), [t])
  const all = strategyRows(account.strategies.value, account.changes.value, symbol)
  const running = all.filter(isRunning)
  const rows = part === 'running' ? running : all.filter((row) => !isRunning(row))
  return (
    <div data-stale={connection.isLive.value ? undefined : ''}>
      {all.length > 0 && !connection.isAccountLive.value ? <StaleAge className={styles['age']} of="orders" /> : null}
      {all.length === 0 ? null : (
        <div className={orders['kinds']}>
          <Choice<Part>
            label={t('which')}
            items={[
              { id: 'running', label: t('running'), count: running.length },
              { id: 'ended', label: t('ended'), count: all.length - running.length },
            ]}
            chosen={part}
            onChoose={setPart}
          />
        </div>
      )}
      {rows.length > 0 ? (
        <DataTable
          label={t('trade:tab.strategies')}
          columns={columns}
          rows={rows}
          rowKey={(row) => (row.kind === 'strategy' ? row.strategy.id : row.change.id)}
          rowAttributes={strategyAttributes}
        />
      ) : null}
      {rows.length === 0 && account.wallet.value === null ? <TableSkeleton /> : null}
      {rows.length === 0 && account.wallet.value !== null ? (
        <EmptyState title={t(part === 'running' ? 'empty' : 'emptyEnded')} hint={t('emptyHint')} />
      ) : null}
      {/* Words that it still waits for must not hide the table: the button that opened it would lose the focus. */}
      <Suspense fallback={null}>
        {opened === null ? null : <StrategyOrdersDialog strategy={opened} onClose={() => setOpened(null)} />}
      </Suspense>
    </div>
  )
}

function strategyColumns(
  t: Translate<'strategies'>,
  open: (strategy: Strategy) => void,
): readonly Column<StrategyRow>[] {
  return [
    {
      id: 'contract',
      title: t('trade:column.contract'),
      align: 'start',
      cell: (row) => <OrderContract order={row.strategy} />,
    },
    { id: 'type', title: t('trade:column.type'), cell: (row) => <Terms row={row} /> },
    { id: 'qty', title: t('trade:column.qtyFilled'), cell: (row) => <Quantities row={row} /> },
    { id: 'progress', title: t('progress'), cell: (row) => <Progress row={row} /> },
    { id: 'state', title: t('trade:column.state'), cell: (row) => <State row={row} /> },
    {
      id: 'time',
      title: t('started'),
      cell: (row) => formatDateTime(row.kind === 'strategy' ? row.strategy.createdAtMs : row.change.pressedAtMs),
    },
    {
      id: 'actions',
      title: '',
      label: t('trade:column.actions'),
      cell: (row) => <Actions row={row} open={open} />,
    },
  ]
}

function Terms({ row }: { readonly row: StrategyRow }) {
  useSignals()
  const { t } = useTranslation('strategies')
  const instrument = useApp().market(row.strategy.symbol).instrument.value
  return (
    <>
      {t(`trade:origin.${row.strategy.kind}`)}
      <small>
        {strategyTerms(row.strategy, instrument, t)}
        {row.strategy.reduceOnly ? ` · ${t('trade:reduceOnly')}` : ''}
      </small>
    </>
  )
}

function Quantities({ row }: { readonly row: StrategyRow }) {
  useSignals()
  const instrument = useApp().market(row.strategy.symbol).instrument.value
  const lot = instrument?.lotSize ?? null
  return (
    <>
      {formatQty(row.strategy.qty, lot)} {qtyCoin(instrument)}
      <small>{formatQty(row.kind === 'strategy' ? row.strategy.filledQty : null, lot)}</small>
    </>
  )
}

function Progress({ row }: { readonly row: StrategyRow }) {
  const { t } = useTranslation('strategies')
  const percent = progressOf(row)
  return (
    <span className={styles['progress']}>
      <progress max={100} value={percent} aria-label={t('progressOf', { percent })} />
      <span aria-hidden="true">{percent}%</span>
    </span>
  )
}

function State({ row }: { readonly row: StrategyRow }) {
  const { t } = useTranslation('strategies')
  // Why it stopped is told in their words.
  useTranslation('notices')
  const state = stateOf(row)
  const isWaiting = state === 'sending' || state === 'unknown' || state === 'canceling'
  const reason = row.kind === 'strategy' ? row.strategy.stopReason : null
  return (
    <span className={orders['state']} data-waiting={isWaiting || undefined}>
      {isWaiting ? <i className={orders['spinner']} aria-hidden="true" /> : null}
      <span>
        {t(`state.${state}`)}
        {reason === null ? null : <small className={styles['reason']}>{stopReasonText(reason)}</small>}
      </span>
    </span>
  )
}

function Actions({ row, open }: { readonly row: StrategyRow; readonly open: (strategy: Strategy) => void }) {
  const { t } = useTranslation('strategies')
  const { hub, notices } = useApp()
  if (row.kind === 'press') return <>{MISSING}</>
  const { strategy, stop } = row
  const end = async (): Promise<void> => {
    const outcome = await hub.api.cancelStrategy(newIntentId(), { symbol: strategy.symbol, strategyId: strategy.id })
    if (outcome.kind === 'refused') notices.sayRefused('strategyStopRefused', outcome.rejection)
  }
  return (
    <span className={orders['actions']}>
      <Button size="row" onClick={() => open(strategy)}>
        {t('orders', { count: strategy.orderCount })}
      </Button>
      {strategy.status === 'running' ? (
        <ActionButton
          size="row"
          // Disabled it would lose the focus before its row goes.
          aria-disabled={stop !== null || undefined}
          onClick={(event) => {
            if (event.nativeEvent.isTrusted && stop === null) void end()
          }}
        >
          {t('stop')}
        </ActionButton>
      ) : null}
    </span>
  )
}
