import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { legPrices as engineLegPrices } from '../../../../exchange/engine/products/leg-prices'
import type { MatchingEngine } from '../../../../exchange/engine/matching-engine'
import { Exact, toText, type Leverage, type Price, type Qty, type Rate } from '../../../../src/domain/decimal'
import type { Side } from '../../../../src/domain/order/order'
import type { Fill } from '../../../../src/domain/risk/pnl'
import { legPrices, spreadRise, type SpreadLegView, type SpreadView } from '../../../../src/domain/risk/spread-outlay'
import { BTC, place, USDT } from '../engine-fixture'
import { basisOrder, openPairSpreads } from './pair-spread-fixture'
import { FUTURE, openSpreads, SPREAD, SPREAD_SYMBOL, spreadOrder } from './spread-fixture'

/** Tickets in all: 10,000 with `HALYARD_TICKETS=10000`, a slice of them otherwise. */
const WORLDS = Number(process.env['HALYARD_TICKETS'] ?? 500) / 5
const RATE = '0.00055' as Rate
const SIDE = fc.constantFrom<Side>('buy', 'sell')

const text = <T extends Price | Qty>(count: number, step: string): T => toText<T>(new Exact(count).times(step))

/** An order of ann's at rest, and the tickets that are asked about beside it. */
const ORDER = fc.record({ side: SIDE, lots: fc.integer({ min: 1, max: 300 }), at: fc.integer({ min: 1, max: 300 }) })
const WORLD = fc.record({
  leverageE2: fc.constantFrom(100, 300, 1_000, 2_500, 5_000),
  /** What she holds of the perpetual, and of the future, before. */
  held: fc.tuple(fc.integer({ min: -400, max: 400 }), fc.integer({ min: -400, max: 400 })),
  own: fc.array(ORDER, { maxLength: 3 }),
  tickets: fc.array(ORDER, { minLength: 5, maxLength: 5 }),
})

/** Lots of a contract that ann bought of bob, at its mark. */
function hold(engine: MatchingEngine, symbol: string, lots: number, ticks: number): void {
  if (lots === 0) return
  const order = { symbol, lots: Math.abs(lots), ticks }
  engine.handle(place('bob', { ...order, side: lots > 0 ? 'sell' : 'buy' }), 2)
  engine.handle(place('ann', { ...order, side: lots > 0 ? 'buy' : 'sell' }), 2)
}

function setLeverage(engine: MatchingEngine, symbol: string, leverageE2: number): void {
  const { result } = engine.handle({ type: 'setLeverage', account: 'ann', symbol, leverageE2 }, 2)
  if (!result.ok && result.refusal.kind !== 'leverageUnchanged') throw new Error(JSON.stringify(result.refusal))
}

/** By how much what ann has available falls with an order, or `null` where the engine refuses it. */
function taken(engine: MatchingEngine, command: ReturnType<typeof spreadOrder>): Record<string, number> | null {
  const before = engine.balances('ann')
  const preview = engine.preview(command)!
  if (preview.refusal !== null) return null
  return Object.fromEntries(
    preview.after!.map(({ coin, availableE8 }) => {
      const was = before.find((one) => one.coin === coin)!
      return [coin, was.availableE8 - availableE8]
    }),
  )
}

const e8 = (value: Exact): number => value.times(USDT).toNumber()

test('future against perpetual: what a ticket says is held back is what the engine holds, to the last unit', () => {
  let [agreed, refused] = [0, 0]
  fc.assert(
    fc.property(WORLD, ({ leverageE2, held, own, tickets }) => {
      const engine = openSpreads(['ann', 'bob'], 1_000_000 * USDT)
      hold(engine, BTC.symbol, held[0], 500_000)
      hold(engine, FUTURE.symbol, held[1], 100_200)
      for (const { symbol } of [BTC, FUTURE]) setLeverage(engine, symbol, leverageE2)
      const orders: Record<Side, Fill[]> = { buy: [], sell: [] }
      // Own orders must not meet: bids are below 200, asks above it.
      const ticksOf = ({ side, at }: { readonly side: Side; readonly at: number }): number =>
        side === 'buy' ? 199 - at : 201 + at
      const fillOf = (one: (typeof own)[number]): Fill => ({
        qty: text<Qty>(one.lots, '0.01'),
        price: text<Price>(ticksOf(one), '0.5'),
      })
      for (const one of own) {
        const { result } = engine.handle(spreadOrder('ann', { side: one.side, lots: one.lots, ticks: ticksOf(one) }), 3)
        if (result.ok) orders[one.side].push(fillOf(one))
      }
      const leverage = toText<Leverage>(new Exact(leverageE2).div(100))
      const legOf = (mark: string, lots: number): SpreadLegView => ({
        mark: mark as Price,
        isPair: false,
        held: new Exact(lots).times('0.001'),
        leverage,
        takerFeeRate: RATE,
      })
      const view: SpreadView = { tickSize: '0.5' as Price, legs: [legOf('50100', held[1]), legOf('50000', held[0])] }
      for (const ticket of tickets) {
        const rise = spreadRise(view, orders, ticket.side, fillOf(ticket))
        const engineTaken = taken(
          engine,
          spreadOrder('ann', { side: ticket.side, lots: ticket.lots, ticks: ticksOf(ticket) }),
        )
        if (engineTaken === null) {
          refused += 1
          continue
        }
        expect([e8(rise.margin), e8(rise.coins), e8(rise.base)]).toEqual([engineTaken['USDT'], 0, 0])
        agreed += 1
      }
    }),
    { numRuns: WORLDS, seed: 23 },
  )
  expect(agreed).toBeGreaterThan(refused * 4)
})

