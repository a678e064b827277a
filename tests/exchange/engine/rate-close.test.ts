import { describe, expect, it } from 'vitest'
import { createEngine, restoreEngine } from '../../../exchange/engine/create-engine'
import type { EngineCommand } from '../../../exchange/engine/commands'
import type { EngineEvent } from '../../../exchange/engine/events'
import { amend, BTC, ETH, mark, ofType, place, USDT } from './engine-fixture'
import { lifeOf } from './guard-fixture'
import { isolate } from './modes-fixture'

const INSTRUMENTS = [BTC, ETH]
/** Sells what Ann holds once the rate is this. */
const atRate = (rateE4: number, changes: Partial<Parameters<typeof place>[1]> = {}) =>
  place('ann', {
    side: 'sell',
    orderType: 'market',
    lots: 0,
    reduceOnly: true,
    closeOnTrigger: true,
    linkId: 'press',
    rateE4,
    ...changes,
  })

/** Ann with 1,000 USDT at 100×; bob who sells to her and buys back. */
function room(walletE8 = 1_000 * USDT) {
  let engine = createEngine(INSTRUMENTS)
  let nowMs = 1_000
  const run = (command: EngineCommand) => engine.handle(command, (nowMs += 1))
  run({ type: 'openAccount', account: 'ann', role: 'user', kind: 'uta2', defaultLeverageE2: 10_000 })
  run({ type: 'credit', account: 'ann', coin: 'USDT', amountE8: walletE8 })
  run({ type: 'openAccount', account: 'bob', role: 'user', kind: 'uta2', defaultLeverageE2: 1_000 })
  run({ type: 'credit', account: 'bob', coin: 'USDT', amountE8: 1_000_000 * USDT })
  return {
    run,
    engine: () => engine,
    /** Ann buys 1 BTC at 50,000 from bob. */
    buy() {
      run(place('bob', { side: 'sell', lots: 1_000 }))
      run(place('ann', { lots: 1_000 }))
    },
    taken(command: EngineCommand): string {
      const { result } = run(command)
      if (!result.ok) throw new Error(`refused: ${JSON.stringify(result.refusal)}`)
      return result.orderId!
    },
    refused(command: EngineCommand) {
      const { result } = run(command)
      return result.ok ? null : result.refusal
    },
    restart() {
      engine = restoreEngine(INSTRUMENTS, JSON.parse(JSON.stringify(engine.snapshot())))
    },
    lots: () => engine.positions('ann', 'BTCUSDT')[0]!.lots,
    order: (orderId: string) => engine.findOrder('ann', { orderId })!,
  }
}

/*
 * 1 BTC at 50,000, tier 0.5 %: MM = mark × 0.005 (and no fee to close within it, or with it: the tests below stay clear of
 * either). Equity = 1,000 − fee to open 27.5 + (mark − 50,000).
 *   mark 50,000: 250 / 972.5 = 25.7 %;   49,700: 248.5 / 672.5 = 37.0 %;   49,450: 247.25 / 422.5 = 58.5 %
 *   49,400: 247 / 372.5 = 66.3 %;        49,300: 246.5 / 272.5 = 90.5 %
 * The fee to close, 27.2, adds some 3 to 10 points.
 */
