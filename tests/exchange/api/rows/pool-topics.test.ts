import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Caller } from '../lib/client'
import { Program } from '../lib/program'
import { RealGateway } from '../lib/real-gateway'

type Row = Readonly<Record<string, string>>

let world: RealGateway
let caller: Caller
const programs: Program[] = []
beforeAll(async () => {
  world = await RealGateway.open({ markets: 'all' })
  caller = await world.caller()
}, 60_000)
afterAll(async () => {
  for (const { socket } of programs) socket.terminate()
  await world.close()
})

async function listen(category: string, topic: string): Promise<Program> {
  const program = await Program.open(caller.base, `public/${category}`)
  programs.push(program)
  expect(await program.ask({ op: 'subscribe', args: [topic] })).toMatchObject({ success: true })
  return program
}

const rowsOf = (frame: Record<string, unknown>) => frame['data'] as readonly Row[]
const messages = (program: Program, topic: string) => program.frames.filter((one) => one['topic'] === topic)

describe('insurance.{coin} and adlAlert.{coin}', () => {
  it('begin with every pool, and every contract with its own, grouped as published', async () => {
    const usdt = await listen('linear', 'insurance.USDT')
    const first = await usdt.until((one) => one['topic'] === 'insurance.USDT')
    expect(first).toMatchObject({ type: 'snapshot', ts: expect.any(Number) })
    // A pool of dollars begins with a million (ADR-037).
    expect(rowsOf(first)).toEqual([
      { coin: 'USDT', balance: '1000000', symbols: expect.stringContaining('BTCUSDT'), updateTime: expect.any(String) },
    ])
    const inverse = await listen('inverse', 'insurance.inverse')
    const coins = rowsOf(await inverse.until((one) => one['topic'] === 'insurance.inverse'))
    expect(coins.map(({ coin }) => coin)).toContain('BTC')
    expect(coins.find(({ coin }) => coin === 'BTC')).toMatchObject({ balance: '10' })
    expect(coins.every(({ symbols }) => !symbols!.includes('USDT'))).toBe(true)

    const alert = await listen('linear', 'adlAlert.USDC')
    const rows = rowsOf(await alert.until((one) => one['topic'] === 'adlAlert.USDC'))
    expect(rows.every(({ c }) => c === 'USDC')).toBe(true)
    expect(rows.find(({ s }) => s === 'BTCPERP')).toEqual({
      c: 'USDC',
      s: 'BTCPERP',
      b: '1000000',
      mb: '1000000',
      i_pr: '-0.3',
      pr: '0',
      adl_tt: '0',
      adl_sr: '-0.25',
    })
  })

  it('are refused on the road of another category, and for a coin that is no group', async () => {
    const program = await Program.open(caller.base, 'public/linear')
    programs.push(program)
    for (const topic of ['insurance.inverse', 'adlAlert.inverse', 'insurance.BTC', 'adlAlert.EUR', 'insurance'])
      expect(await program.ask({ op: 'subscribe', args: [topic] })).toMatchObject({ success: false })
  })

  it('tell what a takeover cost the pool, and how far its result has fallen', async () => {
    const pools = await listen('linear', 'insurance.USDT')
    const alerts = await listen('linear', 'adlAlert.USDT')
    await pools.until((one) => one['topic'] === 'insurance.USDT')
    // 50 times the margin, isolated: a mark 6 % below is beyond the bankruptcy price, and the pool takes the difference.
    const symbol = 'BTCUSDT'
    const post = async (path: string, body: object) =>
      expect(await caller.post(path, body), path).toMatchObject({ retCode: 0 })
    await post('/v5/account/set-margin-mode', { setMarginMode: 'ISOLATED_MARGIN' })
    await post('/v5/position/set-leverage', { category: 'linear', symbol, buyLeverage: '50', sellLeverage: '50' })
    await post('/v5/order/create', { category: 'linear', symbol, side: 'Buy', orderType: 'Market', qty: '0.5' })
    const mark = Number(world.journal.venue.ticker(symbol)!.markPrice)
    const fallen = (mark * 0.94).toFixed(1)
    // The makers first, or the pool would sell to them at what it was before.
    await caller.raw('POST', '/control/price', { symbol, last: fallen })
    await world.tick(10)
    await caller.raw('POST', '/control/price', { symbol, index: fallen })
    await world.tick(60)
    expect(world.journal.venue.positions(await accountOf(), symbol)[0]!.size).toBe('0')

    const delta = await pools.until((one) => one['topic'] === 'insurance.USDT' && one['type'] === 'delta')
    expect(rowsOf(delta)).toMatchObject([{ coin: 'USDT' }])
    expect(Number(rowsOf(delta)[0]!['balance'])).toBeLessThan(1_000_000)
    const alert = await alerts.until(
      (one) => one['topic'] === 'adlAlert.USDT' && rowsOf(one).some(({ pr }) => Number(pr) < 0),
    )
    const row = rowsOf(alert).find(({ s }) => s === symbol)!
    // Nothing was paid in since: P&L − highest P&L = balance − a million, over the highest balance, which is that million.
    expect(Number(row['pr'])).toBeCloseTo((Number(row['b']) - 1_000_000) / 1_000_000, 7)
    expect(row['mb']).toBe('1000000')
    const [rest] = (await caller.get(`/v5/market/adlAlert?symbol=${symbol}`)).result['list'] as readonly Row[]
    expect(Number(rest!['pnlRatio'])).toBeLessThan(0)
  })

  it('say nothing more while the pool stands still, but for the alert of each second', async () => {
    const pools = await listen('linear', 'insurance.USDC')
    const alerts = await listen('linear', 'adlAlert.USDC')
    for (let count = 1; count < 3;) {
      const seen = count
      await alerts.until(() => messages(alerts, 'adlAlert.USDC').length > seen)
      count++
    }
    expect(messages(alerts, 'adlAlert.USDC').every((one) => one['type'] === 'snapshot')).toBe(true)
    expect(messages(pools, 'insurance.USDC')).toHaveLength(1)
  })
})

async function accountOf(): Promise<string> {
  return ((await caller.post('/sandbox/session')).result as { account: string }).account
}
