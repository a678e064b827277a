import { asObject, textOf, WireError } from '../../../../src/wire/json'
import { CODE } from '../../../../src/wire/rest/codes'
import type { Origin } from '../../../journal/journal-port'
import { checkMayTrade, Refused, type Core } from '../../core'
import { randomHex } from '../../random'
import { wordsOf } from '../../calls/shared/http/failures'
import { V5_CREATE_FIELDS } from '../../calls/shared/order-fields'
import { namedAsSent } from '../../calls/shared/route/field'
import { placeBatch, readBatch } from '../../calls/v5/batch-calls'
import { amendOne, amendOneOfBatch, cancelOne, createOne, type OneOrder } from '../../calls/shared/single-order'
import type { ApiKey } from '../../sessions/api-keys'
import { checkTime } from '../../sessions/signed-calls'
import type { V5Request } from './requests'

const SINGLE: ReadonlyMap<string, OneOrder> = new Map([
  ['order.create', createOne],
  ['order.amend', amendOne],
  ['order.cancel', cancelOne],
])
const BATCH: ReadonlyMap<string, OneOrder> = new Map([
  ['order.create-batch', createOne],
  ['order.amend-batch', amendOneOfBatch],
  ['order.cancel-batch', cancelOne],
])

export function isTradeOp(op: string): boolean {
  return SINGLE.has(op) || BATCH.has(op)
}

/** Answer of the socket that trades: the envelope of REST in other clothes. */
export interface TradeReply {
  readonly reqId: string
  readonly retCode: number
  readonly retMsg: string
  readonly op: string
  readonly data: unknown
  readonly retExtInfo: unknown
  readonly header: Readonly<Record<string, string>>
  readonly connId: string
}

/** Order calls over a socket: the same checks, the same journal, answered once the ledger line is on disk. */
export async function trade(core: Core, key: ApiKey, connId: string, request: V5Request): Promise<TradeReply> {
  const answer = (retCode: number, retMsg: string, data: unknown, retExtInfo: unknown): TradeReply => ({
    reqId: request.requestId ?? '',
    retCode,
    retMsg,
    op: request.op,
    data,
    retExtInfo,
    header: rateOf(core, key),
    connId,
  })
  try {
    const { data, extInfo } = await run(core, key, connId, request)
    return answer(CODE.ok, 'OK', data, extInfo)
  } catch (error) {
    if (error instanceof Refused) return answer(error.retCode, error.message, {}, error.extMap)
    if (error instanceof WireError) return answer(CODE.badRequest, wordsOf(error), {}, { field: error.field })
    throw error
  }
}

async function run(
  core: Core,
  key: ApiKey,
  connId: string,
  { op, args, header }: V5Request,
): Promise<{ readonly data: unknown; readonly extInfo: unknown }> {
  checkTime(textOf(header['X-BAPI-TIMESTAMP']), textOf(header['X-BAPI-RECV-WINDOW']), core.journal.now())
  checkMayTrade(core, key.account, key)
  const sender: Origin = { account: key.account, connId, term: 0, clientTag: '' }
  const body = asObject(args[0], 'args')
  const single = SINGLE.get(op)
  if (single !== undefined) {
    try {
      const { orderId, orderLinkId } = await single(core, sender, body)
      return { data: { orderId, orderLinkId }, extInfo: {} }
    } catch (error) {
      throw namedAsSent(error, V5_CREATE_FIELDS, body)
    }
  }
  const batch = readBatch(body)
  for (let i = 1; i < batch.items.length; i++) checkMayTrade(core, key.account, key)
  const { list, codes } = await placeBatch(core, sender, batch, BATCH.get(op)!)
  return { data: { list }, extInfo: { list: codes } }
}

function rateOf(core: Core, key: ApiKey): Readonly<Record<string, string>> {
  const nowMs = core.journal.now()
  const { limit, left, waitMs } = core.limits.orders.look(key.account, performance.now())
  return {
    'X-Bapi-Limit': String(limit),
    'X-Bapi-Limit-Status': String(left),
    'X-Bapi-Limit-Reset-Timestamp': String(nowMs + waitMs),
    Traceid: randomHex(16),
    Timenow: String(nowMs),
  }
}
