import { signal } from '@preact/signals-react'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { MatchingEngine } from '../../../../exchange/engine/matching-engine'
import { Exact, toText, type Leverage, type Money, type Price, type Qty } from '../../../../src/domain/decimal'
import type { Spread } from '../../../../src/domain/instrument/spread'
import type { InstrumentSymbol, OrderType, Side, TimeInForce } from '../../../../src/domain/order/order'
import { SpreadOutlook } from '../../../../src/ui/spread-entry/spread-outlook'
import type { LegMarkets } from '../../../../src/ui/trading-kit/leg-markets'
import { coinOf, instrumentOf, orderOf, positionOf, walletOf } from '../../../ui/fixtures'
import { BASIS } from '../../../ui/spread-fixtures'
import { BTC, USDT } from '../engine-fixture'
import { FUTURE, openSpreads, SPREAD_SYMBOL, spreadOrder } from './spread-fixture'

/** Worlds: 10,000 tickets with `HALYARD_TICKETS=10000`, a slice of them otherwise. */
const WORLDS = Number(process.env['HALYARD_TICKETS'] ?? 400) / 4
/** Each leg's fee and margin is rounded by itself, of each fill. */
const ROUNDING_E8 = 30
const SIDE = fc.constantFrom<Side>('buy', 'sell')
const KINDS = ['market', 'immediateOrCancel', 'fillOrKill', 'goodTillCancel'] as const

const LEVEL = fc.record({ lots: fc.integer({ min: 1, max: 150 }), at: fc.integer({ min: 1, max: 60 }) })
const WORLD = fc.record({
  leverageE2: fc.constantFrom(300, 1_000, 5_000),
  levels: fc.array(LEVEL, { minLength: 2, maxLength: 5 }),
  /** Own orders, behind the best of the others. */
  own: fc.array(
    fc.record({ side: SIDE, lots: fc.integer({ min: 1, max: 100 }), at: fc.integer({ min: 30, max: 80 }) }),
    {
      maxLength: 2,
    },
  ),
  tickets: fc.array(
    fc.record({
      side: SIDE,
      kind: fc.constantFrom(...KINDS),
      /** From the middle, above zero into the other side. */
      away: fc.integer({ min: -30, max: 60 }),
      lots: fc.integer({ min: 1, max: 900 }),
    }),
    { minLength: 4, maxLength: 4 },
  ),
})
type World = typeof WORLD extends fc.Arbitrary<infer T> ? T : never
type Ticket = World['tickets'][number]

const MIDDLE = 200
const price = (ticks: number): Price => toText<Price>(new Exact(ticks).times('0.5'))
const qty = (lots: number): Qty => toText<Qty>(new Exact(lots).times('0.01'))
const money = (e8: number): Money => toText<Money>(new Exact(e8).div(1e8))
const ticksOf = ({ side, away }: Ticket): number => MIDDLE + (side === 'buy' ? away : -away)

function commandOf(ticket: Ticket, lots = ticket.lots): ReturnType<typeof spreadOrder> {
  const { side, kind } = ticket
  return spreadOrder('ann', {
    side,
    lots,
    orderType: kind === 'market' ? 'market' : 'limit',
    ticks: kind === 'market' ? 0 : ticksOf(ticket),
    timeInForce: kind === 'market' ? 'immediateOrCancel' : kind,
  })
}

