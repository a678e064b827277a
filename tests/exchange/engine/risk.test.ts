import { describe, expect, test } from 'vitest'
import {
  type MarkValueE8,
  averageEntryE8,
  feeE8,
  feeToCloseE8,
  initialMarginE8,
  maintenanceE8,
  orderCostE8,
  tierOf,
  unrealisedE8,
  type Direction,
} from '../../../exchange/engine/risk/formulas'
import { workedExamples, type WorkedExample } from '../../data/worked-examples'
import { USDT } from './engine-fixture'

describe('formulas of linear contracts (semantics.md §1.1–1.3)', () => {
  test('order cost of a long: 5000 + 27.5 + 24.75', () => {
    // 1 BTC at 50,000, 10×, 0.055 %: 50,000/10, 50,000 × f, 50,000 × 0.9 × f.
    expect(orderCostE8(50_000 * USDT, 1_000, 1, 55_000)).toBe(505_225_000_000)
  })

  test('order cost of a short pays the fee on a dearer bankruptcy price', () => {
    // 5000 + 27.5 + 50,000 × 1.1 × 0.00055 = 30.25.
    expect(orderCostE8(50_000 * USDT, 1_000, -1, 55_000)).toBe(505_775_000_000)
  })

  test('below 1× a long cannot go bankrupt, so closing it there costs nothing', () => {
    // 0.5×: value × (1 − 2) < 0, held at zero: 200 + 0.055.
    expect(orderCostE8(100 * USDT, 50, 1, 55_000)).toBe(20_005_500_000)
  })

  test('maintenance margin is marginal over the tiers, so it does not jump at a limit', () => {
    // 0.5 % up to 2,000,000; 0.56 % less 1,200 beyond (published): 10,000 on both sides of the edge.
    const tiers = [
      {
        limitE8: 2_000_000 * USDT,
        initialRateE8: 0,
        maintenanceRateE8: 500_000,
        maxLeverageE2: 10_000,
        deductionE8: 0,
      },
      {
        limitE8: 2_600_000 * USDT,
        initialRateE8: 0,
        maintenanceRateE8: 560_000,
        maxLeverageE2: 9_000,
        deductionE8: 1_200 * USDT,
      },
    ]
    const at = (value: number) => maintenanceE8(value, tierOf(tiers, value as MarkValueE8))
    expect(at(2_000_000 * USDT)).toBe(10_000 * USDT)
    expect(at(2_000_001 * USDT)).toBe(10_000 * USDT + 560_000)
    expect(tierOf(tiers, (9_000_000 * USDT) as MarkValueE8)).toBe(tiers[1])
  })

  test('a rebate is a negative fee', () => {
    expect(feeE8(20_000 * USDT, -25_000)).toBe(-5 * USDT)
  })
})

/** Scales a published decimal; the published figures have at most 8 decimals after the division is left out. */
const e8 = (value: unknown) => Math.round(Number(value) * 100_000_000)
const directionOf = (side: unknown): Direction => (side === 'Buy' || side === 'long' ? 1 : -1)

/** The published quantity from the engine's integers, in E8, by the names of the inputs; `null`: not a linear formula of ours. */
function computeE8({ topic, inputs }: WorkedExample): Readonly<Record<string, number>> | null {
  const { qty, price, leverage } = inputs
  const value = e8(Number(qty) * Number(price))
  const leverageE2 = Math.round(Number(leverage) * 100)
  const taker = e8(inputs['takerFee'])
  const direction = directionOf(inputs['side'])
  if (topic === 'order-cost' && qty !== undefined) {
    return {
      initialMargin: initialMarginE8(value, leverageE2),
      feeToOpen: feeE8(value, taker),
      feeToClose: feeToCloseE8(value, leverageE2, direction, taker),
      orderCost: orderCostE8(value, leverageE2, direction, taker),
    }
  }
  if (topic === 'fee' && price !== undefined) return { fee: feeE8(value, e8(inputs['rate'])) }
  if (topic === 'execution' && price !== undefined) {
    const fee = feeE8(value, e8(inputs['rate']))
    return { execValue: value, execFee: fee, fee, change: -fee }
  }
  if (topic !== 'pnl') return null
  if (Array.isArray(inputs['fills'])) {
    // A lot of 0.01: Σ value over Σ lots, for one whole coin of 100 lots.
    const fills = inputs['fills'] as readonly (readonly [number, number])[]
    const cost = fills.reduce((sum, [size, at]) => sum + e8(size * at), 0)
    const lots = fills.reduce((sum, [size]) => sum + Math.round(size * 100), 0)
    return { avgEntry: averageEntryE8(cost, lots, 100) }
  }
  if (inputs['entry'] !== undefined && price !== undefined) {
    const cost = e8(Number(qty) * Number(inputs['entry']))
    return {
      upnl: unrealisedE8(value, cost, direction),
      initialMargin: initialMarginE8(cost, leverageE2 || 100),
      feeToClose: feeToCloseE8(cost, leverageE2 || 100, direction, taker || 0),
    }
  }
  if (inputs['cumExitValue'] !== undefined) {
    const entry = e8(inputs['cumEntryValue'])
    const exit = e8(inputs['cumExitValue'])
    const result = unrealisedE8(exit, entry, directionOf(inputs['closedSide']))
    return { closedPnl: result - feeE8(entry, taker) - feeE8(exit, taker) }
  }
  return null
}

describe('published worked examples, linear', () => {
  const examples = workedExamples().filter(({ topic, inputs }) => {
    const isOurs = ['order-cost', 'pnl', 'fee', 'execution'].includes(topic)
    return isOurs && inputs['kind'] === 'linear'
  })

  test('every number that the engine has a formula for comes out the same', () => {
    let checked = 0
    for (const example of examples) {
      // An inconsistent publication is held to its true value.
      const expected = example.computed ?? example.expected
      const found = computeE8(example)
      for (const [name, figure] of Object.entries(expected)) {
        const ours = found?.[name]
        if (ours === undefined) continue
        expect(Math.abs(ours - Number(figure) * 100_000_000), `${example.id} ${name}`).toBeLessThanOrEqual(1)
        checked += 1
      }
    }
    // Of 16 linear examples: 12 of order cost, 1 fee, 4 of execution, 7 of pnl.
    expect(checked).toBeGreaterThanOrEqual(20)
  })
})
