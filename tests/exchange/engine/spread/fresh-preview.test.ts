import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { EngineCommand } from '../../../../exchange/engine/commands'
import type { MatchingEngine } from '../../../../exchange/engine/matching-engine'
import { place, USDT } from '../engine-fixture'
import { COINS } from '../lending/lending-fixture'
import { COIN, pair } from '../spot-fixture'
import { basisOrder, openPairSpreads } from './pair-spread-fixture'

type Place = Extract<EngineCommand, { type: 'place' }>

interface Fresh {
  readonly dollars: number
  /** Tenths of one. */
  readonly coins: number
  readonly mode: 'cross' | 'isolated' | 'portfolio' | 'accountWide'
  readonly lends: boolean
}

/** Ann, who has the coins given and never placed an order, beside bob, whose orders stand in the spread, 100 lots a side. */
function freshRoom({ dollars, coins, mode, lends }: Fresh): MatchingEngine {
  const engine = openPairSpreads(['bob'], 1_000_000, COINS)
  const run = (command: EngineCommand) => engine.handle(command, 9)
  run(basisOrder('bob', { ticks: -20 }))
  run(basisOrder('bob', { side: 'sell', ticks: 20 }))
  run({ type: 'openAccount', account: 'ann', role: 'user', kind: 'uta2', defaultLeverageE2: 1_000 })
  if (dollars > 0) run({ type: 'credit', account: 'ann', coin: 'USDT', amountE8: dollars * USDT })
  if (coins > 0) run({ type: 'credit', account: 'ann', coin: 'BTC', amountE8: (coins * COIN) / 10 })
  if (mode === 'accountWide') run({ type: 'setMarginMode', account: 'ann', mode: 'portfolio', accountWide: true })
  else if (mode !== 'cross') run({ type: 'setMarginMode', account: 'ann', mode })
  if (lends) run({ type: 'setSpotMargin', account: 'ann', isOn: true })
  return engine
}

const FRESH: fc.Arbitrary<Fresh> = fc.record({
  dollars: fc.constantFrom(0, 1_000, 100_000),
  coins: fc.constantFrom(0, 1, 20),
  mode: fc.constantFrom('cross', 'isolated', 'portfolio', 'accountWide'),
  lends: fc.boolean(),
})

const ASKED = fc.record({
  of: fc.constantFrom('spread', 'spread', 'spread', 'pair', 'perpetual'),
  side: fc.constantFrom('buy' as const, 'sell' as const),
  off: fc.integer({ min: -60, max: 60 }),
  lots: fc.integer({ min: 1, max: 5_000 }),
  timeInForce: fc.constantFrom('goodTillCancel' as const, 'postOnly' as const, 'immediateOrCancel' as const),
  isLeverage: fc.boolean(),
})

const refusalOf = (engine: MatchingEngine, command: Place) => {
  const { result } = engine.handle(command, 9)
  return result.ok ? null : result.refusal
}

test('of an account without any order before: a preview is refused as the order is, the most of it is taken, and a lot more is not (ADR-998)', () => {
  const seen = { taken: 0, short: 0 }
  fc.assert(
    fc.property(FRESH, ASKED, (fresh, { of, side, off, lots, timeInForce, isLeverage }) => {
      const changes = { side, lots, timeInForce }
      const command: Place =
        of === 'spread'
          ? basisOrder('ann', { ...changes, ticks: off })
          : of === 'pair'
            ? pair('ann', { ...changes, ticks: 500_000 + off, ...(isLeverage ? { isLeverage } : {}) })
            : place('ann', { ...changes, ticks: 500_000 + off })
      const asked = freshRoom(fresh)
      const before = JSON.stringify(asked.snapshot())
      const { refusal } = asked.preview(command)!
      const most = asked.mostLots(command)
      expect(JSON.stringify(asked.snapshot())).toBe(before)
      const answer = refusalOf(asked, command)
      expect(refusal).toEqual(answer)
      if (answer?.kind === 'insufficientBalance') seen.short++
      if (typeof most !== 'number') {
        expect(answer).toEqual(most)
        return
      }
      if (most > 0) {
        seen.taken++
        expect(refusalOf(freshRoom(fresh), { ...command, lots: most })).toBeNull()
      }
      expect(refusalOf(freshRoom(fresh), { ...command, lots: most + 1 })).not.toBeNull()
    }),
    { numRuns: 150 },
  )
  expect(Math.min(seen.taken, seen.short)).toBeGreaterThan(25)
})

test('a spread that sells two bitcoins is the most for an account that has two and no order yet', () => {
  const engine = openPairSpreads(['ann'])
  // 2,000 lots of 0.001. The perpetual's margin for them, some 10,000 of 100,000 USDT, would carry ten times as many.
  expect(engine.mostLots(basisOrder('ann', { lots: 1, ticks: -10 }))).toBe(2_000)
  expect(engine.preview(basisOrder('ann', { lots: 2_001, ticks: -10 }))!.refusal).toEqual({
    kind: 'insufficientBalance',
    requiredE8: 2.001 * COIN,
    availableE8: 2 * COIN,
  })
})
