import type { ReactNode } from 'react'
import styles from './DataTable.module.css'

export interface Column<Row> {
  readonly id: string
  /** Heading; an empty text is a column of buttons, named by `label` for readers of the screen. */
  readonly title: string
  readonly label?: string
  readonly align?: 'start' | 'end'
  readonly cell: (row: Row) => ReactNode
}

interface Props<Row> {
  readonly label: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly rowKey: (row: Row) => string
  readonly rowAttributes?: (row: Row) => Readonly<Record<`data-${string}`, string | undefined>>
}

/** On a phone every row is a card, and the layout it needs takes the native roles away: they are said aloud. */
const ROLE = { table: 'table', group: 'rowgroup', row: 'row', head: 'columnheader', cell: 'cell' } as const

/** A real table; on a narrow screen each row becomes a card with the headings beside the values. */
export function DataTable<Row>({ label, columns, rows, rowKey, rowAttributes }: Props<Row>) {
  return (
    <table className={styles['table']} aria-label={label} {...{ role: ROLE.table }}>
      <thead {...{ role: ROLE.group }}>
        <tr {...{ role: ROLE.row }}>
          {columns.map(({ id, title, label: hidden, align = 'end' }) => (
            <th key={id} scope="col" data-align={align} {...{ role: ROLE.head }}>
              {title === '' ? <span className="visually-hidden">{hidden}</span> : title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody {...{ role: ROLE.group }}>
        {rows.map((row) => (
          <tr key={rowKey(row)} {...{ role: ROLE.row }} {...rowAttributes?.(row)}>
            {columns.map(({ id, title, align = 'end', cell }) => (
              <td key={id} data-align={align} data-column={id} data-title={title} {...{ role: ROLE.cell }}>
                <div>{cell(row)}</div>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
