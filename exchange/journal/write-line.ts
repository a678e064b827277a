import type { NewOrder } from '../../src/domain/order/new-order'
import type { OrderReference } from '../../src/domain/order/order-change'
import type { VenueInput } from '../venue/venue-input'
import type { VenueResult } from '../venue/venue-port'
import type { Origin } from './journal-port'
import { Literal, type JsonWriter } from './json-writer'
import { linkIdOf, summaryOf, type FillEvent } from './ledger-line'

/*
 * The lines of ledger-line.ts, written straight into the bytes of their group: every order passes here. What nearly
 * every input is, an order without extras or the cancelling of one, is written field by field; the rest by JSON.
 */

type Place = Extract<VenueInput, { readonly type: 'place' }>
type Cancel = Extract<VenueInput, { readonly type: 'cancel' }>

const END = new Literal('}\n')

const LINE = {
  seq: new Literal('{"seq":'),
  timeE3: new Literal(',"timeE3":'),
  account: new Literal(',"account":'),
  connId: new Literal(',"connId":'),
  term: new Literal(',"term":'),
  command: new Literal(',"command":'),
  clientTag: new Literal(',"clientTag":'),
  orderLinkId: new Literal(',"orderLinkId":'),
  bodyHash: new Literal(',"bodyHash":'),
  result: new Literal(',"result":'),
}

/** Writes the line of `inputLine` with its newline: the same bytes, where the command has its fields in their order. */
export function writeInputLine(
  to: JsonWriter,
  seq: number,
  timeE3: number,
  command: VenueInput,
  origin: Origin,
  result: VenueResult,
): void {
  to.field(LINE.seq, seq)
  to.field(LINE.timeE3, timeE3)
  to.field(LINE.account, origin.account)
  to.field(LINE.connId, origin.connId)
  to.field(LINE.term, origin.term)
  to.literal(LINE.command)
  const commandAt = to.length
  if (command.type === 'place' && isPlainPlace(command)) writePlace(to, command)
  else if (command.type === 'cancel' && command.withPair === undefined) writeCancel(to, command)
  else to.value(command)
  const bodyHash = to.hashFrom(commandAt)
  to.field(LINE.clientTag, origin.clientTag)
  to.field(LINE.orderLinkId, linkIdOf(command))
  to.field(LINE.bodyHash, bodyHash)
  to.literal(LINE.result)
  writeResult(to, result)
  to.literal(END)
}

const PLACE = {
  account: new Literal('{"type":"place","account":'),
  linkId: new Literal(',"linkId":'),
}
/** In the order in which the wire reads them. */
const ORDER = {
  symbol: new Literal(',"order":{"symbol":'),
  side: new Literal(',"side":'),
  type: new Literal(',"type":'),
  price: new Literal(',"price":'),
  qty: new Literal(',"qty":'),
  timeInForce: new Literal(',"timeInForce":'),
  reduceOnly: new Literal(',"reduceOnly":'),
  closeOnTrigger: new Literal(',"closeOnTrigger":'),
  positionIdx: new Literal(',"positionIdx":'),
} satisfies Record<Always, Literal>
const OBJECTS_END = new Literal('}}')

/** Fields that are always there; the compiler says so of every one that is new. */
type Always = {
  readonly [K in keyof NewOrder]-?: Record<never, never> extends Pick<NewOrder, K> ? never : K
}[keyof NewOrder]

/** What is left out where it was not asked for makes an order one that is written as JSON: the ledger must lose none. */
function isPlainPlace({ isHalved, isProtected, waitsWithAmount, leverage, order }: Place): boolean {
  if ([isHalved, isProtected, waitsWithAmount, leverage].some((one) => one !== undefined)) return false
  for (const name in order) {
    if (!(name in ORDER) && order[name as keyof NewOrder] !== undefined) return false
  }
  return true
}

function writePlace(to: JsonWriter, { account, linkId, order }: Place): void {
  to.field(PLACE.account, account)
  to.field(PLACE.linkId, linkId)
  to.field(ORDER.symbol, order.symbol)
  to.field(ORDER.side, order.side)
  to.field(ORDER.type, order.type)
  to.field(ORDER.price, order.price)
  to.field(ORDER.qty, order.qty)
  to.field(ORDER.timeInForce, order.timeInForce)
  to.field(ORDER.reduceOnly, order.reduceOnly)
  to.field(ORDER.closeOnTrigger, order.closeOnTrigger)
  to.field(ORDER.positionIdx, order.positionIdx)
  to.literal(OBJECTS_END)
}

const CANCEL = new Literal('{"type":"cancel","account":')
const REFERENCE = {
  symbol: new Literal(',"order":{"symbol":'),
  orderId: new Literal(',"orderId":'),
  orderLinkId: new Literal(',"orderLinkId":'),
} satisfies Record<keyof OrderReference, Literal>

function writeCancel(to: JsonWriter, { account, order }: Cancel): void {
  to.field(CANCEL, account)
  to.field(REFERENCE.symbol, order.symbol)
  to.field(REFERENCE.orderId, order.orderId)
  to.field(REFERENCE.orderLinkId, order.orderLinkId)
  to.literal(OBJECTS_END)
}

const DONE = {
  orderId: new Literal('{"ok":true,"orderId":'),
  status: new Literal(',"status":'),
  price: new Literal(',"price":'),
  qty: new Literal(',"qty":'),
  filledQty: new Literal(',"filledQty":'),
}
const OBJECT_END = new Literal('}')

/** As `summaryOf` sums it up. */
function writeResult(to: JsonWriter, result: VenueResult): void {
  const order = result.ok && result.failedQty === undefined ? result.order : undefined
  if (order === undefined) {
    to.value(summaryOf(result))
    return
  }
  to.field(DONE.orderId, order.id)
  to.field(DONE.status, order.status)
  to.field(DONE.price, order.type === 'limit' ? order.price : null)
  to.field(DONE.qty, order.qty)
  to.field(DONE.filledQty, order.filledQty)
  to.literal(OBJECT_END)
}

const FILL = {
  execId: new Literal(',"execId":'),
  symbol: new Literal(',"symbol":'),
  price: new Literal(',"price":'),
  qty: new Literal(',"qty":'),
  makerOrderId: new Literal(',"makerOrderId":'),
  takerOrderId: new Literal(',"takerOrderId":'),
}

/** Writes the line of `fillLine` with its newline. */
export function writeFillLine(to: JsonWriter, seq: number, fill: FillEvent): void {
  to.field(LINE.seq, seq)
  to.field(LINE.timeE3, fill.timeMs)
  to.field(FILL.execId, fill.execId)
  to.field(FILL.symbol, fill.symbol)
  to.field(FILL.price, fill.price)
  to.field(FILL.qty, fill.qty)
  to.field(FILL.makerOrderId, fill.makerOrderId)
  to.field(FILL.takerOrderId, fill.takerOrderId)
  to.literal(END)
}
