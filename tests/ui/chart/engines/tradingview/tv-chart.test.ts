import { describe, expect, test, vi } from 'vitest'
import { openTvChart } from '../../../../../src/ui/chart/engines/tradingview/open-tv-chart'
import type { LibraryPage } from '../../../../../src/ui/chart/engines/tradingview/load-library'
import { DEFAULT_CHART_SETTINGS } from '../../../../../src/ui/chart/layout-store/chart-settings'
import { FAVOURITE_RESOLUTIONS } from '../../../../../src/ui/chart/port/bars'
import type { ChartPalette, ChartPortOptions } from '../../../../../src/ui/chart/port/chart-port'
import { barsOf, BTCUSDT, FakeFeed, lineOf } from '../chart-contract'
import { FakeLibrary, type FakeOptions } from './fake-library'

const palette = new Proxy({} as ChartPalette, { get: (_, name) => String(name) })

async function opened(
  fake: Partial<FakeOptions> = {},
  { page = {}, change = {} }: { page?: Partial<LibraryPage>; change?: Partial<ChartPortOptions> } = {},
) {
  const library = new FakeLibrary({ generation: 29, hasLines: true, ...fake })
  const traces: string[] = []
  const timers: (() => void)[] = []
  const feed = new FakeFeed()
  const opening = openTvChart(
    {
      container: { replaceChildren() {} } as unknown as HTMLElement,
      datafeed: feed,
      symbol: 'BTCUSDT',
      resolution: '1',
      view: DEFAULT_CHART_SETTINGS,
      locale: 'zh-HK',
      palette,
      fontFamily: 'sans-serif',
      minBarSpacing: 0.8,
      theme: () => 'dark',
      nowMs: () => 0,
      trace: (message) => traces.push(message),
      favouriteIntervals: FAVOURITE_RESOLUTIONS,
      after(_, call) {
        timers.push(call)
        return () => timers.splice(timers.indexOf(call), 1)
      },
      ...change,
    },
    library.page(page),
  )
  return { opening, library, traces, timers, feed }
}

const script = (type: string, status = 200) => ({
  fetch: async () => new Response('', { status, headers: { 'content-type': type } }),
})

describe('the operator’s library is loaded (spec §8, spec §9)', () => {
  test.each([
    ['the app’s page in its place', script('text/html; charset=utf-8'), /is text\/html; charset=utf-8 and no script/],
    ['a file that is not there', script('text/javascript', 404), /is 404/],
    ['a network that fails', { fetch: () => Promise.reject(new Error('offline')) }, /offline/],
    ['a script that does not run', { runScript: () => Promise.reject(new Error('blocked')) }, /did not run/],
    ['a script that leaves nothing', { library: () => undefined }, /left no TradingView.widget/],
  ])('%s is a failure with the words of the specification', async (_, page, why) => {
    const { opening } = await opened({}, { page })
    await expect(opening).rejects.toThrow(/^library files failed to load: /)
    await expect(opening).rejects.toThrow(why)
  })

  test('version 29.5.0 is what it was made for', async () => {
    const { opening, traces } = await opened()
    expect((await opening).engine).toMatchObject({ name: 'tv', version: '29.5.0', unexpected: [] })
    expect(traces).toEqual([])
  })

  test('other versions of library and style sheet are said, and still used', async () => {
    const css = new Response('/* Halyard 0.4.0 */ :root {}', { headers: { 'content-type': 'text/css' } })
    const page: Partial<LibraryPage> = {
      fetch: async (path) =>
        path.endsWith('.css') ? css : new Response('', { headers: { 'content-type': 'application/javascript' } }),
    }
    const { opening, traces, library } = await opened({ generation: 23 }, { page })
    expect((await opening).engine.unexpected).toEqual([
      { what: 'library', found: '23.043', expected: '29.5.0' },
      { what: 'css', found: '0.4.0', expected: '0.3.2' },
    ])
    expect(traces).toEqual([
      'chart library: library is 23.043; 29.5.0 is expected',
      'chart library: css is 0.4.0; 0.3.2 is expected',
    ])
    expect(library.widgets[0]?.given['custom_css_url']).toBe('custom.css')
  })

  test('one that is never ready is given up, and nothing of it stays', async () => {
    const { opening, timers, library } = await opened({ hangs: true })
    await vi.waitFor(() => expect(timers).toHaveLength(1))
    timers[0]!()
    await expect(opening).rejects.toThrow('the chart library did not become ready')
    expect(library.widgets[0]?.isRemoved).toBe(true)
  })
})

