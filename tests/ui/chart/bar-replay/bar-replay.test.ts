import { describe, expect, test, vi } from 'vitest'
import { MINUTE_MS } from '../../../../src/domain/market/interval'
import { BarReplay } from '../../../../src/ui/chart/bar-replay/bar-replay'
import { ReplayFeed } from '../../../../src/ui/chart/bar-replay/replay-feed'
import { tradingBlock } from '../../../../src/ui/state/trading-block'
import { deskOf } from '../../fixtures'
import { BEGIN_MS, feedOf, minutesOf } from './past'

const END_MS = BEGIN_MS + 200 * MINUTE_MS

function scene() {
  const feed = new ReplayFeed(feedOf(minutesOf(200)).live, () => END_MS)
  const waits: { readonly delayMs: number; call(): void }[] = []
  const show = vi.fn()
  let holds = 0
  const replay = new BarReplay({
    feed,
    symbol: 'BTCUSDT',
    resolution: () => '5',
    nowMs: () => END_MS,
    after: (delayMs, call) => {
      const wait = { delayMs, call }
      waits.push(wait)
      return () => void waits.splice(waits.indexOf(wait), 1)
    },
    show,
    hold: () => {
      holds++
      return () => holds--
    },
    trace: () => {},
  })
  return { replay, waits, show, holds: () => holds, minute: () => (replay.untilMs.value! - BEGIN_MS) / MINUTE_MS }
}

describe('a bar replay', () => {
  test('begins with the chosen bar whole, steps to closes, and jumps', async () => {
    const { replay, show, minute } = scene()
    replay.choose()
    expect(replay.phase.value).toBe('choosing')
    replay.goTo(BEGIN_MS + 12 * MINUTE_MS)
    expect([replay.phase.value, minute()]).toEqual(['on', 15])
    await replay.stepBar()
    expect(minute()).toBe(20)
    replay.goTo(BEGIN_MS + 100 * MINUTE_MS)
    expect(minute()).toBe(105)
    expect(show).toHaveBeenCalledTimes(2)
    // What is to come is not to be had: the last bar that has closed.
    replay.goTo(END_MS + 1)
    expect(minute()).toBe(200)
    await replay.stepBar()
    expect(replay.isAtEnd.value).toBe(true)
  })

  test('plays a part a picture, faster at a higher speed, and stops where it is paused', async () => {
    const { replay, waits, minute } = scene()
    replay.goTo(BEGIN_MS)
    replay.toggle()
    // Five minutes in a second: one of them each 200 ms.
    await vi.waitFor(() => expect(waits.map(({ delayMs }) => delayMs)).toEqual([200]))
    expect([replay.isPlaying.value, minute()]).toEqual([true, 6])
    replay.setSpeed(10)
    waits.shift()!.call()
    // A part lasts 20 ms then; three of them are one picture of 60. The fourth minute of seven has no trade.
    await vi.waitFor(() => expect(waits.map(({ delayMs }) => delayMs)).toEqual([60]))
    expect(minute()).toBe(9)
    replay.toggle()
    expect([replay.isPlaying.value, waits]).toEqual([false, []])
  })

  test('has orders refused until it ends, or its chart does', () => {
    const { replay, holds } = scene()
    replay.goTo(BEGIN_MS)
    replay.goTo(BEGIN_MS + MINUTE_MS)
    expect(holds()).toBe(1)
    replay.close()
    expect([holds(), replay.phase.value, replay.untilMs.value]).toEqual([0, 'off', null])
    replay.goTo(BEGIN_MS)
    replay.stop()
    expect(holds()).toBe(0)
  })

  test('the ticket of its market is closed meanwhile, whichever of two charts ends first', () => {
    const app = deskOf()
    const { market } = app
    expect(tradingBlock(app, market)).toBeNull()
    const [one, other] = [market.beginBarReplay(), market.beginBarReplay()]
    one()
    one()
    expect(tradingBlock(app, market)).toBe('barReplay')
    other()
    expect(tradingBlock(app, market)).toBeNull()
  })
})
