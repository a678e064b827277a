import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addWorstSpotHedge, hedged, VENUE_GRID, type OrderedHolding } from '../../../src/domain/risk/portfolio-margin'

const PLACES = VENUE_GRID.scenarios.length
const FALL = VENUE_GRID.scenarios.findIndex(({ move, volatility }) => move === -0.1 && volatility === 'same')
const RISE = VENUE_GRID.scenarios.findIndex(({ move, volatility }) => move === 0.1 && volatility === 'same')

/** What one of something wins in each place that moves with the price by `delta`, and loses `time` of wherever that goes. */
const lineOf = (delta: number, time = 0): Float64Array =>
  Float64Array.from(VENUE_GRID.scenarios, ({ move }) => delta * move - time)

describe('a spot hedge beside orders (semantics.md §1.8, ADR-1042)', () => {
  test('without orders it is the hedge of what is held', () => {
    const pnls = lineOf(-150)
    addWorstSpotHedge(pnls, 100, { delta: -150, orders: [] })
    // 150 are short, 100 of coins stand against them: 50 lose a tenth.
    expect(pnls[RISE]).toBeCloseTo(-5, 9)
    expect(pnls[FALL]).toBeCloseTo(5, 9)
  })

  test('an order that takes the hedge with it is not counted filled beside all of it', () => {
    // 100 short against 100 of coins. A bought call of delta 50 that loses 6 of its time: filled, it leaves a hedge of 50.
    const order: OrderedHolding = { changes: lineOf(50, 6), delta: 50, least: 0, most: 1 }
    const pnls = lineOf(-100)
    addWorstSpotHedge(pnls, 100, { delta: -100, orders: [order] })
    // Up a tenth: −10 + 5 − 6 with a hedge that wins 5 is −6. With the hedge of before it would be −10 − 1 + 10 = −1.
    expect(pnls[RISE]).toBeCloseTo(-6, 9)
    // Down: 10 − 5 − 6, and the hedge of 50 loses 5. Not filled, it is 10 − 10.
    expect(pnls[FALL]).toBeCloseTo(-6, 9)
  })

  test('an order that grows the hedge where that loses counts, though it wins by itself', () => {
    // 100 of coins and nothing short. An order sells 100: where the price falls it wins 10, and the hedge loses as much.
    const pnls = new Float64Array(PLACES)
    addWorstSpotHedge(pnls, 100, { delta: 0, orders: [{ changes: lineOf(-100, 1), delta: -100, least: 0, most: 1 }] })
    expect(pnls[FALL]).toBeCloseTo(-1, 9)
    expect(pnls[RISE]).toBeCloseTo(-1, 9)
  })

  const amount = fc.integer({ min: -300, max: 300 })
  const holding = fc
    .record({
      delta: amount,
      time: amount,
      least: fc.integer({ min: -3, max: 0 }),
      more: fc.integer({ min: 1, max: 4 }),
    })
    .map(({ delta, time, least, more }) => ({ changes: lineOf(delta, time / 10), delta, least, most: least + more }))

  test('it is what the worst fills lose: none lose more, and some lose as much', () => {
    fc.assert(
      fc.property(
        fc.array(holding, { maxLength: 4 }),
        amount,
        fc.integer({ min: 0, max: 300 }),
        (orders, delta, held) => {
          const pnls = new Float64Array(PLACES)
          addWorstSpotHedge(pnls, held, { delta, orders })
          for (const [at, { move }] of VENUE_GRID.scenarios.entries()) {
            const worth = (fills: readonly number[]): number => {
              let [won, all] = [0, delta]
              for (const [index, { changes, delta: ofOne }] of orders.entries()) {
                won += changes[at]! * fills[index]!
                all += ofOne * fills[index]!
              }
              return won + move * hedged(held, all)
            }
            // What is worst lies in a corner, or on an edge where the hedge begins or is used up: it bends nowhere else.
            const worths = corners(orders).flatMap((fills) => [
              worth(fills),
              ...bends(orders, fills, { delta, held }).map(worth),
            ])
            expect(pnls[at]).toBeCloseTo(Math.min(...worths), 6)
          }
        },
      ),
      { numRuns: 300 },
    )
  })
})

function corners(orders: readonly OrderedHolding[]): readonly (readonly number[])[] {
  return orders.reduce<readonly (readonly number[])[]>(
    (all, { least, most }) =>
      all.flatMap((fills) => [
        [...fills, least],
        [...fills, most],
      ]),
    [[]],
  )
}

/** From a corner along each of its edges: the fills with which nothing is short, or as much as there are coins. */
function bends(
  orders: readonly OrderedHolding[],
  fills: readonly number[],
  { delta, held }: { readonly delta: number; readonly held: number },
): readonly (readonly number[])[] {
  return orders.flatMap(({ delta: ofOne, least, most }, index) => {
    const others = orders.reduce((sum, one, at) => (at === index ? sum : sum + one.delta * fills[at]!), delta)
    return [0, -held]
      .map((wanted) => (wanted - others) / ofOne)
      .filter((fill) => fill > least && fill < most)
      .map((fill) => fills.with(index, fill))
  })
}