/** What the ticket says of an order, as much of the book seen as there are rows. */
function outlookOf(engine: MatchingEngine, ticket: Ticket, leverageE2: number, seen: { rows: number; group: number }) {
  const book = engine.book(SPREAD_SYMBOL, 50)
  const rows = (levels: readonly (readonly [number, number])[], sign: 1 | -1): Float64Array => {
    const cells = new Map<number, number>()
    for (const [ticks, lots] of levels) {
      const edge = sign * Math.ceil((sign * ticks) / seen.group) * seen.group
      cells.set(edge, (cells.get(edge) ?? 0) + lots)
    }
    return Float64Array.from([...cells].flat()).subarray(0, 2 * seen.rows)
  }
  const view = { symbol: SPREAD_SYMBOL, group: seen.group, bids: rows(book.bids, -1), asks: rows(book.asks, 1) }
  const best = (levels: readonly (readonly [number, number])[]): object | null => levels[0] ?? null
  const [bid, ask] = [best(book.bids), best(book.asks)] as [[number, number] | null, [number, number] | null]
  const ticker = {
    bid1Price: bid && price(bid[0]),
    bid1Qty: bid && qty(bid[1]),
    ask1Price: ask && price(ask[0]),
    ask1Qty: ask && qty(ask[1]),
  }
  const spread = {
    ...BASIS,
    symbol: SPREAD_SYMBOL,
    tickSize: '0.5',
    lotSize: '0.01',
    minQty: '0.01',
    minPrice: '-2000',
    maxPrice: '2000',
    maxLimitQty: '100',
    maxMarketQty: '100',
  } as unknown as Spread
  const leg = (symbol: string, mark: string, tickSize: string) => ({
    symbol,
    listed: signal({ ...instrumentOf(), symbol, tickSize, lotSize: '0.001', maxMarketQty: '100' }),
    markPrice: signal(mark),
    lastPrice: signal(mark),
    ticker: signal(null),
    tickerStale: signal(false),
  })
  const balance = engine.balances('ann').find(({ coin }) => coin === 'USDT')!
  const positions = [FUTURE, BTC].flatMap(({ symbol }) => engine.positions('ann', symbol))
  const type: OrderType = ticket.kind === 'market' ? 'market' : 'limit'
  return new SpreadOutlook({
    market: { symbol: SPREAD_SYMBOL, ticker: signal(ticker), book: signal(view), bookStale: signal(false) } as never,
    legs: [leg(FUTURE.symbol, '50100', '0.5'), leg(BTC.symbol, '50000', '0.1')] as unknown as LegMarkets,
    account: {
      view: signal({ hasOwnMargin: true }),
      wallet: signal(walletOf(coinOf(money(balance.availableE8), { walletBalance: money(balance.walletE8) }))),
      openOrders: signal(
        engine.openOrders('ann').map((one) =>
          Object.assign(
            orderOf(one.id, {
              symbol: SPREAD_SYMBOL as InstrumentSymbol,
              side: one.side,
              leavesQty: qty(one.lots - one.filledLots),
            }),
            { price: price(one.ticks) },
          ),
        ),
      ),
      position: (symbol: string) => {
        const row = positions.find((one) => one.symbol === symbol)
        const size = toText<Qty>(new Exact(Math.abs(row?.lots ?? 0)).div(1_000))
        return row === undefined ? null : positionOf({ side: row.lots > 0 ? 'buy' : 'sell', size })
      },
      leverage: () => toText<Leverage>(new Exact(leverageE2).div(100)),
    } as never,
    spread: signal(spread),
    terms: signal({
      side: ticket.side,
      type,
      price: type === 'limit' ? price(ticksOf(ticket)) : null,
      qty: qty(ticket.lots),
      timeInForce: (ticket.kind === 'market' ? 'immediateOrCancel' : ticket.kind) as TimeInForce,
    }),
    told: () => null,
  })
}

