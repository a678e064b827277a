import * as fc from 'fast-check'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { PagedEngine } from '../../../../../scripts/bars/paged-engine'
import { BarLoader } from '../../../../../src/ui/chart/engines/embedded/bar-loader'
import type { Bar, BarListener, ChartEvents, HistoryRange } from '../../../../../src/ui/chart/port/chart-port'

const MINUTE = 60_000
/** Bars that the fake engine's pane has room for. */
const IN_VIEW = 20
const LIMITS = { page: 50, max: 400, kept: 40 }

beforeEach(() => vi.stubGlobal('requestAnimationFrame', (call: () => void) => setTimeout(call)))

const barAt = (at: number): Bar => ({ time: at * MINUTE, open: at, high: at, low: at, close: at, volume: 1 })

function setUp(market: readonly Bar[], nowMs = (market.at(-1)?.time ?? 0) + MINUTE / 2) {
  const engine = new PagedEngine(IN_VIEW)
  const queries: HistoryRange[] = []
  const listeners = new Set<BarListener>()
  const events: (keyof ChartEvents)[] = []
  const lives: boolean[] = []
  const feed = {
    history: async (query: HistoryRange) => {
      queries.push(query)
      const { toMs, countBack } = query
      const found = market.filter(({ time }) => toMs === null || time <= toMs).slice(-countBack)
      return { bars: found, noMore: found.length < countBack }
    },
    subscribe: (_symbol: string, _resolution: string, listener: BarListener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
  const loader = new BarLoader(
    engine,
    feed,
    {
      symbol: 'BTCUSDT',
      resolution: () => '1',
      nowMs: () => nowMs,
      barsInView: () => IN_VIEW,
      emit: (event) => events.push(event),
      onLive: (isLive) => lives.push(isLive),
    },
    LIMITS,
  )
  engine.loader = loader.loader()
  engine.resetData()
  const settled = () => vi.waitFor(() => expect(engine.isBusy).toBe(false), { interval: 1 })
  return { engine, loader, queries, listeners, events, lives, settled }
}

/** Every bar of the market between the list's ends, and nothing else. */
function expectWhole(engine: PagedEngine, market: readonly Bar[]): void {
  const [first, last] = [engine.bars[0]!.timestamp, engine.bars.at(-1)!.timestamp]
  expect(engine.bars.map(({ timestamp }) => timestamp)).toEqual(
    market.map(({ time }) => time).filter((time) => time >= first && time <= last),
  )
}

const inView = (engine: PagedEngine) => {
  const { from, to } = engine.getVisibleRange()
  return engine.bars.slice(from, to).map(({ timestamp }) => timestamp / MINUTE)
}

describe('bars far back', () => {
  test('whatever is scrolled and gone to, the list has no hole, nothing twice, and a bound; and back at now it is live', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.integer({ min: 0, max: 1_498 }), { maxLength: 60 }),
        fc.array(
          fc.oneof(
            fc.record({ kind: fc.constant('goTo' as const), at: fc.integer({ min: 0, max: 1_499 }) }),
            fc.record({
              kind: fc.constantFrom('left' as const, 'right' as const),
              times: fc.integer({ min: 1, max: 12 }),
            }),
          ),
          { minLength: 1, maxLength: 8 },
        ),
        async (missing, steps) => {
          const market = Array.from({ length: 1_500 }, (_, at) => barAt(at)).filter((_, at) => !missing.includes(at))
          const { engine, loader, settled } = setUp(market)
          await settled()
          for (const step of steps) {
            if (step.kind === 'goTo') {
              loader.goTo(step.at * MINUTE)
              await settled()
              const seen = inView(engine)
              // The bar of that minute, or the one before it where it is missing; at the very beginning the first.
              const wanted = market.findLast(({ time }) => time <= step.at * MINUTE)?.close ?? market[0]!.close
              expect(seen).toContain(wanted)
            } else
              for (let i = 0; i < step.times; i++) {
                engine.scrollToDataIndex(step.kind === 'left' ? 0 : engine.bars.length - 1)
                await settled()
              }
            expectWhole(engine, market)
          }
          expect(engine.longest).toBeLessThanOrEqual(LIMITS.max + LIMITS.page)
          if (!loader.goToNow()) engine.scrollToDataIndex(engine.bars.length - 1)
          await settled()
          expect(loader.isLive).toBe(true)
          expect(engine.bars.at(-1)!.timestamp).toBe(market.at(-1)!.time)
          expectWhole(engine, market)
        },
      ),
      { numRuns: 12 },
    )
  })

  test('scrolling left goes past what is kept, and the bars that were looked at stay in view', async () => {
    const market = Array.from({ length: 1_000 }, (_, at) => barAt(at))
    const { engine, settled, lives } = setUp(market)
    await settled()
    while (engine.bars[0]!.timestamp > 0) {
      const before = inView(engine)[0]!
      engine.scrollToDataIndex(0)
      await settled()
      expect(inView(engine)[0]!).toBeLessThanOrEqual(before)
    }
    expect(lives).toEqual([false])
    expect(engine.longest).toBeLessThanOrEqual(LIMITS.max)
  })

  test('a moment far back is one read, not all that lie between', async () => {
    const market = Array.from({ length: 3_000 }, (_, at) => barAt(at))
    const { engine, loader, queries, settled } = setUp(market)
    await settled()
    loader.goTo(100 * MINUTE)
    await settled()
    // The newest bars, those around the moment, and at most the page after them, which its right edge asks for.
    expect(queries.length).toBeLessThanOrEqual(3)
    expect(inView(engine)).toContain(100)
  })

  test('a moment before the first bar shows the oldest bars, and says from when they are', async () => {
    await fc.assert(
      fc.asyncProperty(
        // A market of any age, with holes, and any moment before it: in minutes.
        fc.integer({ min: 1, max: 3_000 }),
        fc.integer({ min: 1, max: 400_000 }),
        fc.array(fc.integer({ min: 1, max: 2_998 }), { maxLength: 40 }),
        async (age, before, missing) => {
          const start = 500_000
          const all = Array.from({ length: age }, (_, at) => barAt(start + at))
          const market = all.filter((_, at) => at === 0 || at === age - 1 || !missing.includes(at))
          const { engine, loader, queries, events, settled } = setUp(market)
          await settled()
          const asked = queries.length
          loader.goTo((start - before) * MINUTE)
          await settled()
          await vi.waitFor(() => expect(events).toContain('begins'), { interval: 1 })
          expect(engine.bars[0]!.timestamp).toBe(market[0]!.time)
          // The market's beginning from the left edge on, and not its first bar alone; what follows may still be on its way.
          expect(inView(engine)[0]).toBe(start)
          expect(inView(engine).length).toBeGreaterThanOrEqual(Math.min(IN_VIEW, market.length) / 2)
          expectWhole(engine, market)
          // By halves: of 403,000 minutes and pages of 50 bars no more than log2(403,000 / 50) < 13 looks, and some reads at
          // its ends (the window, the newest, the oldest, the pages after it); within four pages of the first bar, page by
          // page.
          expect(queries.length - asked).toBeLessThanOrEqual(20)
        },
      ),
      { numRuns: 40 },
    )
  })

  test('a read of weeks or months spans two years, of shorter bars a page', async () => {
    const asked: number[] = []
    for (const resolution of ['1', '1D', '1W', '1M'] as const) {
      const engine = new PagedEngine(IN_VIEW)
      const feed = {
        history: async ({ countBack }: HistoryRange) => {
          asked.push(countBack)
          return { bars: [], noMore: true }
        },
        subscribe: () => () => {},
      }
      const hooks = { symbol: 'BTCUSDT', nowMs: () => 0, barsInView: () => IN_VIEW, emit: () => {}, onLive: () => {} }
      engine.loader = new BarLoader(engine, feed, { ...hooks, resolution: () => resolution }).loader()
      engine.resetData()
      await vi.waitFor(() => expect(engine.isBusy).toBe(false), { interval: 1 })
    }
    // 730 days: 104 whole weeks; months of 31 days, 23.
    expect(asked).toEqual([500, 500, 104, 23])
  })

  test('a market without a bar stays empty wherever one goes', async () => {
    const { engine, loader, queries, events, settled } = setUp([], 900_000 * MINUTE)
    await settled()
    loader.goTo(MINUTE)
    await settled()
    await vi.waitFor(() => expect(engine.isBusy).toBe(false))
    expect(engine.bars).toEqual([])
    expect(events).not.toContain('begins')
    expect(queries.length).toBeLessThan(4)
  })

  test('a window before now takes nothing from the stream', async () => {
    const market = Array.from({ length: 3_000 }, (_, at) => barAt(at))
    const { engine, loader, listeners, settled } = setUp(market)
    await settled()
    loader.goTo(100 * MINUTE)
    await settled()
    vi.useFakeTimers()
    engine.live = () => expect.fail('a bar of now in a window of then')
    for (const listener of listeners) {
      listener.onBars([barAt(3_000)])
      listener.onReset()
    }
    vi.advanceTimersByTime(10_000)
    vi.useRealTimers()
    expect(loader.isLive).toBe(false)
  })
})
