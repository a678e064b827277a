import * as fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { ComparedCloses } from '../../../../src/ui/chart/comparisons/compared-closes'
import type { Bar, BarListener, HistoryRange } from '../../../../src/ui/chart/port/chart-port'

const MINUTE = 60_000
const bar = (at: number, close = at): Bar => ({
  time: at * MINUTE,
  open: close,
  high: close,
  low: close,
  close,
  volume: 1,
})

class Feed {
  readonly queries: HistoryRange[] = []
  listener: BarListener | null = null
  failures = 0

  constructor(readonly bars: readonly Bar[]) {}

  history = async (query: HistoryRange) => {
    this.queries.push(query)
    if (this.failures-- > 0) throw new Error('away')
    const { toMs, countBack } = query
    const found = this.bars.filter(({ time }) => toMs === null || time <= toMs).slice(-countBack)
    return { bars: found, noMore: found.length < countBack }
  }

  subscribe = (_symbol: string, _resolution: string, listener: BarListener) => {
    this.listener = listener
    return () => (this.listener = null)
  }
}

function follow(bars: readonly Bar[], failures = 0) {
  const feed = new Feed(bars)
  feed.failures = failures
  const timers: (() => void)[] = []
  const changed = vi.fn()
  const traces: string[] = []
  const closes = new ComparedCloses({ symbol: 'ETHUSDT', price: 'mark', resolution: '1' }, feed, {
    changed,
    trace: (message) => traces.push(message),
    after: (_, call) => {
      timers.push(call)
      return () => undefined
    },
  })
  return { feed, closes, timers, changed, traces }
}

describe('closes of a series that a chart is compared with', () => {
  test('pages are read as far back as they are asked for, without a gap, and a missing bar is no close', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.integer({ min: 0, max: 3_499 }), { minLength: 1, maxLength: 40 }),
        fc.integer({ min: 0, max: 3_499 }),
        async (missing, from) => {
          const all = Array.from({ length: 3_500 }, (_, at) => bar(at)).filter((_, at) => !missing.includes(at))
          const { closes } = follow(all)
          closes.at(from * MINUTE)
          await vi.waitFor(() => {
            for (let at = from; at < 3_500; at++)
              if (closes.at(at * MINUTE) !== (missing.includes(at) ? null : at)) throw new Error(String(at))
          })
        },
      ),
      { numRuns: 8 },
    )
  })

  test('no more is read than is asked for, and of that series', async () => {
    const { feed, closes } = follow(Array.from({ length: 3_500 }, (_, at) => bar(at)))
    closes.at(3_000 * MINUTE)
    await vi.waitFor(() => expect(closes.at(3_000 * MINUTE)).toBe(3_000))
    expect(feed.queries).toEqual([{ symbol: 'ETHUSDT', price: 'mark', resolution: '1', toMs: null, countBack: 1_000 }])
  })

  test('live closes are told together, and one that came late counts', async () => {
    const { feed, closes, timers, changed } = follow([bar(0), bar(1)])
    await vi.waitFor(() => expect(changed).toHaveBeenCalledTimes(1))
    feed.listener!.onBars([bar(1, 5)])
    feed.listener!.onBars([bar(0, 7), bar(2, 9)])
    expect(timers).toHaveLength(1)
    timers[0]!()
    expect(changed).toHaveBeenCalledTimes(2)
    expect([0, 1, 2].map((at) => closes.at(at * MINUTE))).toEqual([7, 5, 9])
  })

  test('a read that failed leaves a trace and is asked again', async () => {
    const { closes, timers, traces } = follow([bar(0)], 1)
    await vi.waitFor(() => expect(traces).toEqual(['comparison with ETHUSDT mark: away']))
    await vi.waitFor(() => expect(timers).toHaveLength(1))
    timers[0]!()
    await vi.waitFor(() => expect(closes.at(0)).toBe(0))
  })

  test('bars that may have been missed are read again', async () => {
    const { feed, changed } = follow([bar(0)])
    await vi.waitFor(() => expect(changed).toHaveBeenCalledTimes(1))
    feed.listener!.onReset()
    await vi.waitFor(() => expect(changed).toHaveBeenCalledTimes(2))
    expect(feed.queries.map(({ toMs }) => toMs)).toEqual([null, null])
  })

  test('once it is over nothing follows and nothing is told', async () => {
    const { feed, closes, changed } = follow([bar(0)])
    closes.stop()
    expect(feed.listener).toBeNull()
    await Promise.resolve()
    expect(changed).not.toHaveBeenCalled()
  })
})
