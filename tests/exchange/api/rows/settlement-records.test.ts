import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { entryPriceOf } from '../../../../exchange/api/calls/shared/entry-price'
import { Exact, type Money, type Qty } from '../../../../src/domain/decimal'
import type { Caller } from '../lib/client'
import { RealGateway } from '../lib/real-gateway'

type Row = Readonly<Record<string, string>>

const HOUR_MS = 3_600_000
let world: RealGateway
let caller: Caller
beforeAll(async () => {
  world = await RealGateway.open({ markets: 'all' })
  caller = await world.caller()
}, 60_000)
afterAll(() => world.close())

async function rows(path: string): Promise<readonly Row[]> {
  const answer = await caller.get(path)
  expect(answer.retCode, path).toBe(0)
  return answer.result['list'] as Row[]
}

async function trade(category: string, symbol: string, side: 'Buy' | 'Sell', qty: string): Promise<void> {
  const order = { category, symbol, side, orderType: 'Market', qty }
  expect(await caller.post('/v5/order/create', order)).toMatchObject({ retCode: 0 })
}

const positionOf = async (category: string, symbol: string) =>
  (await rows(`/v5/position/list?category=${category}&symbol=${symbol}`))[0]!

/** Moves on by the eight hours of a session, and until both contracts had their turn; prices move, as a session without a result has no row. */
async function endSession(count: number): Promise<void> {
  for (const symbol of ['BTCPERP', 'ETHPERP']) {
    const { lastPrice } = (await rows(`/v5/market/tickers?category=linear&symbol=${symbol}`))[0]!
    const price = new Exact(lastPrice!).times('1.01').toDecimalPlaces(1).toString()
    await caller.raw('POST', '/control/price', { symbol, index: price, last: price })
  }
  await world.advance(8 * HOUR_MS)
  for (let i = 0; i < 200; i++) {
    await world.tick(5)
    const found = await Promise.all(
      ['BTCPERP', 'ETHPERP'].map((symbol) => rows(`/v5/asset/settlement-record?category=linear&symbol=${symbol}`)),
    )
    if (found.every((list) => list.length === count)) return
  }
  throw new Error('no session ended')
}

describe('the entry price of a row', () => {
  it.each([
    // Linear, 0.2 coins bought at 60,000 (cost 12,000), valued at 61,000: 12,200 − 12,000.
    ['linear long', '12200', '200', '0.2', 'buy', 'linear', '60000'],
    // The short of the same: it lost what the long gained.
    ['linear short', '12200', '-200', '0.2', 'sell', 'linear', '60000'],
    // Inverse, 6,000 contracts at 60,000 cost 0.1 coins; at 75,000 they are worth 0.08: the long gained 0.02.
    ['inverse long', '0.08', '0.02', '6000', 'buy', 'inverse', '60000'],
    ['inverse short', '0.08', '-0.02', '6000', 'sell', 'inverse', '60000'],
    // 10 / 3 at 8 decimals.
    ['a price that does not end', '10', '0', '3', 'buy', 'linear', '3.33333333'],
  ] as const)('of a %s', (_what, value, grossPnl, qty, held, payoff, expected) => {
    const row = { value: value as Money, grossPnl: grossPnl as Money, qty: qty as Qty }
    expect(entryPriceOf(row, held, payoff)).toBe(expected)
  })
})

describe('/v5/asset/settlement-record', () => {
  it('shows the average of the session that ended: what was paid first, then the mark of the session before', async () => {
    await trade('linear', 'BTCPERP', 'Buy', '0.1')
    await trade('linear', 'ETHPERP', 'Sell', '1')
    const paid = { BTCPERP: await positionOf('linear', 'BTCPERP'), ETHPERP: await positionOf('linear', 'ETHPERP') }
    await endSession(1)
    await endSession(2)
    for (const [symbol, side, sign] of [
      ['BTCPERP', 'Buy', 1],
      ['ETHPERP', 'Sell', -1],
    ] as const) {
      const [second, first] = await rows(`/v5/asset/settlement-record?category=linear&symbol=${symbol}`)
      const size = paid[symbol]['size']!
      expect(first).toMatchObject({ symbol, side, size, sessionAvgPrice: paid[symbol]['avgPrice'] })
      expect(second).toMatchObject({ symbol, side, size, sessionAvgPrice: first!['markPrice'] })
      // realisedPnl = ± (mark − session average) × size; both prices have 8 decimals at most, so it is right to 1e-8.
      for (const row of [first!, second!]) {
        const expected = new Exact(row['markPrice']!).minus(row['sessionAvgPrice']!).times(size).times(sign)
        expect(new Exact(row['realisedPnl']!).minus(expected).abs().toNumber()).toBeLessThan(2e-8)
      }
    }
  })
})

describe('/v5/asset/delivery-record', () => {
  it.each([
    ['linear', 'LinearFutures', 'USDT', '0.1', 'Buy'],
    ['linear', 'LinearFutures', 'USDC', '0.1', 'Sell'],
    ['inverse', 'InverseFutures', 'BTC', '600', 'Buy'],
  ] as const)('shows what was paid for a %s position (%s in %s)', async (category, contractType, coin, qty, side) => {
    const listed = await rows(`/v5/market/instruments-info?category=${category}&baseCoin=BTC&limit=1000`)
    const symbol = listed.find((one) => one['contractType'] === contractType && one['settleCoin'] === coin)!['symbol']!
    await trade(category, symbol, side, qty)
    const held = await positionOf(category, symbol)
    const expire = await caller.raw('POST', '/control/expire', { symbol })
    expect(await expire.json()).toEqual({ ok: true })
    const [record] = await rows(`/v5/asset/delivery-record?category=${category}&symbol=${symbol}`)
    expect(record).toMatchObject({ symbol, side, position: qty, entryPrice: held['avgPrice'], strike: '' })
    // Linear: ± (delivery − entry) × size; inverse: ± size × (1 / entry − 1 / delivery). Less the fee; a unit of 1e-8 is
    // rounding, times the entry's own: 1e-8 of a price.
    const [entry, end] = [new Exact(record!['entryPrice']!), new Exact(record!['deliveryPrice']!)]
    const gain =
      category === 'linear' ? end.minus(entry).times(qty) : new Exact(qty).div(entry).minus(new Exact(qty).div(end))
    const expected = gain.times(side === 'Buy' ? 1 : -1).minus(record!['fee']!)
    expect(new Exact(record!['deliveryRpl']!).minus(expected).abs().toNumber()).toBeLessThan(3e-8)
  })
})

it('the records say the same after a restart', async () => {
  const paths = ['/v5/asset/settlement-record?category=linear', '/v5/asset/delivery-record?category=inverse']
  const before = await Promise.all(paths.map(rows))
  expect(before.every((list) => list.length > 0)).toBe(true)
  await world.restart()
  expect(await Promise.all(paths.map(rows))).toEqual(before)
})
