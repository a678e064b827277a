import { useState, type ReactNode } from 'react'
import styles from './DataTable.module.css'
import { useRowWindow } from './use-row-window'
import { useTableShape } from './use-table-shape'

export interface Column<Row> {
  readonly id: string
  /** Heading; an empty text is a column of buttons, named by `label` for readers of the screen. */
  readonly title: string
  readonly label?: string
  readonly align?: 'start' | 'end'
  /** The heading beside the value of one row, where the rows are cards and differ in it. */
  readonly cardTitle?: (row: Row) => string
  readonly cell: (row: Row) => ReactNode
}

interface Props<Row> {
  readonly label: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly rowKey: (row: Row) => string
  /** Columns that do not fit are scrolled to, and the rows stay rows. */
  readonly scrolls?: boolean
  readonly rowAttributes?: (row: Row) => Readonly<Record<`data-${string}`, string | undefined>>
}

/** The layout of cards takes the native roles away: they are said aloud. */
const ROLE = { table: 'table', group: 'rowgroup', row: 'row', head: 'columnheader', cell: 'cell' } as const

/** A real table; where its columns do not fit, each row becomes a card with the headings beside the values. Of many rows it draws those in view. */
export function DataTable<Row>({ label, columns, rows, rowKey, scrolls = false, rowAttributes }: Props<Row>) {
  const { frame, table, shape } = useTableShape(scrolls)
  const { body, first, end, rowHeight, isWhole } = useRowWindow(rows.length, shape)
  const [focused, setFocused] = useState<string | null>(null)
  // The row with the focus stays, wherever the wheel goes: without it the keyboard would begin again at the page's top.
  const focusedAt = isWhole || focused === null ? -1 : rows.findIndex((row) => rowKey(row) === focused)
  const before = focusedAt >= 0 && focusedAt < first ? focusedAt : null
  const after = focusedAt >= end ? focusedAt : null
  const drawRow = (at: number) => {
    const row = rows[at]!
    return (
      <tr
        key={rowKey(row)}
        aria-rowindex={isWhole ? undefined : at + 2}
        {...{ role: ROLE.row }}
        {...rowAttributes?.(row)}
        onFocus={isWhole ? undefined : () => setFocused(rowKey(row))}
        onBlur={isWhole ? undefined : () => setFocused(null)}
      >
        {columns.map(({ id, title, align = 'end', cardTitle, cell }) => (
          <td
            key={id}
            data-align={align}
            data-column={id}
            data-title={cardTitle?.(row) ?? title}
            {...{ role: ROLE.cell }}
          >
            <div>{cell(row)}</div>
          </td>
        ))}
      </tr>
    )
  }
  const drawSpace = (id: string, count: number) =>
    count > 0 ? (
      <tr key={id} className={styles['space']} style={{ blockSize: count * rowHeight }} aria-hidden="true" />
    ) : null
  // One list, so that the row with the focus is the same element wherever in it the row stands.
  const drawn = [
    drawSpace('above', before ?? first),
    ...(before === null ? [] : [drawRow(before), drawSpace('between', first - before - 1)]),
    ...rows.slice(first, end).map((_, i) => drawRow(first + i)),
    ...(after === null ? [] : [drawSpace('between', after - end), drawRow(after)]),
    drawSpace('below', rows.length - (after === null ? end : after + 1)),
  ]
  return (
    <div ref={frame} className={styles['frame']} data-shape={shape}>
      <table
        ref={table}
        className={styles['table']}
        aria-label={label}
        aria-rowcount={isWhole ? undefined : rows.length + 1}
        {...{ role: ROLE.table }}
      >
        <thead {...{ role: ROLE.group }}>
          <tr aria-rowindex={isWhole ? undefined : 1} {...{ role: ROLE.row }}>
            {columns.map(({ id, title, label: hidden, align = 'end' }) => (
              <th key={id} scope="col" data-align={align} {...{ role: ROLE.head }}>
                {title === '' ? <span className="visually-hidden">{hidden}</span> : title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody ref={body} {...{ role: ROLE.group }}>
          {drawn}
        </tbody>
      </table>
    </div>
  )
}
