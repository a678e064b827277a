import { expect, test } from 'vitest'
import { createRandom } from '../../../../src/base/random'
import type { EngineCommand } from '../../../../exchange/engine/commands'
import { createEngine } from '../../../../exchange/engine/create-engine'
import type { MatchingEngine } from '../../../../exchange/engine/matching-engine'
import { BTC, mark, place, USDT } from '../engine-fixture'
import { COINS } from '../lending/lending-fixture'
import { COIN, PAIR } from '../spot-fixture'
import { BASIS, basisOrder } from './pair-spread-fixture'
import { FUTURE, openSpreads, SPREAD, spreadOrder } from './spread-fixture'

type Mode = 'cross' | 'lending' | 'portfolio'
type Side = 'buy' | 'sell'

/** Ann beside bob, whose orders stand in each leg. */
function openRoom(mode: Mode): MatchingEngine {
  const engine = createEngine([BTC, FUTURE, PAIR, SPREAD, BASIS], COINS)
  const run = (command: EngineCommand) => ok(engine, command)
  for (const [account, dollars, coins] of [
    ['ann', 12_000, mode === 'lending' ? 0.2 : 2],
    ['bob', 10_000_000, 50],
  ] as const) {
    run({ type: 'openAccount', account, role: 'user', kind: 'uta2', defaultLeverageE2: 1_000 })
    run({ type: 'credit', account, coin: 'USDT', amountE8: dollars * USDT })
    run({ type: 'credit', account, coin: 'BTC', amountE8: coins * COIN })
  }
  run(mark(500_000))
  run({ type: 'mark', symbol: FUTURE.symbol, markTicks: 100_200, indexTicks: 100_000 })
  run(mark(500_000, 500_000, PAIR.symbol))
  quote(engine, 7, 15_000)
  if (mode === 'lending') run({ type: 'setSpotMargin', account: 'ann', isOn: true })
  if (mode === 'portfolio') run({ type: 'setMarginMode', account: 'ann', mode })
  return engine
}

/** Bob's, so many ticks behind the mark. */
function quote(engine: MatchingEngine, behind: number, lots: number): void {
  for (const [symbol, ticks] of [
    [BTC.symbol, 500_000],
    [FUTURE.symbol, 100_200],
    [PAIR.symbol, 500_000],
  ] as const) {
    ok(engine, place('bob', { symbol, side: 'buy', ticks: ticks - behind, lots }))
    ok(engine, place('bob', { symbol, side: 'sell', ticks: ticks + behind, lots }))
  }
}

function ok(engine: MatchingEngine, command: EngineCommand): void {
  const { result } = engine.handle(command, 9)
  if (!result.ok) throw new Error(`refused: ${JSON.stringify(result.refusal)}`)
}

const atMarket = (symbol: string, side: Side, lots: number) =>
  place('ann', { symbol, side, lots, orderType: 'market', ticks: 0, timeInForce: 'immediateOrCancel' })

const SIDES = ['buy', 'sell'] as const

function restingSpread(of: 'futures' | 'pair', side: Side, off: number, lots: number) {
  const away = side === 'buy' ? -off : off
  return of === 'futures'
    ? spreadOrder('ann', { side, lots, ticks: 200 + away })
    : basisOrder('ann', { side, lots: lots * 10, ticks: away })
}

const availableOf = (rows: ReturnType<MatchingEngine['balances']>): number =>
  rows.find(({ coin }) => coin === 'USDT')!.availableE8