describe('close at a margin rate (spec §3 MmRateClose)', () => {
  it('waits for the rate of a cross account, and then closes all of the position at market', () => {
    const { run, buy, taken, lots, order } = room()
    buy()
    run(mark(500_000))
    const id = taken(atRate(8_000))
    expect(order(id)).toMatchObject({ status: 'untriggered', linkId: 'press', lots: 1_000, reduceOnly: true })
    expect(order(id).stop).toMatchObject({ kind: 'mmRateClose', rateE4: 8_000 })
    run(mark(497_000))
    expect(order(id).status).toBe('untriggered')
    run(place('bob', { lots: 2_000, ticks: 493_000 }))
    const { events } = run(mark(493_000))
    expect(lifeOf(events, id)).toEqual(['triggered', 'new', 'filled'])
    expect(order(id)).toMatchObject({ createType: 'CreateByMmRateClose', filledLots: 1_000 })
    expect(lots()).toBe(0)
    // It came before the liquidation: nothing else was sent.
    expect(ofType(events, 'liquidation')).toEqual([])
  })

  it('asks again at the next mark while the book does not give all of it (decisions 41)', () => {
    const { run, buy, taken, lots, order } = room()
    buy()
    run(mark(500_000))
    const id = taken(atRate(5_000))
    run(place('bob', { lots: 400, ticks: 494_000 }))
    run(mark(494_000))
    expect([lots(), order(id).status, order(id).lots]).toEqual([600, 'untriggered', 600])
    run(place('bob', { lots: 2_000, ticks: 491_000 }))
    run(mark(493_900))
    const rate = run(mark(490_500))
    expect(rate.result.ok).toBe(true)
    expect([lots(), order(id).status]).toEqual([0, 'filled'])
  })

  it('goes by the position’s own rate in isolated margin', () => {
    const { run, buy, taken, lots, order } = room(100_000 * USDT)
    run(isolate('ann'))
    buy()
    run(mark(500_000))
    // Margin 500 at 100×: 250 / 500 = 50 % at the entry, 249.5 / 400 = 62.4 % at 49,900, 249 / 300 = 83 % at 49,800.
    const id = taken(atRate(8_000))
    run(place('bob', { lots: 2_000, ticks: 498_000 }))
    run(mark(499_000))
    expect(order(id).status).toBe('untriggered')
    run(mark(498_000))
    expect([order(id).status, lots()]).toEqual(['filled', 0])
  })

  it('closes its position when another contract raises the account’s rate', () => {
    const { run, buy, taken, lots, order } = room()
    buy()
    run(mark(500_000))
    run(mark(500_000, 500_000, 'ETHUSDT'))
    // 0.1 × 5,000 USDT of the other one; it falls by 60 % of it: 300 of the equity.
    run(place('bob', { symbol: 'ETHUSDT', side: 'sell', lots: 10 }))
    run(place('ann', { symbol: 'ETHUSDT', lots: 10 }))
    const id = taken(atRate(5_000))
    run(place('bob', { lots: 2_000, ticks: 499_000 }))
    run(mark(200_000, 200_000, 'ETHUSDT'))
    expect([order(id).status, lots()]).toEqual(['untriggered', 1_000])
    run(mark(100, 100, 'ETHUSDT'))
    expect([order(id).status, lots()]).toEqual(['filled', 0])
  })

  it('takes a rate above the one of now and below liquidation, of a position that is there, once', () => {
    const { run, buy, taken, refused } = room()
    expect(refused(atRate(8_000))).toEqual({ kind: 'noPosition' })
    buy()
    run(mark(497_000))
    expect(refused(atRate(10_000))).toMatchObject({ kind: 'mmRateInvalid', maxE4: 9_999 })
    expect(refused(atRate(2_000))).toMatchObject({ kind: 'mmRateInvalid' })
    expect(refused(atRate(8_000, { side: 'buy' }))).toEqual({ kind: 'reduceOnlyRefused' })
    const first = taken(atRate(8_000))
    expect(refused(atRate(9_000, { linkId: 'other' }))).toEqual({ kind: 'tooManyTpSl', limit: 1 })
    // Its id is used as any order's is.
    expect(refused(atRate(9_000))).toEqual({ kind: 'duplicateLinkId', orderId: first })
  })

  it('is amended in its rate alone, and cancelled', () => {
    const { run, buy, taken, refused, order } = room()
    buy()
    run(mark(500_000))
    const orderId = taken(atRate(8_000))
    expect(refused(amend(orderId, { lots: 500 }))).toEqual({ kind: 'nothingToChange' })
    expect(refused(amend(orderId, { rateE4: 1 }))).toMatchObject({ kind: 'mmRateInvalid' })
    expect(refused(amend(orderId, { rateE4: 9_000 }))).toBeNull()
    expect(order(orderId).stop).toMatchObject({ rateE4: 9_000 })
    run({ type: 'cancel', account: 'ann', symbol: 'BTCUSDT', orderId, linkId: null })
    expect(order(orderId)).toMatchObject({ status: 'deactivated', cancelType: 'CancelByUser' })
    run(mark(493_000))
    expect(order(orderId).status).toBe('deactivated')
  })

  it('follows the size of its position and ends with it', () => {
    const { run, buy, taken, order } = room(10_000 * USDT)
    buy()
    run(mark(500_000))
    const id = taken(atRate(8_000))
    buy()
    expect(order(id).lots).toBe(2_000)
    const close = place('bob', { lots: 2_000 })
    run(close)
    const events: EngineEvent[] = [...run(place('ann', { side: 'sell', lots: 2_000, reduceOnly: true })).events]
    expect(lifeOf(events, id).at(-1)).toBe('deactivated')
    expect(order(id)).toMatchObject({ cancelType: 'CancelByTpSlTsClear' })
  })

  it('is there after a restart, and fires', () => {
    const world = room()
    world.buy()
    world.run(mark(500_000))
    const id = world.taken(atRate(8_000))
    world.run(place('bob', { lots: 2_000, ticks: 493_000 }))
    world.restart()
    expect(world.order(id)).toMatchObject({ status: 'untriggered', lots: 1_000 })
    world.run(mark(493_000))
    expect([world.order(id).status, world.lots()]).toEqual(['filled', 0])
  })
})
