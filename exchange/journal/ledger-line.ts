import type { VenueInput } from '../venue/venue-input'
import type { RepaidCoin, SplitParts, VenueEvent, VenueResult } from '../venue/venue-port'
import type { Origin } from './journal-port'
import { isSameJson } from './same-json'
import { bytesHash } from './text-hash'

const encoder = new TextEncoder()

/** The event that has a line of its own: a fill with a user on at least one side. */
export type FillEvent = Extract<VenueEvent, { readonly type: 'fill' }>

/** One external input as the ledger has it (decisions 34). Times are milliseconds. */
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
  /** `bytesHash` of the command as it is here; of lines of earlier versions SHA-256, hex. */
  readonly bodyHash: number | string
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
      readonly failedQty?: string
      readonly split?: SplitParts
      readonly strategyId?: string
      readonly orderIds?: readonly string[]
      readonly repaid?: readonly RepaidCoin[]
    }
  | { readonly ok: false; readonly refusal: Extract<VenueResult, { readonly ok: false }>['refusal'] }

/** Fields always in the same order: it is part of the format, recovery compares texts. */
export function summaryOf(result: VenueResult): ResultSummary {
  if (!result.ok) return { ok: false, refusal: result.refusal }
  const { order, orders, failedQty, split, strategyId, repaid } = result
  if (order !== undefined) {
    const { id, status, qty, filledQty } = order
    const price = order.type === 'limit' ? order.price : null
    // A literal without a spread: nearly every order passes here, nearly none has a failed part.
    if (failedQty === undefined) return { ok: true, orderId: id, status, price, qty, filledQty }
    return { ok: true, orderId: id, status, price, qty, filledQty, failedQty, ...(split !== undefined && { split }) }
  }
  if (strategyId !== undefined) return { ok: true, strategyId }
  if (repaid !== undefined) return { ok: true, repaid }
  return orders === undefined ? { ok: true } : { ok: true, orderIds: orders.map((one) => one.id) }
}

/**
 * Whether two inputs ask for the same: not by the letters that were sent, so that both dialects and any order of fields
 * are one body, and not by what control made of it.
 */
export function isSameBody(one: VenueInput, other: VenueInput): boolean {
  return isSameJson(bodyOf(one), bodyOf(other))
}

function bodyOf(input: VenueInput): unknown {
  if (input.type === 'declined') return bodyOf(input.asked)
  const { isHalved: _, ...asked } = input as VenueInput & { readonly isHalved?: unknown }
  // As it comes back from the ledger: without what is undefined.
  return JSON.parse(JSON.stringify(asked))
}

/** @returns one line, without its newline */
export function inputLine(
  seq: number,
  timeE3: number,
  command: VenueInput,
  origin: Origin,
  result: ResultSummary,
): string {
  const { account, connId, term, clientTag } = origin
  const bodyHash = bytesHash(encoder.encode(JSON.stringify(command)))
  const orderLinkId = linkIdOf(command)
  const line: InputLine = { seq, timeE3, account, connId, term, command, clientTag, orderLinkId, bodyHash, result }
  return JSON.stringify(line)
}

/** @returns one line, without its newline */
export function fillLine(seq: number, fill: FillEvent): string {
  const { timeMs, execId, symbol, price, qty, makerOrderId, takerOrderId } = fill
  const line: FillLine = { seq, timeE3: timeMs, execId, symbol, price, qty, makerOrderId, takerOrderId }
  return JSON.stringify(line)
}

/** The id of the user's press, where the input names one. */
export function linkIdOf(input: VenueInput): string {
  if (input.type === 'declined') return linkIdOf(input.asked)
  if (input.type === 'place' || input.type === 'openStrategy') return input.linkId
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
