import { describe, expect, test } from 'vitest'
import { parseDrawing } from '../../../../src/ui/chart/drawings/drawing'
import {
  FIB_EXTENSIONS,
  FIB_LEVELS,
  levelsOf,
  parseLevels,
  readLevels,
} from '../../../../src/ui/chart/drawings/drawing-look'

describe('levels of a Fibonacci drawing', () => {
  test.each([
    ['0, 0.5, 1', [0, 0.5, 1]],
    ['1; 0.5  0', [0, 0.5, 1]],
    // 61.8 / 100 as it is written, and not 0.6179999999999999.
    ['61.8%, .5, 61.8%', [0.5, 0.618]],
    ['-0.272 −0.618 1.', [-0.618, -0.272, 1]],
  ])('%s', (text, levels) => {
    expect(readLevels(text)).toEqual(levels)
  })

  test.each(['', 'half', '0,,x', '0.5.5', '1e3', '20.1', Array.from({ length: 25 }, (_, at) => at / 10).join(',')])(
    '%s are none',
    (text) => {
      expect(readLevels(text)).toBeNull()
    },
  )

  test('without levels of its own a drawing has those of its kind', () => {
    expect([levelsOf('fibRetracement', null), levelsOf('fibExtension', null)]).toEqual([FIB_LEVELS, FIB_EXTENSIONS])
    expect(levelsOf('fibRetracement', [0.5])).toEqual([0.5])
    expect(parseLevels([0.5, Number.NaN])).toBeNull()
  })
})

test('a drawing from before there was a look keeps the one that it always had; what is odd is left out', () => {
  const old = {
    id: 'a',
    kind: 'rectangle',
    points: [1, 2].map((at) => ({ timeMs: at, price: at })),
    tone: 'red',
    width: 2,
  }
  expect(parseDrawing(old)).toMatchObject({ dash: 'solid', fill: 15, fontSize: 11, levels: null })
  const given = { ...old, dash: 'dotted', fill: 60, fontSize: 20, levels: [1, 0] }
  expect(parseDrawing(given)).toMatchObject({ dash: 'dotted', fill: 60, fontSize: 20, levels: [0, 1] })
  expect(parseDrawing({ ...old, dash: 'wavy', fill: 99, fontSize: '20', levels: ['0'] })).toMatchObject({
    dash: 'solid',
    fill: 15,
    fontSize: 11,
    levels: null,
  })
})
