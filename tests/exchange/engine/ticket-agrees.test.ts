import {
  assert as holds,
  boolean,
  constantFrom,
  integer,
  property,
  record,
  uniqueArray,
  array,
  type Arbitrary,
} from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createEngine } from '../../../exchange/engine/create-engine'
import type { EngineCommand } from '../../../exchange/engine/commands'
import type { EngineInstrument } from '../../../exchange/engine/instrument'
import type { MatchingEngine } from '../../../exchange/engine/matching-engine'
import type { EngineBalance, EnginePosition } from '../../../exchange/engine/records/position-records'
import type { EngineOrder } from '../../../exchange/engine/records/order-records'
import { Exact, toText, type Leverage, type Money, type Price, type Qty, type Rate } from '../../../src/domain/decimal'
import type { Contract } from '../../../src/domain/instrument/contract'
import type { RiskTier } from '../../../src/domain/instrument/listed'
import type { Side } from '../../../src/domain/order/order'
import type { OpenOrders } from '../../../src/domain/risk/order-margin'
import {
  ticketFigures,
  type BookMeeting,
  type ReckonedFigures,
} from '../../../src/ui/trading-kit/ticket/ticket-figures'
import { coinOf, instrumentOf, positionOf } from '../../ui/fixtures'
import { mark, ofType, place, USDT } from './engine-fixture'
import { INVERSE, LINEAR } from './modes-fixture'

/** Tickets in all: 10,000 with `HALYARD_TICKETS=10000`, a slice of them otherwise. */
const TICKETS = Number(process.env['HALYARD_TICKETS'] ?? 2_000)
/** Tickets that are looked at in one world; a preview changes nothing. */
const PER_WORLD = 10
/** Fee, margin and fee to close are rounded apart, of each fill, of each side's orders and of the position: units of E8. */
const ROUNDING_E8 = 30
const MARK = 500_000

interface Product {
  readonly engine: EngineInstrument
  readonly contract: Contract
  readonly coin: string
  /** Lots of an order, at most. */
  readonly most: number
  readonly qty: (lots: number) => Qty
}

const tiersOf = ({ tiers }: EngineInstrument): readonly RiskTier[] =>
  tiers.map((tier, i) => ({
    id: i + 1,
    limit: money(tier.limitE8),
    initialMarginRate: money(tier.initialRateE8) as unknown as Rate,
    maintenanceMarginRate: money(tier.maintenanceRateE8) as unknown as Rate,
    maxLeverage: String(tier.maxLeverageE2 / 100) as Leverage,
    deduction: money(tier.deductionE8),
  }))

const inThousandths = (lots: number): Qty => toText<Qty>(new Exact(lots).div(1_000))
const whole = (lots: number): Qty => String(lots) as Qty
const price = (ticks: number): Price => toText<Price>(new Exact(ticks).div(10))
function money(e8: number): Money {
  return toText<Money>(new Exact(e8).div(1e8))
}

/** Perpetuals of both payoffs, and a dated future of each: the engine has the same rules for it under another name. */
const PRODUCTS: readonly Product[] = (['perpetual', 'dated'] as const).flatMap((life) => {
  const linear = life === 'dated' ? { ...LINEAR, symbol: 'BTC-27DEC30' } : LINEAR
  const inverse = life === 'dated' ? { ...INVERSE, symbol: 'BTCUSDZ30' } : INVERSE
  const limits = { priceLimitRatioX: '0.01' as Rate, priceLimitRatioY: '0.02' as Rate }
  const coins = { quoteCoin: 'USD', settleCoin: 'BTC', lotSize: '1' as Qty, minQty: '1' as Qty }
  const [linearKind, inverseKind] =
    life === 'dated'
      ? (['linearFutures', 'inverseFutures'] as const)
      : (['linearPerpetual', 'inversePerpetual'] as const)
  const contract = (engine: EngineInstrument, change: object): Contract =>
    ({ ...instrumentOf({ ...limits, riskTiers: tiersOf(engine) }), symbol: engine.symbol, ...change }) as Contract
  return [
    {
      engine: linear,
      contract: contract(linear, { kind: linearKind }),
      coin: 'USDT',
      most: 200,
      qty: inThousandths,
    },
    {
      engine: inverse,
      contract: contract(inverse, { kind: inverseKind, ...coins }),
      coin: 'BTC',
      most: 20_000,
      qty: whole,
    },
  ]
})

