import { describe, expect, test } from 'vitest'
import type { Price, Qty } from '../../../src/domain/decimal'
import type { Trade } from '../../../src/domain/market/market'
import { TapeRenderer } from '../../../src/ui/trades/tape-renderer'
import { BTCUSDT, instrumentOf } from '../fixtures'

const PALETTE = { buy: 'green', sell: 'red', qty: 'white', time: 'grey', font: '12px x', smallFont: '11px x' }

const trade = (id: string, side: Trade['side'], price: string, qty: string): Trade => ({
  id,
  symbol: BTCUSDT,
  side,
  price: price as Price,
  qty: qty as Qty,
  timeMs: Date.UTC(2026, 0, 1, 12, 0, 5),
})

/** A canvas on which every sign is six pixels wide; @returns what a picture wrote, and where */
function setUp() {
  let calls: string[] = []
  const context = {
    canvas: { width: 0, height: 0 },
    fillStyle: '',
    font: '',
    setTransform: () => undefined,
    measureText: (text: string) => ({ width: text.length * 6 }),
    clearRect: () => calls.push('clear'),
    fillText: (text: string, x: number, y: number) => calls.push(`${context.fillStyle} ${text} ${x},${y}`),
  }
  const renderer = new TapeRenderer(context as unknown as CanvasRenderingContext2D, PALETTE)
  const draw = (trades: readonly Trade[], width = 300): readonly string[] => {
    calls = []
    renderer.draw({ width, height: 40, pixelRatio: 2, trades, instrument: instrumentOf() })
    return calls
  }
  return { draw, context }
}

describe('TapeRenderer', () => {
  // 40 px have room for two prints of 19 px, whose middles are at 10 and 29. The quantity ends at two thirds of 300 px
  // (four or five signs of 6 px before 200), the time of eight signs 12 px before the end: 300 − 12 − 48 = 240.
  test('as many prints as fit, each once, the side in arrow and colour', () => {
    const { draw, context } = setUp()
    const older = trade('a', 'buy', '60000', '0.5')
    const newer = trade('b', 'sell', '60000.1', '0.012')
    const lines = draw([newer, newer, older, trade('c', 'buy', '1', '1')])
    expect(lines.map((line) => line.replace(/\d\d:\d\d:\d\d/, 'TIME'))).toEqual([
      'red 60,000.1 ↓ 12,10',
      'white 0.012 170,10',
      'grey TIME 240,10',
      'green 60,000.0 ↑ 12,29',
      'white 0.500 170,29',
      'grey TIME 240,29',
    ])
    // Two device pixels to each of the page's.
    expect(context.canvas).toEqual({ width: 600, height: 80 })
  })

  test('the next picture begins on an empty canvas, and a narrow tape has smaller figures', () => {
    const { draw, context } = setUp()
    draw([trade('a', 'buy', '60000', '0.5')])
    expect(context.font).toBe('12px x')
    expect(draw([])).toEqual(['clear'])
    draw([], 230)
    expect(context.font).toBe('11px x')
  })
})
