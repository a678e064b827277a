import type { Chart, IndicatorCreate, IndicatorDrawParams } from 'klinecharts'
import { expect, test, vi } from 'vitest'
import { keepLastPriceLine } from '../../../../../src/ui/chart/engines/embedded/last-price-line'

// The engine itself needs a page.
vi.mock('klinecharts', () => ({ registerIndicator: () => undefined }))

/** A pane of 100 px whose scale begins at 0 below; what it is drawn again with is kept. */
function pane(last: number | null) {
  const shown: unknown[] = []
  const state = { last, top: 100 }
  let draw: IndicatorCreate['draw'] = null
  const chart = {
    createIndicator: (indicator: IndicatorCreate) => {
      ;({ draw } = indicator)
      return null
    },
    getDataList: () => (state.last === null ? [] : [{ close: state.last }]),
    setStyles: (styles: unknown) => shown.push(styles),
  }
  keepLastPriceLine(chart as unknown as Chart, 'candle_pane')
  const look = async (): Promise<void> => {
    const yAxis = { convertToPixel: (price: number) => 100 - (price / state.top) * 100 }
    draw?.({ bounding: { height: 100 }, yAxis } as unknown as IndicatorDrawParams<unknown, unknown, unknown>)
    await Promise.resolve()
  }
  return { state, shown, look }
}

const line = (show: boolean) => ({ candle: { priceMark: { last: { line: { show } } } } })

test('the line of the last price is there while that price is in view, and no other price has it', async () => {
  const { state, shown, look } = pane(40)
  await look()
  expect(shown).toEqual([])
  // The view goes to prices of 0 to 30: 40 lies above its upper edge.
  state.top = 30
  await look()
  await look()
  expect(shown).toEqual([line(false)])
  // A tick brings it back: 30 is the edge itself.
  state.last = 30
  await look()
  expect(shown).toEqual([line(false), line(true)])
})

test('before there are bars nothing is hidden', async () => {
  const { shown, look } = pane(null)
  await look()
  expect(shown).toEqual([])
})
