import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Caller } from '../lib/client'
import { RealGateway } from '../lib/real-gateway'

type Row = Readonly<Record<string, string>>

/** The world begins at 08:00 UTC: fundings at 16:00 and at midnight. */
const HOUR_MS = 3_600_000

let world: RealGateway
let caller: Caller
beforeAll(async () => {
  world = await RealGateway.open()
  caller = await world.caller()
}, 60_000)
afterAll(() => world.close())

const rows = async (path: string): Promise<readonly Row[]> => (await caller.get(path)).result['list'] as readonly Row[]
const balance = async (): Promise<number> => {
  const [wallet] = (await caller.get('/v5/account/wallet-balance?coin=USDT')).result['list'] as readonly {
    readonly coin: readonly Row[]
  }[]
  return Number(wallet!.coin.find(({ coin }) => coin === 'USDT')!['walletBalance'])
}
const fundings = () => rows('/v5/execution/list?category=linear&execType=Funding')

it('an exchange that stood still over two fundings pays the first, once, at the rate that it had shown (ADR-902)', async () => {
  const buy = { symbol: 'BTCUSDT', side: 'Buy', orderType: 'Market', qty: '0.5', timeInForce: 'IOC' }
  const plain = { ...buy, reduceOnly: false, closeOnTrigger: false, positionIdx: 0 }
  expect(await caller.post('/contract/v5/order/create', plain)).toMatchObject({ retCode: 0 })
  await world.tick(5)
  const [shown] = await rows('/v5/market/tickers?category=linear&symbol=BTCUSDT')
  expect(new Date(Number(shown!['nextFundingTime'])).getUTCHours()).toBe(16)
  const before = await balance()
  // From 08:00 to 01:00 of the next day.
  await world.standStill(17 * HOUR_MS)
  expect(await fundings()).toEqual([])
  await world.tick(3)
  const [paid, ...others] = await fundings()
  expect(others).toEqual([])
  expect(paid).toMatchObject({ execType: 'Funding', feeRate: shown!['fundingRate'], execQty: '0.5' })
  expect(await balance()).toBeCloseTo(before - Number(paid!['execFee']), 8)
  const [next] = await rows('/v5/market/tickers?category=linear&symbol=BTCUSDT')
  expect(new Date(Number(next!['nextFundingTime'])).getUTCHours()).toBe(8)
  // Another start, from the ledger as it stands, pays nothing more.
  await world.standStill(60_000)
  await world.tick(3)
  expect(await fundings()).toEqual([paid])
  const [logged, ...more] = await rows('/v5/account/transaction-log?category=linear&type=SETTLEMENT')
  expect(more).toEqual([])
  expect(Number(logged!['change'])).toBeCloseTo(-Number(paid!['execFee']), 8)
})
