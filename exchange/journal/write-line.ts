import type { CreateOrder, OrderReference } from '../../src/wire/rest/create-order'
import type { VenueInput, VenueResult } from '../venue/contract'
import type { Origin } from './contract'
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
  to.literal(LINE.seq)
  to.number(seq)
  to.literal(LINE.timeE3)
  to.number(timeE3)
  to.literal(LINE.account)
  to.text(origin.account)
  to.literal(LINE.connId)
  to.text(origin.connId)
  to.literal(LINE.term)
  to.number(origin.term)
  to.literal(LINE.command)
  if (command.type === 'place' && isPlainPlace(command)) writePlace(to, command)
  else if (command.type === 'cancel' && command.withPair === undefined) writeCancel(to, command)
  else to.value(command)
  to.literal(LINE.clientTag)
  to.text(origin.clientTag)
  to.literal(LINE.orderLinkId)
  to.text(linkIdOf(command))
  to.literal(LINE.bodyHash)
  to.text(origin.bodyHash)
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
}
const OBJECTS_END = new Literal('}}')

/** A field that is new in the type has to be written above or stand here: the ledger must lose none. */
type Extras = Record<Exclude<keyof CreateOrder, keyof typeof ORDER>, unknown>

function isPlainPlace({ isHalved, order }: Place): boolean {
  const { trigger, tpSl, slippage, isSplit, action } = order
  const extras: Extras = { trigger, tpSl, slippage, isSplit, action }
  return (
    isHalved === undefined &&
    extras.trigger === undefined &&
    extras.tpSl === undefined &&
    extras.slippage === undefined &&
    extras.isSplit === undefined &&
    extras.action === undefined
  )
}

function writePlace(to: JsonWriter, { account, linkId, order }: Place): void {
  to.literal(PLACE.account)
  to.text(account)
  to.literal(PLACE.linkId)
  to.text(linkId)
  to.literal(ORDER.symbol)
  to.text(order.symbol)
  to.literal(ORDER.side)
  to.text(order.side)
  to.literal(ORDER.type)
  to.text(order.type)
  to.literal(ORDER.price)
  to.textOrNull(order.price)
  to.literal(ORDER.qty)
  to.text(order.qty)
  to.literal(ORDER.timeInForce)
  to.text(order.timeInForce)
  to.literal(ORDER.reduceOnly)
  to.flag(order.reduceOnly)
  to.literal(ORDER.closeOnTrigger)
  to.flag(order.closeOnTrigger)
  to.literal(ORDER.positionIdx)
  to.number(order.positionIdx)
  to.literal(OBJECTS_END)
}

const CANCEL = new Literal('{"type":"cancel","account":')
const REFERENCE = {
  symbol: new Literal(',"order":{"symbol":'),
  orderId: new Literal(',"orderId":'),
  orderLinkId: new Literal(',"orderLinkId":'),
} satisfies Record<keyof OrderReference, Literal>

function writeCancel(to: JsonWriter, { account, order }: Cancel): void {
  to.literal(CANCEL)
  to.text(account)
  to.literal(REFERENCE.symbol)
  to.text(order.symbol)
  to.literal(REFERENCE.orderId)
  to.textOrNull(order.orderId)
  to.literal(REFERENCE.orderLinkId)
  to.textOrNull(order.orderLinkId)
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
  to.literal(DONE.orderId)
  to.text(order.id)
  to.literal(DONE.status)
  to.text(order.status)
  to.literal(DONE.price)
  to.textOrNull(order.type === 'limit' ? order.price : null)
  to.literal(DONE.qty)
  to.text(order.qty)
  to.literal(DONE.filledQty)
  to.text(order.filledQty)
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
  to.literal(LINE.seq)
  to.number(seq)
  to.literal(LINE.timeE3)
  to.number(fill.timeMs)
  to.literal(FILL.execId)
  to.text(fill.execId)
  to.literal(FILL.symbol)
  to.text(fill.symbol)
  to.literal(FILL.price)
  to.text(fill.price)
  to.literal(FILL.qty)
  to.text(fill.qty)
  to.literal(FILL.makerOrderId)
  to.text(fill.makerOrderId)
  to.literal(FILL.takerOrderId)
  to.text(fill.takerOrderId)
  to.literal(END)
}
