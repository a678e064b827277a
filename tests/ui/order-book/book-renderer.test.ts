import { describe, expect, test } from 'vitest'
import type { Price, Qty } from '../../../src/domain/decimal'
import { BookRenderer, type BookPicture } from '../../../src/ui/order-book/book-renderer'
import { layoutBook, type BookRow } from '../../../src/ui/order-book/book-rows'
import { stepScale } from '../../../src/domain/market/step-text'

const COLOR = { ask: 'ask', bid: 'bid', askDepth: 'askDepth', bidDepth: 'bidDepth', qty: 'qty', total: 'total' }
const PALETTE = { ...COLOR, missing: 'missing', hover: 'hover', own: 'own', font: '12px x' }

/** A canvas on which every sign is six pixels wide, and what was set or filled on it since the last look. */
function setUp() {
  let calls: string[] = []
  const context = {
    canvas: { width: 0, height: 0 },
    fillStyle: '',
    setTransform: () => undefined,
    measureText: (text: string) => ({ width: text.length * 6 }),
    clearRect: (x: number, _y: number, width: number) => calls.push(`clear ${x}–${x + width}`),
    fillRect: (x: number, _y: number, width: number) => calls.push(`${context.fillStyle} ${x}–${x + width}`),
    fillText: (text: string) => calls.push(text),
  }
  const renderer = new BookRenderer(context as unknown as CanvasRenderingContext2D, PALETTE)
  const draw = (asks: readonly BookRow[], more: Partial<BookPicture> = {}): string[] => {
    calls = []
    renderer.draw({
      // A middle of 32 px and one row of 18 px on either side.
      width: 200,
      layout: layoutBook(68),
      pixelRatio: 1,
      rows: { asks, bids: [], maxTotal: 100 },
      scale: { tick: stepScale('0.1' as Price), lot: stepScale('0.001' as Qty) },
      ownTicks: new Set(),
      hovered: null,
      separators: { group: ',', decimal: '.' },
      ...more,
    })
    return calls
  }
  return { draw }
}

// The price's column ends at 38 % of 200 px, the quantity's 2 px beyond 65 %: 0–76, 76–132, 132–200.
describe('BookRenderer', () => {
  test('a level is drawn in three columns, its bar from the right edge', () => {
    const { draw } = setUp()
    // 20 of 100 lots are 20 % of 200 px: the bar goes from 160 to 200.
    expect(draw([{ ticks: 640_001, lots: 20, total: 20 }]).slice(0, 7)).toEqual([
      'clear 0–76',
      'clear 76–132',
      'clear 132–200',
      'askDepth 160–200',
      '64,000.1',
      '0.020',
      '0.020',
    ])
  })

  test('an unchanged level is not drawn again', () => {
    const { draw } = setUp()
    draw([{ ticks: 640_001, lots: 20, total: 20 }])
    expect(draw([{ ticks: 640_001, lots: 20, total: 20 }])).toEqual([])
  })

  test('a new total whose bar stays in its column is drawn in that column alone', () => {
    const { draw } = setUp()
    draw([{ ticks: 640_001, lots: 20, total: 20 }])
    // 30 % of 200 px: from 140.
    expect(draw([{ ticks: 640_001, lots: 20, total: 30 }])).toEqual(['clear 132–200', 'askDepth 140–200', '0.030'])
  })

  test('a bar that reaches into the next column draws that one too', () => {
    const { draw } = setUp()
    draw([{ ticks: 640_001, lots: 20, total: 20 }])
    // 50 % of 200 px: from 100, so 32 px of it lie under the quantity.
    expect(draw([{ ticks: 640_001, lots: 20, total: 50 }])).toEqual([
      'clear 76–132',
      'askDepth 100–132',
      'clear 132–200',
      'askDepth 132–200',
      '0.020',
      '0.050',
    ])
  })

  test('a text that does not fit its column is drawn with the whole row, and so is what follows it', () => {
    const { draw } = setUp()
    // 12,345,678.9 are 12 signs of 6 px, 12 px from the edge: they end at 84, beyond 76.
    const row = { ticks: 123_456_789, lots: 20, total: 20 }
    draw([row])
    expect(draw([{ ...row, total: 30 }])).toHaveLength(7)
    expect(draw([{ ...row, ticks: 640_001, total: 30 }])).toHaveLength(7)
    expect(draw([{ ...row, ticks: 640_001, total: 20 }])).toHaveLength(3)
  })

  test('hover and an order of one’s own draw the whole row', () => {
    const { draw } = setUp()
    const row = { ticks: 640_001, lots: 20, total: 20 }
    draw([row])
    expect(draw([row], { hovered: { side: 'ask', index: 0 } }).filter((call) => call.startsWith('hover'))).toEqual([
      'hover 0–76',
      'hover 76–132',
      'hover 132–200',
    ])
    expect(draw([row], { ownTicks: new Set([640_001]) })).toContain('own 3–7')
  })
})
