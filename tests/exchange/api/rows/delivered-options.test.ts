import { afterAll, beforeAll, expect, it } from 'vitest'
import { isOption } from '../../../../src/domain/instrument/option'
import type { Caller } from '../lib/client'
import { RealGateway } from '../lib/real-gateway'

type Row = Readonly<Record<string, string>>

const HOUR_MS = 3_600_000
const LISTS = [
  '/v5/asset/delivery-record',
  '/v5/execution/list',
  '/v5/order/history',
  '/v5/position/closed-pnl',
  '/v5/account/transaction-log',
]

let world: RealGateway
let caller: Caller
beforeAll(async () => {
  world = await RealGateway.open({ markets: 'all', families: ['option'] })
  caller = await world.caller()
}, 60_000)
afterAll(() => world.close())

const rowsOf = async (path: string): Promise<readonly Row[]> => {
  const answer = await caller.get(path)
  expect(answer, path).toMatchObject({ retCode: 0 })
  return answer.result['list'] as readonly Row[]
}

it('the records of an option are found after it has left the lists, by category, by symbol and by coin', async () => {
  const { venue } = world.journal
  const index = Number(venue.ticker('BTCUSDT')!.indexPrice)
  const [option] = venue
    .instruments()
    .filter((one) => isOption(one))
    .filter(({ kind, baseCoin }) => kind === 'usdtOption' && baseCoin === 'BTC')
    .toSorted(
      (a, b) =>
        a.delivery.timeMs - b.delivery.timeMs ||
        Math.abs(Number(a.strike) - index) - Math.abs(Number(b.strike) - index),
    )
  const { symbol } = option!
  const order = { category: 'option', symbol, side: 'Buy', orderType: 'Market', qty: '0.1', orderLinkId: 'held' }
  expect(await caller.post('/v5/order/create', order)).toMatchObject({ retCode: 0 })
  await world.tick(3)
  // From 08:00 past its expiry at 08:00 of the next day, and as long again.
  await world.standStill(24 * HOUR_MS + 60_000)
  await world.tick(3)
  const delivered = await Promise.all(LISTS.map((path) => rowsOf(`${path}?category=option`)))
  expect(delivered.map((rows) => rows.length > 0)).toEqual(LISTS.map(() => true))
  await world.standStill(25 * HOUR_MS)
  await world.tick(3)
  expect(world.journal.venue.instruments().some((one) => one.symbol === symbol)).toBe(false)
  for (const [at, path] of LISTS.entries()) {
    expect(await rowsOf(`${path}?category=option`), path).toEqual(delivered[at])
    const bySymbol = path.endsWith('transaction-log') ? 'baseCoin=BTC' : `symbol=${symbol}`
    expect(await rowsOf(`${path}?category=option&${bySymbol}`), path).toEqual(delivered[at])
    expect(await rowsOf(`${path}?category=linear`), path).toEqual([])
  }
}, 120_000)
