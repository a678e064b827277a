import { describe, expect, test } from 'vitest'
import { restoreEngine } from '../../../exchange/engine/create-engine'
import type { EngineOrder } from '../../../exchange/engine/records/order-records'
import { BTC, ETH, mark, ofType, place, USDT } from './engine-fixture'
import { guard, guardDesk, leg, lifeOf, trigger } from './guard-fixture'

/** BTCUSDT with a largest market order of 20 lots and a largest limit order of 30: small enough to be passed. */
const SMALL = { ...BTC, maxMarketLots: 20, maxLimitLots: 30 }

/** Ann is long by limit orders of 30 lots at most, as one gets beyond the largest market order. */
function smallDesk() {
  const base = guardDesk(1_000_000 * USDT)
  base.engine.updateInstrument(SMALL, 1)
  const all = (account: string): readonly EngineOrder[] =>
    Array.from({ length: 60 }, (_, n) => base.engine.findOrder(account, { orderId: idOf(n + 1) })).filter(
      (order) => order !== null,
    )
  return {
    ...base,
    all,
    hold(account: string, lots: number, ticks = 500_000) {
      for (let left = Math.abs(lots); left > 0; left -= 30) {
        base.hold(account, Math.sign(lots) * Math.min(left, 30), ticks)
      }
    },
    /** Bids or asks of Bob, 30 lots each. */
    liquidity(side: 'buy' | 'sell', ticks: number, lots: number) {
      for (let left = lots; left > 0; left -= 30) base.run(place('bob', { side, ticks, lots: Math.min(left, 30) }))
    },
    lots: (account: string) => base.engine.positions(account)[0]?.lots ?? 0,
    order: (account: string, orderId: string) => base.engine.findOrder(account, { orderId })!,
  }
}

function idOf(number: number): string {
  return `00000000-0000-4000-8000-${number.toString(16).padStart(12, '0')}`
}

const slicesOf = (orders: readonly EngineOrder[], id: string) =>
  orders.filter((one) => one.carried?.parentOrderId === id)

describe('a protection larger than the largest market order (decisions 41)', () => {
  test('a full stop-loss closes all of it in slices and only then ends the take-profit', () => {
    const { hold, run, waiting, print, liquidity, lots, order, all } = smallDesk()
    hold('ann', 70)
    run(guard('ann', { takeProfit: leg(520_000), stopLoss: leg(495_000) }))
    const [takeProfit, stopLoss] = waiting('ann')
    liquidity('buy', 494_000, 90)
    print(495_000)
    expect(lots('ann')).toBe(0)
    // 70 lots in orders of 20 at most: three slices, and the stop-loss itself closes the last 10.
    expect(slicesOf(all('ann'), stopLoss!.id)).toMatchObject(
      [20, 20, 20].map((size) => ({
        lots: size,
        filledLots: size,
        status: 'filled',
        orderType: 'market',
        reduceOnly: true,
        createType: 'CreateByStopLoss',
        stop: { kind: 'stopLoss', ticks: 495_000 },
      })),
    )
    expect(order('ann', stopLoss!.id)).toMatchObject({ status: 'filled', lots: 10, filledLots: 10 })
    expect(order('ann', takeProfit!.id)).toMatchObject({
      status: 'deactivated',
      cancelType: 'CancelByOCOTpCanceledBySlTriggered',
    })
  })

  test('so does one of a short', () => {
    const { hold, run, print, liquidity, lots, waiting } = smallDesk()
    hold('ann', -70)
    run(guard('ann', { stopLoss: leg(505_000) }))
    liquidity('sell', 506_000, 90)
    print(505_000)
    expect([lots('ann'), waiting('ann')]).toEqual([0, []])
  })

  test('a trailing stop closes all of it, and what stands beside it is cleared then', () => {
    const { hold, run, waiting, print, liquidity, lots, order, all } = smallDesk()
    hold('ann', 50)
    run(
      guard('ann', { takeProfit: leg(520_000), trailing: { distanceTicks: 5_000, rateE8: null, activationTicks: 0 } }),
    )
    const [takeProfit, trailing] = waiting('ann')
    liquidity('buy', 494_000, 60)
    print(495_000)
    expect(lots('ann')).toBe(0)
    expect(slicesOf(all('ann'), trailing!.id).map((one) => [one.filledLots, one.createType])).toEqual([
      [20, 'CreateByTrailingStop'],
      [20, 'CreateByTrailingStop'],
    ])
    expect(order('ann', takeProfit!.id).cancelType).toBe('CancelByTpSlTsClear')
  })

  test('a partial stop-loss closes its part and no more; its take-profit ends with it, other sets stay', () => {
    const { hold, run, waiting, print, liquidity, lots, order } = smallDesk()
    hold('ann', 90)
    run(guard('ann', { mode: 'partial', takeProfit: leg(520_000), stopLoss: leg(495_000), lots: 50 }))
    run(guard('ann', { mode: 'partial', takeProfit: leg(530_000), stopLoss: leg(480_000), lots: 40 }))
    const [takeProfit] = waiting('ann')
    liquidity('buy', 494_000, 90)
    print(495_000)
    expect(lots('ann')).toBe(40)
    expect(order('ann', takeProfit!.id).cancelType).toBe('CancelByOCOTpCanceledBySlTriggered')
    expect(waiting('ann').map((one) => [one.stop!.ticks, one.lots])).toEqual([
      [530_000, 40],
      [480_000, 40],
    ])
  })
})

