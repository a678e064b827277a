import { signal } from '@preact/signals-react'
import { describe, expect, test, vi } from 'vitest'
import { keptApart } from '../../../../src/ui/state/kept'
import { DEFAULT_CHART_SETTINGS } from '../../../../src/ui/chart/layout-store/chart-settings'
import { ChartStore } from '../../../../src/ui/chart/layout-store/chart-store'
import { engineLayoutName, keepEngineLayout } from '../../../../src/ui/chart/layout-store/keep-engine-layout'
import { openTvChart } from '../../../../src/ui/chart/engines/tradingview/open-tv-chart'
import { FAVOURITE_RESOLUTIONS } from '../../../../src/ui/chart/port/bars'
import type { ChartPalette } from '../../../../src/ui/chart/port/chart-port'
import type { HubSession } from '../../../../src/workers/hub-events'
import { FakeClock } from '../../../workers/fakes'
import { FakeFeed } from '../engines/chart-contract'
import { FakeLibrary } from '../engines/tradingview/fake-library'

const session = (account: string): HubSession => ({ account, name: account, kind: 'uta2' })

/** A browser with its database, its texts and the channel between its tabs. */
function browser() {
  const rows = new Map<string, unknown>()
  const listeners = new Set<(key: string) => void>()
  return {
    rows,
    local: keptApart().local,
    listeners,
    /** Whether the database still takes anything. */
    isGoing: false,
    layouts: () => [...rows].filter(([key]) => key.startsWith('engine-layout')),
  }
}

type Browser = ReturnType<typeof browser>

const palette = new Proxy({} as ChartPalette, { get: (_, name) => String(name) })

/** A tab with the operator's library, followed by what keeps its drawings. */
async function tab(kept: Browser, generation: 23 | 29, { symbol = 'BTCUSDT', slot = 0 } = {}) {
  const clock = new FakeClock()
  const library = new FakeLibrary({ generation, hasLines: true, version: '29.5.0' })
  const traces: string[] = []
  const after = (ms: number, call: () => void) => clock.after(ms, call)
  const port = await openTvChart(
    {
      container: { replaceChildren() {} } as unknown as HTMLElement,
      datafeed: new FakeFeed(),
      symbol,
      resolution: '1',
      view: DEFAULT_CHART_SETTINGS,
      locale: 'en',
      palette,
      fontFamily: 'sans-serif',
      minBarSpacing: 0.8,
      theme: () => 'dark',
      nowMs: () => 0,
      trace: (message) => traces.push(message),
      favouriteIntervals: FAVOURITE_RESOLUTIONS,
      after,
    },
    library.page(),
  )
  const account = { session: signal<HubSession | null>(null) }
  const store = new ChartStore({ keepsChart: true, local: kept.local }, after, {
    read: async (key) => kept.rows.get(key),
    save: async (key, value) => void kept.rows.set(key, value),
    update: (key, change) =>
      kept.isGoing ? new Promise(() => {}) : Promise.resolve(void kept.rows.set(key, change(kept.rows.get(key)))),
  })
  let isHere = true
  const turns = new Set<() => void>()
  const leaves = new Set<() => void>()
  let own: ((key: string) => void) | undefined
  const keeper = keepEngineLayout({
    engine: 'tv',
    layout: port.ownLayout!,
    symbol,
    slot,
    store,
    news: {
      post: (key) => [...kept.listeners].filter((one) => one !== own).forEach((hear) => hear(key)),
      listen(hear) {
        own = hear
        kept.listeners.add(hear)
        return () => kept.listeners.delete(hear)
      },
    },
    attention: {
      isHere: () => isHere,
      onTurn(call) {
        turns.add(call)
        return () => turns.delete(call)
      },
      onLeave(call) {
        leaves.add(call)
        return () => leaves.delete(call)
      },
    },
    after,
    trace: (message) => traces.push(message),
  })
  let loads: Promise<void> = Promise.resolve()
  const stop = store.follow(
    account,
    (before) => (loads = keeper.load(before !== null)),
    () => keeper.keepNow(),
  )
  const widget = library.widgets[0]!
  return {
    clock,
    widget,
    traces,
    store,
    keeper,
    layout: port.ownLayout!,
    draw: (text: string) => widget.draw(text),
    drawn: () => widget.drawn,
    async signIn(name: string) {
      account.session.value = session(name)
      await loads
    },
    leaveToAnother() {
      isHere = false
      leaves.forEach((call) => call())
    },
    turnTo() {
      isHere = true
      turns.forEach((call) => call())
    },
    close() {
      keeper.stop()
      stop()
      port.destroy()
    },
  }
}