test('perpetual against the pair: margin, coins that pay and coins that are delivered', () => {
  let [agreed, refused] = [0, 0]
  fc.assert(
    fc.property(WORLD, ({ leverageE2, held, own, tickets }) => {
      const engine = openPairSpreads(['ann', 'bob'], 1_000_000)
      hold(engine, BTC.symbol, held[0], 500_000)
      setLeverage(engine, BTC.symbol, leverageE2)
      const orders: Record<Side, Fill[]> = { buy: [], sell: [] }
      const ticksOf = ({ side, at }: { readonly side: Side; readonly at: number }): number =>
        side === 'buy' ? -at : at
      const fillOf = (one: (typeof own)[number]): Fill => ({
        qty: text<Qty>(one.lots, '0.001'),
        price: text<Price>(ticksOf(one), '0.1'),
      })
      for (const one of own) {
        const { result } = engine.handle(basisOrder('ann', { side: one.side, lots: one.lots, ticks: ticksOf(one) }), 3)
        if (result.ok) orders[one.side].push(fillOf(one))
      }
      const leg = { mark: '50000' as Price, leverage: toText<Leverage>(new Exact(leverageE2).div(100)) }
      const view: SpreadView = {
        tickSize: '0.1' as Price,
        legs: [
          { ...leg, isPair: false, held: new Exact(held[0]).times('0.001'), takerFeeRate: RATE },
          { ...leg, isPair: true, held: new Exact(0), takerFeeRate: RATE },
        ],
      }
      for (const ticket of tickets) {
        const rise = spreadRise(view, orders, ticket.side, fillOf(ticket))
        const engineTaken = taken(
          engine,
          basisOrder('ann', { side: ticket.side, lots: ticket.lots, ticks: ticksOf(ticket) }),
        )
        if (engineTaken === null) {
          refused += 1
          continue
        }
        expect([e8(rise.margin.plus(rise.coins)), e8(rise.base)]).toEqual([engineTaken['USDT'], engineTaken['BTC']])
        agreed += 1
      }
    }),
    { numRuns: WORLDS, seed: 23 },
  )
  expect(agreed).toBeGreaterThan(refused * 4)
})

test('the prices of the legs are those at which the engine fills them', () => {
  const ticks = fc.integer({ min: -4_000, max: 4_000 })
  const marks = fc.tuple(fc.integer({ min: 90_000, max: 110_000 }), fc.integer({ min: 450_000, max: 550_000 }))
  fc.assert(
    fc.property(ticks, marks, (at, [future, perpetual]) => {
      const terms = SPREAD.terms!
      if (terms.kind !== 'spread') throw new Error(SPREAD_SYMBOL)
      const engine = engineLegPrices(terms, at, { first: future, second: perpetual })
      const view = {
        tickSize: '0.5' as Price,
        legs: [{ mark: text<Price>(future, '0.5') }, { mark: text<Price>(perpetual, '0.1') }],
      } as const
      expect(legPrices(text<Price>(at, '0.5'), view)).toEqual([
        text<Price>(engine.first, '0.5'),
        text<Price>(engine.second, '0.1'),
      ])
    }),
    { seed: 23 },
  )
})

test('an example by hand: a spread is bought 4 above the difference of its marks', () => {
  // Marks 50,100 and 50,000 differ by 100; at 104 each leg is off by 2: bought at 50,102 and sold at 49,998.
  const view = { tickSize: '0.5' as Price, legs: [{ mark: '50100' as Price }, { mark: '50000' as Price }] } as const
  expect(legPrices('104' as Price, view)).toEqual(['50102', '49998'])
  expect(legPrices('-3' as Price, view)).toEqual(['50048.5', '50051.5'])
})
