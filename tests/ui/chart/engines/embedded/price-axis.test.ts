import { expect, test } from 'vitest'
import { axisRange, firstInView } from '../../../../../src/ui/chart/engines/embedded/price-axis'

test('a plain axis is drawn by its prices', () => {
  expect(axisRange({ from: 100, to: 110 }, 'normal', 105)).toMatchObject({ realFrom: 100, realTo: 110, realRange: 10 })
})

test('a logarithmic one by their logarithms', () => {
  expect(axisRange({ from: 10, to: 1_000 }, 'logarithm', null)).toMatchObject({
    from: 10,
    to: 1_000,
    realFrom: 1,
    realTo: 3,
    realRange: 2,
    displayFrom: 10,
  })
})

test('one in per cent by the change since the first bar in view', () => {
  // Of 200: 190 is −5 %, 210 is +5 %.
  expect(axisRange({ from: 190, to: 210 }, 'percentage', 200)).toMatchObject({
    from: 190,
    realFrom: -5,
    realTo: 5,
    displayFrom: -5,
    displayRange: 10,
  })
})

test('without a close to begin with, or from nought, there are no per cents', () => {
  for (const base of [null, 0])
    expect(axisRange({ from: 1, to: 2 }, 'percentage', base)).toMatchObject({ realFrom: 1, realTo: 2 })
})

test('the first bar in view is the one whose middle is', () => {
  // Bar 3 is at −4, bar 4 at 3.
  const chart = {
    getVisibleRange: () => ({ from: 0, to: 9, realFrom: 3, realTo: 9 }),
    getDataList: () => Array.from({ length: 9 }, () => ({})),
    convertToPixel: ({ dataIndex = 0 }) => ({ x: (dataIndex - 4) * 7 + 3 }),
  } as unknown as Parameters<typeof firstInView>[0]
  expect(firstInView(chart)).toBe(4)
  expect(firstInView({ ...chart, getDataList: () => [] })).toBeNull()
})
