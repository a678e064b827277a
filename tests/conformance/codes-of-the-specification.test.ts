import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Answer, Caller } from '../exchange/api/lib/client'
import { Caller as Visitor } from '../exchange/api/lib/client'
import { RealGateway } from '../exchange/api/lib/real-gateway'

/** Every code of the specification's error catalogue (spec §8), ranges spelled out. */
const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, i) => from + i)
const CATALOGUE = [
  [10007, 10009, 33003, 10024, 10006, 9000001, 30099, 30177],
  [39303, 30164, 30175, 30187, 30185, 10042, 10043, 10047, 10048, 30162, 30031],
  [...range(30027, 30030), 30074, 30075],
  [...range(39401, 39440), ...range(12001, 12009), 90015, 90016, ...range(90063, 90067), 12054],
  [400, 401, 402, 405, 408, 411, 414, ...range(415, 419), 420, 421, 430, 503],
].flat()

let world: RealGateway
let trader: Caller
let bid: number
beforeAll(async () => {
  world = await RealGateway.open()
  trader = await world.caller()
  bid = Number(world.journal.venue.ticker('BTCUSDT')!.bid1Price)
}, 60_000)
afterAll(() => world.close())

const ORDER = {
  symbol: 'BTCUSDT',
  timeInForce: 'GoodTillCancel',
  reduceOnly: false,
  closeOnTrigger: false,
  positionIdx: 0,
}
const create = (order: object): Promise<Answer> => trader.post('/contract/v5/order/create', { ...ORDER, ...order })
const at = (factor: number): string => (bid * factor).toFixed(1)
const long = (more: object) => create({ side: 'Buy', orderType: 'Limit', qtyX: '1000000', price: at(0.999), ...more })
const short = (more: object) => create({ side: 'Sell', orderType: 'Limit', qtyX: '1000000', price: at(1.001), ...more })
const trigger = (triggerPrice: string, triggerDirection: number) =>
  create({ side: 'Buy', orderType: 'Market', qtyX: '1000000', triggerPrice, triggerDirection, triggerBy: 'MarkPrice' })

/** The codes that this product has a condition for, each from it. */
const CONDITIONS: ReadonlyMap<number, readonly [what: string, ask: () => Promise<Answer>]> = new Map([
  [10007, ['a call without a session', () => new Visitor(trader.base).post('/contract/v5/order/create', ORDER)]],
  [10006, ['more than 100 order calls at once', overRate]],
  [10024, ['an order behind the compliance wall', behindTheWall]],
  [30031, ['more than the balance covers', () => long({ qtyX: '10000000000' })]],
  [30027, ['a long’s take-profit below', () => long({ takeProfit: at(0.9) })]],
  [30028, ['a long’s stop-loss above', () => long({ stopLoss: at(1.1) })]],
  [30029, ['a short’s stop-loss below', () => short({ stopLoss: at(0.9) })]],
  [30030, ['a short’s take-profit above', () => short({ takeProfit: at(1.1) })]],
  [30074, ['a rise to a price that is passed', () => trigger(at(0.9), 1)]],
  [30075, ['a fall to a price that is passed', () => trigger(at(1.1), 2)]],
  [30162, ['a size for which the leverage is too high', aboveTier]],
  [39303, ['a split order of which some parts are not taken', splitInPart]],
])

/** Each item of a batch counts: 400 order calls in twenty requests. */
async function overRate(): Promise<Answer> {
  const hasty = await world.caller()
  const nobodys = { symbol: 'BTCUSDT', orderId: '00000000-0000-4000-8000-00000000ffff' }
  const batch = { category: 'linear', request: Array.from({ length: 20 }, () => nobodys) }
  const answers = await Promise.all(range(1, 20).map(() => hasty.post('/v5/order/cancel-batch', batch)))
  return answers.find((one) => one.retCode !== 0)!
}

async function behindTheWall(): Promise<Answer> {
  await trader.raw('POST', '/control/flags', { compliance: true })
  const answer = await long({})
  await trader.raw('POST', '/control/flags', { compliance: false })
  return answer
}

/** At 100× the risk limit of BTCUSDT is 2,000,000 USDT; beyond it 90× is the most (semantics.md §2.9). */
async function aboveTier(): Promise<Answer> {
  const one = await world.caller()
  const symbol = 'BTCUSDT'
  await one.post('/v5/position/set-leverage', { category: 'linear', symbol, buyLeverage: '100', sellLeverage: '100' })
  const qtyX = String(Math.ceil(2_100_000 / bid) * 1e8)
  const order = { ...ORDER, side: 'Buy', orderType: 'Limit', price: at(0.999), qtyX }
  const answer = await one.post('/contract/v5/order/create', order)
  expect(answer.retExtInfo).toMatchObject({ max_leverage: '90' })
  // v5 keeps its own code.
  const v5 = { ...order, category: 'linear', timeInForce: 'GTC', qty: String(Number(qtyX) / 1e8) }
  expect(await one.post('/v5/order/create', v5)).toMatchObject({
    retCode: 110090,
    retExtInfo: { limit: '2000000', coin: 'USDT' },
  })
  return answer
}

/** 45,000 coins of ICP in parts of 1,500 are about 240,000 USDT: without leverage more than the account has. */
async function splitInPart(): Promise<Answer> {
  const one = await world.caller()
  const symbol = 'ICPUSDT'
  await one.post('/v5/position/set-leverage', { category: 'linear', symbol, buyLeverage: '1', sellLeverage: '1' })
  const { tickSize } = world.journal.venue.instruments().find((instrument) => instrument.symbol === symbol)!
  const ticks = Math.floor((Number(world.journal.venue.ticker(symbol)!.bid1Price) * 0.995) / Number(tickSize))
  const price = (ticks * Number(tickSize)).toFixed(3)
  const order = {
    ...ORDER,
    symbol,
    side: 'Buy',
    orderType: 'Limit',
    price,
    qtyX: '4500000000000',
    needGeneratePid: true,
  }
  return one.post('/contract/v5/order/create', order)
}

describe('spec §8: codes from their own conditions', () => {
  test.each([...CONDITIONS].map(([code, [what, ask]]) => [code, what, ask] as const))(
    '%i: %s',
    async (code, _what, ask) => {
      expect(CATALOGUE).toContain(code)
      expect((await ask()).retCode).toBe(code)
    },
  )
})

describe('spec §8: codes without a product here come from control (decisions 24), once each', () => {
  test.each(CATALOGUE.filter((code) => !CONDITIONS.has(code)))('%i', async (retCode) => {
    const fault = { call: '/v5/account/info', retCode, extMap: { max_leverage: '25' } }
    expect((await trader.raw('POST', '/control/reject', fault)).status).toBe(200)
    expect(await trader.get('/v5/account/info')).toMatchObject({ retCode, retExtInfo: { max_leverage: '25' } })
    expect((await trader.get('/v5/account/info')).retCode).toBe(0)
  })
})
