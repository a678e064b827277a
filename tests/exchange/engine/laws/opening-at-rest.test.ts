import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { EngineInstrument } from '../../../../exchange/engine/instrument'
import { createEngine } from '../../../../exchange/engine/create-engine'
import { BTC, mark, place, USDT } from '../engine-fixture'

/**
 * An order at rest, a mark that jumps by more than its margin, and somebody who takes it: whatever fills opens no
 * position beyond its bankruptcy (isolated), and takes no more than the equity (cross).
 */
const MIDDLE = 200_000
const WIDE: EngineInstrument = { ...BTC, symbol: 'LIN', settleCoin: 'C', minNotionalE8: 0 }
const INVERSE: EngineInstrument = { ...WIDE, symbol: 'INV', payoff: 'inverse', valueUnitE8: 1_000_000_000_000 }

const story = fc.record({
  symbol: fc.constantFrom('LIN', 'INV'),
  isIsolated: fc.boolean(),
  side: fc.constantFrom('buy', 'sell'),
  leverageE2: fc.integer({ min: 200, max: 10_000 }),
  /** What the account has beyond the order's margin, in hundredths of that margin. */
  spare: fc.integer({ min: 2, max: 200 }),
  lots: fc.integer({ min: 10, max: 9_000 }),
  /** How far the mark jumps, ticks: 20,000 are ten per cent. */
  jump: fc.integer({ min: 0, max: 30_000 }),
  /** What the taker asks for, hundredths of the order. */
  part: fc.integer({ min: 1, max: 100 }),
})

test('an order at rest that a mark jumped past opens nothing beyond its bankruptcy, and costs the pool nothing', () => {
  const met = { stopped: 0, filled: 0 }
  fc.assert(
    fc.property(story, ({ symbol, isIsolated, side, leverageE2, spare, lots, jump, part }) => {
      const engine = createEngine([WIDE, INVERSE])
      let nowMs = 1_000
      const run = (command: Parameters<typeof engine.handle>[0]) => engine.handle(command, (nowMs += 1))
      const way = side === 'buy' ? 1 : -1
      const valueE8 =
        symbol === 'INV' ? Math.round((INVERSE.valueUnitE8 * lots) / MIDDLE) : MIDDLE * lots * WIDE.valueUnitE8
      const marginE8 = Math.ceil((valueE8 * 100) / leverageE2 + valueE8 * 0.003)
      run({ type: 'openAccount', account: 'ann', role: 'user', kind: 'uta2', defaultLeverageE2: leverageE2 })
      run({ type: 'credit', account: 'ann', coin: 'C', amountE8: Math.ceil((marginE8 * (100 + spare)) / 100) })
      run({ type: 'openAccount', account: 'bob', role: 'user', kind: 'uta2', defaultLeverageE2: 100 })
      run({ type: 'credit', account: 'bob', coin: 'C', amountE8: 40_000_000 * USDT })
      if (isIsolated) run({ type: 'setMarginMode', account: 'ann', mode: 'isolated' })
      run(mark(MIDDLE, MIDDLE, symbol))
      if (!run(place('ann', { symbol, side, ticks: MIDDLE, lots })).result.ok) return
      run(mark(MIDDLE - way * jump, MIDDLE, symbol))
      const taken = Math.max(1, Math.floor((lots * part) / 100))
      const opposite = side === 'buy' ? 'sell' : 'buy'
      const { events } = run(place('bob', { symbol, side: opposite, ticks: MIDDLE, lots: taken }))
      expect(events.filter(({ type }) => type === 'credit')).toEqual([])
      for (const event of events)
        if (event.type === 'order' && event.order.rejectReason === 'EC_ReachRiskPriceLimit') met.stopped += 1
      const row = engine.balances('ann').find(({ coin }) => coin === 'C')!
      expect(row.walletE8 + row.unrealisedE8).toBeGreaterThanOrEqual(0)
      const held = engine.positions('ann', symbol)[0]
      if (held !== undefined && held.lots !== 0) {
        met.filled += 1
        if (isIsolated) {
          const initialE8 = Math.floor((held.costE8 * 100) / held.leverageE2)
          expect(held.unrealisedE8 + initialE8).toBeGreaterThanOrEqual(-1)
        }
      }
      for (const { sumE8, creditedE8 } of engine.conservation()) expect(sumE8).toBe(creditedE8)
    }),
    { numRuns: 1_000 },
  )
  // It must have met what it is for.
  expect(met.stopped).toBeGreaterThan(100)
  expect(met.filled).toBeGreaterThan(200)
})
