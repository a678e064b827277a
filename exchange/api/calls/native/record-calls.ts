import { writeClosedPnl } from '../../../../src/wire/shape/closed-pnl'
import { writeExecution } from '../../../../src/wire/shape/execution'
import type { Order } from '../../../../src/domain/order/order'
import { writeOrder, type OrderJson } from '../../../../src/wire/shape/order'
import { writeOrderView, type OrderViewJson } from '../../../../src/wire/shape/order-view'
import { CLOSED_PNL_ROW, EXECUTION_ROW, ORDER_ROW, ORDER_VIEW_ROW } from '../shared/answers'
import {
  CLOSED_PNL_ABOUT,
  executionsOf,
  mapRows,
  PAGE_ROWS,
  records,
  recordsOf,
  transactionCall,
} from '../shared/records'
import { optional, text, word } from '../shared/route/field'
import { either } from '../shared/route/schema'
import { historyFields, NATIVE_RECORD_FIELDS } from '../shared/shared-fields'

const EXECUTION_FIELDS = {
  ...NATIVE_RECORD_FIELDS,
  ...historyFields(PAGE_ROWS, 100),
  orderId: optional(text({ max: 64 })),
  orderLinkId: optional(text({ max: 64 })),
  execType: optional(text({ max: 40, about: '`Trade`, `Funding`, `Settle`, `Delivery`, `BustTrade`, `AdlTrade`' })),
} as const

/** Records of an account under their native names: the list that the client wrapper guards (spec §7). */
export const NATIVE_RECORD_CALLS = [
  records({
    path: '/contract/v5/order/history-list',
    about: 'Orders that are over, newest first',
    input: {
      ...NATIVE_RECORD_FIELDS,
      ...historyFields(PAGE_ROWS, 100),
      form: optional(word(['view'], { about: 'rows in the view form, with plan type and the status that it shows' })),
    },
    row: either(ORDER_ROW, ORDER_VIEW_ROW),
    page: (core, account, input) =>
      mapRows<Order, OrderJson | OrderViewJson>(core.journal.orderHistory(account, recordsOf(core, input)), (row) =>
        input.form === 'view' ? writeOrderView(row, null) : writeOrder(row, 'native'),
      ),
  }),
  records({
    path: '/contract/v5/execution/trade-list',
    about: 'Executions, newest first',
    input: EXECUTION_FIELDS,
    row: EXECUTION_ROW,
    page: (core, account, input) =>
      mapRows(core.journal.executions(account, { ...recordsOf(core, input), ...executionsOf(input) }), writeExecution),
  }),
  records({
    path: '/contract/v5/position/closed-pnl',
    about: CLOSED_PNL_ABOUT,
    input: { ...NATIVE_RECORD_FIELDS, ...historyFields(PAGE_ROWS, 100) },
    row: CLOSED_PNL_ROW,
    page: (core, account, input) => mapRows(core.journal.closedPnl(account, recordsOf(core, input)), writeClosedPnl),
  }),
  transactionCall('/contract/v5/account/transaction-history', ({ symbol }) => symbol),
]
