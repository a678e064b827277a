import { useSignals } from '@preact/signals-react/runtime'
import { Suspense, useCallback } from 'react'
import type { AccountTimes } from '../../workers/hub-events'
import { useTranslation } from '../i18n/use-translation'
import { formatAge, formatDateTime } from '../format'
import { Button } from '../kit/Button'
import { DataTable, type Column } from '../kit/DataTable'
import { TableSkeleton } from '../kit/TableSkeleton'
import { EmptyState } from '../kit/EmptyState'
import type { HistoryModel } from './history-model'
import { useApp } from '../state/app-context'
import { Refusal } from './refusals/Refusal'
import { StaleAge } from './StaleAge'
import { TickingText } from './TickingText'
import styles from './HistoryTable.module.css'

interface Props<Row extends { readonly id: string }> {
  readonly label: string
  readonly model: HistoryModel<Row>
  readonly rows: readonly Row[]
  readonly columns: readonly Column<Row>[]
  readonly rowKey: (row: Row) => string
  readonly rowAttributes?: (row: Row) => Readonly<Record<`data-${string}`, string | undefined>>
  readonly emptyTitle: string
  readonly emptyHint: string
  /** What of the account rows that were read are current with, while it is live. */
  readonly source?: keyof AccountTimes
}

/** A table of the past: newest first, more on demand, honest about failure and age. */
export function HistoryTable<Row extends { readonly id: string }>({
  label,
  model,
  rows,
  columns,
  rowKey,
  rowAttributes,
  emptyTitle,
  emptyHint,
  source = 'orders',
}: Props<Row>) {
  useSignals()
  const { t } = useTranslation('history')
  const status = model.status.value
  const rejection = model.rejection.value
  const cachedAt = model.cachedAtMs.value
  const { connection } = useApp()
  const isLive = connection.isAccountLive.value
  const isKept = cachedAt !== null && !isLive
  // Where the account is live and a read alone has no answer, rows from disk are not shown beside those that came live.
  const hasFailed = status === 'failed' || (cachedAt !== null && isLive)
  return (
    <>
      {isKept ? (
        <p className={styles['note']}>
          <KeptAge asOfMs={cachedAt} />
          {model.hasMore.value ? ` ${t('older')}` : null}
        </p>
      ) : null}
      {cachedAt === null && !isLive && rows.length > 0 ? <StaleAge className={styles['note']} of={source} /> : null}
      {rows.length > 0 ? (
        <div data-stale={isLive ? undefined : ''}>
          <DataTable
            label={label}
            columns={columns}
            rows={rows}
            rowKey={rowKey}
            {...(rowAttributes === undefined ? {} : { rowAttributes })}
          />
        </div>
      ) : null}
      {rows.length === 0 && status === 'loading' ? <TableSkeleton /> : null}
      {rows.length === 0 && status === 'ready' && !hasFailed ? (
        <EmptyState title={emptyTitle} hint={emptyHint} />
      ) : null}
      {hasFailed ? (
        <div className={styles['more']}>
          <output>
            {t('failed')}{' '}
            {rejection === null ? null : (
              <Suspense fallback={null}>
                <Refusal rejection={rejection} as="span" />
              </Suspense>
            )}
          </output>
          <Button size="row" onClick={() => void model.loadMore()}>
            {t('trade:history.tryAgain')}
          </Button>
        </div>
      ) : null}
      {!hasFailed && !isKept && model.hasMore.value ? (
        <div className={styles['more']}>
          <Button size="row" disabled={status === 'loading'} onClick={() => void model.loadMore()}>
            {t(status === 'loading' ? 'loading' : 'more')}
          </Button>
        </div>
      ) : null}
    </>
  )
}

/** How old rows from disk are, and of when. */
function KeptAge({ asOfMs }: { readonly asOfMs: number }) {
  const { t } = useTranslation('history')
  const read = useCallback(
    (nowMs: number) => t('asOf', { time: formatDateTime(asOfMs), age: formatAge(Math.max(1_000, nowMs - asOfMs)) }),
    [asOfMs, t],
  )
  return <TickingText read={read} />
}
