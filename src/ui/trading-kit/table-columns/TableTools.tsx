import { TableHelpButton } from '../help/TableHelpButton'
import type { HelpedTable } from '../help/table-help'
import { ColumnsButton } from './ColumnsButton'

/** What stands at the head of a table: its further columns, where it has any, and what all of them mean. */
export function TableTools({ table }: { readonly table: HelpedTable }) {
  return (
    <>
      {table === 'positions' || table === 'openOrders' ? <ColumnsButton table={table} /> : null}
      <TableHelpButton table={table} />
    </>
  )
}
