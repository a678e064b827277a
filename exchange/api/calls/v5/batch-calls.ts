import { textOf, WireError, type JsonObject } from '../../../../src/wire/json'
import { CODE } from '../../../../src/wire/rest/codes'
import type { Origin } from '../../../journal/journal-port'
import { checkMayTrade, Refused, senderOf, type Core } from '../../core'
import { items, namedAsSent, readFields, withDefault, type Fields } from '../shared/route/field'
import { Answer, route } from '../shared/route/route'
import { listOf, maybe, object, TEXT } from '../shared/route/schema'
import { wordsOf } from '../shared/http/failures'
import { readTag } from '../shared/commit'
import { V5_CANCEL_FIELDS, V5_CREATE_FIELDS, REPLACE_FIELDS } from '../shared/order-fields'
import { CATEGORY } from '../shared/shared-fields'
import { amendOneOfBatch, cancelOne, createOne, type OneOrder } from '../shared/single-order'

/** Items of one batch of contract orders (semantics.md §2.7). */
export const BATCH_MAX = 20

const ITEM = object({
  category: TEXT,
  symbol: TEXT,
  orderId: TEXT,
  orderLinkId: TEXT,
  createAt: maybe(TEXT),
  unsentQty: maybe(TEXT),
})
const ABOUT =
  'each item is a call of its own; `retExtInfo.list` says how each one went, with the `field` and the bounds of a refusal'

/** v5's batches: each item is an order call of its own, and two parallel lists say how each one went. */
/** Of pairs (semantics.md §2.7). */
const SPOT_BATCH_MAX = 10

export const BATCH_CALLS = [
  batch(
    '/v5/order/create-batch',
    `Places up to 20 orders (${SPOT_BATCH_MAX} of pairs): ${ABOUT}`,
    V5_CREATE_FIELDS,
    createOne,
  ),
  batch(
    '/v5/order/amend-batch',
    `Changes up to 20 orders (${SPOT_BATCH_MAX} of pairs): ${ABOUT}`,
    REPLACE_FIELDS,
    amendOneOfBatch,
  ),
  batch(
    '/v5/order/cancel-batch',
    `Cancels up to 20 orders (${SPOT_BATCH_MAX} of pairs): ${ABOUT}`,
    V5_CANCEL_FIELDS,
    cancelOne,
  ),
]

function batchFields(fields: Fields) {
  const { category: _ofItem, ...item } = fields
  return { category: withDefault(CATEGORY, 'linear'), request: items(item, { min: 1, max: BATCH_MAX }) }
}

function batch(path: string, about: string, fields: Fields, one: OneOrder) {
  return route({
    method: 'POST',
    path,
    about,
    who: 'trader',
    hasClientTag: true,
    input: batchFields(fields),
    result: object({ list: listOf(ITEM) }),
    async run({ core, http, caller, input }) {
      const { account, key } = caller
      checkLength(input.category, input.request)
      // The call itself was counted; every further item counts as a call too (decisions 21).
      for (let i = 1; i < input.request.length; i++) checkMayTrade(core, account, key)
      const sender = senderOf(http, account, readTag(http))
      const wanted = { category: input.category, items: input.request }
      const { list, codes } = await placeBatch(core, sender, wanted, one, core.faults.halve(http.path))
      return new Answer({ list }, { extInfo: { list: codes } })
    },
  })
}

/** @throws Refused 10001 with the bound */
function checkLength(category: string, { length }: readonly unknown[]): void {
  if (category === 'spot' && length > SPOT_BATCH_MAX)
    throw new Refused(CODE.badRequest, `request takes ${SPOT_BATCH_MAX} orders of pairs at most`, {
      field: 'request',
      max: String(SPOT_BATCH_MAX),
    })
}

export interface Batch {
  readonly category: string
  readonly items: readonly JsonObject[]
}

/** A batch that came over a socket. @throws Refused */
export function readBatch(body: JsonObject): Batch {
  const { category, request } = readFields(batchFields(V5_CREATE_FIELDS), body)
  checkLength(category, request)
  return { category, items: request }
}

/** One order after the other. @returns an acknowledgement and a code for each, in the order of the items */
export async function placeBatch(
  core: Core,
  sender: Origin,
  { category, items: wanted }: Batch,
  one: OneOrder,
  /** Control: the second half of the items is refused with this. */
  restCode: number | null = null,
): Promise<{ readonly list: readonly unknown[]; readonly codes: readonly ItemCode[] }> {
  const list: unknown[] = []
  const codes: ItemCode[] = []
  const tried = restCode === null ? wanted.length : Math.ceil(wanted.length / 2)
  for (const [i, item] of wanted.entries()) {
    const echo = { category, symbol: textOf(item['symbol']) }
    const refuse = (code: ItemCode): void => {
      list.push({ ...echo, orderId: '', orderLinkId: textOf(item['orderLinkId']), createAt: '' })
      codes.push(code)
    }
    if (restCode !== null && i >= tried) {
      refuse({ code: restCode, msg: 'injected' })
      continue
    }
    try {
      list.push({ ...echo, createAt: '', ...(await one(core, sender, { category, ...item })) })
      codes.push({ code: CODE.ok, msg: 'OK' })
    } catch (error) {
      const refusal = refusalOf(namedAsSent(error, V5_CREATE_FIELDS, item))
      if (refusal === null) throw error
      refuse(refusal)
    }
  }
  return { list, codes }
}

/** `code` and `msg` are published; beside them stands what `retExtInfo` of a single call's refusal has. */
interface ItemCode {
  readonly code: number
  readonly msg: string
  readonly [detail: string]: string | number
}

/** What concerns one item alone. Everything else leaves the outcome unknown and is the whole call's. */
function refusalOf(error: unknown): ItemCode | null {
  if (error instanceof Refused) return { ...error.extMap, code: error.retCode, msg: sayBounds(error) }
  return error instanceof WireError ? { field: error.field, code: CODE.badRequest, msg: wordsOf(error) } : null
}

/** As published, an item has a code and words alone: whoever reads no more finds the field and its bounds in them. */
function sayBounds({ message, extMap }: Refused): string {
  const { field, ...bounds } = extMap
  const named = field === undefined || message.startsWith(field) ? message : `${field}: ${message}`
  const said = Object.entries(bounds).map(([name, value]) => `${name} ${value}`)
  return said.length === 0 ? named : `${named} (${said.join(', ')})`
}
