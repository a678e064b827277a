import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { EnginePreview } from '../../../../exchange/engine/matching-engine'
import { Exact, toText, type Money, type Price, type Qty, type Rate } from '../../../../src/domain/decimal'
import { OPTION_FEE_CAP, OPTION_MARGIN } from '../../../../src/domain/options/option-rules'
import {
  optionOutcome,
  optionPriceLimit,
  type OptionHolding,
  type OptionView,
} from '../../../../src/domain/options/option-outlay'
import type { Side } from '../../../../src/domain/order/order'
import type { OpenOrders } from '../../../../src/domain/risk/order-margin'
import { fillsFrom } from '../../../../src/domain/risk/order-outlay'
import { place, USDT } from '../engine-fixture'
import { CALL, COIN, DOLLAR, floor, PUT } from './option-fixture'

/** Tickets in all: 10,000 with `HALYARD_TICKETS=10000`, a slice of them otherwise. */
const WORLDS = Number(process.env['HALYARD_TICKETS'] ?? 1_000) / 5
const RATE = '0.0003' as Rate
const SIDE = fc.constantFrom<Side>('buy', 'sell')
/** Steps of five dollars, lots of a hundredth of a coin. */
const AT = fc.integer({ min: 1, max: 280 })
const LOTS = fc.integer({ min: 1, max: 500 })

const WORLD = fc.record({
  isCall: fc.boolean(),
  index: fc.integer({ min: 1_500_000, max: 2_600_000 }),
  mark: fc.integer({ min: 1, max: 100_000 }),
  /** What ann holds, traded with bob at its price. */
  held: fc.option(fc.record({ side: SIDE, lots: LOTS, at: AT })),
  /** What she has at rest, far from the book of the others. */
  own: fc.array(fc.record({ side: SIDE, lots: LOTS, at: AT }), { maxLength: 3 }),
  /** What bob has in the book. */
  book: fc.array(fc.record({ side: SIDE, lots: LOTS, at: AT }), { minLength: 2, maxLength: 6 }),
  isPoor: fc.boolean(),
  tickets: fc.array(
    fc.record({
      side: SIDE,
      lots: LOTS,
      away: fc.integer({ min: -30, max: 30 }),
      kind: fc.constantFrom('limit', 'ends', 'market'),
      reduces: fc.integer({ min: 0, max: 3 }).map((one) => one === 0),
    }),
    { minLength: 5, maxLength: 5 },
  ),
})

const dollars = (ticks: number): Price => toText<Price>(new Exact(ticks).div(DOLLAR))
const coins = (lots: number): Qty => toText<Qty>(new Exact(lots).div(COIN))
const money = (e8: number): Money => toText<Money>(new Exact(e8).div(USDT))

/** The book of everybody but ann would cross itself: bids stand below asks, around a middle. */
function bookOf(levels: readonly { side: Side; lots: number; at: number }[], middle: number) {
  return levels.map(({ side, lots, at }) => ({
    side,
    lots,
    at: side === 'buy' ? Math.max(1, middle - 1 - (at % 20)) : middle + 1 + (at % 20),
  }))
}

