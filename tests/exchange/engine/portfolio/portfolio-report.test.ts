import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { VENUE_GRID, worstScenario } from '../../../../src/domain/risk/portfolio-margin'
import { sumOfPnls } from '../../../../src/domain/risk/scenario-table'
import type { EnginePortfolio } from '../../../../exchange/engine/records/portfolio-report'
import { USDT } from '../engine-fixture'
import { desk, type Desk } from './portfolio-fixture'

const reportOf = ({ engine }: Desk, account: string): readonly EnginePortfolio[] => engine.portfolio(account)!
const lossOf = ({ positions }: EnginePortfolio) =>
  worstScenario(
    sumOfPnls(
      positions.map(({ pnlsE8 }) => pnlsE8),
      VENUE_GRID,
    ),
  )

describe('what margins an account, taken apart (semantics.md §1.8)', () => {
  test('a perpetual against a future: nothing is lost, the contingency is all', () => {
    const one = desk({ ann: 10_000 })
    one.deal('ann', 'mm', 'BTCUSDT', 20_000, 1)
    one.deal('mm', 'ann', 'BTC-FUTURE', 20_000, 1)
    const [report, ...others] = reportOf(one, 'ann')
    expect(others).toEqual([])
    // 0.6 % of the index for each of two coins, and a hundredth of what stands against each other.
    expect(report).toMatchObject({
      underlying: 'BTC',
      settleCoin: 'USDT',
      contingency: { shortOptionE8: 0, futureE8: 240 * USDT, offsetE8: 200 * USDT },
      maintenanceE8: 440 * USDT,
      initialE8: 528 * USDT,
      closingFeeE8: 0,
    })
    expect(lossOf(report!)).toEqual({ at: -1, loss: 0 })
    const [long, short] = report!.positions
    // One coin of 20,000 at −10 %, the first row.
    expect(long).toMatchObject({ symbol: 'BTCUSDT', lots: 1_000, orderLots: 0 })
    expect([...long!.pnlsE8].slice(0, 3).map((pnl) => Math.round(pnl / USDT))).toEqual([-2_000, -2_000, -2_000])
    expect(short!.pnlsE8.map((pnl, at) => Math.abs(pnl + long!.pnlsE8[at]!)).every((sum) => sum < 1)).toBe(true)
  })

  test('orders raise the initial margin alone, and are shown beside what is held', () => {
    const one = desk({ ann: 10_000 })
    one.deal('ann', 'mm', 'BTCUSDT', 20_000, 1)
    one.run(one.order('ann', 'buy', 'BTCUSDT', 20_000, 0.5))
    const [report] = reportOf(one, 'ann')
    // 1.5 coins: 3,180, of which 1.2 is 3,816.
    expect(report).toMatchObject({ maintenanceE8: 2_120 * USDT, initialE8: 3_816 * USDT })
    expect(report!.positions[0]).toMatchObject({ lots: 1_000, orderLots: 500 })
  })

  test('a preview of a hedge says the margin that its fill leaves', () => {
    const one = desk({ ann: 10_000 })
    one.deal('ann', 'mm', 'BTCUSDT', 20_000, 1)
    one.run(one.order('mm', 'buy', 'BTC-FUTURE', 20_000, 1))
    const hedge = one.order('ann', 'sell', 'BTC-FUTURE', 20_000, 1)
    if (hedge.type !== 'place') throw new Error('an order')
    const after = one.engine.preview(hedge)!.after!.find(({ coin }) => coin === 'USDT')!
    expect(one.usdt('ann').maintenanceE8).toBe(2_120 * USDT)
    expect(after).toMatchObject({ maintenanceE8: 440 * USDT, positionMarginE8: 528 * USDT, orderMarginE8: 0 })
    one.run(hedge)
    expect(one.usdt('ann')).toMatchObject({ maintenanceE8: 440 * USDT, positionMarginE8: 528 * USDT })
  })

  test('an account that holds a margin for each position has none, nor one that nobody knows', () => {
    const { engine } = desk({ ann: 10_000 }, false)
    expect(engine.portfolio('ann')).toBeNull()
    expect(engine.portfolio('nobody')).toBeNull()
  })

  test('whatever is held, its parts are what the balances say', () => {
    const PRICE: Readonly<Record<string, number>> = {
      BTCUSDT: 20_000,
      'BTC-FUTURE': 20_000,
      C18000: 3_150,
      P22000: 3_150,
    }
    const symbols = ['BTCUSDT', 'BTC-FUTURE', 'C18000', 'P18000', 'C20000', 'P20000', 'C22000', 'P22000'] as const
    const deals = fc.array(
      fc.tuple(fc.constantFrom(...symbols), fc.boolean(), fc.integer({ min: 1, max: 30 }), fc.boolean()),
      { minLength: 1, maxLength: 8 },
    )
    fc.assert(
      fc.property(deals, (rows) => {
        const one = desk({ ann: 5_000_000 })
        for (const [symbol, isBuy, tenths, isResting] of rows) {
          const price = PRICE[symbol] ?? (symbol.endsWith('20000') ? 1_900 : 1_150)
          if (isResting) one.run(one.order('ann', isBuy ? 'buy' : 'sell', symbol, price, tenths / 10))
          else one.deal(isBuy ? 'ann' : 'nn', isBuy ? 'nn' : 'ann', symbol, price, tenths / 10)
        }
        const reports = reportOf(one, 'ann')
        const { maintenanceE8, positionMarginE8, orderMarginE8 } = one.usdt('ann')
        // One underlying in one coin: rounded once, in both.
        expect(reports.reduce((sum, report) => sum + report.maintenanceE8, 0)).toBe(maintenanceE8)
        const initialE8 = reports.reduce((sum, report) => sum + report.initialE8, 0)
        expect(Math.abs(initialE8 - positionMarginE8 - orderMarginE8)).toBeLessThanOrEqual(1)
        for (const report of reports) {
          const { shortOptionE8, futureE8, offsetE8 } = report.contingency
          const parts = lossOf(report).loss + shortOptionE8 + futureE8 + offsetE8
          expect(Math.abs(report.maintenanceE8 - parts)).toBeLessThanOrEqual(1)
        }
      }),
      { numRuns: 60 },
    )
  })
})
