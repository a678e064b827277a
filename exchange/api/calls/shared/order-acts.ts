import type { Rate } from '../../../../src/domain/decimal'
import { parseOrderReference, parseReplaceOrder } from '../../../../src/wire/rest/create-order'
import { parseSetTpSl } from '../../../../src/wire/rest/trading-stop'
import { commit, readTag } from './commit'
import type { CANCEL_FIELDS, REPLACE_FIELDS, TP_SL_FIELDS } from './order-fields'
import type { Dialect } from './refusal-answer'
import type { RouteCall } from './route/route'
import { listOf, object, TEXT } from './route/schema'
import { checkCategory } from './check-category'
import { ackOf, checkReference } from './single-order'

export const IDS = { orderId: TEXT, orderLinkId: TEXT } as const
export const IDS_LIST = listOf(object(IDS))
/** What the acknowledgement of an order says that nobody named. */
export const NOTHING_ASKED = { symbol: '' as never, orderId: null, orderLinkId: null }

/** Changes an order. @param mmRate of one that waits for a maintenance rate. @returns the acknowledgement of the dialect */
export async function replaceOrder(
  { core, http, caller, input }: RouteCall<'trader', typeof REPLACE_FIELDS>,
  dialect: Dialect,
  mmRate: Rate | null = null,
): Promise<unknown> {
  checkCategory(core, input)
  const asked = parseReplaceOrder(checkReference(input))
  const order = mmRate === null ? asked : { ...asked, mmRate }
  const done = await commit(core, http, { type: 'replace', account: caller.account, order }, dialect)
  const changed = done.result.order
  const price = changed?.type === 'limit' ? changed.price : (order.price ?? '0')
  return { ...ackOf(changed, order), ...(dialect === 'native' ? { price } : {}) }
}

/** Cancels an order. @param withPair both legs of a take-profit and stop-loss set. @returns the acknowledgement of the dialect */
export async function cancelOrder(
  { core, http, caller, input }: RouteCall<'trader', typeof CANCEL_FIELDS>,
  dialect: Dialect,
  withPair: boolean,
): Promise<unknown> {
  checkCategory(core, input)
  const { account } = caller
  const order = parseOrderReference(checkReference(input))
  const wanted = { type: 'cancel', account, order, ...(withPair ? { withPair } : {}) } as const
  const { order: gone } = (await commit(core, http, wanted, dialect)).result
  const price = gone?.type === 'limit' ? gone.price : '0'
  return { ...ackOf(gone, order), ...(dialect === 'native' ? { price } : {}) }
}

/** Guards a position. */
export function setTpSl({ core, http, caller, input }: RouteCall<'trader', typeof TP_SL_FIELDS>, dialect: Dialect) {
  checkCategory(core, input)
  const order = parseSetTpSl(input)
  return commit(core, http, { type: 'setTpSl', account: caller.account, order }, dialect, readTag(http))
}
