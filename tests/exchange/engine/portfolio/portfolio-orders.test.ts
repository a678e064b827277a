import { describe, expect, test } from 'vitest'
import { ofType, USDT } from '../engine-fixture'
import { desk } from './portfolio-fixture'

describe('orders of an account with portfolio margin', () => {
  test('an order is taken up to the initial margin that the account would have with it', () => {
    // 1.2 × (2,000 + 120) = 2,544.
    const { order, refused, run, usdt } = desk({ ann: 2_544, bob: 2_543.99 })
    expect(refused(order('bob', 'buy', 'BTCUSDT', 20_000, 1))).toEqual({
      kind: 'insufficientBalance',
      requiredE8: 2_544 * USDT,
      availableE8: 254_399_000_000,
    })
    expect(run(order('ann', 'buy', 'BTCUSDT', 20_000, 1)).result).toMatchObject({ ok: true })
    expect(usdt('ann')).toMatchObject({ positionMarginE8: 0, orderMarginE8: 2_544 * USDT, availableE8: 0 })
  })

  test('buys and sells of one contract count as the dearer side', () => {
    const { order, run, usdt } = desk({ ann: 10_000 })
    run(order('ann', 'buy', 'BTCUSDT', 19_900, 1))
    run(order('ann', 'sell', 'BTCUSDT', 20_100, 1))
    expect(usdt('ann').orderMarginE8).toBe(2_544 * USDT)
  })

  test('an order that hedges holds nothing back beside what it hedges but its contingency', () => {
    const { deal, order, run, usdt } = desk({ ann: 2_600 })
    deal('ann', 'mm', 'BTCUSDT', 20_000, 1)
    const before = usdt('ann').availableE8
    run(order('ann', 'buy', 'P20000', 1_900, 1))
    // It gains where the coin loses; above, it loses less than the coin wins. Nothing of the grid is worse with it.
    expect(usdt('ann').availableE8).toBe(before)
  })

  test('what an order loses against the mark when it fills is held back besides', () => {
    const { order, run, usdt } = desk({ ann: 10_000 })
    run(order('ann', 'buy', 'BTCUSDT', 20_100, 1))
    // 100 above the mark.
    expect(usdt('ann').orderMarginE8).toBe(2_644 * USDT)
  })

  test('a preview says the figures that the order leaves', () => {
    const { engine, order, run, usdt } = desk({ ann: 10_000 })
    run(order('mm', 'sell', 'BTCUSDT', 20_000, 1))
    const command = order('ann', 'buy', 'BTCUSDT', 20_000, 1)
    if (command.type !== 'place') throw new Error('an order')
    const after = engine.preview(command)?.after?.find(({ coin }) => coin === 'USDT')
    expect(after).toMatchObject({ maintenanceE8: 2_120 * USDT, positionMarginE8: 2_544 * USDT })
    run(command)
    expect(usdt('ann')).toEqual(after)
  })

  test('an order ends whose fill the equity no longer carries: trial margin over equity; what is held stays', () => {
    const { deal, engine, index, order, run, lots } = desk({ ann: 8_000 })
    deal('ann', 'mm', 'BTCUSDT', 20_000, 1)
    run(order('ann', 'buy', 'BTCUSDT', 17_000, 2))
    // At 18,000: equity 6,000, trial 3 × (1,800 + 108) = 5,724.
    expect(index(18_000).flatMap(({ events }) => ofType(events, 'order'))).toEqual([])
    // At 17,500: equity 5,500, trial 3 × (1,750 + 105) = 5,565; without the order 1,855.
    const ended = index(17_500).flatMap(({ events }) => ofType(events, 'order'))
    expect(ended.map(({ order: { cancelType, status } }) => [cancelType, status])).toEqual([
      ['CancelByPmTrialMmOverEquity', 'canceled'],
    ])
    expect(engine.openOrders('ann')).toEqual([])
    expect(lots('ann', 'BTCUSDT')).toBe(1_000)
  })

  test('a conditional order that the account cannot carry at its trigger ends with the same reason', () => {
    const { index, order, run } = desk({ ann: 1_000 })
    const command = order('ann', 'buy', 'BTCUSDT', 20_500, 1)
    run({ ...command, trigger: { ticks: 205_000, by: 'mark', direction: 1 } } as typeof command)
    const told = index(20_500).flatMap(({ events }) => ofType(events, 'order'))
    expect(told.at(-1)?.order).toMatchObject({ status: 'canceled', cancelType: 'CancelByPmTrialMmOverEquity' })
  })
})
