import { signal } from '@preact/signals-react'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ChartGroup } from '../../../../src/ui/chart/grid/chart-group'
import { parseLayout, type LayoutChart } from '../../../../src/ui/chart/layouts/layout'
import { isLayoutChanged, layoutPrint } from '../../../../src/ui/chart/layouts/layout-print'
import { layoutOf, layouts } from './layouts'

/** A page with one chart that shows this, under a layout that was opened with this print. */
function groupOf({ settings, studies }: LayoutChart, print: string | null, count = 1) {
  const chart = {
    settings: signal({ ...settings, layoutName: 'Mine', layoutPrint: print }),
    tools: signal({ studies: { studies: signal(studies) } }),
  }
  return { first: signal(chart), charts: signal([chart]), grid: signal({ count }) } as unknown as ChartGroup
}

test('a layout has the same print after it was stored and read', () => {
  fc.assert(
    fc.property(layouts, (layout) => {
      const stored = parseLayout(JSON.parse(JSON.stringify(layout)))
      expect(layoutPrint(stored!.charts)).toBe(layoutPrint(layout.charts))
    }),
  )
})

test('the toolbar says that a layout was changed where its charts show something else, and not where they do again', () => {
  const [saved] = layoutOf({ resolution: '30' }).charts
  const [other] = layoutOf({ resolution: '1D' }).charts
  const print = layoutPrint([saved!])
  expect(isLayoutChanged(groupOf(saved!, print))).toBe(false)
  expect(isLayoutChanged(groupOf(other!, print))).toBe(true)
  // Of a page that kept a name alone nothing is known.
  expect(isLayoutChanged(groupOf(other!, null))).toBe(false)
  // The second chart is still on its way.
  expect(isLayoutChanged(groupOf(other!, print, 2))).toBe(false)
})

test('the tools and the list beside the bars are no change', () => {
  const [saved] = layoutOf().charts
  const [opened] = layoutOf({ hasObjects: true, hasDrawingTools: false }).charts
  expect(layoutPrint([opened!])).toBe(layoutPrint([saved!]))
})
