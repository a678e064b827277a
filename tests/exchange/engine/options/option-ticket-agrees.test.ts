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
  // Of a mark in the thousands a price half as high again is allowed: that may be more than a seller has.
  mark: fc.oneof(fc.integer({ min: 1, max: 100_000 }), fc.integer({ min: 100_000, max: 400_000 })),
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
      away: fc.oneof(fc.integer({ min: -30, max: 30 }), fc.integer({ min: 30, max: 300 })),
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
        // Nothing but options settles in the coin here: its wallet is what stands behind them.
        const { walletE8 } = engine.balances('ann').find(({ coin }) => coin === 'USDT')!
        const backing = { equity: money(walletE8), lotSize: '0.01' as Qty, makerFeeRate: RATE }
        const outcome = optionOutcome(
          view,
          holding,
          { side, qty: coins(lots), reduceOnly: ticket.reduces, fills, rest, price },
          backing,
        )
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

test('with less than nothing free, what is left of buying back ends after its first fills: the ticket says how much', () => {
  const { run, engine, trade } = floor(['ann', 'bob'], 4_000)
  run({ type: 'credit', account: 'bob', coin: 'USDT', amountE8: 1_000_000 * USDT })
  run({ type: 'mark', symbol: 'BTC-C', markTicks: 1_400 * DOLLAR, indexTicks: 2_025_000 })
  trade('bob', 'buy', 1_400, 1)
  trade('ann', 'sell', 1_400, 1)
  // 4,000 + 1,400 − 0.0003 × 20,250 = 5,393.925. At a mark of 3,000 the maintenance margin is 607.5 + 3,000 + 40.5 = 3,648,
  // and the initial one 3,037.5 + 3,000 = 6,037.5: 643.575 less than nothing is free.
  run({ type: 'mark', symbol: 'BTC-C', markTicks: 3_000 * DOLLAR, indexTicks: 2_025_000 })
  trade('bob', 'sell', 4_400, 0.5)
  const view: OptionView = {
    contract: { strike: '20000' as Price, isCall: true, margin: OPTION_MARGIN, feeCap: OPTION_FEE_CAP },
    index: '20250' as Price,
    mark: '3000' as Price,
    takerFeeRate: RATE,
  }
  const holding = { qty: new Exact(-1), paid: new Exact(1_400), orders: { buy: [], sell: [] } }
  const backing = { equity: '5393.925' as Money, lotSize: '0.01' as Qty, makerFeeRate: RATE }
  const ask = (limit: string) =>
    optionOutcome(
      view,
      holding,
      {
        side: 'buy',
        qty: '1.3' as Qty,
        reduceOnly: false,
        fills: [{ qty: '0.5' as Qty, price: '4400' as Price }],
        rest: { qty: '0.8' as Qty, price: limit as Price },
        price: limit as Price,
      },
      backing,
    )
  // After 0.5 at 4,400 and 3.0375 of fee 3,190.8875 are left. 0.8 at 4,400 would cost 3,520 and more.
  expect(ask('4400')).toMatchObject({ required: '0', qty: '0.5', unpaid: '0.8', walletChange: '-2203.0375' })
  const order = place('ann', { symbol: 'BTC-C', side: 'buy', ticks: 4_400 * DOLLAR, lots: 130 })
  const told = run(order).events.flatMap((event) => (event.type === 'order' ? [event.order] : []))
  expect(told.findLast(({ account }) => account === 'ann')).toMatchObject({
    status: 'canceled',
    filledLots: 50,
    rejectReason: 'EC_ReachRiskPriceLimit',
  })
  expect(engine.balances('ann')[0]!.walletE8).toBe(Math.round((5_393.925 - 2_203.0375) * USDT))
})

test('a fill that the account cannot pay for whole is made in part, and nothing of it waits', () => {
  const view: OptionView = {
    contract: { strike: '20000' as Price, isCall: true, margin: OPTION_MARGIN, feeCap: OPTION_FEE_CAP },
    index: '20250' as Price,
    mark: '3000' as Price,
    takerFeeRate: RATE,
  }
  const holding = { qty: new Exact(-2), paid: new Exact(2_800), orders: { buy: [], sell: [] } }
  const order = {
    side: 'buy',
    qty: '1.3' as Qty,
    reduceOnly: false,
    fills: [{ qty: '1' as Qty, price: '4000' as Price }],
    rest: { qty: '0.3' as Qty, price: '4000' as Price },
    price: '4000' as Price,
  } as const
  // 0.49 cost 1,960 and 0.49 × 6.075 = 2.97675; one lot more would make 2,003.0375 of the 2,000 that are there.
  const backing = { equity: '2000' as Money, lotSize: '0.01' as Qty, makerFeeRate: RATE }
  expect(optionOutcome(view, holding, order, backing)).toMatchObject({
    qty: '0.49',
    unpaid: '0.81',
    walletChange: '-1962.97675',
  })
  // Where nobody knows what is there, nothing ends.
  expect(optionOutcome(view, holding, order)).toMatchObject({ qty: '1.3', unpaid: '0' })
})
