import { array, boolean, constantFrom, integer, record, uniqueArray, type Arbitrary } from 'fast-check'
import { createEngine } from '../../../exchange/engine/create-engine'
import type { EngineCommand } from '../../../exchange/engine/commands'
import type { EngineInstrument } from '../../../exchange/engine/instrument'
import type { MatchingEngine } from '../../../exchange/engine/matching-engine'
import type { EngineOrder } from '../../../exchange/engine/records/order-records'
import { Exact, toText, type Leverage, type Money, type Price, type Qty, type Rate } from '../../../src/domain/decimal'
import type { Contract } from '../../../src/domain/instrument/contract'
import type { RiskTier } from '../../../src/domain/instrument/listed'
import type { Side } from '../../../src/domain/order/order'
import type { OpenOrders } from '../../../src/domain/risk/order-margin'
import { ticketFigures, type BookMeeting, type TicketInput } from '../../../src/ui/trading-kit/ticket/ticket-figures'
import type { TicketFigures } from '../../../src/ui/trading-kit/ticket/figure-values'
import { coinOf, instrumentOf, positionOf } from '../../ui/fixtures'
import { mark, place, USDT } from './engine-fixture'
import { INVERSE, LINEAR } from './modes-fixture'

export const MARK = 500_000

export interface Product {
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
  // 9,999,990 ticks of 0.1 USD are the highest price.
  const maxPrice = '999999' as Price
  const coins = { maxPrice, quoteCoin: 'USD', settleCoin: 'BTC', lotSize: '1' as Qty, minQty: '1' as Qty }
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

export const TICKET = record({
  side: SIDE,
  away: integer({ min: -3_000, max: 3_000 }),
  size: share,
  kind: constantFrom('limit', 'postOnly', 'ends', 'whole', 'market'),
  reduceOnly: integer({ min: 0, max: 5 }).map((one) => one === 0),
})
export type Ticket = typeof TICKET extends Arbitrary<infer T> ? T : never

const TIME_IN_FORCE = {
  limit: 'goodTillCancel',
  postOnly: 'postOnly',
  ends: 'immediateOrCancel',
  whole: 'fillOrKill',
  market: 'immediateOrCancel',
} as const

/** Tickets that are looked at in one world; a preview changes nothing. */
export const PER_WORLD = 10

export const WORLD = record({
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
export type World = typeof WORLD extends Arbitrary<infer T> ? T : never

/** Every figure of the account that a ticket needs, from what the engine lists. */
export class Scene {
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
    return place('ann', {
      symbol,
      side,
      ticks: this.now + away,
      lots: this.lots(size) * 2,
      orderType: kind === 'market' ? 'market' : 'limit',
      timeInForce: TIME_IN_FORCE[kind],
      reduceOnly,
    })
  }

  /** What the ticket shows of it. */
  figures(ticket: Ticket): TicketFigures {
    return ticketFigures(this.input(ticket))
  }

  /** What it is made of. */
  input(ticket: Ticket): TicketInput & { readonly meeting: BookMeeting } {
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
      limit: isMarket ? null : price(asked.ticks),
      timeInForce: TIME_IN_FORCE[kind],
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
    return {
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
    }
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
