import { describe, expect, it } from 'vitest'
import { restoreEngine } from '../../../../exchange/engine/create-engine'
import { PRESENT_RULES } from '../../../../exchange/engine/engine-rules'
import { BTC, USDT } from '../engine-fixture'
import { pair, PAIR, spotDesk } from '../spot-fixture'

const RISES = { ticks: 503_000, by: 'last', direction: 1 } as const
const waiting = (change = {}) =>
  pair('bob', {
    orderType: 'market',
    ticks: 0,
    lots: 0,
    timeInForce: 'immediateOrCancel',
    amountE8: 5_000 * USDT,
    trigger: RISES,
    ...change,
  })

/** Last price at 50,000, and a trade at 50,300 behind offers of 0.05 at 50,300 and 0.1 at 50,400. */
function desk() {
  const made = spotDesk(['ann', 'bob', 'eve'])
  const { order } = made
  order(pair('ann', { side: 'sell', lots: 10 }))
  order(pair('eve', { lots: 10 }))
  return {
    ...made,
    fire() {
      order(pair('ann', { side: 'sell', lots: 60, ticks: 503_000 }))
      order(pair('ann', { side: 'sell', lots: 100, ticks: 504_000 }))
      order(pair('eve', { lots: 10, ticks: 503_000 }))
    },
  }
}

describe('a market order with a trigger and an amount of the quote coin (ADR-488)', () => {
  it('waits as what the amount pays at its trigger, and buys what the book gives for it', () => {
    const { order, engine, fire, wallet } = desk()
    // 5,000 / 50,300 = 0.0994.
    const { id } = order(waiting())
    expect(engine.findOrder('bob', { orderId: id })).toMatchObject({ status: 'untriggered', lots: 99 })
    fire()
    // 0.05 at 50,300 are 2,515; of the other 2,485, 0.049 at 50,400: 2,469.6.
    expect(engine.findOrder('bob', { orderId: id })).toMatchObject({
      status: 'filled',
      filledLots: 99,
      filledValueE8: 498_460_000_000,
    })
    expect(wallet('bob', 'USDT').walletE8).toBe(100_000 * USDT - 498_460_000_000)
  })

  it('pays no more than its amount where the book has moved away', () => {
    const { order, engine } = desk()
    const { id } = order(waiting())
    order(pair('ann', { side: 'sell', lots: 10, ticks: 514_000 }))
    order(pair('ann', { side: 'sell', lots: 200, ticks: 515_000 }))
    order(pair('eve', { lots: 10, ticks: 514_000 }))
    // 5,000 / 51,500 = 0.097.
    expect(engine.findOrder('bob', { orderId: id })).toMatchObject({ filledLots: 97, filledValueE8: 499_550_000_000 })
  })

  it.each([
    // 1 at 50,300, and of the other 49,700 as much as 50,400 buys of it: 0.986, 49,694.4. A coin that is paid at 50,400
    // throughout would be 1.984, and two thousandths more do not fit: 1.986 × 50,400 = 100,094.4.
    { name: 'spends an amount that is all there is (ADR-1046)', rules: PRESENT_RULES, lots: 1_986 },
    {
      name: 'is cut to what its worst price pays in an exchange that began before',
      rules: { ...PRESENT_RULES, spendsFiredAmounts: false },
      lots: 1_984,
    },
  ])('$name', ({ rules, lots }) => {
    const { order, engine, wallet } = spotDesk(['ann', 'bob', 'eve'], PAIR, rules)
    order(pair('ann', { side: 'sell', lots: 10 }))
    order(pair('eve', { lots: 10 }))
    const { id } = order(waiting({ reserves: true, amountE8: 100_000 * USDT }))
    // 100,000 ÷ 50,300 = 1.988 are held back at the trigger's price: 99,996.4.
    expect(wallet('bob', 'USDT').heldE8).toBe(9_999_640_000_000)
    order(pair('ann', { side: 'sell', lots: 10, ticks: 503_000 }))
    order(pair('ann', { side: 'sell', lots: 1_000, ticks: 503_000 }))
    order(pair('eve', { side: 'sell', lots: 1_000, ticks: 504_000 }))
    order(pair('eve', { lots: 10, ticks: 503_000 }))
    expect(engine.findOrder('bob', { orderId: id })).toMatchObject({ status: 'filled', filledLots: lots })
    expect(wallet('bob', 'USDT')).toMatchObject({ heldE8: 0, walletE8: expect.toSatisfy((left: number) => left >= 0) })
  })

  it('holds its amount back where it reserves, takes a new trigger, and no new quantity', () => {
    const { order, engine, run, wallet } = desk()
    const { id } = order(waiting({ reserves: true }))
    // 0.099 at 50,300.
    expect(wallet('bob', 'USDT').heldE8).toBe(497_970_000_000)
    const change = {
      type: 'amend',
      account: 'bob',
      symbol: PAIR.symbol,
      orderId: id,
      linkId: null,
      ticks: null,
    } as const
    expect(run({ ...change, lots: 120 }).result).toEqual({ ok: false, refusal: { kind: 'nothingToChange' } })
    expect(run({ ...change, lots: null, triggerTicks: 510_000 }).result).toMatchObject({ ok: true })
    // 5,000 / 51,000 = 0.098.
    expect(engine.findOrder('bob', { orderId: id })).toMatchObject({ lots: 98 })
    expect(wallet('bob', 'USDT').heldE8).toBe(499_800_000_000)
  })

  it('is the same after a restart', () => {
    const { order, engine } = desk()
    order(waiting())
    const again = restoreEngine([BTC, PAIR], JSON.parse(JSON.stringify(engine.snapshot())))
    expect(again.snapshot()).toEqual(engine.snapshot())
    expect(again.openOrders('bob')).toEqual(engine.openOrders('bob'))
  })
})
