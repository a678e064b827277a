import { expect } from 'vitest'
import type { Caller } from '../../exchange/api/lib/client'
import { alone, market, refusedIn, resting, waiting } from './acts'
import { orderParameters } from './create'
import { both, shown, type Call, type Proof } from './proofs'
import { type Json, type World } from './world'

const CREATE = '/v5/order/create'
const PRE_CHECK = '/v5/order/pre-check'
const OF_OTHER_PRODUCTS = ['isLeverage', 'marketUnit', 'orderIv', 'mmp', 'bboSideType', 'bboLevel', 'rpiTakerAccess']

/** What is asked before an order is what the order would be: two values give two rates, a wrong one is named. */
export function checkParameters(): Call['parameters'] {
  const send = alone(PRE_CHECK)
  const rates = async (world: World, caller: Caller, body: Json) => {
    const { postImrE4, postMmrE4 } = await world.done(caller, PRE_CHECK, body)
    return `${String(postImrE4)}/${String(postMmrE4)}`
  }
  /** @param apart whether the two orders need other margins */
  const compared = (values: (w: World) => Promise<readonly [unknown, unknown]>, change: Json, apart: boolean): Proof =>
    shown(apart ? 'decides the margin' : 'is read, and needs no other margin', async ({ world, name }) => {
      const caller = await world.fresh()
      await world.done(caller, CREATE, market('BTCUSDT', { qty: '1' }))
      const [one, two] = await values(world)
      const order = { ...(await resting(world, 'BTCUSDT', { qty: '3' })), ...change }
      const found = [
        await rates(world, caller, { ...order, [name]: one }),
        await rates(world, caller, { ...order, [name]: two }),
      ]
      expect(found[0] !== found[1], found.join(' ')).toBe(apart)
    })
  const bad = (...values: readonly unknown[]): Proof => refusedIn((w) => resting(w), values, [], send)
  const same = (good: unknown, other: unknown, wrong: unknown, change: Json = {}): Proof =>
    both(
      compared(async () => [good, other], change, false),
      bad(wrong),
    )
  const at = (share: number) => (w: World) => w.below('BTCUSDT', share)
  const leg = (low: number, high: number): Proof =>
    compared(async (w) => [await at(low)(w), await at(high)(w)], {}, false)
  const conditional = shown('makes a conditional order, which is refused by its name', async ({ world }) => {
    expect(await send(world, await world.fresh(), await waiting(world))).toMatchObject({
      retCode: 10001,
      field: 'triggerPrice',
    })
  })
  return {
    category: bad('inverse', 'spot'),
    symbol: both(
      compared(async () => ['BTCUSDT', 'ETHUSDT'], { price: undefined, orderType: 'Market' }, true),
      bad('NOPE'),
    ),
    side: both(
      compared(async () => ['Buy', 'Sell'], { orderType: 'Market' }, true),
      bad('Up'),
    ),
    orderType: bad('Stop'),
    qty: both(
      compared(async () => ['3', '5'], {}, true),
      bad('much'),
    ),
    price: bad('cheap'),
    timeInForce: same('GTC', 'PostOnly', 'RPI'),
    positionIdx: bad(1, 2, 3),
    orderLinkId: same('one', 'two', 'not a name'),
    reduceOnly: both(
      bad('yes'),
      shown('opens nothing', async ({ world }) => {
        const order = market('ETHUSDT', { reduceOnly: true })
        expect(await send(world, await world.fresh(), order)).toMatchObject({ retCode: 110017 })
      }),
    ),
    closeOnTrigger: same(true, false, 'yes'),
    smpType: same('CancelMaker', 'None', 'CancelAll'),
    triggerPrice: conditional,
    triggerDirection: conditional,
    triggerBy: conditional,
    orderFilter: bad('StopOrder', 'tpslOrder', 'OcoOrder'),
    takeProfit: leg(1.2, 1.3),
    stopLoss: leg(0.8, 0.85),
    tpTriggerBy: same('LastPrice', 'MarkPrice', 'BidPrice', { takeProfit: '200000' }),
    slTriggerBy: same('LastPrice', 'MarkPrice', 'BidPrice', { stopLoss: '10000' }),
    tpslMode: same('Full', 'Partial', 'Half', { takeProfit: '200000' }),
    tpOrderType: same('Market', 'Market', 'Stop'),
    slOrderType: same('Market', 'Market', 'Stop'),
    tpLimitPrice: bad('60000'),
    slLimitPrice: bad('60000'),
    slippageToleranceType: bad('Tick'),
    slippageTolerance: bad('5'),
    ...Object.fromEntries(Object.entries(orderParameters(send)).filter(([name]) => OF_OTHER_PRODUCTS.includes(name))),
  }
}
