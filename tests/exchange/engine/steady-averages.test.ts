import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createEngine, restoreEngine } from '../../../exchange/engine/create-engine'
import { type EngineRules, PRESENT_RULES } from '../../../exchange/engine/engine-rules'
import type { EngineEvent } from '../../../exchange/engine/events'
import type { EngineInstrument } from '../../../exchange/engine/instrument'
import type { MatchingEngine } from '../../../exchange/engine/matching-engine'
import { catalogue } from '../../../exchange/listings/catalogue'
import { createListing, type Listing } from '../../../exchange/venue/listing'
import { toClosedPnl } from '../../../exchange/venue/records'
import { toPosition } from '../../../exchange/venue/shapes'
import { mark, ofType, place, USDT } from './engine-fixture'
import { INVERSE, LINEAR, PERP } from './modes-fixture'
import { CALL } from './options/option-fixture'

const ALL = [LINEAR, PERP, INVERSE, CALL]
const CONTRACTS = catalogue('global', 'all', 'specified')

interface Case {
  readonly instrument: EngineInstrument
  readonly listing: Listing
  /** A price to trade at, in ticks, and how many ticks the fixture's price is coarser. */
  readonly ticks: number
  readonly step: number
}

function listed(symbol: string): Listing {
  const contract = CONTRACTS.find((one) => one.symbol === symbol)!
  return createListing(contract, contract.tickSize)
}

const CASES: Readonly<Record<string, Case>> = {
  'a linear contract': { instrument: LINEAR, listing: listed('BTCUSDT'), ticks: 640_000, step: 1 },
  'a contract with sessions': { instrument: PERP, listing: listed('BTCPERP'), ticks: 640_000, step: 1 },
  'an inverse contract': { instrument: INVERSE, listing: listed('BTCUSD'), ticks: 640_000, step: 1 },
  'an option': {
    instrument: CALL,
    // Counted in cents and hundredths of a coin, as the fixture's option is.
    listing: listed('ETHUSDT'),
    ticks: 100_000,
    step: 500,
  },
}

function room({ instrument, listing }: Case, rules: EngineRules = PRESENT_RULES) {
  let engine: MatchingEngine = createEngine(ALL, [], rules)
  let nowMs = 1_000
  const { symbol } = instrument
  const run = (command: Parameters<MatchingEngine['handle']>[0]): readonly EngineEvent[] => {
    const { result, events } = engine.handle(command, (nowMs += 1))
    if (!result.ok) throw new Error(JSON.stringify(result.refusal))
    return [...events]
  }
  for (const account of ['ann', 'bob']) {
    run({ type: 'openAccount', account, role: 'user', kind: 'uta2', defaultLeverageE2: 100 })
    for (const coin of ['USDT', 'USDC', 'BTC']) run({ type: 'credit', account, coin, amountE8: 10_000_000 * USDT })
  }
  return {
    run,
    /** ann's order meets one of bob's. */
    deal(side: 'buy' | 'sell', ticks: number, lots: number): readonly EngineEvent[] {
      const other = side === 'buy' ? 'sell' : 'buy'
      run(place('bob', { symbol, side: other, ticks, lots }))
      return run(place('ann', { symbol, side, ticks, lots }))
    },
    /** What a session settles is paid out, and the entry becomes the mark. */
    settle(ticks: number): void {
      run(mark(ticks, ticks, symbol))
      run({ type: 'funding', symbol, rateE8: 0 })
    },
    lots: () => engine.positions('ann', symbol)[0]?.lots ?? 0,
    averages() {
      const { entryPrice, openAvgPrice } = toPosition(engine.positions('ann', symbol)[0]!, listing)
      return { entryPrice, openAvgPrice }
    },
    balances: () => engine.balances('ann'),
    restart: () => void (engine = restoreEngine(ALL, JSON.parse(JSON.stringify(engine.snapshot())), [], rules)),
  }
}

const closedOf = (events: readonly EngineEvent[], listing: Listing) =>
  toClosedPnl(ofType(events, 'closedPnl').findLast(({ closed }) => closed.account === 'ann')!.closed, listing)

