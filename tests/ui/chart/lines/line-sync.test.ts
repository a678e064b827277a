import { describe, expect, test, vi } from 'vitest'
import type { Price } from '../../../../src/domain/decimal'
import { LineSync } from '../../../../src/ui/chart/lines/line-sync'
import { markLine } from '../../../../src/ui/chart/lines/mark-line'
import type { LineSpec } from '../../../../src/ui/trading-kit/chart-line'

const line = (id: string, price: number): LineSpec => ({
  id,
  kind: 'order',
  tone: 'sell',
  text: 'Sell 0.200',
  dash: 'dashed',
  price,
  priceText: String(price),
})

describe('LineSync (spec §4: created or updated per id, removed when the id is gone)', () => {
  test('draws, changes and removes; leaves alone what says the same', () => {
    const handles: { update: ReturnType<typeof vi.fn>; remove: ReturnType<typeof vi.fn> }[] = []
    const draw = vi.fn(() => {
      const handle = { update: vi.fn(), remove: vi.fn() }
      handles.push(handle)
      return handle
    })
    const sync = new LineSync({ line: draw })
    sync.show([line('order/7', 64_560)])
    sync.show([line('order/7', 64_560)])
    expect(draw).toHaveBeenCalledTimes(1)
    expect(handles[0]?.update).not.toHaveBeenCalled()
    sync.show([line('order/7', 64_500)])
    expect(handles[0]?.update).toHaveBeenCalledTimes(1)
    sync.show([])
    expect(handles[0]?.remove).toHaveBeenCalledTimes(1)
  })
})

test('the mark price says its figure in its text, and leaves the axis to other lines', () => {
  expect(markLine('64216.9' as Price, '0.1' as Price, 'Mark')).toMatchObject({
    kind: 'mark',
    text: 'Mark 64,216.9',
    price: 64_216.9,
    priceText: '',
  })
})
