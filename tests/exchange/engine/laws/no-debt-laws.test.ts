import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { EngineInstrument } from '../../../../exchange/engine/instrument'
import type { MatchingEngine } from '../../../../exchange/engine/matching-engine'
import { createEngine } from '../../../../exchange/engine/create-engine'
import { BTC, mark, place, USDT } from '../engine-fixture'

/**
 * No debt by one's own order (decisions 39), over random books, modes, leverages, fees, added margin and kinds of order,
 * linear and inverse. The index stands so that the band of limit prices is wide and the bids may be far below the mark.
 */
const MIDDLE = 200_000

const WIDE: EngineInstrument = { ...BTC, symbol: 'LIN', settleCoin: 'C', allowsHedge: true, minNotionalE8: 0 }
const INVERSE: EngineInstrument = {
  ...WIDE,
  symbol: 'INV',
  payoff: 'inverse',
  allowsHedge: false,
  valueUnitE8: 1_000_000_000_000,
}

const offer = fc.record({ away: fc.integer({ min: -200, max: 8_000 }), lots: fc.integer({ min: 1, max: 4_000 }) })
const KINDS = ['market', 'limit', 'ioc', 'fok', 'postOnly', 'reduceOnly', 'stop', 'rest'] as const

const story = fc.record({
  symbol: fc.constantFrom('LIN', 'INV'),
  isIsolated: fc.boolean(),
  isLong: fc.boolean(),
  leverageE2: fc.oneof(fc.constantFrom(10_000, 9_000, 6_000), fc.integer({ min: 200, max: 10_000 })),
  takerRateE8: fc.integer({ min: 0, max: 200_000 }),
  /** What the account has beyond the margin of its position, in hundredths of that margin. */
  spare: fc.oneof(fc.integer({ min: 0, max: 30 }), fc.integer({ min: 0, max: 300 })),
  addsAll: fc.boolean(),
  lots: fc.integer({ min: 10, max: 9_000 }),
  mark: fc.oneof(fc.integer({ min: -900, max: 900 }), fc.integer({ min: -3_000, max: 3_000 })),
  offers: fc.array(offer, { minLength: 1, maxLength: 6 }),
  kind: fc.constantFrom(...KINDS),
  more: fc.integer({ min: 1, max: 30 }),
  limit: fc.integer({ min: 0, max: 8_000 }),
})

const rowOf = (engine: MatchingEngine, account: string) => engine.balances(account).find(({ coin }) => coin === 'C')!

test('an order that closes leaves no debt, nothing for the pool, and every unit where it was', () => {
  const met = { stopped: 0, filled: 0 }
  fc.assert(
    fc.property(story, (given) => {
      const { symbol, isLong, lots } = given
      const engine = createEngine([WIDE, INVERSE])
      let nowMs = 1_000
      const run = (command: Parameters<typeof engine.handle>[0]) => engine.handle(command, (nowMs += 1))
      const [buy, sell] = isLong ? (['buy', 'sell'] as const) : (['sell', 'buy'] as const)
      const way = isLong ? -1 : 1
      const valueE8 =
        symbol === 'INV' ? Math.round((INVERSE.valueUnitE8 * lots) / MIDDLE) : MIDDLE * lots * WIDE.valueUnitE8
      const marginE8 = Math.ceil((valueE8 * 100) / given.leverageE2 + valueE8 * 0.0045)
      for (const [account, amountE8, leverageE2] of [
        ['ann', Math.ceil((marginE8 * (100 + given.spare)) / 100), given.leverageE2],
        ['bob', 40_000_000 * USDT, 100],
      ] as const) {
        run({ type: 'openAccount', account, role: 'user', kind: 'uta2', defaultLeverageE2: leverageE2 })
        run({ type: 'credit', account, coin: 'C', amountE8 })
      }
      run({ type: 'setFees', account: 'ann', fees: { takerRateE8: given.takerRateE8, makerRateE8: given.takerRateE8 } })
      if (given.isIsolated) run({ type: 'setMarginMode', account: 'ann', mode: 'isolated' })
      run(place('bob', { symbol, side: sell, ticks: MIDDLE, lots }))
      run(place('ann', { symbol, side: buy, ticks: MIDDLE, lots }))
      const own = () => engine.positions('ann', symbol)[0]!
      if (own().lots === 0) return
      if (given.isIsolated && given.addsAll) {
        const amountE8 = Math.floor(rowOf(engine, 'ann').availableE8 / 10_000) * 10_000
        run({ type: 'addMargin', account: 'ann', symbol, positionIdx: 0, amountE8 })
      }
      const markTicks = MIDDLE + given.mark
      run(mark(markTicks, MIDDLE + way * 10_000, symbol))
      if (own().lots === 0) return
      const before = own()
      for (const { away, lots: size } of given.offers) {
        run(place('bob', { symbol, side: buy, ticks: markTicks + way * away, lots: size }))
      }
      const order = place('ann', {
        symbol,
        side: sell,
        ticks: markTicks + way * given.limit,
        lots: given.more > 20 ? lots * (given.more - 19) : lots,
        orderType: given.kind === 'market' || given.kind === 'stop' ? 'market' : 'limit',
        reduceOnly: given.kind === 'reduceOnly' || given.kind === 'stop',
        timeInForce:
          given.kind === 'fok'
            ? 'fillOrKill'
            : given.kind === 'ioc'
              ? 'immediateOrCancel'
              : given.kind === 'postOnly'
                ? 'postOnly'
                : 'goodTillCancel',
      })
      const outcomes = [run(given.kind === 'rest' ? { ...order, timeInForce: 'postOnly' } : order)]
      if (given.kind === 'rest') {
        // The bids go, it rests, the mark jumps past it and somebody takes it.
        run({ type: 'cancelAll', account: 'bob', symbol: null })
        outcomes.push(run(order))
        if (own().lots === 0) return
        outcomes.push(run(place('bob', { symbol, side: buy, ticks: MIDDLE - way * 40_000, lots })))
      }
      const events = outcomes.flatMap((outcome) => outcome.events)
      expect(events.filter(({ type }) => type === 'credit')).toEqual([])
      for (const event of events) {
        if (event.type === 'order' && event.order.rejectReason === 'EC_ReachRiskPriceLimit') met.stopped += 1
        if (event.type !== 'execution' || event.execution.account !== 'ann') continue
        met.filled += 1
        const { closedLots, ticks } = event.execution
        const { bankruptcyTicks } = before
        if (!given.isIsolated || closedLots === 0 || bankruptcyTicks === null) continue
        expect(isLong ? ticks >= bankruptcyTicks : ticks <= bankruptcyTicks).toBe(true)
      }
      const row = rowOf(engine, 'ann')
      if (given.isIsolated || own().lots === 0) expect(row.walletE8).toBeGreaterThanOrEqual(0)
      if (!given.isIsolated) expect(row.walletE8 + row.unrealisedE8).toBeGreaterThanOrEqual(0)
      for (const { sumE8, creditedE8 } of engine.conservation()) expect(sumE8).toBe(creditedE8)
    }),
    { numRuns: 2_500 },
  )
  // It must have met what it is for.
  expect(met.stopped).toBeGreaterThan(100)
  expect(met.filled).toBeGreaterThan(1_000)
})
