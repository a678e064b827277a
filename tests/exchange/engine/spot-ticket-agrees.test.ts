import { array, assert as holds, boolean, constantFrom, integer, property, record } from 'fast-check'
import { test } from 'vitest'
import { Exact, toText, type Money, type Price, type Qty, type Rate } from '../../../src/domain/decimal'
import type { Side } from '../../../src/domain/order/order'
import { fillsFrom } from '../../../src/domain/risk/order-outlay'
import type { Fill } from '../../../src/domain/risk/pnl'
import { mostAtMarket, qtyForAmount, spotOutcome } from '../../../src/domain/risk/spot-outcome'
import { COIN, PAIR, pair, spotDesk } from './spot-fixture'
import { USDT } from './engine-fixture'

/** So odd that the fee of nearly each fill is rounded. */
const RATE = '0.00080007' as Rate
const ODD_PAIR = { ...PAIR, takerRateE8: 80_007, makerRateE8: 80_007 }
const MIDDLE = 500_000

const priceOf = (ticks: number): Price => toText<Price>(new Exact(ticks).div(10))
const qtyOf = (lots: number): Qty => toText<Qty>(new Exact(lots).div(1_000))
const e8 = (value: string): number => new Exact(value).times(1e8).toNumber()

const WORLD = record({
  side: constantFrom<Side>('buy', 'sell'),
  /** Distance of each level from the one before it, and what it offers. */
  levels: array(record({ step: integer({ min: 1, max: 40 }), lots: integer({ min: 1, max: 300 }) }), {
    minLength: 1,
    maxLength: 5,
  }),
  kind: constantFrom('limit', 'market', 'amount'),
  lots: integer({ min: 1, max: 1_500 }),
  away: integer({ min: -120, max: 120 }),
  isPoor: boolean(),
})

/**
 * What the ticket of a pair says against what the engine does: whether the account has enough, what it pays, the fee and
 * what comes. The engine is asked with real orders.
 */
test('a pair’s ticket says what the engine takes, gives and refuses', () => {
  holds(
    property(WORLD, ({ side, levels, kind, lots, away, isPoor }) => {
      const desk = spotDesk(['ann', 'bob'], ODD_PAIR)
      const other: Side = side === 'buy' ? 'sell' : 'buy'
      const sense = side === 'buy' ? 1 : -1
      desk.run({ type: 'credit', account: 'bob', coin: 'BTC', amountE8: 100 * COIN })
      desk.run({ type: 'credit', account: 'bob', coin: 'USDT', amountE8: 10_000_000 * USDT })
      if (isPoor) {
        desk.run({ type: 'credit', account: 'ann', coin: 'USDT', amountE8: -95_000 * USDT })
        desk.run({ type: 'credit', account: 'ann', coin: 'BTC', amountE8: -1.9 * COIN })
      }
      let ticks = MIDDLE
      const book: Fill[] = []
      for (const level of levels) {
        ticks += sense * level.step
        book.push({ price: priceOf(ticks), qty: qtyOf(level.lots) })
        desk.order(pair('bob', { side: other, ticks, lots: level.lots }))
      }
      const bookLots = levels.reduce((sum, one) => sum + one.lots, 0)
      const limitTicks = kind === 'limit' ? MIDDLE + sense * away : null
      const amount = toText<Money>(new Exact(lots).div(1_000).times(50_000).plus('7.31'))
      const qty = kind === 'amount' ? qtyForAmount(amount, book, '0.001' as Qty) : qtyOf(lots)
      // Beyond the known book a market order is charged at the price that protects it: not what is asked here.
      if (qty === '0' || (kind !== 'limit' && e8(qty) / 1e5 > bookLots)) return
      const limit = limitTicks === null ? null : priceOf(limitTicks)
      const { fills, leavesQty } = fillsFrom(book, { side, qty, limit })
      const rest = limit !== null && leavesQty !== '0' ? { qty: leavesQty, price: limit } : null
      const rates = { takerFeeRate: RATE, makerFeeRate: RATE }
      const said = spotOutcome({ side, qty, limit, fills, rest, ...rates, isOfAmount: kind === 'amount' })
      const before = { USDT: desk.wallet('ann', 'USDT'), BTC: desk.wallet('ann', 'BTC') }
      const free = side === 'buy' ? before.USDT.freeE8 : before.BTC.freeE8
      const { result } = desk.run(
        pair('ann', {
          side,
          orderType: kind === 'limit' ? 'limit' : 'market',
          ticks: limitTicks ?? 0,
          lots: kind === 'amount' ? 0 : lots,
          ...(kind === 'amount' ? { amountE8: e8(amount) } : {}),
          timeInForce: kind === 'limit' ? 'goodTillCancel' : 'immediateOrCancel',
        }),
      )
      const isShort = e8(said.required) > free
      if (result.ok === isShort)
        throw new Error(`required ${said.required} of ${free / 1e8}: ${JSON.stringify(result)}`)
      if (!result.ok) {
        if (result.refusal.kind !== 'insufficientBalance') throw new Error(result.refusal.kind)
        return
      }
      const after = { USDT: desk.wallet('ann', 'USDT'), BTC: desk.wallet('ann', 'BTC') }
      const filled = spotOutcome({ side, qty, limit, fills, rest: null, takerFeeRate: RATE, makerFeeRate: RATE })
      const [pays, comes] = side === 'buy' ? (['USDT', 'BTC'] as const) : (['BTC', 'USDT'] as const)
      const filledQty = fills.reduce((sum, fill) => sum.plus(fill.qty), new Exact(0)).toString()
      const paid = side === 'buy' ? filled.amount : filledQty
      // To the last unit of 1e-8: the exchange rounds the fee of each fill, and so does the ticket.
      const same = (found: number, expected: number, what: string): void => {
        if (Math.round(found) !== Math.round(expected)) throw new Error(`${what}: ${found}, not ${expected}`)
      }
      same(before[pays].walletE8 - after[pays].walletE8, e8(paid), 'paid')
      same(after[comes].walletE8 - before[comes].walletE8, e8(filled.received), 'received')
      const waits =
        rest === null ? '0' : side === 'buy' ? toText<Money>(new Exact(rest.qty).times(rest.price)) : rest.qty
      same(after[pays].heldE8, e8(waits), 'held')
    }),
    { numRuns: 300 },
  )
})

test('the most that the slider gives is taken whole, and a lot more is not', () => {
  holds(
    property(WORLD, ({ levels }) => {
      const desk = spotDesk(['ann', 'bob'])
      desk.run({ type: 'credit', account: 'bob', coin: 'BTC', amountE8: 100 * COIN })
      let ticks = MIDDLE
      const book: Fill[] = []
      for (const level of levels) {
        ticks += level.step
        // More than a hundred thousand dollars buy.
        const lots = level.lots + 1_900
        book.push({ price: priceOf(ticks), qty: qtyOf(lots) })
        desk.order(pair('bob', { side: 'sell', ticks, lots }))
      }
      const rules = { lotSize: '0.001' as Qty, maxQty: '41.5' as Qty }
      const most = mostAtMarket('100000' as Money, book, rules)
      const lots = e8(most.qty) / 1e5
      const market = { side: 'buy', orderType: 'market', timeInForce: 'immediateOrCancel' } as const
      if (desk.run(pair('ann', { ...market, lots: lots + 1 })).result.ok) throw new Error(`${lots + 1} were taken`)
      if (!desk.run(pair('ann', { ...market, lots })).result.ok) throw new Error(`${lots} were refused`)
    }),
    { numRuns: 100 },
  )
})