/** A share of a bound, so that one world serves both sizes of lots. */
const share: Arbitrary<number> = integer({ min: 1, max: 1_000 })
const SIDE = constantFrom<Side>('buy', 'sell')

const TICKET = record({
  side: SIDE,
  away: integer({ min: -3_000, max: 3_000 }),
  size: share,
  kind: constantFrom('limit', 'postOnly', 'ends', 'market'),
  reduceOnly: integer({ min: 0, max: 5 }).map((one) => one === 0),
})
type Ticket = typeof TICKET extends Arbitrary<infer T> ? T : never

const WORLD = record({
  productAt: integer({ min: 0, max: PRODUCTS.length - 1 }),
  mode: constantFrom('cross', 'isolated', 'portfolio'),
  leverage: constantFrom(1, 3, 10, 25, 50, 100),
  level: constantFrom<{ takerRateE8: number; makerRateE8: number } | null>(
    null,
    { takerRateE8: 40_000, makerRateE8: 18_000 },
    { takerRateE8: 30_000, makerRateE8: 0 },
  ),
  /** Some cannot pay for what they ask. */
  isPoor: boolean(),
  held: record({ side: SIDE, size: integer({ min: 0, max: 1_000 }), at: integer({ min: -2_000, max: 2_000 }) }),
  added: integer({ min: 0, max: USDT / 100 }),
  /** Other orders of the same contract, away from the market so that they rest. */
  orders: array(record({ side: SIDE, away: integer({ min: 1_300, max: 2_500 }), size: share }), { maxLength: 3 }),
  marked: integer({ min: -800, max: 800 }),
  levels: uniqueArray(integer({ min: 0, max: 1_200 }), { minLength: 1, maxLength: 4 }),
  levelSize: share,
  tickets: array(TICKET, { minLength: PER_WORLD, maxLength: PER_WORLD }),
})
type World = typeof WORLD extends Arbitrary<infer T> ? T : never

/** Every figure of the account that a ticket needs, from what the engine lists. */
class Scene {
  readonly engine: MatchingEngine
  readonly product: Product
  readonly now: number
  #nowMs = 1_000

  constructor(readonly world: World) {
    const product = (this.product = PRODUCTS[world.productAt]!)
    const { mode, leverage, level, held, isPoor } = world
    const { symbol } = product.engine
    this.engine = createEngine([product.engine])
    for (const account of ['ann', 'bob', 'cat']) {
      this.run({ type: 'openAccount', account, role: 'user', kind: 'uta2', defaultLeverageE2: 1_000 })
      const rich = product.coin === 'BTC' ? 10 * USDT : 100_000 * USDT
      this.run({
        type: 'credit',
        account,
        coin: product.coin,
        amountE8: account === 'ann' && isPoor ? rich / 50 : rich,
      })
    }
    if (mode !== 'cross') this.run({ type: 'setMarginMode', account: 'ann', mode })
    this.run({ type: 'setLeverage', account: 'ann', symbol, leverageE2: leverage * 100 })
    this.run({ type: 'setFees', account: 'ann', fees: level })
    this.run(mark(MARK, MARK, symbol))
    if (held.size > 0) {
      const other: Side = held.side === 'buy' ? 'sell' : 'buy'
      const at = { symbol, ticks: MARK + held.at, lots: this.lots(held.size) }
      this.run(place('cat', { ...at, side: other }))
      this.run(place('ann', { ...at, side: held.side, timeInForce: 'immediateOrCancel' }))
      this.run({ type: 'cancelAll', account: 'cat', symbol } as EngineCommand)
      if (world.added > 0 && mode === 'isolated')
        this.run({ type: 'addMargin', account: 'ann', symbol, positionIdx: 0, amountE8: world.added })
    }
    this.now = MARK + world.marked
    this.run(mark(this.now, this.now, symbol))
    for (const { side, away, size } of world.orders)
      this.run(place('ann', { symbol, side, ticks: this.now + (side === 'buy' ? -away : away), lots: this.lots(size) }))
    for (const level of world.levels) {
      const lots = this.lots(world.levelSize)
      this.run(place('bob', { symbol, side: 'sell', ticks: this.now + 5 + level, lots }))
      this.run(place('bob', { symbol, side: 'buy', ticks: this.now - 5 - level, lots }))
    }
  }