function open(world: World): MatchingEngine {
  const engine = openSpreads(['ann', 'bob'], 100_000 * USDT)
  engine.handle({ type: 'credit', account: 'bob', coin: 'USDT', amountE8: 10_000_000 * USDT }, 1)
  for (const { symbol } of [BTC, FUTURE])
    engine.handle({ type: 'setLeverage', account: 'ann', symbol, leverageE2: world.leverageE2 }, 2)
  for (const { lots, at } of world.levels)
    for (const side of ['buy', 'sell'] as const)
      engine.handle(spreadOrder('bob', { side, lots, ticks: side === 'buy' ? MIDDLE - at : MIDDLE + at }), 2)
  for (const { side, lots, at } of world.own)
    engine.handle(
      spreadOrder('ann', { side, lots, ticks: side === 'buy' ? MIDDLE - at : MIDDLE + at, timeInForce: 'postOnly' }),
      2,
    )
  return engine
}
test('a spread’s ticket names the largest order that the engine takes, and what of an order fills', () => {
  const seen = { market: 0, immediateOrCancel: 0, fillOrKill: 0, goodTillCancel: 0, none: 0, part: 0, refused: 0 }
  fc.assert(
    fc.property(WORLD, (world) => {
      for (const ticket of world.tickets) {
        const engine = open(world)
        const outlook = outlookOf(engine, ticket, world.leverageE2, { rows: 50, group: 1 })
        const most = engine.mostLots(commandOf(ticket))
        expect(outlook.most.value, ticket.kind).toBe(typeof most === 'number' ? qty(most) : most)
        for (const less of [
          { rows: 1, group: 1 },
          { rows: 50, group: 10 },
        ]) {
          const bound = new Exact(outlookOf(engine, ticket, world.leverageE2, less).most.value!).times(100).toNumber()
          expect(bound, 'of less').toBeLessThanOrEqual(most as number)
        }
        seen[ticket.kind]++
        const { outcome, legs, lack } = outlook
        const { refusal } = engine.preview(commandOf(ticket))!
        if (refusal?.kind === 'insufficientBalance') {
          seen.refused++
          const required = outcome.value!.rise?.margin.times(1e8).toNumber()
          // Beyond the book that is seen nobody knows it, and the exchange says it.
          if (required !== undefined) expect(required, 'required').toBe(refusal.requiredE8)
          continue
        }
        expect([refusal, lack.value]).toEqual([null, null])
        compareWithFill(engine, ticket, { outcome: outcome.value!, after: legs.value.map((leg) => leg.after) }, seen)
      }
    }),
    { numRuns: WORLDS, seed: 23 },
  )
  for (const [name, count] of Object.entries(seen)) expect([name, count > WORLDS / 40]).toEqual([name, true])
}, 60_000)

/** The order is placed: what each leg has then, and the fees, are the ticket's. */
function compareWithFill(
  engine: MatchingEngine,
  ticket: Ticket,
  said: { readonly outcome: NonNullable<SpreadOutlook['outcome']['value']>; readonly after: readonly (Qty | null)[] },
  seen: { none: number; part: number },
): void {
  const { outcome, after } = said
  // One larger than the book that is seen, or an own order where it ends, which the queue decides.
  if (outcome.qty === null) {
    expect(outcome.met.beyond).not.toBe('0')
    return
  }
  if (outcome.met.maybeCanceled > 0) return
  // At the edge of the balance a fill may cost more than was asked for before, and the exchange stops it there.
  const free = engine.balances('ann').find(({ coin }) => coin === 'USDT')!.availableE8
  if (outcome.rise!.margin.times(1e8).gt(0.95 * free)) return
  const { result, events } = engine.handle(commandOf(ticket), 9)
  expect(result.ok).toBe(true)
  const order = engine.findOrder('ann', { orderId: (result as { orderId: string }).orderId })!
  if (order.status === 'new' || order.status === 'partiallyFilled') return
  if (order.filledLots === 0) seen.none++
  else if (order.filledLots < order.lots) seen.part++
  expect(outcome.qty).toBe(qty(order.filledLots))
  const held = (symbol: string): Qty => {
    const lots = engine.positions('ann', symbol)[0]?.lots ?? 0
    return toText<Qty>(new Exact(lots).div(1_000))
  }
  expect(after).toEqual([held(FUTURE.symbol), held(BTC.symbol)])
  let paid = 0
  for (const event of events)
    if (event.type === 'execution' && event.execution.account === 'ann') paid += event.execution.feeE8
  if (order.filledLots === 0) expect([outcome.fee, outcome.average]).toEqual([null, null])
  else expect(Math.abs(new Exact(outcome.fee!).times(1e8).toNumber() - paid)).toBeLessThanOrEqual(ROUNDING_E8)
}
