import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { EngineEvent } from '../../../exchange/engine/events'
import type { EngineClosedPnl } from '../../../exchange/engine/records/order-records'
import { restoreEngine } from '../../../exchange/engine/create-engine'
import { ofType, place, USDT } from './engine-fixture'
import { INVERSE, LINEAR, PERP, room } from './modes-fixture'

/** The last row of each id, as the history keeps them. */
function rowsOf(events: readonly EngineEvent[]): readonly EngineClosedPnl[] {
  return [...new Map(ofType(events, 'closedPnl').map(({ closed }) => [closed.id, closed])).values()]
}

describe('closed P&L: price P&L − open fee − close fee − funding paid (semantics.md §1.1)', () => {
  test('a long closed in two halves carries half of its opening fee and of its funding each', () => {
    const { run, deal } = room()
    // Ann buys 0.1 BTC at 50,000 as the taker: 5,000 USDT at 0.055 % = 2.75 USDT.
    deal('ann', 'bob', 500_000, 100)
    run({ type: 'mark', symbol: 'BTCUSDT', markTicks: 500_000, indexTicks: 500_000 })
    // 0.01 % of 5,000 USDT: ann pays 0.5.
    run({ type: 'funding', symbol: 'BTCUSDT', rateE8: 10_000 })
    run(place('bob', { ticks: 504_000, lots: 50, side: 'buy' }))
    const first = rowsOf(run(place('ann', { ticks: 504_000, lots: 50, side: 'sell' })).events)
    const mine = first.find((row) => row.account === 'ann')!
    // 0.05 × (50,400 − 50,000) = 20; half of the fee 1.375; 2,520 × 0.055 % = 1.386; half of the funding 0.25.
    expect(mine).toMatchObject({
      side: 'sell',
      closedLots: 50,
      fills: 1,
      entryValueE8: 2_500 * USDT,
      exitValueE8: 2_520 * USDT,
      openFeeE8: 1.375 * USDT,
      closeFeeE8: 1.386 * USDT,
      fundingE8: 0.25 * USDT,
      pnlE8: (20 - 1.375 - 1.386 - 0.25) * USDT,
    })
  })

  test('a resting order that closes in two fills is one row, which grows', () => {
    const { run, deal } = room()
    deal('ann', 'bob', 500_000, 100)
    run(place('ann', { side: 'sell', ticks: 500_000, lots: 100 }))
    const events = [30, 70].flatMap((lots) => run(place('cat', { ticks: 500_000, lots })).events)
    const rows = rowsOf(events).filter((row) => row.account === 'ann')
    expect(ofType(events, 'closedPnl').filter(({ closed }) => closed.account === 'ann')).toHaveLength(2)
    // No price result; 2.75 taker to open, 5,000 × 0.02 % = 1 maker to close.
    expect(rows).toMatchObject([{ closedLots: 100, fills: 2, pnlE8: -3.75 * USDT }])
  })

  test('a delivery is a row without an order', () => {
    const { run, deal } = room()
    deal('ann', 'bob', 500_000, 100)
    const rows = rowsOf(run({ type: 'deliver', symbol: 'BTCUSDT', ticks: 510_000, feeRateE8: 50_000 }).events)
    // 100 USDT less 2.75 to open and 5,100 × 0.05 % = 2.55.
    expect(rows.find((row) => row.account === 'ann')).toMatchObject({
      orderId: '',
      execType: 'Delivery',
      pnlE8: (100 - 2.75 - 2.55) * USDT,
    })
  })

  const deals = fc.array(
    fc.record({
      pair: fc.constantFrom(['ann', 'bob'], ['bob', 'cat'], ['cat', 'ann'], ['bob', 'ann'], ['cat', 'bob']),
      symbol: fc.constantFrom('BTCUSDT', 'BTCPERP', 'BTCUSD'),
      ticks: fc.integer({ min: 498_000, max: 502_000 }),
      lots: fc.integer({ min: 7, max: 40 }),
      rateE8: fc.option(fc.integer({ min: -50_000, max: 50_000 }), { nil: null }),
      restarts: fc.boolean(),
    }),
    { minLength: 5, maxLength: 40 },
  )

  test('Σ closed P&L of a position that came back to zero is what the engine realised on it', () => {
    fc.assert(
      fc.property(deals, (steps) => {
        let { engine } = room()
        let nowMs = 10_000
        const seen: EngineEvent[] = []
        const run = (command: Parameters<typeof engine.handle>[0]) => {
          const { events } = engine.handle(command, (nowMs += 1))
          seen.push(...events)
        }
        const trade = (buyer: string, seller: string, order: { symbol: string; ticks: number; lots: number }) => {
          run(place(seller, { ...order, side: 'sell' }))
          run(place(buyer, order))
          for (const account of [buyer, seller]) run({ type: 'cancelAll', account, symbol: null })
        }
        for (const { pair, symbol, ticks, lots, rateE8, restarts } of steps) {
          trade(pair[0]!, pair[1]!, { symbol, ticks, lots })
          run({ type: 'mark', symbol, markTicks: ticks, indexTicks: ticks })
          if (rateE8 !== null) run({ type: 'funding', symbol, rateE8 })
          if (restarts) engine = restoreEngine([LINEAR, PERP, INVERSE], JSON.parse(JSON.stringify(engine.snapshot())))
        }
        for (const symbol of ['BTCUSDT', 'BTCPERP', 'BTCUSD']) {
          run({ type: 'deliver', symbol, ticks: 500_123, feeRateE8: 50_000 })
          for (const account of ['ann', 'bob', 'cat']) {
            const rows = rowsOf(seen).filter((row) => row.account === account && row.symbol === symbol)
            const sum = rows.reduce((total, row) => total + row.pnlE8, 0)
            expect(sum).toBe(engine.positions(account, symbol)[0]!.cumRealisedE8)
          }
        }
      }),
      { numRuns: 60 },
    )
  })
})
