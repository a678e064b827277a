import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { FIRST_STYLE } from '../../../../../src/ui/chart/drawings/drawing-styles'
import { DRAWING_KINDS, DRAWING_POINTS, type DrawingKind } from '../../../../../src/ui/chart/drawings/drawing-kind'
import { heldPoint, onlyPoint } from '../../../../../src/ui/chart/engines/embedded/held-point'
import { drawingFigures, edge } from '../../../../../src/ui/chart/engines/embedded/drawing-figures'
import type { ChartPalette, DrawingSpec } from '../../../../../src/ui/chart/port/chart-port'

const PANE = { width: 400, height: 200 }
/** Every color is its own name. */
const palette = new Proxy({} as ChartPalette, { get: (_, name) => String(name) })

function figures(
  kind: DrawingKind,
  prices: readonly number[],
  { isSelected = false, isTouched = false, text = '' } = {},
) {
  const points = prices.map((price, i) => ({ timeMs: i * 60_000, price }))
  const spec: DrawingSpec = {
    id: 'a',
    kind,
    points,
    name: '',
    text,
    ...FIRST_STYLE,
    isLocked: false,
    isHidden: false,
    order: 0,
    isSelected,
    words: { target: 'Target', stop: 'Stop', text: 'Text', bars: (count) => `${count} bars` },
  }
  const places = points.map(({ price }, i) => ({ x: 100 + 50 * i, y: 200 - price }))
  return drawingFigures(spec, {
    places,
    bounding: PANE,
    palette,
    family: 'sans',
    priceDecimals: 1,
    bars: 12,
    isTouched,
    widthOf: (text) => text.length * 6,
    place: () => 0,
  })
}

const said = (all: ReturnType<typeof figures>): readonly string[] =>
  all.flatMap(({ type, attrs }) => (type === 'text' ? [(attrs as { readonly text: string }).text] : []))

describe('drawings in figures', () => {
  test.each(DRAWING_KINDS)('%s has something to show, and handles once it is chosen', (kind) => {
    const prices = [100, 120, 90].slice(0, DRAWING_POINTS[kind])
    const plain = figures(kind, prices)
    expect(plain.length).toBeGreaterThan(0)
    const handles = figures(kind, prices, { isSelected: true }).slice(plain.length)
    expect(handles.map(({ type }) => type)).toEqual(prices.map(() => 'circle'))
  })

  test('a finger finds a target at each point of what is chosen, and moves that point alone', () => {
    const prices = [100, 120]
    const mouse = figures('trendLine', prices, { isSelected: true })
    const targets = figures('trendLine', prices, { isSelected: true, isTouched: true }).slice(mouse.length)
    // The second point is one step of 50 px on; its price of 120 lies 200 − 120 px from the top.
    expect(targets.map(({ attrs }) => attrs)).toEqual([
      { x: 100, y: 100, r: 14 },
      { x: 150, y: 80, r: 14 },
    ])
    expect(targets.map(heldPoint)).toEqual([0, 1])
    // The line itself moves all of it.
    expect(heldPoint(mouse[0])).toBeNull()
    const from = [{ value: 100 }, { value: 120 }]
    expect(onlyPoint([{ value: 107 }, { value: 127 }], { at: 1, from })).toEqual([{ value: 100 }, { value: 127 }])
  })

  test('before its points are there it shows no more than it knows', () => {
    for (const kind of DRAWING_KINDS) expect(figures(kind, []).length).toBe(0)
    expect(figures('trendLine', [100])).toEqual([])
  })

  test('an extension measures the move from the third point', () => {
    // The move from 100 to 110 is 10; from 105 its levels are 105 + 10 × level.
    expect(said(figures('fibExtension', [100, 110, 105]))).toEqual([
      '0 (105.0)',
      '0.382 (108.8)',
      '0.618 (111.2)',
      '1 (115.0)',
      '1.618 (121.2)',
      '2.618 (131.2)',
    ])
  })

  test('a date and price range says its time, too, and a text its name', () => {
    // Points lie a minute apart.
    expect(said(figures('datePriceRange', [100, 110]))).toEqual(['+10.0 (+10.00%) · 12 bars · 01:00'])
    expect(said(figures('text', [100]))).toEqual(['Text'])
  })

  test('a retracement says the prices of its levels, 0 where the move ended', () => {
    // From 100 to 110: 110 − 10 × level.
    expect(said(figures('fibRetracement', [100, 110]))).toEqual([
      '0 (110.0)',
      '0.236 (107.6)',
      '0.382 (106.2)',
      '0.5 (105.0)',
      '0.618 (103.8)',
      '0.786 (102.1)',
      '1 (100.0)',
    ])
  })

  test('a text and a callout say each line below the one before, the callout on a ground as wide as the longest', () => {
    expect(said(figures('text', [100], { text: 'One\nand another' }))).toEqual(['One', 'and another'])
    const callout = figures('callout', [100, 120], { text: 'One\nand another' })
    expect(said(callout)).toEqual(['One', 'and another'])
    const heights = callout.flatMap(({ type, attrs }) => (type === 'text' ? [(attrs as { readonly y: number }).y] : []))
    // A line is 15 px; the second place lies at 200 − 120.
    expect(heights).toEqual([80, 95])
    // 'and another' has 11 letters of 6 px here, and 4 px on either side.
    expect(callout.find(({ type }) => type === 'rect')?.attrs).toMatchObject({ width: 74, height: 34 })
  })

  test('what is drawn by hand is held at its two ends', () => {
    const places = figures('brush', [100, 110, 90, 95], { isSelected: true })
    expect(places.filter(({ type }) => type === 'circle')).toHaveLength(2)
  })

  test('a measure says change, per cent and bars; a position its prices and R', () => {
    expect(said(figures('measure', [100, 90]))).toEqual(['−10.0 (−10.00%) · 12 bars'])
    // Gain 20 for a risk of 10.
    expect(said(figures('longPosition', [100, 120, 90]))).toEqual([
      'Target 120.0 (+20.00%)',
      'Stop 90.0 (−10.00%)',
      '2.00 R',
    ])
    expect(said(figures('shortPosition', [100, 70, 120])).at(-1)).toBe('1.50 R')
    // Without a risk there is no ratio to it.
    expect(said(figures('longPosition', [100, 120, 100])).at(-1)).toBe('0.00 R')
  })

  test('a ray ends at the edge of the pane, on the line', () => {
    const inside = fc.record({ x: fc.integer({ min: 1, max: 399 }), y: fc.integer({ min: 1, max: 199 }) })
    fc.assert(
      fc.property(inside, inside, (from, through) => {
        fc.pre(from.x !== through.x || from.y !== through.y)
        const end = edge(from, through, PANE)
        const cross = (end.x - from.x) * (through.y - from.y) - (end.y - from.y) * (through.x - from.x)
        expect(Math.abs(cross)).toBeLessThan(1e-6 * 400 * 400)
        const near = (value: number, wanted: number) => Math.abs(value - wanted) < 1e-6
        expect([near(end.x, 0), near(end.x, 400), near(end.y, 0), near(end.y, 200)]).toContain(true)
      }),
    )
    expect(edge({ x: 5, y: 5 }, { x: 5, y: 5 }, PANE)).toEqual({ x: 5, y: 5 })
  })
})
