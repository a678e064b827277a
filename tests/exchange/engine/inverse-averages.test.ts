import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createEngine, restoreEngine } from '../../../exchange/engine/create-engine'
import { PRESENT_RULES } from '../../../exchange/engine/engine-rules'
import type { EngineEvent } from '../../../exchange/engine/events'
import type { MatchingEngine } from '../../../exchange/engine/matching-engine'
import { createListing } from '../../../exchange/venue/listing'
import { catalogue } from '../../../exchange/listings/catalogue'
import { toClosedPnl } from '../../../exchange/venue/records'
import { toOrder, toPosition } from '../../../exchange/venue/shapes'
import { Exact } from '../../../src/domain/decimal'
import { ofType, place, USDT } from './engine-fixture'
import { INVERSE } from './modes-fixture'

/** BTCUSD: lots of a dollar, ticks of 0.1; a lot at a tick is 1e9 / ticks units of 1e-8 BTC. */
const LISTING = (() => {
  const contract = catalogue('global', 'all', 'specified').find(({ symbol }) => symbol === 'BTCUSD')!
  return createListing(contract, contract.tickSize)
})()

function room(rules = PRESENT_RULES) {
  let engine: MatchingEngine = createEngine([INVERSE], [], rules)
  let nowMs = 1_000
  const run = (command: Parameters<MatchingEngine['handle']>[0]) => {
    const { result, events } = engine.handle(command, (nowMs += 1))
    if (!result.ok) throw new Error(JSON.stringify(result.refusal))
    return events
  }
  for (const account of ['ann', 'bob']) {
    run({ type: 'openAccount', account, role: 'user', kind: 'uta2', defaultLeverageE2: 5_000 })
    run({ type: 'credit', account, coin: 'BTC', amountE8: 10 * USDT })
  }
  /** ann's order meets orders of bob's, one for each of `parts`. */
  const deal = (side: 'buy' | 'sell', parts: readonly (readonly [ticks: number, lots: number])[]): EngineEvent[] => {
    const other = side === 'buy' ? 'sell' : 'buy'
    for (const [ticks, lots] of parts) run(place('bob', { symbol: 'BTCUSD', side: other, ticks, lots }))
    const limit = parts.map(([ticks]) => ticks)
    const ticks = side === 'buy' ? Math.max(...limit) : Math.min(...limit)
    const lots = parts.reduce((sum, [, one]) => sum + one, 0)
    return [...run(place('ann', { symbol: 'BTCUSD', side, ticks, lots }))]
  }
  const ann = () => engine.positions('ann', 'BTCUSD')[0]!
  const restart = () =>
    void (engine = restoreEngine([INVERSE], JSON.parse(JSON.stringify(engine.snapshot())), [], rules))
  return { deal, ann, restart, run, engine: () => engine }
}

const orderOf = (events: readonly EngineEvent[]) =>
  ofType(events, 'order').findLast(({ order }) => order.account === 'ann')!.order
const closedOf = (events: readonly EngineEvent[]) =>
  ofType(events, 'closedPnl').findLast(({ closed }) => closed.account === 'ann')!.closed

