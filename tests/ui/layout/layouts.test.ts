import { describe, expect, test } from 'vitest'
import { DESKTOP, WIDE, type DesktopLayout } from '../../../src/ui/layout/desktop-layout'
import { PHONE, PHONE_SPREAD, PHONE_EXCHANGE } from '../../../src/ui/layout/phone-layout'
import { PANEL_FACTS } from '../../../src/ui/panels/panel-facts'

/** Widths of the grid's columns in a window, gaps of 1 px between them: the one that is a fraction gets the rest. */
function widths(columns: string, window: number): readonly number[] {
  const tracks = columns.replace('minmax(0, 1fr)', 'rest').split(' ')
  const fixed = tracks.map((track) => (track === 'rest' ? null : Number.parseInt(track, 10)))
  const rest = window - (tracks.length - 1) - fixed.reduce((sum: number, one) => sum + (one ?? 0), 0)
  return fixed.map((one) => one ?? rest)
}

/** The rows of a grid's areas, as CSS writes them. */
function rowsOf(areas: string): readonly string[] {
  return areas.split("'").filter((row) => row.trim() !== '')
}

/** Width of each area of a layout. */
function areaWidths({ columns, narrowColumns, areas }: DesktopLayout, window: number): ReadonlyMap<string, number> {
  const each = widths(window <= 1100 ? (narrowColumns ?? columns) : columns, window)
  const found = new Map<string, number>()
  for (const row of rowsOf(areas)) {
    const names = row.split(' ')
    for (const name of new Set(names)) {
      const own = names.flatMap((one, at) => (one === name ? [each[at] ?? 0] : []))
      found.set(
        name,
        own.reduce((sum, one) => sum + one, own.length - 1),
      )
    }
  }
  return found
}

describe('desktop layouts', () => {
  // The smallest windows of each: a phone's page ends at 767 px, book and tape are side by side from 1280 px on.
  test.each([
    ['two tabs, narrow', DESKTOP, 768],
    ['two tabs', DESKTOP, 1101],
    ['side by side', WIDE, 1280],
  ] as const)('%s: each area has one cell, and each panel has the width that it needs', (_name, layout, window) => {
    const found = areaWidths(layout, window)
    expect(layout.cells.map(({ area }) => area).toSorted()).toEqual([...found.keys()].toSorted())
    for (const row of rowsOf(layout.areas)) expect(row.split(' ')).toHaveLength(widths(layout.columns, window).length)
    for (const { area, panels } of layout.cells)
      for (const id of panels)
        expect([id, (found.get(area) ?? 0) >= PANEL_FACTS[id].leastSize.width]).toEqual([id, true])
  })
})

test('a phone shows every panel but the ticket, which is a sheet, and the card of the account', () => {
  const shown = new Set([PHONE.head, ...[...PHONE.views, ...PHONE_SPREAD.views].flatMap(({ panels }) => panels)])
  expect(Object.keys(PANEL_FACTS).filter((id) => !shown.has(id as keyof typeof PANEL_FACTS))).toEqual([
    // Its name stands in the line above the figures.
    'symbolHeader',
    // Their panels stand behind tabs of the phone's own.
    'bookAndTrades',
    'tradesAndLadder',
    'orderEntry',
    'accountCard',
  ])
  for (const { panels, rows } of PHONE.views)
    expect(rows.replace('minmax(0, 1fr)', 'rest').split(' ')).toHaveLength(panels.length)
})

test('a phone shows of a pair what it shows of a contract, without a ladder and with coins in place of positions', () => {
  expect(PHONE_EXCHANGE.views.map(({ id }) => id)).toEqual(['chart', 'book', 'trades', 'assets', 'orders'])
  for (const { panels, rows } of PHONE_EXCHANGE.views)
    expect(rows.replace('minmax(0, 1fr)', 'rest').split(' ')).toHaveLength(panels.length)
})
