import type { ReactNode } from 'react'
import type { Column } from '../../kit/DataTable'
import styles from './ExtraColumns.module.css'

/** A column that is chosen. */
export interface Extra<Row> {
  readonly id: string
  readonly title: string
  readonly cell: (row: Row) => ReactNode
}

interface Layout<Row> {
  /** Those that are always there; the last one has the buttons. */
  readonly own: readonly Column<Row>[]
  readonly extras: readonly Extra<Row>[]
  readonly chosen: readonly string[]
  /** `null` where columns are chosen; else the words of the row's detail, which has all of them. */
  readonly detail: { readonly title: string; readonly open: string } | null
}

/** The columns of a table with those that are chosen before its buttons; on a phone each row has a detail instead. */
export function withExtras<Row>({ own, extras, chosen, detail }: Layout<Row>): readonly Column<Row>[] {
  const buttons = own.slice(-1)
  const first = own.slice(0, -1)
  if (detail === null) return [...first, ...extras.filter(({ id }) => chosen.includes(id)), ...buttons]
  const column: Column<Row> = {
    id: 'detail',
    title: '',
    label: detail.title,
    cell: (row) => <Detail row={row} extras={extras} open={detail.open} />,
  }
  return [...first, column, ...buttons]
}

function Detail<Row>({
  row,
  extras,
  open,
}: Pick<Layout<Row>, 'extras'> & { readonly row: Row; readonly open: string }) {
  return (
    <details className={styles['detail']}>
      <summary>{open}</summary>
      <dl>
        {extras.map(({ id, title, cell }) => (
          <div key={id}>
            <dt>{title}</dt>
            <dd>{cell(row)}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