  run(command: EngineCommand): ReturnType<MatchingEngine['handle']> {
    return this.engine.handle(command, (this.#nowMs += 1))
  }

  lots(part: number): number {
    return Math.max(1, Math.floor((this.product.most * part) / 1_000))
  }

  command({ side, away, size, kind, reduceOnly }: Ticket): Extract<EngineCommand, { type: 'place' }> {
    const { symbol } = this.product.engine
    const timeInForce =
      kind === 'limit' ? 'goodTillCancel' : kind === 'postOnly' ? 'postOnly' : ('immediateOrCancel' as const)
    return place('ann', {
      symbol,
      side,
      ticks: this.now + away,
      lots: this.lots(size) * 2,
      orderType: kind === 'market' ? 'market' : 'limit',
      timeInForce,
      reduceOnly,
    })
  }

  /** What the ticket shows of it. */
  figures(ticket: Ticket): ReckonedFigures {
    const { product } = this
    const { mode, leverage, level } = this.world
    const { qty, contract, engine } = product
    const { side, kind, reduceOnly } = ticket
    const asked = this.command(ticket)
    const taker = money(level?.takerRateE8 ?? engine.takerRateE8) as unknown as Rate
    const maker = money(level?.makerRateE8 ?? engine.makerRateE8) as unknown as Rate
    const instrument = { ...contract, takerFeeRate: taker, makerFeeRate: maker }
    const book = this.engine.book(engine.symbol, 50)
    const open = this.engine.openOrders('ann')
    const opposite = side === 'buy' ? book.asks : book.bids
    const levels = opposite.map(([at, size]) => ({ price: price(at), qty: qty(size) }))
    const orders = ordersOf(open, qty)
    const own = orders[side === 'buy' ? 'sell' : 'buy']
    const isMarket = kind === 'market'
    const meeting: BookMeeting = {
      levels,
      isPostOnly: kind === 'postOnly',
      limit: isMarket ? null : price(asked.ticks),
      leftover: kind === 'limit' || kind === 'postOnly' ? 'rests' : 'ends',
      markPrice: price(this.now),
    }
    const [row] = this.engine.positions('ann', engine.symbol)
    const balance = this.engine.balances('ann').find((one) => one.coin === product.coin)!
    const position =
      row === undefined || row.lots === 0
        ? null
        : positionOf({
            side: row.lots > 0 ? 'buy' : 'sell',
            size: qty(Math.abs(row.lots)),
            entryPrice: averageOf(row.costE8, qty(Math.abs(row.lots)), product),
            value: money(row.costE8),
            leverage: String(leverage) as Leverage,
            extraMargin: money(row.extraMarginE8 ?? 0),
            unrealisedPnl: money(row.unrealisedE8),
            realisedPnl: money(row.realisedE8),
            maintenanceMargin: money(row.maintenanceMarginE8),
          })
    return ticketFigures({
      side,
      price: isMarket
        ? (levels.find((one) => !own.some((mine) => mine.price === one.price))?.price ?? price(this.now))
        : price(asked.ticks),
      qty: qty(asked.lots),
      feeRate: kind === 'postOnly' ? maker : taker,
      leverage: String(leverage) as Leverage,
      instrument,
      position,
      balance: coinOf(money(balance.availableE8), {
        coin: product.coin,
        equity: money(balance.walletE8 + balance.unrealisedE8),
        maintenanceMargin: money(balance.maintenanceE8),
      }),
      marginMode: mode === 'isolated' ? 'isolated' : 'cross',
      reduceOnly,
      orders,
      own,
      meeting,
    })
  }

  available(rows: readonly { readonly coin: string; readonly availableE8: number }[]): number {
    return rows.find((one) => one.coin === this.product.coin)!.availableE8
  }
}

/** A mean price: the value paid by the coins of a linear contract, the units of an inverse one by their coins. */
function averageOf(costE8: number, qty: Qty, { coin }: Product): Price {
  const value = new Exact(Math.abs(costE8)).div(1e8)
  return toText<Price>(coin === 'BTC' ? new Exact(qty).div(value) : value.div(qty))
}

function ordersOf(open: readonly EngineOrder[], qty: (lots: number) => Qty): OpenOrders {
  const of = (side: Side) =>
    open
      .filter((order) => order.side === side && !order.reduceOnly)
      .map((order) => ({ price: price(order.ticks), qty: qty(order.lots - order.filledLots) }))
  return { buy: of('buy'), sell: of('sell') }
}

/**
 * Of a post-only order that would match the ticket says so and shows no figures; of a market order beyond the
 * book nobody knows what it reaches, which the ticket says; and whether an order comes to an own one at the price where it
 * ends, the queue decides.
 */
function isApart(scene: Scene, ticket: Ticket): boolean {
  const { side, ticks, orderType } = scene.command(ticket)
  const { asks, bids } = scene.engine.book(scene.product.engine.symbol, 1)
  const best = (side === 'buy' ? asks : bids)[0]?.[0]
  const isCrossing = best !== undefined && (side === 'buy' ? best <= ticks : best >= ticks)
  if (ticket.kind === 'postOnly') expect(scene.figures(ticket).atOnce?.leftover === 'matches').toBe(isCrossing)
  if (ticket.kind === 'postOnly' && isCrossing) return true
  if (orderType === 'market' && isBeyondBook(scene, ticket)) return true
  return (scene.figures(ticket).met?.maybeCanceled ?? 0) > 0
}

function isBeyondBook(scene: Scene, ticket: Ticket): boolean {
  const { side, lots } = scene.command(ticket)
  const { asks, bids } = scene.engine.book(scene.product.engine.symbol, 50)
  const own = scene.engine.openOrders('ann').filter((order) => order.side !== side)
  const total = (side === 'buy' ? asks : bids).reduce((sum, [, size]) => sum + size, 0)
  return total - own.reduce((sum, order) => sum + order.lots - order.filledLots, 0) < lots
}

const inE8 = (amount: Money): number => new Exact(amount).times(1e8).toNumber()

describe('what the ticket shows is what the exchange reserves (issue 23.3)', () => {
  test(`${TICKETS} random tickets: cost, what has to be free, fee, position, liquidation and break-even`, () => {
    const seen = { cost: 0, refused: 0, filled: 0, isolated: 0, cross: 0, portfolio: 0, withOrders: 0, canceled: 0 }
    holds(
      property(WORLD, (world) => {
        const scene = new Scene(world)
        for (const ticket of world.tickets) {
          if (isApart(scene, ticket)) continue
          compareWithPreview(scene, ticket, seen)
        }
        const last = world.tickets.find((ticket) => !isApart(scene, ticket) && ticket.kind !== 'postOnly')
        if (last !== undefined) compareWithFill(scene, last, seen)
      }),
      { numRuns: Math.ceil(TICKETS / PER_WORLD), seed: 23_003 },
    )
    // None of the cases is left out by chance.
    const least = TICKETS / 100
    for (const [name, count] of Object.entries(seen)) expect([name, count > least]).toEqual([name, true])
  }, 120_000)
})

type Seen = Record<
  'cost' | 'refused' | 'filled' | 'isolated' | 'cross' | 'portfolio' | 'withOrders' | 'canceled',
  number
>

/**
 * `order/pre-check` is this preview: what it checks, and the balances that the order would leave. With portfolio margin the
 * ticket shows what the preview itself says (`order-preview`), which `compareWithFill` holds against the order.
 */
function compareWithPreview(scene: Scene, ticket: Ticket, seen: Seen): void {
  const { engine, world } = scene
  if (world.mode === 'portfolio') return
  const preview = engine.preview(scene.command(ticket))!
  const { outlay, required, met } = scene.figures(ticket)
  const free = scene.available(preview.before)
  if (preview.refusal?.kind === 'insufficientBalance') {
    expect(Math.abs(inE8(required!) - preview.refusal.requiredE8), 'required').toBeLessThanOrEqual(ROUNDING_E8)
    seen.refused++
    return
  }
  if (preview.refusal !== null || preview.after === null) return
  const isAsked = !ticket.reduceOnly
  if (isAsked) expect(inE8(required!), 'taken, so it is free').toBeLessThanOrEqual(Math.max(0, free) + ROUNDING_E8)
  const taken = Math.max(0, free - scene.available(preview.after))
  expect(Math.abs(inE8(outlay) - taken), 'cost').toBeLessThanOrEqual(ROUNDING_E8)
  if (taken > 0) seen.cost++
  seen[world.mode === 'cross' ? 'cross' : 'isolated']++
  if (world.orders.length > 0) seen.withOrders++
  if (met!.canceled > 0) seen.canceled++
}

/** The order is placed: where it fills whole, its fee and the position are those of the ticket. */
function compareWithFill(scene: Scene, ticket: Ticket, seen: Seen): void {
  const { engine, product } = scene
  const { mode } = scene.world
  const figures = scene.figures(ticket)
  const told = engine.preview(scene.command(ticket))!
  const { result, events } = scene.run(scene.command(ticket))
  expect(told.refusal).toEqual(result.ok ? null : result.refusal)
  if (!result.ok) return
  // What the order takes of the available balance, and the margin after it.
  const marginOf = (rows: readonly EngineBalance[]) => {
    const row = rows.find((one) => one.coin === product.coin)!
    return [row.availableE8, row.positionMarginE8, row.orderMarginE8, row.maintenanceE8]
  }
  expect(marginOf(told.after!), 'foretold').toEqual(marginOf(engine.balances('ann')))
  const order = engine.findOrder('ann', { orderId: result.orderId! })!
  const asked = scene.command(ticket).lots
  if (order.status !== 'filled' || order.lots !== asked) return
  seen.filled++
  const fees = ofType(events, 'execution').filter(({ execution }) => execution.account === 'ann')
  const paid = fees.reduce((sum, { execution }) => sum + execution.feeE8, 0)
  expect(Math.abs(inE8(figures.fee!) - paid), 'fee').toBeLessThanOrEqual(ROUNDING_E8)
  const [row] = engine.positions('ann', product.engine.symbol)
  const lots = row?.lots ?? 0
  expect(figures.after!.qty, 'position').toBe(product.qty(Math.abs(lots)))
  if (lots === 0 || row === undefined) return
  expect(figures.after!.side).toBe(lots > 0 ? 'buy' : 'sell')
  breaksEven(scene, figures.breakEvenPrice, row)
  // Nobody is liquidated by one contract's mark there, and the ticket shows no price for it.
  if (mode === 'portfolio') seen.portfolio++
  else {
    expect(figures.liquidationPrice === null, 'liquidation').toBe(row.liquidationTicks === null)
    if (figures.liquidationPrice === null || row.liquidationTicks === null) return
    // What was paid is booked in whole units of the coin, and so is the margin: a unit of both together moves an
    // inverse price by its share of the value, the more the farther it is, and then it is rounded to a tick.
    const moved = Math.ceil(row.liquidationTicks ** 2 / MARK / Math.abs(row.costE8)) + 1
    const apart = new Exact(figures.liquidationPrice).times(10).minus(row.liquidationTicks).abs().toNumber()
    const linear = mode === 'isolated' ? 0 : 1
    expect(apart, `${mode} liquidation`).toBeLessThanOrEqual(product.coin === 'BTC' ? moved : linear)
  }
}

/** Closing all of it there gives back what was paid, by what the engine has booked; a tick before, it does not. */
function breaksEven(scene: Scene, at: Price | null, { lots, costE8, realisedE8 }: EnginePosition): void {
  if (at === null) return
  const { product, world } = scene
  const isInverse = product.coin === 'BTC'
  // A lower rate than the base one does not count (semantics.md §7.17).
  const rate = Math.max(world.level?.takerRateE8 ?? 0, product.engine.takerRateE8) / 1e8
  const result = (ticks: number): number => {
    const size = Number(product.qty(Math.abs(lots)))
    const value = isInverse ? (size / ticks) * 10 : (size * ticks) / 10
    const gain = (value - Math.abs(costE8) / 1e8) * Math.sign(lots) * (isInverse ? -1 : 1)
    return (gain + realisedE8 / 1e8 - value * rate) * 1e8
  }
  const ticks = new Exact(at).times(10).toNumber()
  expect(result(ticks), 'break-even').toBeGreaterThanOrEqual(-ROUNDING_E8)
  expect(result(ticks - Math.sign(lots)), 'a tick before break-even').toBeLessThanOrEqual(ROUNDING_E8)
}
