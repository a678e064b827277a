import type { Sort } from './sorted'

interface Props<Column extends string> {
  readonly column: Column
  readonly title: string
  readonly sort: Sort<Column>
  readonly onSort: (column: Column) => void
}

/** A heading that orders its table: pressed again, the other way round. */
export function SortHead<Column extends string>({ column, title, sort, onSort }: Props<Column>) {
  const isSorted = sort.column === column
  return (
    <th scope="col" aria-sort={isSorted ? (sort.descending ? 'descending' : 'ascending') : undefined}>
      <button type="button" data-sorted={isSorted ? '' : undefined} onClick={() => onSort(column)}>
        {title}
        <span aria-hidden="true">{isSorted ? (sort.descending ? ' ↓' : ' ↑') : ''}</span>
      </button>
    </th>
  )
}