describe.each([23, 29] as const)('what is drawn in the library’s own tools, generation %d', (generation) => {
  test('is kept 0.5 s after the last change and the store’s 0.4 s, and is there on the next page', async () => {
    const kept = browser()
    const one = await tab(kept, generation)
    await one.signIn('anna')
    one.draw('first')
    await one.clock.advance(400)
    one.draw('second')
    // 500 ms after the second change the library is asked, and 400 ms later it is stored.
    await one.clock.advance(899)
    expect(kept.layouts()).toEqual([])
    await one.clock.advance(1)
    expect(kept.layouts()).toHaveLength(1)
    one.close()
    const next = await tab(kept, generation)
    await next.signIn('anna')
    expect(next.drawn()).toEqual(['first', 'second'])
    expect([...one.traces, ...next.traces]).toEqual([])
  })

  test('is each account’s, each symbol’s and each chart’s own', async () => {
    const kept = browser()
    const one = await tab(kept, generation)
    await one.signIn('anna')
    one.draw('of anna')
    // Another account comes before the delay is over: the change is still Anna's.
    await one.signIn('ben')
    expect(one.drawn()).toEqual([])
    one.draw('of ben')
    await one.clock.advance(900)
    await one.signIn('anna')
    expect(one.drawn()).toEqual(['of anna'])
    one.close()
    const beside = await tab(kept, generation, { slot: 1 })
    await beside.signIn('ben')
    expect(beside.drawn()).toEqual([])
    const names = ['BTCUSDT', 'ETHUSDT'].flatMap((symbol) =>
      [0, 1].map((slot) => engineLayoutName({ engine: 'tv', symbol, slot })),
    )
    expect(new Set(names).size).toBe(4)
  })

  test('is tagged by its engine: what another engine kept is neither read nor overwritten', async () => {
    const kept = browser()
    const one = await tab(kept, generation)
    await one.signIn('anna')
    one.draw('mine')
    await one.clock.advance(900)
    const [[key, record] = ['', null]] = kept.layouts()
    expect(key).toMatch(/^engine-layout\/tv\/BTCUSDT\//)
    expect(record).toMatchObject({ engine: 'tv' })
    const theirs = key.replace('/tv/', '/klinecharts/')
    expect(engineLayoutName({ engine: 'klinecharts', symbol: 'BTCUSDT', slot: 0 })).toBe(
      'engine-layout/klinecharts/BTCUSDT',
    )
    kept.rows.set(theirs, { engine: 'klinecharts', layout: '{}' })
    // A record under our name that says that it is another engine's.
    kept.rows.set(key, { engine: 'klinecharts', layout: '{"charts":[]}' })
    one.close()
    const next = await tab(kept, generation)
    await next.signIn('anna')
    expect(next.drawn()).toEqual([])
    expect(next.traces).toEqual([])
    await next.clock.advance(2_000)
    expect(kept.rows.get(key)).toEqual({ engine: 'klinecharts', layout: '{"charts":[]}' })
    next.draw('new')
    await next.clock.advance(900)
    expect(kept.rows.get(theirs)).toEqual({ engine: 'klinecharts', layout: '{}' })
  })

  test('is not written where nothing was drawn, nor again where a page only shows it', async () => {
    const kept = browser()
    const one = await tab(kept, generation)
    await one.signIn('anna')
    await one.clock.advance(2_000)
    expect(kept.layouts()).toEqual([])
    one.draw('first')
    await one.clock.advance(900)
    const written = kept.layouts()[0]?.[1]
    const next = await tab(kept, generation)
    await next.signIn('anna')
    await next.clock.advance(2_000)
    expect(kept.layouts()[0]?.[1]).toBe(written)
  })

  test('survives a page that goes within the delay', async () => {
    const kept = browser()
    const one = await tab(kept, generation)
    await one.signIn('anna')
    kept.isGoing = true
    one.draw('last')
    one.keeper.keepNow()
    one.store.leave()
    kept.isGoing = false
    const next = await tab(kept, generation)
    await next.signIn('anna')
    expect(next.drawn()).toEqual(['last'])
    await next.clock.advance(400)
    expect(kept.layouts()).toHaveLength(1)
  })

  test('of a chart that is closed is what was drawn last, not the emptiness that its end leaves', async () => {
    const kept = browser()
    const one = await tab(kept, generation)
    await one.signIn('anna')
    one.draw('first')
    one.close()
    await one.clock.advance(2_000)
    const next = await tab(kept, generation)
    await next.signIn('anna')
    expect(next.drawn()).toEqual(['first'])
  })

  test('goes into a named layout as it is now, and one that is opened takes its place and is kept', async () => {
    const kept = browser()
    const one = await tab(kept, generation)
    await one.signIn('anna')
    one.draw('first')
    // Not kept yet, and in it all the same.
    const saved = await one.keeper.now()
    expect(saved).toContain('first')
    one.draw('second')
    await one.clock.advance(900)
    expect(await one.keeper.replace(saved!)).toBe(true)
    expect(one.drawn()).toEqual(['first'])
    await one.clock.advance(400)
    expect(kept.layouts()).toHaveLength(1)
    one.close()
    const next = await tab(kept, generation)
    await next.signIn('anna')
    expect(next.drawn()).toEqual(['first'])
    expect([...one.traces, ...next.traces]).toEqual([])
  })

  test('of a layout that was saved for another symbol is shown on the symbol of this chart', async () => {
    const kept = browser()
    const one = await tab(kept, generation)
    await one.signIn('anna')
    one.draw('of BTC')
    const saved = (await one.keeper.now())!
    expect(await one.keeper.replace(saved.replace('"BTCUSDT"', '"ETHUSDT"'))).toBe(true)
    expect(one.widget.symbol).toBe('BTCUSDT')
    expect(one.drawn()).toEqual(['of BTC'])
    expect(kept.layouts().map(([key]) => key.split('/').slice(0, 3))).toEqual([])
    await one.clock.advance(400)
    expect(kept.layouts().map(([key]) => key.split('/').slice(0, 3))).toEqual([['engine-layout', 'tv', 'BTCUSDT']])
  })

  test('of another tab is taken over when the user turns to this one, so that none overwrites the other', async () => {
    const kept = browser()
    const [one, two] = [await tab(kept, generation), await tab(kept, generation)]
    await one.signIn('anna')
    await two.signIn('anna')
    two.leaveToAnother()
    one.draw('of one')
    await one.clock.advance(900)
    expect(two.drawn()).toEqual([])
    // What its library says of itself meanwhile takes nothing away.
    two.draw('of itself')
    await two.clock.advance(900)
    one.leaveToAnother()
    two.turnTo()
    await vi.waitFor(() => expect(two.drawn()).toEqual(['of one']))
    two.draw('of two')
    // Who turns away is not waited for.
    two.leaveToAnother()
    await vi.waitFor(() => expect(JSON.stringify(kept.layouts())).toContain('of two'))
    one.turnTo()
    await vi.waitFor(() => expect(one.drawn()).toEqual(['of one', 'of two']))
    // Two tabs that show the same tell each other nothing more.
    const written = kept.layouts()[0]?.[1]
    await one.clock.advance(5_000)
    await two.clock.advance(5_000)
    expect(kept.layouts()[0]?.[1]).toBe(written)
  })
})

/** Anna has drawn something, and it is kept. @returns the name of its record */
async function withOneDrawing() {
  const kept = browser()
  const one = await tab(kept, 29)
  await one.signIn('anna')
  one.draw('first')
  await one.clock.advance(900)
  const [[key] = ['']] = kept.layouts()
  return { kept, key }
}

test('a layout that the library does not take stays as it is, and leaves a trace', async () => {
  const { kept, key } = await withOneDrawing()
  const broken = { engine: 'tv', layout: '{"of":"a later version"}' }
  kept.rows.set(key, broken)
  const next = await tab(kept, 29)
  await next.signIn('anna')
  expect(next.traces).toEqual(['what was drawn was not shown: the content of the chart is broken'])
  next.draw('new')
  await next.clock.advance(2_000)
  expect(kept.rows.get(key)).toBe(broken)
})

test.each([
  ['that the library does not take', '{"of":"a later version"}'],
  ['that is no JSON', '{'],
])('a named layout %s changes nothing, and what was drawn meanwhile is kept', async (_, text) => {
  const { kept } = await withOneDrawing()
  const next = await tab(kept, 29)
  await next.signIn('anna')
  next.draw('second')
  expect(await next.keeper.replace(text)).toBe(false)
  expect(next.traces).toHaveLength(1)
  expect(next.drawn()).toEqual(['first', 'second'])
  await next.clock.advance(900)
  expect(JSON.stringify(kept.layouts())).toContain('second')
})

test('a library that does not say what is drawn in it is not waited for without an end', async () => {
  const { kept } = await withOneDrawing()
  const next = await tab(kept, 29)
  await next.signIn('anna')
  next.layout.save = () => {}
  const saved = next.keeper.now()
  await next.clock.advance(2_000)
  expect(await saved).toContain('first')
})

test('what was drawn before the account was known is kept for it', async () => {
  const kept = browser()
  const one = await tab(kept, 29)
  one.draw('early')
  await one.clock.advance(900)
  expect(kept.layouts()).toEqual([])
  await one.signIn('anna')
  await one.clock.advance(900)
  expect(JSON.stringify(kept.layouts())).toContain('early')
})

test('a record that is no JSON is none', async () => {
  const { kept, key } = await withOneDrawing()
  kept.rows.set(key, { engine: 'tv', layout: '{' })
  const next = await tab(kept, 29)
  await next.signIn('anna')
  expect([next.drawn(), next.traces]).toEqual([[], []])
  next.draw('new')
  await next.clock.advance(900)
  expect(JSON.stringify(kept.rows.get(key))).toContain('new')
})
