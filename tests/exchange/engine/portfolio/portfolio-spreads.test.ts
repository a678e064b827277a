import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createEngine } from '../../../../exchange/engine/create-engine'
import type { EngineCommand } from '../../../../exchange/engine/commands'
import { PRESENT_RULES, type EngineRules } from '../../../../exchange/engine/engine-rules'
import { BTC, place, USDT } from '../engine-fixture'
import { FUTURE, SPREAD, spreadOrder } from '../spread/spread-fixture'

/*
 * A lot of the spread is 0.01 BTC of each leg, so a hundred are one. Of that: the future, bought at 50,100, loses 5,010 ten
 * per cent down, where the perpetual, sold at 50,000, wins 5,000. 0.6 % of the index for each of two, and 1 % of what stands
 * against itself: 10 + 600 + 500 = 1,110, and 1.2 of that is 1,332.
 */
const ONE = 100

function desk(dollars: number, { rules = PRESENT_RULES, rateE8 = 0 }: { rules?: EngineRules; rateE8?: number } = {}) {
  const fees = { takerRateE8: rateE8, makerRateE8: rateE8, underlying: 'BTC', minNotionalE8: 0 }
  const engine = createEngine(
    [
      { ...BTC, ...fees },
      { ...FUTURE, ...fees },
      { ...SPREAD, underlying: 'BTC' },
    ],
    [],
    rules,
  )
  let nowMs = 1_000
  const run = (command: EngineCommand) => engine.handle(command, (nowMs += 1))
  for (const [account, amount] of [
    ['ann', dollars],
    ['mm', 10_000_000],
  ] as const) {
    run({ type: 'openAccount', account, role: 'user', kind: 'uta2', defaultLeverageE2: 1_000 })
    run({ type: 'credit', account, coin: 'USDT', amountE8: Math.round(amount * USDT) })
  }
  run({ type: 'mark', symbol: BTC.symbol, markTicks: 500_000, indexTicks: 500_000 })
  run({ type: 'mark', symbol: FUTURE.symbol, markTicks: 100_200, indexTicks: 100_000 })
  run({ type: 'setMarginMode', account: 'ann', mode: 'portfolio' })
  return { engine, run, usdt: () => engine.balances('ann').find(({ coin }) => coin === 'USDT')! }
}

describe('orders of spreads with portfolio margin (ADR-1043)', () => {
  test('hold at rest what both legs hold once they are filled', () => {
    const { engine, run, usdt } = desk(1_332)
    expect(run(spreadOrder('ann', { lots: ONE })).result.ok).toBe(true)
    expect(usdt()).toMatchObject({ orderMarginE8: 1_332 * USDT, availableE8: 0 })
    run(spreadOrder('mm', { side: 'sell', lots: ONE }))
    expect(usdt()).toMatchObject({ positionMarginE8: 1_332 * USDT, orderMarginE8: 0, maintenanceE8: 1_110 * USDT })
    expect(engine.portfolio('ann')).toMatchObject([{ maintenanceE8: 1_110 * USDT, initialE8: 1_332 * USDT }])
    const poorer = desk(1_331.99)
    expect(poorer.run(spreadOrder('ann', { lots: ONE })).result).toMatchObject({
      refusal: { kind: 'insufficientBalance', requiredE8: 1_332 * USDT },
    })
    expect(poorer.engine.mostLots(spreadOrder('ann'))).toBe(ONE - 1)
  })

  test('in exchanges that began before, what opening both by leverage costs: 5,000 and 5,010', () => {
    const { run, usdt } = desk(20_000, { rules: { ...PRESENT_RULES, marginsSpreadsWhole: false } })
    run(spreadOrder('ann', { lots: ONE }))
    expect(usdt().orderMarginE8).toBe(10_010 * USDT)
  })

  test('the loss against the difference of the marks is held besides, and the fees of both legs at half their rate', () => {
    // Ten ticks of half a dollar above the difference.
    const dear = desk(10_000)
    dear.run(spreadOrder('ann', { lots: ONE, ticks: 210 }))
    expect(dear.usdt().orderMarginE8).toBe(1_337 * USDT)
    // 0.03 % of 100,100.
    const charged = desk(10_000, { rateE8: 60_000 })
    charged.run(spreadOrder('ann', { lots: ONE }))
    expect(charged.usdt().orderMarginE8).toBe(Math.round(1_362.03 * USDT))
  })

  test('both sides of a spread count as the dearer one; a leg’s own orders come on top of what may go with them', () => {
    const { run, usdt } = desk(20_000)
    run(spreadOrder('ann', { lots: ONE, ticks: 199 }))
    run(spreadOrder('ann', { lots: ONE, side: 'sell', ticks: 201 }))
    // Bought or sold, no more than one of each leg.
    expect(usdt().orderMarginE8).toBe(1_332 * USDT)
    run(place('ann', { lots: 1_000, ticks: 490_000 }))
    // One perpetual more bought: 5,000 beside the 10 of the spread; it is one bought or two sold, and one of the future.
    // Contingency of two and one: 900; of what stands against itself the future's one: 500. 1.2 × 6,410.
    expect(usdt().orderMarginE8).toBe(7_692 * USDT)
  })

  test('no choice of fills needs more than they hold at rest, and what was taken fills whole', () => {
    const lots = fc.integer({ min: 1, max: 2 * ONE })
    const side = fc.constantFrom('buy' as const, 'sell' as const)
    const order = fc.record({ side, lots, off: fc.integer({ min: -6, max: 6 }) })
    fc.assert(
      fc.property(
        fc.array(order, { maxLength: 3 }),
        fc.array(order, { maxLength: 2 }),
        fc.boolean(),
        (spreads, own, isTight) => {
          const { engine, run, usdt } = desk(isTight ? 4_000 : 100_000, { rateE8: 60_000 })
          for (const one of own)
            run(place('ann', { side: one.side, lots: one.lots * 10, ticks: one.side === 'buy' ? 499_000 : 501_000 }))
          // One side alone: both would meet.
          const resting = spreads
            .filter((one) => one.side === spreads[0]!.side)
            .filter(
              (one) => run(spreadOrder('ann', { side: one.side, lots: one.lots, ticks: 200 + one.off })).result.ok,
            )
          const atRest = usdt().orderMarginE8
          for (let choice = 0; choice < 1 << resting.length; choice++) {
            const filled = resting.reduce((sum, one, at) => sum + ((choice >> at) & 1) * one.lots, 0)
            const signed = filled * 10 * (spreads[0]?.side === 'sell' ? -1 : 1)
            const trades = [
              { symbol: FUTURE.symbol, lots: signed },
              { symbol: BTC.symbol, lots: -signed },
            ]
            const after = engine
              .portfolioAfter('ann', trades)!
              .reduce((sum, { maintenanceE8 }) => sum + maintenanceE8, 0)
            expect(Math.floor(1.2 * after)).toBeLessThanOrEqual(atRest + 2)
          }
          const isBought = spreads[0]?.side === 'buy'
          const all = resting.reduce((sum, one) => sum + one.lots, 0)
          if (all > 0)
            run(spreadOrder('mm', { side: isBought ? 'sell' : 'buy', lots: all, ticks: isBought ? 190 : 210 }))
          expect(engine.openOrders('ann', SPREAD.symbol)).toEqual([])
          expect(engine.positions('ann', FUTURE.symbol)[0]?.lots ?? 0).toBe(all * (isBought ? 10 : -10) + 0)
        },
      ),
      { numRuns: 150 },
    )
  })
})
