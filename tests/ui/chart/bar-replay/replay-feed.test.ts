import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { barStart, MINUTE_MS, nextBarStart } from '../../../../src/domain/market/interval'
import { PART_OF } from '../../../../src/ui/chart/bar-replay/bar-parts'
import { ReplayFeed } from '../../../../src/ui/chart/bar-replay/replay-feed'
import type { Bar, Resolution } from '../../../../src/ui/chart/port/chart-port'
import { barsOf, BEGIN_MS, feedOf, minutesOf } from './past'

const minutes = minutesOf(3 * 24 * 60)
const END_MS = BEGIN_MS + 3 * 24 * 60 * MINUTE_MS
const RESOLUTIONS: readonly Resolution[] = ['1', '5', '30', '60', '240', '1D']

const history = (feed: ReplayFeed, resolution: Resolution) =>
  feed.history({ symbol: 'BTCUSDT', resolution, toMs: null, countBack: 500 })

describe('a replay', () => {
  test('shows exactly the trades before its moment, at every step and in every interval', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...RESOLUTIONS),
        fc.integer({ min: 1, max: 2 * 24 * 60 }),
        fc.integer({ min: 1, max: 40 }),
        fc.constantFrom(...RESOLUTIONS),
        async (resolution, minute, steps, other) => {
          const feed = new ReplayFeed(feedOf(minutes).live, () => END_MS)
          // As a chart begins: at the close of a bar.
          feed.setUntil(nextBarStart(resolution, barStart(resolution, BEGIN_MS + minute * MINUTE_MS)))
          const shown = new Map((await history(feed, resolution)).bars.map((bar) => [bar.time, bar]))
          feed.subscribe('BTCUSDT', resolution, {
            onBars: (bars) => bars.forEach((bar) => shown.set(bar.time, bar)),
            onReset: () => {},
          })
          for (let at = 0; at < steps && (await feed.step('BTCUSDT', resolution)) === 'moved'; at++) {
            const known = minutes.filter(({ time }) => time < feed.untilMs!)
            expect([...shown.values()].at(-1)).toEqual(barsOf(known, resolution).at(-1))
          }
          const known = minutes.filter(({ time }) => time < feed.untilMs!)
          expect([...shown.values()]).toEqual(barsOf(known, resolution).slice(-shown.size))
          // Another interval at the same moment, whose bar may be half done: nothing of what is to come is in it.
          const parts = barsOf(known, PART_OF[other])
          const last = (await history(feed, other)).bars.at(-1)!
          const whole = parts.filter(({ time }) => nextBarStart(PART_OF[other], time) <= feed.untilMs!)
          const formed = barsOf(
            minutes.filter(
              ({ time }) => time < (whole.length === 0 ? 0 : nextBarStart(PART_OF[other], whole.at(-1)!.time)),
            ),
            other,
          ).at(-1)
          if (formed?.time === last.time) expect(last).toEqual(formed)
          else expect(last).toMatchObject({ high: last.open, low: last.open, close: last.open })
        },
      ),
      { numRuns: 25 },
    )
  })

  test('asks for nothing after its moment but the parts it plays next, which stay in it', async () => {
    const { live, asked } = feedOf(minutes)
    const feed = new ReplayFeed(live, () => END_MS)
    feed.setUntil(BEGIN_MS + 60 * MINUTE_MS)
    await history(feed, '30')
    expect(asked.every(({ toMs }) => toMs !== null && toMs < BEGIN_MS + 60 * MINUTE_MS)).toBe(true)
    await feed.step('BTCUSDT', '30')
    await feed.step('BTCUSDT', '30')
    // One read for both.
    expect(asked).toHaveLength(2)
  })

  test('ends where the last part has not closed yet, and passes stretches without a trade', async () => {
    const quiet = minutes.filter(({ time }) => time < BEGIN_MS + 10 * MINUTE_MS || time >= BEGIN_MS + 2000 * MINUTE_MS)
    const nowMs = BEGIN_MS + 2001.5 * MINUTE_MS
    const feed = new ReplayFeed(feedOf(quiet).live, () => nowMs)
    feed.setUntil(BEGIN_MS + 10 * MINUTE_MS)
    expect(await feed.step('BTCUSDT', '5')).toBe('moved')
    expect(feed.untilMs).toBe(BEGIN_MS + 2001 * MINUTE_MS)
    expect(await feed.step('BTCUSDT', '5')).toBe('end')
  })

  test('lets the market through again once it is over', async () => {
    let tell: (bars: readonly Bar[]) => void = () => {}
    const live = {
      ...feedOf(minutes).live,
      subscribe: (_symbol: string, _resolution: Resolution, { onBars }: { onBars(bars: readonly Bar[]): void }) => {
        tell = onBars
        return () => {}
      },
    }
    const feed = new ReplayFeed(live, () => END_MS)
    const heard: number[] = []
    feed.subscribe('BTCUSDT', '1', { onBars: ([bar]) => heard.push(bar!.time), onReset: () => {} })
    feed.setUntil(BEGIN_MS + MINUTE_MS)
    tell([minutes[5]!])
    feed.setUntil(null)
    tell([minutes[6]!])
    expect(heard).toEqual([minutes[6]!.time])
  })
})
