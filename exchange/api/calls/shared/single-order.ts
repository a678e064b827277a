import { isOption } from '../../../../src/domain/instrument/option'
import type { OrderReference } from '../../../../src/domain/order/order-change'
import type { Qty } from '../../../../src/domain/decimal'
import type { Order } from '../../../../src/domain/order/order'
import type { JsonObject } from '../../../../src/wire/json'
import { CODE } from '../../../../src/wire/rest/codes'
import { parseOrderReference, parseReplaceOrder } from '../../../../src/wire/rest/create-order'
import type { Origin } from '../../../journal/journal-port'
import { Refused, type Core } from '../../core'
import { readFields } from './route/field'
import { withListedName } from './pair-name'
import { checkCategory } from './check-category'
import { checkIntentId, commitFrom } from './commit'
import { refusalOf, taken } from './taken'
import { V5_CANCEL_FIELDS, V5_CREATE_FIELDS, REPLACE_FIELDS } from './order-fields'
import { withPriceOfIv } from './order-iv'
import { isOfKind, type OrderKind } from './order-kind'
import type { Dialect } from './refusal-answer'
import { checkInputNow, type WantedOrder } from './press'
import { readPressedOrder } from './v5-new-order'
import { completeAmend } from './changed-legs'

/** v5's answer to one order, alone or in a batch. */
export interface OrderAck {
  readonly orderId: string
  readonly orderLinkId: string
  readonly createAt?: string
  readonly unsentQty?: Qty
}

/** An order call by its body alone, of a batch or of a socket: its id is its own field. */
export type OneOrder = (core: Core, sender: Origin, item: JsonObject) => Promise<OrderAck>

/** An order that was taken, and what of it was not where it became several. */
export interface Placed {
  readonly placed: Order
  readonly failedQty: Qty
  /** Of one that was not taken whole: how many parts it was to be, and how many were taken. */
  readonly split?: { readonly parts: number; readonly placed: number }
  /** Why the first of the others was not. */
  readonly refused?: Refused
}

export async function place(
  core: Core,
  sender: Origin,
  wanted: WantedOrder,
  dialect: Dialect,
  /** Control: of a split order the second half of the parts is not taken. */
  isHalved = false,
): Promise<Placed> {
  const input = { type: 'place', ...wanted } as const
  if (dialect === 'v5') checkOptionId(core, wanted)
  const check = checkInputNow(core, sender, input, dialect)
  if (check !== null) await check
  const said = await core.journal.submit(isHalved ? { ...input, isHalved: true } : input, sender)
  const done = taken(core, sender, input, dialect, said)
  const placed = done.result.order
  if (placed === undefined) throw new Error('the venue took an order and did not show it')
  const { failedQty = '0' as Qty, split } = done.result
  if (split === undefined) return { placed, failedQty }
  const { refusal } = split
  return { placed, failedQty, split, ...(refusal && { refused: refusalOf(core, input, refusal, dialect) }) }
}

/** As published, an option's order has to have an id. @throws Refused 10001 */
function checkOptionId({ catalogue }: Core, { linkId, order }: Parameters<typeof place>[2]): void {
  const instrument = linkId === '' ? catalogue.find(order.symbol) : null
  if (instrument !== null && isOption(instrument))
    throw new Refused(CODE.badRequest, 'orderLinkId is needed for an option', { field: 'orderLinkId' })
}

/** Of a closing order that became several: what was not sent. v5 has no field for it, so it is given only where there is some. */
export function unsentOf(failedQty: Qty): { readonly unsentQty?: Qty } {
  return failedQty === '0' ? {} : { unsentQty: failedQty }
}

export const createOne: OneOrder = async (core, sender, item) => {
  const input = withListedName(core, readFields(V5_CREATE_FIELDS, item))
  const linkId = checkIntentId(input.orderLinkId ?? '')
  const press = { ...sender, clientTag: linkId }
  const wanted = await readPressedOrder(core, press, input, linkId)
  const sent = await place(core, press, wanted, 'v5')
  const createAt = String(sent.placed.createdAtMs)
  return { orderId: sent.placed.id, orderLinkId: linkId, createAt, ...unsentOf(sent.failedQty) }
}

export const amendOne: OneOrder = async (core, sender, item) => {
  const input = withListedName(core, readFields(REPLACE_FIELDS, item))
  checkCategory(core, input)
  checkReference(input)
  const { account } = sender
  const order = parseReplaceOrder(completeAmend(core, account, withPriceOfIv(core, input)))
  const done = await commitFrom(core, sender, { type: 'replace', account, order }, 'v5')
  return ackOf(done.result.order, order)
}

/** A batch changes no conditional orders (semantics.md §2.7). */
export const amendOneOfBatch: OneOrder = (core, sender, item) => {
  const reference = parseOrderReference(checkReference(readFields(REPLACE_FIELDS, item)))
  const known = core.journal.findOrder(sender.account, referenceOf(reference))
  if (known?.status === 'untriggered')
    throw new Refused(CODE.badRequest, 'a batch does not amend conditional orders', { field: 'orderId' })
  return amendOne(core, sender, item)
}

export const cancelOne: OneOrder = async (core, sender, item) => {
  const input = withListedName(core, checkReference(readFields(V5_CANCEL_FIELDS, item)))
  checkCategory(core, input)
  const { account } = sender
  checkKind(core, account, input)
  const order = parseOrderReference(input)
  const done = await commitFrom(core, sender, { type: 'cancel', account, order }, 'v5')
  return ackOf(done.result.order, order)
}

/** @throws Refused 110001 where the order that is named is of another kind than was said */
export function checkKind(
  core: Core,
  account: string,
  asked: {
    readonly orderId: string | null
    readonly orderLinkId: string | null
    readonly orderFilter: OrderKind | null
  },
): void {
  if (asked.orderFilter === null) return
  const { orderId, orderLinkId } = asked
  const order = core.journal.findOrder(account, orderId === null ? { orderLinkId: orderLinkId ?? '' } : { orderId })
  if (order !== null && !isOfKind(order, asked.orderFilter))
    throw new Refused(CODE.orderNotFound, 'order does not exist', { field: 'orderFilter' })
}

/** The ids of the order that was touched; those that were asked with where the venue shows none. */
export function ackOf(order: Order | undefined, asked: OrderReference): OrderAck {
  return {
    orderId: order?.id ?? asked.orderId ?? '',
    orderLinkId: order?.linkId ?? asked.orderLinkId ?? '',
  }
}

/** @throws Refused 10001 unless one of the ids is there */
export function checkReference<T extends { readonly orderId: string | null; readonly orderLinkId: string | null }>(
  input: T,
): T {
  if (input.orderId === null && input.orderLinkId === null)
    throw new Refused(CODE.badRequest, 'orderId or orderLinkId is needed', { field: 'orderId' })
  return input
}

function referenceOf(order: OrderReference): { readonly orderId: string } | { readonly orderLinkId: string } {
  return order.orderId === null ? { orderLinkId: order.orderLinkId ?? '' } : { orderId: order.orderId }
}
