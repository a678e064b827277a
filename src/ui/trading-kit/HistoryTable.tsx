import { useSignals } from '@preact/signals-react/runtime'
import { Suspense } from 'react'
import { useTranslation } from '../i18n/use-translation'
import { formatDateTime } from '../format'
import { Button } from '../kit/Button'
import { DataTable, type Column } from '../kit/DataTable'
import { TableSkeleton } from '../kit/TableSkeleton'
import { EmptyState } from '../kit/EmptyState'
import type { HistoryModel } from './history-model'
import { Refusal } from './refusals/Refusal'
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
}: Props<Row>) {
  useSignals()
  const { t } = useTranslation('history')
  const status = model.status.value
  const rejection = model.rejection.value
  const cachedAt = model.cachedAtMs.value
  return (
    <>
      {cachedAt === null ? null : <p className={styles['note']}>{t('asOf', { time: formatDateTime(cachedAt) })}</p>}
      {rows.length > 0 ? (
        <DataTable
          label={label}
          columns={columns}
          rows={rows}
          rowKey={rowKey}
          {...(rowAttributes === undefined ? {} : { rowAttributes })}
        />
      ) : null}
      {rows.length === 0 && status === 'loading' ? <TableSkeleton /> : null}
      {rows.length === 0 && status === 'ready' ? <EmptyState title={emptyTitle} hint={emptyHint} /> : null}
      {status === 'failed' ? (
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
      {status !== 'failed' && model.hasMore.value ? (
        <div className={styles['more']}>
          <Button size="row" disabled={status === 'loading'} onClick={() => void model.loadMore()}>
            {t(status === 'loading' ? 'loading' : 'more')}
          </Button>
        </div>
      ) : null}
    </>
  )
}
