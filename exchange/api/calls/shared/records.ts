import { writeTransaction, TRANSACTION_OF } from '../../../../src/wire/shape/transaction'
import type { Instrument } from '../../../../src/domain/instrument/instrument'
import { v5CategoryOf } from '../../../../src/wire/v5/category'
import { CODE } from '../../../../src/wire/rest/codes'
import { isHistoryCursor, isLogCursor, type HistoryPage, type HistoryResult } from '../../../journal/journal-port'
import { Refused, type Core } from '../../core'
import { TRANSACTION_ROW } from './answers'
import { checkKnown, contractsOf, findContract, type AskedContracts } from './contract-scope'
import { optional, text, word, type Fields, type Read } from './route/field'
import { route } from './route/route'
import { listOf, object, SEQ, TEXT, type Schema } from './route/schema'
import { ACCOUNT_TYPE, historyFields, NATIVE_RECORD_FIELDS } from './shared-fields'

export const PAGE_ROWS = 20
export const CLOSED_PNL_ABOUT = 'What closed positions brought, a row for each closing order, newest first'

const TRANSACTION_FIELDS = {
  ...NATIVE_RECORD_FIELDS,
  ...historyFields(PAGE_ROWS, 50),
  accountType: ACCOUNT_TYPE,
  type: optional(word([...TRANSACTION_OF.keys()])),
  transSubType: optional(
    word(['movePosition'], { about: 'no position is moved between accounts here: an empty list' }),
  ),
  currency: optional(text({ max: 20 })),
} as const

/** An instrument as a dialect calls it. */
type NameOf = (instrument: Pick<Instrument, 'kind' | 'symbol'>) => string

/** The call for changes of an account's wallets: the same in both dialects but for its path and the names of pairs. */
export function transactionCall(path: string, nameOf: NameOf) {
  return records({
    path,
    about: 'Every change of the wallet, newest first, with the balance after it',
    input: TRANSACTION_FIELDS,
    row: TRANSACTION_ROW,
    page: (core, account, input) => transactions(core, account, input, nameOf),
  })
}

/** Declares a call for records of an account, newest first. */
export function records<const F extends Fields>(declared: {
  readonly path: string
  readonly about: string
  readonly input: F
  readonly row: Schema
  /** Whether the answer names the category that was asked for. */
  readonly hasCategory?: true
  readonly page: (core: Core, account: string, input: Read<F>) => HistoryResult<unknown>
}) {
  const { path, about, input: fields, row, page } = declared
  const category = declared.hasCategory === true ? { category: TEXT } : {}
  return route({
    method: 'GET',
    path,
    about,
    who: 'reader',
    input: fields,
    result: object({ ...category, list: listOf(row), nextPageCursor: TEXT, seq: SEQ }),
    run({ core, caller, input }) {
      const { rows, nextCursor } = page(core, caller.account, input)
      const asked = declared.hasCategory === true ? { category: input['category'] } : {}
      return { ...asked, list: rows, nextPageCursor: nextCursor ?? '', seq: core.journal.durableSeq() }
    },
  })
}

function transactions(
  core: Core,
  account: string,
  input: Read<typeof TRANSACTION_FIELDS>,
  nameOf: NameOf,
): HistoryResult<unknown> {
  const { type, currency: coin, transSubType, cursor } = input
  checkCursor(cursor, isLogCursor)
  checkKnown(core, { currency: coin })
  if (transSubType !== null) return { rows: [], nextCursor: null }
  const page = { ...recordsOf(core, { ...input, cursor: null }), cursor }
  const asked = { ...page, type: type === null ? null : (TRANSACTION_OF.get(type) ?? null), coin }
  return mapRows(core.journal.transactions(account, asked), (row) => {
    const instrument = row.symbol === null ? null : findContract(core, row.symbol)
    const category = instrument === null ? '' : v5CategoryOf(instrument)
    return writeTransaction(row, { category, symbol: instrument === null ? (row.symbol ?? '') : nameOf(instrument) })
  })
}

/** The rows of a page as they are written. */
export function mapRows<T, R>({ rows, nextCursor }: HistoryResult<T>, write: (row: T) => R): HistoryResult<R> {
  return { rows: rows.map(write), nextCursor }
}

/** One page of the records of the contracts that were asked for. @throws Refused 10001 */
export function recordsOf(core: Core, input: Parameters<typeof pageOf>[0] & AskedContracts): HistoryPage {
  checkKnown(core, input)
  return { ...pageOf(input), symbols: contractsOf(core, input) }
}

/** One page of a history, as it was asked for. @throws Refused 10001 for what no page is of */
export function pageOf(input: {
  readonly symbol: string | null
  readonly startTime: number | null
  readonly endTime: number | null
  readonly limit: number
  readonly cursor: string | null
}): HistoryPage {
  const { symbol, startTime: startMs, endTime: endMs, limit, cursor } = input
  checkRange(startMs, endMs)
  checkCursor(cursor, isHistoryCursor)
  return { symbol, startMs, endMs, limit, cursor }
}

/** @throws Refused 10001 for what no page gave */
function checkCursor(cursor: string | null, isCursor: (text: string) => boolean): void {
  if (cursor !== null && !isCursor(cursor)) throw new Refused(CODE.badRequest, 'cursor invalid', { field: 'cursor' })
}

/** @throws Refused 10001 where the time ends before it begins */
export function checkRange(startMs: number | null, endMs: number | null): void {
  if (startMs !== null && endMs !== null && startMs > endMs)
    throw new Refused(CODE.badRequest, 'startTime is after endTime', { field: 'startTime', max: String(endMs) })
}

/** Which executions: of one order, of one type. */
export function executionsOf(input: {
  readonly orderId: string | null
  readonly orderLinkId: string | null
  readonly execType: string | null
}): Pick<HistoryPage, 'orderId' | 'orderLinkId' | 'execTypes'> {
  const { orderId, orderLinkId, execType } = input
  return { orderId, orderLinkId, execTypes: execType === null ? null : [execType] }
}