describe('closing a part of a position moves no average', () => {
  test('of an option: what is left has the average that the whole had, and each closing names it', () => {
    const of = CASES['an option']!
    const { deal, averages, restart } = room(of)
    // 0.01 at 1,000, 0.01 at 1,005 and 0.01 at 1,005: 3,010 ÷ 3.
    deal('buy', 100_000, 1)
    deal('buy', 100_500, 2)
    expect(averages().entryPrice).toBe('1003.33333333')
    // A third of 30.1 dollars is 10.03333333 and a third of a unit: without that the two left would average 1003.3333335.
    const sold = deal('sell', 101_000, 1)
    expect(averages()).toEqual({ entryPrice: '1003.33333333', openAvgPrice: '1003.33333333' })
    expect(closedOf(sold, of.listing)).toMatchObject({ avgEntryPrice: '1003.33333333', avgExitPrice: '1010' })
    restart()
    expect(closedOf(deal('sell', 101_000, 1), of.listing).avgEntryPrice).toBe('1003.33333333')
    expect(averages().entryPrice).toBe('1003.33333333')
  })

  test('an exchange that began before moves it, so that its ledger replays as it was', () => {
    const { deal, averages } = room(CASES['an option']!, { ...PRESENT_RULES, keepsCostRests: false })
    deal('buy', 100_000, 1)
    deal('buy', 100_500, 2)
    deal('sell', 101_000, 1)
    // 30.1 − 10.03333333 = 20.06666667, ÷ 0.02.
    expect(averages().entryPrice).toBe('1003.3333335')
  })

  test('of a contract with sessions both stay: of the session, and of what was paid', () => {
    const { deal, averages, settle } = room(CASES['a contract with sessions']!)
    deal('buy', 640_000, 1)
    deal('buy', 640_001, 2)
    settle(650_000)
    // 0.003 at 65,000; and 64,000 with two thirds of a tick of 0.1.
    expect(averages()).toEqual({ entryPrice: '65000', openAvgPrice: '64000.06666667' })
    deal('buy', 650_001, 4)
    // (3 × 65,000 + 4 × 65,000.1) ÷ 7 and (3 × 64,000.0666… + 4 × 65,000.1) ÷ 7.
    const both = { entryPrice: '65000.05714286', openAvgPrice: '64571.51428571' }
    expect(averages()).toEqual(both)
    deal('sell', 650_001, 1)
    deal('sell', 650_001, 3)
    expect(averages()).toEqual(both)
  })

  const part = fc.record({ up: fc.integer({ min: 0, max: 999 }), lots: fc.integer({ min: 1, max: 3_000 }) })
  test.each(Object.entries(CASES))('over any fills of %s; the money is the same with and without it', (_name, of) => {
    const at = (up: number): number => of.ticks + up * of.step
    const turns = fc.record({
      opens: fc.array(part, { minLength: 1, maxLength: 6 }),
      closes: fc.array(fc.record({ up: fc.integer({ min: 0, max: 999 }), share: fc.integer({ min: 1, max: 99 }) }), {
        maxLength: 8,
      }),
      side: fc.constantFrom('buy' as const, 'sell' as const),
      restarts: fc.boolean(),
    })
    fc.assert(
      fc.property(fc.array(turns, { minLength: 1, maxLength: 3 }), (all) => {
        const steady = room(of)
        const plain = room(of, { ...PRESENT_RULES, keepsCostRests: false })
        for (const { opens, closes, side, restarts } of all) {
          for (const { up, lots } of opens) for (const one of [steady, plain]) one.deal(side, at(up), lots)
          if (restarts) steady.restart()
          for (const { up, share } of closes) {
            const held = steady.lots()
            const lots = Math.floor((Math.abs(held) * share) / 100)
            if (lots === 0) continue
            const before = steady.averages()
            const back = held > 0 ? 'sell' : 'buy'
            const [told] = [steady, plain].map((one) => one.deal(back, at(up), lots))
            expect(steady.averages()).toEqual(before)
            expect(closedOf(told!, of.listing).avgEntryPrice).toBe(before.openAvgPrice)
          }
        }
        expect(steady.balances()).toEqual(plain.balances())
      }),
      { numRuns: 40 },
    )
  })
})
