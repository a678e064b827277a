import { expect, test } from 'vitest'
import { levelAxis } from '../../../../../src/ui/chart/engines/embedded/level-axis'

const { createRange, createTicks } = levelAxis([30, 70])
const rangeOf = (from: number, to: number) =>
  createRange!({ chart: null as never, paneId: 'p', defaultRange: { from, to } as never })

test('the levels are in view whatever the values are, and so are the values', () => {
  // 15 % of 40 beyond either level.
  expect(rangeOf(45, 55)).toMatchObject({ from: 24, to: 76, range: 52 })
  expect(rangeOf(10, 95)).toMatchObject({ from: 10, to: 95, realFrom: 10, displayTo: 95 })
})

test('they are what the axis names, at their heights', () => {
  const range = rangeOf(0, 100)
  // 30 of 100 from the foot of 200 px.
  const ticks = createTicks!({ range, bounding: { height: 200 } as never, defaultTicks: [] })
  expect(ticks.map(({ coord, ...said }) => ({ ...said, coord: Math.round(coord) }))).toEqual([
    { coord: 140, value: 30, text: '30' },
    { coord: 60, value: 70, text: '70' },
  ])
})