test('required, wallet, IM and MM of a random ticket are those that the engine reserves and leaves, to the last unit', () => {
  let [taken, refused, filled] = [0, 0, 0]
  fc.assert(
    fc.property(WORLD, (world) => {
      const { symbol } = world.isCall ? CALL : PUT
      const strike = (world.isCall ? '20000' : '18500') as Price
      const { run, engine } = floor(['ann', 'bob'], world.isPoor ? 4_000 : 1_000_000)
      run({ type: 'credit', account: 'bob', coin: 'USDT', amountE8: 50_000_000 * USDT })
      // What is held was traded while the mark stood where it traded.
      if (world.held !== null) {
        const { side, lots, at } = world.held
        run({ type: 'mark', symbol, markTicks: at * 5 * DOLLAR, indexTicks: 2_025_000 })
        const order = { symbol, lots, ticks: at * 5 * DOLLAR }
        run(place('bob', { ...order, side: side === 'buy' ? 'sell' : 'buy' }))
        run(place('ann', { ...order, side }))
      }
      run({ type: 'mark', symbol, markTicks: world.mark, indexTicks: world.index })
      const middle = Math.max(3, Math.round(world.mark / (5 * DOLLAR)))
      for (const { side, lots, at } of bookOf(world.book, middle))
        run(place('bob', { symbol, side, lots, ticks: at * 5 * DOLLAR }))
      // Own orders must not stand in an order's way: they are two steps and more beyond everybody's.
      for (const { side, lots, at } of world.own) {
        const away = side === 'buy' ? middle - 25 - (at % 20) : middle + 25 + (at % 20)
        if (away > 0) run(place('ann', { symbol, side, lots, ticks: away * 5 * DOLLAR }))
      }
      const [position] = engine.positions('ann', symbol)
      const orders: OpenOrders = { buy: [], sell: [] }
      for (const one of engine.openOrders('ann'))
        if (one.symbol === symbol && !one.reduceOnly)
          (orders[one.side] as { qty: Qty; price: Price }[]).push({
            qty: coins(one.lots - one.filledLots),
            price: dollars(one.ticks),
          })
      const view: OptionView = {
        contract: { strike, isCall: world.isCall, margin: OPTION_MARGIN, feeCap: OPTION_FEE_CAP },
        index: dollars(world.index),
        mark: dollars(world.mark),
        takerFeeRate: RATE,
      }
      const holding: OptionHolding = {
        qty: new Exact(coins(position?.lots ?? 0)),
        paid: new Exact(money(position?.costE8 ?? 0)),
        orders,
      }
      const limits = { tickSize: '5', minPrice: '5', maxPrice: '1110000' } as Parameters<typeof optionPriceLimit>[1]
      for (const ticket of world.tickets) {
        const { side, lots } = ticket
        const isMarket = ticket.kind === 'market'
        const ticks = Math.max(1, middle + ticket.away) * 5 * DOLLAR
        const bound = optionPriceLimit(side, limits, view)
        const asked = dollars(ticks)
        const isWithin = side === 'buy' ? new Exact(asked).lte(bound) : new Exact(asked).gte(bound)
        if (!isMarket && !isWithin) continue
        // Her own orders are beyond everybody's, but a ticket may reach further than both.
        if (
          orders[side === 'buy' ? 'sell' : 'buy'].some(({ price }) =>
            side === 'buy'
              ? new Exact(price).lte(isMarket ? bound : asked)
              : new Exact(price).gte(isMarket ? bound : asked),
          )
        )
          continue
        const levels = engine.book(symbol, 50)![side === 'buy' ? 'asks' : 'bids'].map(([ticks, qty]) => ({
          price: dollars(ticks),
          qty: coins(qty),
        }))
        const open = position === undefined ? 0 : side === 'buy' ? -position.lots : position.lots
        const qty = coins(ticket.reduces ? Math.min(lots, Math.max(0, open)) : lots)
        const limit = isMarket ? bound : asked
        const { fills, leavesQty } = fillsFrom(levels, { side, qty, limit })
        const worst = fills.at(-1)?.price ?? limit
        const price = !isMarket ? asked : leavesQty === '0' ? worst : bound
        const rest = ticket.kind === 'limit' && leavesQty !== '0' ? { qty: leavesQty, price: asked } : null
        const outcome = optionOutcome(view, holding, {
          side,
          qty: coins(lots),
          reduceOnly: ticket.reduces,
          fills,
          rest,
          price,
        })
        const preview: EnginePreview = engine.preview({
          ...place('ann', { symbol, side, lots, ticks: isMarket ? 0 : ticks }),
          orderType: isMarket ? 'market' : 'limit',
          timeInForce: ticket.kind === 'limit' ? 'goodTillCancel' : 'immediateOrCancel',
          reduceOnly: ticket.reduces,
        })!
        if (preview.refusal !== null) {
          if (preview.refusal.kind === 'insufficientBalance') {
            refused += 1
            expect(outcome.required).toBe(money(preview.refusal.requiredE8))
          } else expect(['reduceOnlyRefused', 'riskLimitExceeded']).toContain(preview.refusal.kind)
          continue
        }
        const [before, after] = [preview.before, preview.after!].map((rows) =>
          rows.find(({ coin }) => coin === 'USDT')!,
        )
        // With less than nothing free, what is left of an order that buys back ends after its fills (EC_ReachRiskPriceLimit):
        // the ticket, which knows one coin's free margin alone, shows it as waiting.
        if (before!.availableE8 < 0 && rest !== null) continue
        taken += 1
        if (fills.length > 0) filled += 1
        const change = (key: 'walletE8' | 'positionMarginE8' | 'orderMarginE8' | 'maintenanceE8') =>
          after![key] - before![key]
        expect(outcome.walletChange).toBe(money(change('walletE8')))
        expect(toText(new Exact(outcome.initialAfter).minus(outcome.initialBefore))).toBe(
          money(change('positionMarginE8') + change('orderMarginE8')),
        )
        expect(toText(new Exact(outcome.maintenanceAfter).minus(outcome.maintenanceBefore))).toBe(
          money(change('maintenanceE8')),
        )
        // What needs nothing more passes, whatever is free.
        if (outcome.required !== '0') expect(new Exact(outcome.required).lte(money(before!.availableE8))).toBe(true)
      }
    }),
    { numRuns: WORLDS },
  )
  // Each kind of ticket was met.
  expect(Math.min(taken, refused, filled)).toBeGreaterThan(WORLDS / 20)
})
