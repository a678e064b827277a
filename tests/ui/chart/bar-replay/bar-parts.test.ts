import { expect, test } from 'vitest'
import { withPart } from '../../../../src/ui/chart/bar-replay/bar-parts'
import type { Bar } from '../../../../src/ui/chart/port/chart-port'

const part = (time: number, volume: number): Bar => ({ time, open: 10, high: 12, low: 9, close: 11, volume })

test('the quantities of a bar’s parts add up as decimals, and not as the numbers that hold them', () => {
  const first = withPart(null, part(60_000, 0.1), 0)
  // 0.1 + 0.2 is 0.30000000000000004 in binary.
  expect(withPart(first, part(120_000, 0.2), 0).volume).toBe(0.3)
})
