import type { VenueEvent, VenueInput, VenueResult } from '../venue/contract'
import type { Origin } from './contract'

/** The event that has a line of its own: a fill with a user on at least one side. */
export type FillEvent = Extract<VenueEvent, { readonly type: 'fill' }>

/** One external input as it stands in the ledger (decisions 34). Times are milliseconds. */
export interface InputLine {
  readonly seq: number
  readonly timeE3: number
  readonly account: string
  readonly connId: string
  readonly term: number
  /** The whole input, so that the ledger alone can be replayed. */
  readonly command: VenueInput
  readonly clientTag: string
  readonly orderLinkId: string
  readonly bodyHash: string
  readonly result: ResultSummary
}

export interface FillLine {
  readonly seq: number
  readonly timeE3: number
  readonly execId: string
  readonly symbol: string
  readonly price: string
  readonly qty: string
  readonly makerOrderId: string
  readonly takerOrderId: string
}

/** What was answered, without what the ledger says elsewhere. Refusals are kept whole. */
export type ResultSummary =
  | {
      readonly ok: true
      readonly orderId?: string
      readonly status?: string
      readonly price?: string | null
      readonly qty?: string
      readonly filledQty?: string
      readonly orderIds?: readonly string[]
    }
  | { readonly ok: false; readonly refusal: Extract<VenueResult, { readonly ok: false }>['refusal'] }

/*
 * Lines are put together by hand: one JSON.stringify of a wrapper object would walk the command a second time, and
 * this is the most expensive step between an order and its fdatasync. The order of fields is part of the format:
 * recovery compares texts.
 */

/** @returns the summary as JSON text, fields always in the same order */
export function resultText(result: VenueResult): string {
  if (!result.ok) return `{"ok":false,"refusal":${JSON.stringify(result.refusal)}}`
  const { order, orders } = result
  if (order !== undefined) {
    const price = order.type === 'limit' ? `"${order.price}"` : 'null'
    return `{"ok":true,"orderId":${text(order.id)},"status":"${order.status}","price":${price},"qty":"${order.qty}","filledQty":"${order.filledQty}"}`
  }
  if (orders !== undefined) return `{"ok":true,"orderIds":${JSON.stringify(orders.map((one) => one.id))}}`
  return '{"ok":true}'
}

/** @returns one line, its newline included */
export function inputLine(seq: number, timeMs: number, input: VenueInput, origin: Origin, result: string): string {
  const linkId = linkIdOf(input)
  const orderLinkId = text(linkId)
  const clientTag = origin.clientTag === linkId ? orderLinkId : text(origin.clientTag)
  return `{"seq":${seq},"timeE3":${timeMs},"account":${text(origin.account)},"connId":${text(origin.connId)},"term":${origin.term},"command":${JSON.stringify(input)},"clientTag":${clientTag},"orderLinkId":${orderLinkId},"bodyHash":${text(origin.bodyHash)},"result":${result}}\n`
}

/** @returns one line, its newline included */
export function fillLine(seq: number, fill: FillEvent): string {
  return `{"seq":${seq},"timeE3":${fill.timeMs},"execId":${text(fill.execId)},"symbol":${text(fill.symbol)},"price":"${fill.price}","qty":"${fill.qty}","makerOrderId":${text(fill.makerOrderId)},"takerOrderId":${text(fill.takerOrderId)}}\n`
}

/** The id of the user's press, where the input names one. */
export function linkIdOf(input: VenueInput): string {
  if (input.type === 'place') return input.linkId
  if (input.type === 'replace' || input.type === 'cancel') return input.order.orderLinkId ?? ''
  return ''
}

/** @returns the line, or `null` where the text is not one */
export function parseLine(line: string): InputLine | FillLine | null {
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch {
    return null
  }
  if (typeof value !== 'object' || value === null) return null
  if (!('seq' in value) || !Number.isSafeInteger(value.seq)) return null
  if (!('timeE3' in value) || !Number.isSafeInteger(value.timeE3)) return null
  if ('command' in value && 'result' in value) return value as InputLine
  if ('execId' in value) return value as FillLine
  return null
}

/** Ids, names and hashes: what JSON writes as it is. */
const PLAIN = /^[\w.:-]*$/

const text = (value: string): string => (PLAIN.test(value) ? `"${value}"` : JSON.stringify(value))