describe('the adapter', () => {
  test('gives what spec §9 names: language, spacing, favourites, time-frames, delay', async () => {
    const { opening, library } = await opened()
    await opening
    expect(library.widgets[0]?.given).toMatchObject({
      symbol: 'BTCUSDT',
      interval: '1',
      locale: 'zh_TW',
      timezone: 'UTC',
      time_scale: { min_bar_spacing: 0.8 },
      auto_save_delay: 0.4,
      favorites: { intervals: ['1', '5', '30', '60', '240', '1D', '1W', '1M'], chartTypes: ['Line'] },
      time_frames: [
        { text: '1d', resolution: '1' },
        { text: '5d', resolution: '15' },
        { text: '1m', resolution: '60' },
        { text: '3m', resolution: '360' },
        { text: '6m', resolution: '720' },
        { text: '1y', resolution: '1D' },
      ],
    })
    // A tick of 0.5 with one decimal is 5 of 10.
    expect(library.widgets[0]?.info).toMatchObject({
      minmov: 5,
      pricescale: 10,
      volume_precision: 3,
      type: 'PERPETUAL',
    })
  })

  test('a symbol that nobody lists is an error of the chart, in the words of the specification', async () => {
    const { opening, library } = await opened({}, { change: { symbol: 'NONE' } })
    await opening
    expect(library.widgets[0]?.error).toBe('Symbol is not defined')
  })

  test('buttons of lines do what their line offers, and nothing once it is no longer offered', async () => {
    const { opening, library } = await opened()
    const port = await opening
    const pressed: string[] = []
    const actions = (['close', 'reverse', 'tpSl'] as const).map((id) => ({ id, mark: id, label: id }))
    const position = lineOf({ kind: 'position', actions, onAction: (id) => pressed.push(id) })
    const line = port.line(position)
    await vi.waitFor(() => expect([...library.widgets[0]!.lines][0]?.calls.size).toBe(3))
    const [drawn] = library.widgets[0]!.lines
    for (const name of ['onClose', 'onReverse', 'onModify']) drawn?.calls.get(name)?.()
    expect(pressed).toEqual(['close', 'reverse', 'tpSl'])
    line.update({ ...position, actions: [] })
    drawn?.calls.get('onClose')?.()
    expect(pressed).toHaveLength(3)
    expect(port.engine.lacks).not.toContain('lineButtons')
  })

  test('without order lines a line is a shape that says its text, and the engine says what it lacks', async () => {
    const { opening, library } = await opened({ hasLines: false })
    const port = await opening
    expect(port.engine.lacks).toContain('lineButtons')
    const line = port.line(lineOf({ detail: { text: '+1.00', tone: 'profit' } }))
    const shown = () =>
      [...library.widgets[0]!.lines].map(({ kind, values }) => [kind, values['Text'], values['Price']])
    await vi.waitFor(() => expect(shown()).toEqual([['shape', 'Buy limit 1 +1.00', 104]]))
    line.update(lineOf({ detail: { text: '+1.00', tone: 'profit' }, price: 90 }))
    expect(shown()).toEqual([['shape', 'Buy limit 1 +1.00', 90]])
  })

  test('a line that cannot be made leaves a trace and no message (spec §8)', async () => {
    const { opening, library, traces } = await opened()
    const port = await opening
    const lines = library.widgets[0]!.lines
    lines.add = () => {
      throw new Error('no more lines')
    }
    port.line(lineOf())
    await vi.waitFor(() => expect(traces).toEqual(['a line of order was not made: no more lines']))
  })

  test('an interval that was chosen in the library’s own menu is the chart’s', async () => {
    const { opening, library, feed } = await opened()
    const port = await opening
    const loading = vi.fn()
    port.on('loading', loading)
    library.widgets[0]!.chooseInterval('D')
    await vi.waitFor(() => expect(feed.queries.at(-1)?.resolution).toBe('1D'))
    expect(loading).toHaveBeenCalledTimes(1)
  })

  test('another symbol that the library compares with is not what the chart is of', async () => {
    const { opening, library, feed } = await opened()
    const port = await opening
    feed.symbols = () => [BTCUSDT, { ...BTCUSDT, name: 'ETHUSDT', ticker: 'ETHUSDT_PERPETUAL' }]
    const [bars, errors] = [vi.fn(), vi.fn()]
    await vi.waitFor(() => expect(library.widgets[0]!.live ?? library.widgets[0]!.bars).not.toHaveLength(0))
    port.on('bar', bars)
    port.on('error', errors)
    await new Promise((resolve) => setTimeout(resolve))
    const told = bars.mock.calls.length
    await library.widgets[0]!.compare('ETHUSDT')
    feed.failure = 'offline'
    await library.widgets[0]!.compare('ETHUSDT')
    expect(feed.queries.slice(-2).map(({ symbol }) => symbol)).toEqual(['ETHUSDT', 'ETHUSDT'])
    expect(bars.mock.calls.length).toBe(told)
    expect(errors).not.toHaveBeenCalled()
  })

  test('the bar under the crosshair is told, else the newest', async () => {
    const { opening, library } = await opened()
    const port = await opening
    const closes: number[] = []
    port.on('bar', ({ close }) => closes.push(close))
    const moments: (number | null)[] = []
    port.on('crosshair', ({ timeMs }) => moments.push(timeMs))
    await vi.waitFor(() => expect(closes).toEqual([109]))
    library.widgets[0]!.pointAt(barsOf()[2]!.time)
    library.widgets[0]!.pointAt(0)
    expect(closes).toEqual([109, 102, 109])
    expect(moments).toEqual([barsOf()[2]!.time, 0])
  })
})
