import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Listener, type Caller } from '../lib/client'
import { Program } from '../lib/program'
import { RealGateway } from '../lib/real-gateway'

type Row = Readonly<Record<string, unknown>>

let world: RealGateway
let caller: Caller
let native: Listener
let program: Program
beforeAll(async () => {
  world = await RealGateway.open()
  caller = await world.caller()
  native = await Listener.open(caller.base, 'private', caller.cookie)
  native.send({ op: 'login', args: [await caller.oneTimeToken()] })
  await native.until((frame) => frame['op'] === 'login')
  native.send({ op: 'subscribe', args: ['user.order'] })
  await native.until((frame) => frame['type'] === 'snapshot')
  const { result } = await caller.post('/sandbox/api-keys', { permissions: ['read', 'trade'] })
  const { result: clock } = await caller.get('/v5/market/time')
  const expires = Number(clock['timeSecond']) * 1000 + 20_000
  const signature = createHmac('sha256', String(result['apiSecret'])).update(`GET/realtime${expires}`).digest('hex')
  program = await Program.open(caller.base, 'private')
  expect(await program.ask({ op: 'auth', args: [result['apiKey'], expires, signature] })).toMatchObject({
    success: true,
  })
  await program.ask({ op: 'subscribe', args: ['order'] })
})
afterAll(async () => {
  native.close()
  program.socket.terminate()
  await world.close()
})

const LOST = { cancelType: 'CancelByUser', rejectReason: 'EC_OrigClOrdIDDoesNotExist', orderStatus: 'Filled' }
const PLAIN = { cancelType: 'UNKNOWN', rejectReason: 'EC_NoError', orderStatus: 'Filled' }

async function filled(): Promise<string> {
  const order = { category: 'linear', symbol: 'BTCUSDT', side: 'Buy', orderType: 'Market', qty: '0.01' }
  const { result, retCode } = await caller.post('/v5/order/create', order)
  expect(retCode).toBe(0)
  return String(result['orderId'])
}

/** Rows of one order that say `Filled`, in the order in which they came, once there are two. */
async function told(orderId: string): Promise<{ v5: readonly Row[]; native: readonly Row[] }> {
  const rowsOf = (frames: readonly Row[], topic: string) =>
    frames
      .filter((frame) => frame['topic'] === topic)
      .flatMap((frame) => frame['data'] as Row[])
      .filter((row) => row['orderId'] === orderId && row['orderStatus'] === 'Filled')
  await program.until(() => rowsOf(program.frames, 'order').length > 1)
  const seen: Row[] = []
  await native.until((frame) => {
    seen.push(frame)
    return rowsOf(seen, 'user.order').length > 1
  })
  return { v5: rowsOf(program.frames, 'order'), native: rowsOf(seen, 'user.order') }
}

describe('a cancel that lost against the fill (semantics.md §2.1)', () => {
  it.each([
    ['v5', '/v5/order/cancel', { category: 'linear' }],
    ['native', '/contract/v5/order/cancel', {}],
  ])('%s: is refused, and a second Filled message says why, in both dialects', async (_, path, extra) => {
    const orderId = await filled()
    const answer = await caller.post(path, { ...extra, symbol: 'BTCUSDT', orderId })
    expect(answer.retCode).not.toBe(0)
    const rows = await told(orderId)
    expect(rows.v5).toMatchObject([PLAIN, LOST])
    expect(rows.native).toMatchObject([PLAIN, LOST])
    // The same order as of the same event: who merges by sequence has nothing to change.
    expect(rows.native[1]!['seq']).toBe(rows.native[0]!['seq'])
    expect(rows.v5[1]!['cumExecQty']).toBe('0.01')
  })

  it('a batch says it for its item, and by the link id', async () => {
    const order = { symbol: 'BTCUSDT', side: 'Sell', orderType: 'Market', qty: '0.01', orderLinkId: 'lost-1' }
    const { result } = await caller.post('/v5/order/create', { category: 'linear', ...order })
    await caller.post('/v5/order/cancel-batch', {
      category: 'linear',
      request: [{ symbol: 'BTCUSDT', orderLinkId: 'lost-1' }],
    })
    expect((await told(String(result['orderId']))).v5).toMatchObject([PLAIN, LOST])
  })

  it('it is no change: lists and the order’s own row stay as the fill left them', async () => {
    const orderId = await filled()
    await caller.post('/v5/order/cancel', { category: 'linear', symbol: 'BTCUSDT', orderId })
    await told(orderId)
    for (const list of ['realtime', 'history']) {
      const { result } = await caller.get(`/v5/order/${list}?category=linear&symbol=BTCUSDT&orderId=${orderId}`)
      expect((result['list'] as Row[])[0], list).toMatchObject(PLAIN)
    }
  })
})