describe('the average of an inverse contract is of what was paid, not of what rounding left of it', () => {
  test('fills at one price average to that price: of the order, of the position, and of what is closed', () => {
    const { deal, ann, restart } = room()
    // 300 / 64,258.3 is 0.00466865… BTC: 466,865 or 466,866 units are prices 0.13 apart.
    const bought = deal('buy', [
      [642_583, 100],
      [642_583, 7],
      [642_583, 193],
    ])
    expect(toOrder(orderOf(bought), LISTING).avgPrice).toBe('64258.3')
    expect(toPosition(ann(), LISTING).entryPrice).toBe('64258.3')
    restart()
    const sold = deal('sell', [
      [650_017, 11],
      [650_017, 90],
    ])
    expect(toPosition(ann(), LISTING)).toMatchObject({ size: '199', entryPrice: '64258.3', openAvgPrice: '64258.3' })
    expect(toClosedPnl(closedOf(sold), LISTING)).toMatchObject({ avgEntryPrice: '64258.3', avgExitPrice: '65001.7' })
    // Round to the other side in one order: 199 close, 101 are new.
    const turned = deal('sell', [[639_991, 300]])
    expect(toClosedPnl(closedOf(turned), LISTING)).toMatchObject({ avgEntryPrice: '64258.3', avgExitPrice: '63999.1' })
    expect(toPosition(ann(), LISTING)).toMatchObject({ side: 'sell', size: '101', entryPrice: '63999.1' })
  })

  test('what is delivered, too', () => {
    const { deal, run } = room()
    deal('buy', [
      [642_583, 100],
      [642_583, 200],
    ])
    const events = run({ type: 'deliver', symbol: 'BTCUSD', ticks: 643_001, feeRateE8: 50_000 })
    expect(toClosedPnl(closedOf(events), LISTING)).toMatchObject({ avgEntryPrice: '64258.3', avgExitPrice: '64300.1' })
  })

  test('an exchange that began before has the averages of rounded values, so that its ledger replays as it was', () => {
    const { deal, ann } = room({ ...PRESENT_RULES, keepsValueRests: false })
    deal('buy', [[642_583, 300]])
    // 300 / 0.00466866 = 64,258.2668…; the decimals are as many as give the value back.
    expect(toPosition(ann(), LISTING).entryPrice).toBe('64258.26682603')
    expect(ann().costRestE8).toBe(0)
  })

  test('over any fills it is the average of exact arithmetic, and the money is the same with and without it', () => {
    const step = fc.record({
      side: fc.constantFrom('buy' as const, 'sell' as const),
      ticks: fc.integer({ min: 630_000, max: 650_000 }),
      lots: fc.integer({ min: 1, max: 5_000 }),
      restarts: fc.boolean(),
    })
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 30 }), (steps) => {
        const exact = room()
        const plain = room({ ...PRESENT_RULES, keepsValueRests: false })
        let size = 0
        let cost = new Exact(0)
        for (const { side, ticks, lots, restarts } of steps) {
          for (const one of [exact, plain]) one.deal(side, [[ticks, lots]])
          if (restarts) exact.restart()
          // Average cost: what closes takes its share, what opens adds its own value.
          const signed = side === 'buy' ? lots : -lots
          const closes = Math.sign(signed) === -Math.sign(size) ? Math.min(lots, Math.abs(size)) : 0
          if (closes > 0) cost = cost.times(Math.abs(size) - closes).div(Math.abs(size))
          cost = cost.plus(new Exact(lots - closes).times(1e9).div(ticks))
          size += signed
          const { costE8, costRestE8 = 0, lots: held } = exact.ann()
          expect(held).toBe(size)
          if (size === 0) expect([costE8, costRestE8]).toEqual([0, 0])
          expect(Math.abs(new Exact(costE8).plus(costRestE8).minus(cost).toNumber())).toBeLessThan(1e-6)
          expect(costE8).toBe(plain.ann().costE8)
        }
        expect(exact.engine().balances('ann')).toEqual(plain.engine().balances('ann'))
      }),
      { numRuns: 60 },
    )
  })
})

test('no way to split fills at one price wins anything by rounding (ADR-1048)', () => {
  const parts = fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 40 })
  fc.assert(
    fc.property(parts, fc.integer({ min: 630_000, max: 650_000 }), fc.boolean(), (lots, ticks, closesAtOnce) => {
      const { engine, deal } = room()
      const all = lots.reduce((sum, one) => sum + one, 0)
      deal(
        'buy',
        lots.map((one) => [ticks, one] as const),
      )
      deal('sell', closesAtOnce ? [[ticks, all]] : lots.toReversed().map((one) => [ticks, one] as const))
      for (const account of ['ann', 'bob']) {
        const row = engine()
          .balances(account)
          .find(({ coin }) => coin === 'BTC')!
        expect(engine().positions(account, 'BTCUSD')[0]?.lots ?? 0).toBe(0)
        expect(row.walletE8).toBeLessThanOrEqual(10 * USDT)
      }
    }),
    { numRuns: 200 },
  )
  // One contract at 64,161.4 is 1,558.57 units, booked as 1,559; bob's orders rest, and 0.02 % of that is a third of a unit.
  const { engine, deal } = room()
  deal('buy', [[641_614, 1]])
  expect(
    engine()
      .balances('bob')
      .find(({ coin }) => coin === 'BTC')!.walletE8,
  ).toBe(10 * USDT - 1)
})
