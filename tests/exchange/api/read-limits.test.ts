import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { Listener } from './lib/client'
import { Program } from './lib/program'
import { RealGateway } from './lib/real-gateway'

let world: RealGateway
beforeAll(async () => {
  world = await RealGateway.open()
})
afterAll(() => world.close())
afterEach(() => void vi.restoreAllMocks())

/** A clock that stands between two calls, so that a test need not wait for seconds. @returns what moves it on */
function standing(): (ms: number) => void {
  let nowMs = performance.now()
  vi.spyOn(performance, 'now').mockImplementation(() => nowMs)
  return (ms) => void (nowMs += ms)
}

/** A little less than a hundred calls a second, which are let in for ever. */
const CALL_MS = 11

describe('reads by cookie', () => {
  it('are 500 at once and then refused with 10006, for this account alone', async () => {
    const [caller, other] = [await world.caller(), await world.caller()]
    vi.spyOn(performance, 'now').mockReturnValue(performance.now())
    const codes: number[] = []
    for (let i = 0; i < 510; i++)
      codes.push((await caller.get(i % 2 === 0 ? '/v5/account/transaction-log' : '/sandbox/accounts')).retCode)
    expect(codes.indexOf(10006)).toBe(500)
    expect(new Set(codes.slice(500))).toEqual(new Set([10006]))
    expect((await other.get('/v5/account/transaction-log')).retCode).toBe(0)
    // What anyone may read is not counted.
    expect((await caller.get('/v5/market/time')).retCode).toBe(0)
  }, 60_000)
})

describe('a subscribe request', () => {
  // Ten requests of 252 topics are 2,520: more than the 2,500 that a socket may name at once.
  const topics = Array.from({ length: 252 }, (_, i) => `user.nothing.${i}`)

  it('counts as many as it names on a native socket', async () => {
    const listener = await Listener.open(`http://127.0.0.1:${world.port}`, 'public')
    const said: unknown[] = []
    for (let i = 0; i < 10; i++) {
      listener.send({ op: i % 2 === 0 ? 'subscribe' : 'unsubscribe', args: topics, req_id: `r${i}` })
      said.push((await listener.until((one) => one['req_id'] === `r${i}`))['ret_msg'])
    }
    expect(said).toEqual([
      ...Array.from({ length: 9 }, (_, i) => (i % 2 === 0 ? 'unknown topic' : '')),
      'too many requests',
    ])
    listener.close()
  })

  it('and on one of v5', async () => {
    const program = await Program.open(`http://127.0.0.1:${world.port}`, 'public/linear')
    const said: unknown[] = []
    for (let i = 0; i < 10; i++) said.push((await program.ask({ op: 'unsubscribe', args: topics }))['ret_msg'])
    expect(said).toEqual([...Array.from({ length: 9 }, () => ''), 'too many requests'])
    program.socket.terminate()
  })
})

describe('refused orders', () => {
  const order = { category: 'linear', symbol: 'BTCUSDT', side: 'Buy', orderType: 'Limit', qty: '100', price: '50000' }

  it('are 1,000 at once and ten a second; the others are refused without a line of the ledger', async () => {
    const caller = await world.caller()
    const pass = standing()
    const codes: number[] = []
    const before = world.journal.durableSeq()
    for (let i = 0; i < 1_400; i++) {
      pass(CALL_MS)
      codes.push((await caller.post('/v5/order/create', order)).retCode)
    }
    const refused = codes.filter((code) => code === 10006).length
    // 1,000, and ten for each of 15.4 seconds.
    expect(refused).toBeGreaterThan(200)
    // Beyond its margin: looked at by the venue, and a line.
    const lines = codes.filter((code) => code === 110007).length
    expect(lines).toBeGreaterThanOrEqual(1_000)
    expect(lines + refused).toBe(1_400)
    expect(world.journal.durableSeq() - before).toBe(lines)
    expect((await (await world.caller()).post('/v5/order/create', { ...order, qty: '0.001' })).retCode).toBe(0)
  }, 120_000)

  it('take no cancel and no order that would be taken from the account whose program goes on refusing itself', async () => {
    // The clock of the test before ran ahead of the one that its allowances go by.
    const own = await RealGateway.open()
    const caller = await own.caller()
    const pass = standing()
    const good = { ...order, qty: '0.001' }
    const resting: unknown[] = []
    for (let i = 0; i < 3; i++) resting.push((await caller.post('/v5/order/create', good)).result['orderId'])
    const lost = { category: 'linear', symbol: 'BTCUSDT', orderId: '00000000-0000-4000-8000-00000000dead' }
    let last = 0
    for (let i = 0; i < 2_000 && last !== 10006; i++) {
      pass(CALL_MS)
      last = (await caller.post('/v5/order/cancel', lost)).retCode
    }
    expect(last).toBe(10006)
    vi.spyOn(performance, 'now').mockReturnValue(performance.now())
    for (const orderId of resting) {
      expect((await caller.post('/v5/order/cancel', lost)).retCode).toBe(10006)
      expect((await caller.post('/v5/order/cancel', { category: 'linear', symbol: 'BTCUSDT', orderId })).retCode).toBe(
        0,
      )
      expect((await caller.post('/v5/order/create', good)).retCode).toBe(0)
    }
    expect((await caller.post('/v5/order/create', order)).retCode).toBe(10006)
    expect((await caller.post('/v5/order/cancel-all', { category: 'linear', symbol: 'BTCUSDT' })).retCode).toBe(0)
    await own.close()
  }, 120_000)
})
