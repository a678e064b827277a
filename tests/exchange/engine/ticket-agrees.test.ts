import { assert as holds, property } from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { EngineBalance, EnginePosition } from '../../../exchange/engine/records/position-records'
import { Exact, type Money, type Price } from '../../../src/domain/decimal'
import { ofType } from './engine-fixture'
import { MARK, PER_WORLD, Scene, WORLD, type Ticket } from './ticket-scene'

/** Tickets in all: 10,000 with `HALYARD_TICKETS=10000`, a slice of them otherwise. */
const TICKETS = Number(process.env['HALYARD_TICKETS'] ?? 2_000)
/** Of each world so many are placed, each in a world of its own. */
const FILLED_PER_WORLD = 5
/** Fee, margin and fee to close are rounded apart, of each fill, of each side's orders and of the position: units of E8. */
const ROUNDING_E8 = 30
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
    const seen = {
      cost: 0,
      freeBefore: 0,
      refused: 0,
      filled: 0,
      isolated: 0,
      cross: 0,
      portfolio: 0,
      withOrders: 0,
      canceled: 0,
      cut: 0,
      inPart: 0,
      unfilled: 0,
    }
    holds(
      property(WORLD, (world) => {
        const scene = new Scene(world)
        for (const ticket of world.tickets) {
          if (isApart(scene, ticket)) continue
          compareWithPreview(scene, ticket, seen)
        }
        const meant = world.tickets.filter((ticket) => !isApart(scene, ticket) && ticket.kind !== 'postOnly')
        for (const ticket of meant.slice(0, FILLED_PER_WORLD)) compareWithFill(new Scene(world), ticket, seen)
      }),
      { numRuns: Math.ceil(TICKETS / PER_WORLD), seed: 23_003 },
    )
    // None of the cases is left out by chance.
    const least = TICKETS / 200
    for (const [name, count] of Object.entries(seen)) expect([name, count > least]).toEqual([name, true])
  }, 120_000)
})

type Seen = Record<
  | 'cost'
  | 'freeBefore'
  | 'refused'
  | 'filled'
  | 'isolated'
  | 'cross'
  | 'portfolio'
  | 'withOrders'
  | 'canceled'
  | 'cut'
  | 'inPart'
  | 'unfilled',
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
  const { cost, freeBefore, required, met } = scene.figures(ticket)
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
  expect(Math.abs(inE8(cost!) - taken), 'cost').toBeLessThanOrEqual(ROUNDING_E8)
  // What is said beside it is what the exchange asks for, and says where it is not there.
  if (freeBefore !== null) {
    expect([freeBefore, inE8(freeBefore) > taken]).toEqual([required, true])
    seen.freeBefore++
  }
  if (taken > 0) seen.cost++
  seen[world.mode === 'cross' ? 'cross' : 'isolated']++
  if (world.orders.length > 0) seen.withOrders++
  if (met!.canceled > 0) seen.canceled++
}

/** The order is placed: where nothing of it waits, its fee and the position are those of the ticket. */
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
  if (order.status !== 'filled' && ticket.kind !== 'ends' && ticket.kind !== 'whole') return
  if (order.status === 'filled') seen.filled++
  else if (order.filledLots > 0) seen.inPart++
  else seen.unfilled++
  if (order.lots !== asked) seen.cut++
  const fees = ofType(events, 'execution').filter(({ execution }) => execution.account === 'ann')
  const paid = fees.reduce((sum, { execution }) => sum + execution.feeE8, 0)
  if (order.filledLots === 0) expect(figures).toMatchObject({ fee: null, liquidationPrice: null, breakEvenPrice: null })
  else expect(Math.abs(inE8(figures.fee!) - paid), 'fee').toBeLessThanOrEqual(ROUNDING_E8)
  const [row] = engine.positions('ann', product.engine.symbol)
  const lots = row?.lots ?? 0
  expect(figures.after!.qty, 'position').toBe(product.qty(Math.abs(lots)))
  if (lots === 0 || row === undefined || order.filledLots === 0) return
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