test.each([
  // 401.98 and the leg's 251.30625 go, 301.815 and the fee come: the leg's purchase closes the new short.
  { rests: 'sell', lots: 140, cost: -347.62125 },
  // 401.98 goes, 301.815, the fee and the leg's 251.44375 come: its sale closed the long, and now it opens.
  { rests: 'buy', lots: 140, cost: 155.12875 },
  // The leg's 50 lots closed the long; of 40 that are left, 40. Its other 10 are a fifth of 251.44375.
  { rests: 'buy', lots: 40, cost: -149.60125 },
] as const)(
  'a market sell of $lots lots through a long of 80 beside a spread’s $rests: what its leg closes then counts',
  ({ rests, lots, cost }) => {
    // At 50,000 with 10×, lots of 50 dollars. 80 lots: 400 + closing fee 0.055 % of 3,600 = 1.98. 60 sold: 300 + 0.055 % of
    // 3,300 = 1.815. 40 left: 200 + 0.055 % of 1,800 = 0.99. Fees: 0.055 % of 7,000 = 3.85, of 2,000 = 1.1. A spread of 5
    // has 50 lots in the perpetual, 2,500 dollars, half the fee: 250 + 0.6875 + 0.61875 bought, 250 + 0.6875 + 0.75625 sold.
    const engine = openSpreads(['ann', 'bob'])
    ok(engine, place('bob', { side: 'sell', lots: 80 }))
    ok(engine, atMarket(BTC.symbol, 'buy', 80))
    ok(engine, place('bob', { side: 'buy', lots: 140 }))
    ok(engine, spreadOrder('ann', { side: rests, lots: 5 }))
    const order = atMarket(BTC.symbol, 'sell', lots)
    const { before, after } = engine.preview(order)!
    expect((availableOf(before) - availableOf(after!)) / USDT).toBeCloseTo(cost, 8)
  },
)

test.each(['cross', 'lending', 'portfolio'] as const)(
  'random market orders beside resting spreads in %s: the balances and debts of a preview are to the last unit those that the order leaves (ADR-1077)',
  (mode) => {
    const engine = openRoom(mode)
    const random = createRandom(20_261_129)
    const below = (count: number): number => Math.floor(random.next() * count)
    const pick = <T>(list: readonly T[]): T => list[below(list.length)]!
    const seen = { adds: 0, reduces: 0, turns: 0, owes: 0 }
    for (let at = 0; at < 120; at++) {
      if (at % 5 === 0) ok(engine, mark(499_000 + below(2_000)))
      if (at % 5 === 0) quote(engine, 2, 60)
      // Up to four at rest, of both spreads and sides, at prices that lose against the marks or do not.
      const [oldest] = engine.openOrders('ann')
      if (oldest !== undefined && engine.openOrders('ann').length > 3)
        ok(engine, { type: 'cancel', account: 'ann', symbol: oldest.symbol, orderId: oldest.id, linkId: null })
      engine.handle(restingSpread(pick(['futures', 'pair']), pick(SIDES), below(40) + 1, 1 + below(20)), 9)

      const symbol = pick([BTC.symbol, BTC.symbol, FUTURE.symbol, FUTURE.symbol, PAIR.symbol])
      const held = engine.positions('ann').find((one) => one.symbol === symbol)?.lots ?? 0
      const isTurn = held !== 0 && random.next() < 0.3
      const lots = (isTurn ? Math.abs(held) : 0) + 1 + below(200)
      const side = isTurn ? (held > 0 ? 'sell' : 'buy') : pick(SIDES)
      const isLent = mode === 'lending' && symbol === PAIR.symbol
      const order = { ...atMarket(symbol, side, lots), ...(isLent ? { isLeverage: true as const } : {}) }
      const known = at % 80 === 0 ? JSON.stringify(engine.snapshot()) : null
      const { refusal, after, lending } = engine.preview(order)!
      if (known !== null) expect(JSON.stringify(engine.snapshot()), `order ${at} was looked at alone`).toBe(known)
      const { result } = engine.handle(order, 9)
      expect(refusal, `order ${at}`).toEqual(result.ok ? null : result.refusal)
      if (!result.ok) continue
      expect(after, `order ${at}`).toEqual(engine.balances('ann'))
      expect(lending, `order ${at}`).toEqual(mode === 'lending' ? engine.lending('ann') : null)
      if (lending?.coins.some(({ borrowedE8 }) => borrowedE8 > 0)) seen.owes++
      if (symbol === PAIR.symbol || engine.openOrders('ann').length === 0) continue
      const adds = side === 'buy' ? held >= 0 : held <= 0
      seen[adds ? 'adds' : lots > Math.abs(held) ? 'turns' : 'reduces']++
    }
    expect(Math.min(seen.adds, seen.reduces, seen.turns)).toBeGreaterThan(8)
    if (mode === 'lending') expect(seen.owes).toBeGreaterThan(8)
  },
)
