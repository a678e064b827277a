import { expect, test } from 'vitest'
import { VENUE_GRID } from '../../../src/domain/risk/portfolio-margin'
import { scenarioTable, sumOfPnls, worstWay } from '../../../src/domain/risk/scenario-table'
import { gridOf } from '../../../src/domain/risk/scenario-values'

test('a table has a row for each move, lowest first, each with the volatility up, the same and down', () => {
  const at = (move: number, volatility: 'up' | 'same' | 'down') => ({ move, volatility, weight: 1 })
  const grid = gridOf([at(0.1, 'down'), at(0.1, 'up'), at(-0.1, 'same'), at(0.1, 'same'), at(-0.1, 'up')])
  expect(scenarioTable([1, 2, 3, 4, 5], grid)).toEqual([
    // Nothing is asked of the volatility going down there.
    { move: -0.1, pnls: [5, 3, 0] },
    { move: 0.1, pnls: [2, 4, 1] },
  ])
})

test('the venue’s grid makes eleven rows of three, every place once', () => {
  const places = VENUE_GRID.scenarios.map((_, at) => at)
  const table = scenarioTable(places, VENUE_GRID)
  expect(table.map(({ move }) => move)).toEqual([-0.1, -0.08, -0.06, -0.04, -0.02, 0, 0.02, 0.04, 0.06, 0.08, 0.1])
  expect(table.flatMap(({ pnls }) => pnls).toSorted((a, b) => a - b)).toEqual(places)
})

test('the worst of a row is the lowest, of equal ones the first', () => {
  expect(worstWay([-24.07, -33.16, -39.65])).toBe(2)
  expect(worstWay([1, 1, 1])).toBe(0)
})

test('results add up place by place', () => {
  const ones = VENUE_GRID.scenarios.map(() => 1)
  expect([...sumOfPnls([ones, VENUE_GRID.scenarios.map((_, at) => at)], VENUE_GRID)].slice(0, 3)).toEqual([1, 2, 3])
  expect([...sumOfPnls([], VENUE_GRID)]).toEqual(VENUE_GRID.scenarios.map(() => 0))
})
