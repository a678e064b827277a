import type { DecimalText } from '../../domain/decimal'

/** What a list is ordered by. */
export interface Sort<Column extends string> {
  readonly column: Column
  readonly descending: boolean
}

/** After a press on a heading: the other way round, or by that column with its largest first, a name with its first. */
export function sortAfter<Column extends string>(now: Sort<Column>, column: Column, names: Column): Sort<Column> {
  return { column, descending: now.column === column ? !now.descending : column !== names }
}

/**
 * In the order of a figure; what has none stands at the end, either way.
 * @param tie of two that are alike
 */
export function sortedBy<Row>(
  rows: readonly Row[],
  figure: (row: Row) => DecimalText | number | null,
  { descending }: { readonly descending: boolean },
  tie: (a: Row, b: Row) => number,
): readonly Row[] {
  const sign = descending ? -1 : 1
  const keyed = rows.map((row) => ({ row, key: numberOf(figure(row)) }))
  return keyed
    .toSorted((a, b) => {
      if (a.key === null || b.key === null) return Number(a.key === null) - Number(b.key === null) || tie(a.row, b.row)
      return sign * (a.key - b.key) || tie(a.row, b.row)
    })
    .map(({ row }) => row)
}

function numberOf(value: DecimalText | number | null): number | null {
  return value === null ? null : Number(value)
}