describe('where the liquidity ends before the guarded quantity does', () => {
  test('the protection stands for the rest with its partner, and fires again at the next price that reaches it', () => {
    const { hold, run, waiting, print, liquidity, lots, order } = smallDesk()
    hold('ann', 70)
    run(guard('ann', { takeProfit: leg(520_000), stopLoss: leg(495_000) }))
    const ids = waiting('ann').map((one) => one.id)
    liquidity('buy', 494_000, 45)
    const events = print(495_000)
    expect(lots('ann')).toBe(25)
    expect(waiting('ann').map((one) => [one.id, one.lots, one.filledLots])).toEqual(ids.map((id) => [id, 25, 0]))
    // What was filled are orders of their own; nothing was sent that could fill nothing.
    expect(
      ofType(events, 'order').filter(({ order: one }) => one.account === 'ann' && one.status === 'canceled'),
    ).toEqual([])
    liquidity('buy', 494_000, 60)
    expect(lots('ann')).toBe(25)
    print(495_000)
    expect(lots('ann')).toBe(0)
    expect(order('ann', ids[1]!).status).toBe('filled')
    expect(order('ann', ids[0]!).cancelType).toBe('CancelByOCOTpCanceledBySlTriggered')
  })

  test('it fires at the next mark too, with nobody trading, and makes no orders for nothing', () => {
    const { hold, run, print, liquidity, lots, all } = smallDesk()
    hold('ann', 40)
    run(guard('ann', { stopLoss: leg(495_000) }))
    print(495_000)
    const before = all('ann').length
    for (let n = 0; n < 20; n++) run(mark(500_000 + n))
    expect([lots('ann'), all('ann').length]).toEqual([40, before])
    liquidity('buy', 494_000, 60)
    run(mark(500_000))
    expect(lots('ann')).toBe(0)
  })

  test('its bound on slippage holds over all slices of one moment', () => {
    const { hold, run, print, lots, waiting } = smallDesk()
    hold('ann', 60)
    run(guard('ann', { stopLoss: leg(495_000, { slippage: { unit: 'tick', value: 100 } }) }))
    run(place('bob', { ticks: 494_000, lots: 30 }))
    run(place('bob', { ticks: 493_950, lots: 10 }))
    run(place('bob', { ticks: 493_890, lots: 30 }))
    print(495_000)
    // 494,000 − 100: the third bid lies below it.
    expect([lots('ann'), waiting('ann')[0]!.lots]).toEqual([20, 20])
    run(mark(500_000))
    expect(lots('ann')).toBe(0)
  })

  test('a price that has turned back leaves it waiting', () => {
    const { hold, run, print, liquidity, lots, waiting } = smallDesk()
    hold('ann', 40)
    run(guard('ann', { stopLoss: leg(495_000) }))
    print(495_000)
    print(498_000)
    liquidity('buy', 494_000, 60)
    run(mark(500_000))
    expect([lots('ann'), waiting('ann').length]).toEqual([40, 1])
  })

  test('a partial set keeps both legs, each for what is left of it', () => {
    const { hold, run, waiting, print, liquidity, lots } = smallDesk()
    hold('ann', 90)
    run(guard('ann', { mode: 'partial', takeProfit: leg(520_000), stopLoss: leg(495_000), lots: 50 }))
    run(guard('ann', { mode: 'partial', takeProfit: leg(530_000), stopLoss: leg(480_000), lots: 40 }))
    liquidity('buy', 494_000, 30)
    print(495_000)
    expect(lots('ann')).toBe(60)
    expect(waiting('ann').map((one) => one.lots)).toEqual([20, 20, 40, 40])
    expect(waiting('ann')[0]!.stop!.pairId).toBe(waiting('ann')[1]!.id)
  })

  test('a snapshot of a build that kept the parent by itself is read', () => {
    const { hold, run, waiting, print, liquidity, all, engine } = smallDesk()
    hold('ann', 70)
    run(guard('ann', { stopLoss: leg(495_000) }))
    const [stopLoss] = waiting('ann')
    liquidity('buy', 494_000, 90)
    print(495_000)
    const slices = slicesOf(all('ann'), stopLoss!.id)
    const written = JSON.stringify(engine.snapshot())
    const earlier = written.replaceAll(/"carried":\{"parentOrderId":("[^"]*")\}/g, '"parentId":$1')
    expect(earlier).not.toBe(written)
    const again = restoreEngine([SMALL, ETH], JSON.parse(earlier))
    for (const slice of slices) expect(again.findOrder('ann', { orderId: slice.id })).toEqual(slice)
  })

  test('a snapshot in between goes on in the same way', () => {
    const { hold, run, print, liquidity, engine } = smallDesk()
    hold('ann', 70)
    run(guard('ann', { takeProfit: leg(520_000), stopLoss: leg(495_000) }))
    liquidity('buy', 494_000, 45)
    print(495_000)
    const again = restoreEngine([SMALL, ETH], JSON.parse(JSON.stringify(engine.snapshot())))
    const next = place('bob', { ticks: 494_500, lots: 30 })
    expect(again.handle(next, 9_000)).toEqual(engine.handle(next, 9_000))
    expect(again.handle(mark(499_000), 9_001)).toEqual(engine.handle(mark(499_000), 9_001))
    expect(engine.positions('ann')).toEqual([])
  })

  test('a contract that stands still keeps its protections', () => {
    const { hold, run, print, waiting, engine } = smallDesk()
    hold('ann', 40)
    run(guard('ann', { stopLoss: leg(495_000, { by: 'mark' }) }))
    engine.updateInstrument({ ...SMALL, isTrading: false }, 5_000)
    run(mark(494_000))
    expect(waiting('ann')).toMatchObject([{ lots: 40 }])
    engine.updateInstrument(SMALL, 5_001)
    run(place('bob', { ticks: 493_000, lots: 30 }))
    run(place('bob', { ticks: 493_000, lots: 30 }))
    run(mark(494_000))
    expect(print).toBeDefined()
    expect(engine.positions('ann')).toEqual([])
  })
})

describe('a leg of a partial set that rests as a limit order', () => {
  function rested() {
    const one = smallDesk()
    one.hold('ann', 60)
    const takeProfit = leg(504_000, { orderType: 'limit', limitTicks: 505_000 })
    one.run(guard('ann', { mode: 'partial', takeProfit, stopLoss: leg(495_000), lots: 25 }))
    const [first, second] = one.waiting('ann')
    one.print(504_000)
    return { ...one, ids: { takeProfit: first!.id, stopLoss: second!.id } }
  }

  test('leaves the other leg standing until it is filled, and takes it along as it fills', () => {
    const { order, run, ids, lots } = rested()
    expect(order('ann', ids.takeProfit)).toMatchObject({ status: 'new', ticks: 505_000 })
    expect(order('ann', ids.stopLoss)).toMatchObject({ status: 'untriggered', lots: 25 })
    run(place('bob', { ticks: 505_000, lots: 10 }))
    expect([lots('ann'), order('ann', ids.stopLoss).lots]).toEqual([50, 15])
    run(place('bob', { ticks: 505_000, lots: 15 }))
    expect(order('ann', ids.takeProfit).status).toBe('filled')
    expect(order('ann', ids.stopLoss)).toMatchObject({
      status: 'deactivated',
      cancelType: 'CancelByOCOSlCanceledByTpTriggered',
    })
  })

  test('gives way when the other leg fires: together they close the set once', () => {
    const { order, run, ids, lots, liquidity, print } = rested()
    run(place('bob', { ticks: 505_000, lots: 10 }))
    liquidity('buy', 494_000, 60)
    print(495_000)
    expect(lots('ann')).toBe(35)
    expect(order('ann', ids.stopLoss)).toMatchObject({ status: 'filled', filledLots: 15 })
    expect(order('ann', ids.takeProfit)).toMatchObject({
      status: 'canceled',
      filledLots: 10,
      cancelType: 'CancelByOCOTpCanceledBySlTriggered',
    })
  })

  test('a leg above the largest limit order rests as several', () => {
    const { hold, run, print, engine, waiting, lots } = smallDesk()
    hold('ann', 90)
    const takeProfit = leg(504_000, { orderType: 'limit', limitTicks: 505_000 })
    run(guard('ann', { mode: 'partial', takeProfit, stopLoss: leg(495_000), lots: 70 }))
    print(504_000)
    expect(engine.book('BTCUSDT', 1).asks).toEqual([[505_000, 70]])
    expect(waiting('ann').map((one) => one.lots)).toEqual([70])
    for (const size of [30, 30, 10]) run(place('bob', { ticks: 505_000, lots: size }))
    expect([lots('ann'), waiting('ann')]).toEqual([20, []])
  })
})

describe('what else closes', () => {
  test('a conditional reduce-only order of any size closes in slices when it fires', () => {
    const { hold, run, print, liquidity, lots } = smallDesk()
    hold('ann', 70)
    const closes = { side: 'sell', reduceOnly: true, orderType: 'market', trigger: trigger(495_000, 2) } as const
    expect(run(place('ann', { ...closes, lots: 65 })).result.ok).toBe(true)
    liquidity('buy', 494_000, 90)
    print(495_000)
    expect(lots('ann')).toBe(5)
  })

  test('zero lots with both flags close all of it, beyond the largest order too', () => {
    const { hold, run, print, liquidity, lots, all } = smallDesk()
    hold('ann', 70)
    const flags = { reduceOnly: true, closeOnTrigger: true, lots: 0, orderType: 'market' } as const
    run(place('ann', { side: 'sell', trigger: trigger(495_000, 2), ...flags }))
    liquidity('buy', 494_000, 90)
    print(495_000)
    expect(lots('ann')).toBe(0)
    expect(all('ann').every((one) => one.orderType === 'limit' || one.lots <= 20)).toBe(true)
  })

  test('what the book does not give such an order ends with it, as any market order’s', () => {
    const { hold, run, print, liquidity, lots, engine, waiting } = smallDesk()
    hold('ann', 70)
    const flags = { reduceOnly: true, closeOnTrigger: true, lots: 0, orderType: 'market' } as const
    const { result } = run(place('ann', { side: 'sell', trigger: trigger(495_000, 2), ...flags }))
    liquidity('buy', 494_000, 45)
    const events = print(495_000)
    expect([lots('ann'), waiting('ann')]).toEqual([25, []])
    const id = result.ok ? result.orderId! : ''
    expect(engine.findOrder('ann', { orderId: id })).toMatchObject({ status: 'canceled', lots: 30, filledLots: 5 })
    expect(lifeOf(events, id)).toEqual(['triggered', 'new', 'partiallyFilled', 'canceled'])
  })
})

test('a new tick size keeps a waiting limit leg: its price goes to the nearest tick', () => {
  const { hold, run, engine, waiting } = guardDesk()
  hold('ann', 50)
  const limit = leg(510_000, { orderType: 'limit', limitTicks: 510_001 })
  run(guard('ann', { mode: 'partial', takeProfit: limit, lots: 20 }))
  // Ticks of 0.2: 51,000.1 is half way between 255,000 and 255,001, and half goes up.
  engine.updateInstrument({ ...BTC, valueUnitE8: BTC.valueUnitE8 * 2, maxPriceTicks: 9_999_999 }, 5_000)
  expect(waiting('ann')).toMatchObject([{ ticks: 255_001, stop: { ticks: 255_000 } }])
})
