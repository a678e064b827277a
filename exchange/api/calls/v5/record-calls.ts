import { writeV5ClosedPnl } from '../../../../src/wire/v5/account-rows'
import { v5NameOf } from '../../../../src/wire/v5/category'
import { V5_CLOSED_PNL_ROW } from '../shared/answers'
import { findContract } from '../shared/contract-scope'
import { CLOSED_PNL_ABOUT, mapRows, PAGE_ROWS, records, recordsOf, transactionCall } from '../shared/records'
import { historyFields, RECORD_FIELDS } from '../shared/shared-fields'

/** Records of an account under v5's names, besides those of `account.ts`. */
export const V5_RECORD_CALLS = [
  records({
    path: '/v5/position/closed-pnl',
    about: CLOSED_PNL_ABOUT,
    input: { ...RECORD_FIELDS, ...historyFields(PAGE_ROWS, 100) },
    row: V5_CLOSED_PNL_ROW,
    hasCategory: true,
    page: (core, account, input) =>
      mapRows(core.journal.closedPnl(account, recordsOf(core, input)), (row) =>
        writeV5ClosedPnl(row, findContract(core, row.symbol)),
      ),
  }),
  transactionCall('/v5/account/transaction-log', v5NameOf),
]
