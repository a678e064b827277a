import type { Order, OrderStatus } from '../../../../src/domain/order/order'
import { isTerminal } from '../../../../src/domain/order/order-status'
import { CODE } from '../../../../src/wire/rest/codes'
import { ORDER_STATUS_OF } from '../../../../src/wire/words'
import type { HistoryResult } from '../../../journal/journal-port'
import { isOpenOrderPlace } from '../../../venue/open-order-page'
import { Refused, type Core } from '../../core'
import { choice, optional, withDefault, word, type Read } from './route/field'
import { checkKnown, contractsOf } from './contract-scope'
import { ORDER_KIND } from './order-fields'
import { isOfKind, type OrderKind } from './order-kind'
import { recordsOf } from './records'
import { historyFields, isListed, LISTED_FIELDS, ORDER_REFERENCE, pageFields } from './shared-fields'

const OPEN_PAGE_ROWS = 50
const OPEN_PAGE_MAX = 500
/** Ended orders that `openOnly` 1 lists, as v5 does, and how many of them a page has at most. */
const RECENT_MAX = 500
const ENDED_PAGE_MAX = 100

/** v5 names a status more (`Created`) that no order here has. */
const STATUSES = [...ORDER_STATUS_OF.keys(), 'Created']

export const OPEN_ORDER_FIELDS = {
  ...LISTED_FIELDS,
  ...ORDER_REFERENCE,
  openOnly: withDefault(
    choice([0, 1, 2], { about: '0 open orders; 1 or 2 the last 500 that are over. Where an id is given, either' }),
    0,
  ),
  orderFilter: optional(ORDER_KIND),
  ...pageFields(OPEN_PAGE_ROWS, OPEN_PAGE_MAX),
} as const

export const ENDED_ORDER_FIELDS = {
  ...LISTED_FIELDS,
  ...historyFields(20, ENDED_PAGE_MAX),
  ...ORDER_REFERENCE,
  orderFilter: optional(ORDER_KIND),
  orderStatus: optional(word(STATUSES, { about: 'how it ended; none is over with the others' })),
} as const

interface OrderPage {
  readonly rows: readonly Order[]
  readonly next: string
}

/** Open orders, or those that ended last; one order, open or not, where an id is given. @throws Refused */
export function openOrders(core: Core, account: string, input: Read<typeof OPEN_ORDER_FIELDS>): OrderPage {
  checkKnown(core, input)
  const one = orderOf(core, account, input)
  if (one !== null) return { rows: one, next: '' }
  if (input.openOnly !== 0) return recentOrders(core, account, input)
  const { symbol, orderFilter, limit, cursor: after } = input
  if (after !== null && !isOpenOrderPlace(after))
    throw new Refused(CODE.badRequest, 'cursor invalid', { field: 'cursor' })
  const page = core.journal.venue.openOrderPage(account, {
    symbol,
    isListed: (of, waitsAs) =>
      isListed(core, input, of) &&
      (orderFilter === null || isOfKind({ status: waitsAs === null ? 'new' : 'untriggered', ...waitsAs }, orderFilter)),
    limit,
    after,
  })
  return { rows: page.rows, next: page.next ?? '' }
}

/** Orders that are over, newest first. */
export function endedOrders(core: Core, account: string, input: Read<typeof ENDED_ORDER_FIELDS>): OrderPage {
  const { orderFilter } = input
  const page = recordsOf(core, input)
  const orderStatus = statusOf(input.orderStatus)
  if (orderStatus !== null && !isTerminal(orderStatus)) return { rows: [], next: '' }
  const one = orderOf(core, account, input)
  if (one !== null) {
    const { startTime, endTime } = input
    const rows = one.filter(
      ({ status, updatedAtMs }) =>
        isTerminal(status) &&
        (orderStatus ?? status) === status &&
        updatedAtMs >= (startTime ?? 0) &&
        updatedAtMs <= (endTime ?? Infinity),
    )
    return { rows, next: '' }
  }
  if (input.orderStatus !== null && orderStatus === null) return { rows: [], next: '' }
  const asked = { ...page, orderStatus, ...listedAs(orderFilter) }
  return pageOf(core.journal.orderHistory(account, asked))
}

/** The cursor counts the orders that were listed, before it says where in the history they ended. */
function recentOrders(core: Core, account: string, input: Read<typeof OPEN_ORDER_FIELDS>): OrderPage {
  const [, listed = '0', cursor = null] = /^ended:(\d{1,3}):(.+)$/.exec(input.cursor ?? 'ended:0:') ?? []
  if (input.cursor !== null && cursor === null)
    throw new Refused(CODE.badRequest, 'cursor invalid', { field: 'cursor' })
  const limit = Math.min(input.limit, ENDED_PAGE_MAX, RECENT_MAX - Number(listed))
  if (limit <= 0) return { rows: [], next: '' }
  const all = { ...input, startTime: null, endTime: null, limit, cursor }
  const page = pageOf(core.journal.orderHistory(account, { ...recordsOf(core, all), ...listedAs(input.orderFilter) }))
  const count = Number(listed) + page.rows.length
  return { rows: page.rows, next: page.next === '' || count >= RECENT_MAX ? '' : `ended:${count}:${page.next}` }
}

/**
 * The order that the ids name, as far as it is of the contracts and the kind that are asked for: `orderId` wins.
 * @returns `null` where no id is given
 */
function orderOf(
  core: Core,
  account: string,
  input: Omit<Read<typeof OPEN_ORDER_FIELDS>, 'openOnly'>,
): readonly Order[] | null {
  const { orderId, orderLinkId, symbol, orderFilter } = input
  if (orderId === null && orderLinkId === null) return null
  const reference = orderId === null ? { orderLinkId: orderLinkId ?? '' } : { orderId }
  const order = core.journal.findOrder(account, reference)
  if (order === null || (symbol ?? order.symbol) !== order.symbol) return []
  const isOfContracts = contractsOf(core, input)?.has(order.symbol) ?? true
  return isOfContracts && (orderFilter === null || isOfKind(order, orderFilter)) ? [order] : []
}

function statusOf(word: string | null): OrderStatus | null {
  return word === null ? null : (ORDER_STATUS_OF.get(word) ?? null)
}

function listedAs(kind: OrderKind | null): { readonly isListed?: (order: Order) => boolean } {
  return kind === null ? {} : { isListed: (order) => isOfKind(order, kind) }
}

function pageOf({ rows, nextCursor }: HistoryResult<Order>): OrderPage {
  return { rows, next: nextCursor ?? '' }
}
