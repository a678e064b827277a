import { effect, signal } from '@preact/signals-react'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createRandom } from '../../../src/base/random'
import type { Price } from '../../../src/domain/decimal'
import type { InstrumentSymbol, Order, OrderId, Side } from '../../../src/domain/order/order'
import { SpreadFormModel } from '../../../src/ui/spread-entry/spread-form-model'
import type { OrderIntent, Outcome } from '../../../src/workers/presses'
import { RealGateway } from '../../exchange/api/lib/real-gateway'
import { NodeHub } from '../../chaos/lib/node-hub'
import { BASIS, spreadDeskOf } from '../spread-fixtures'

/** Orders of every kind, as the ticket sends them; the hub's rows and the ledger agree, and so does what is held back. */
const ORDERS = 100
const LIVE_MS = 20_000
const CLEAR_EVERY = 25

let world: RealGateway
let hub: NodeHub
let account = ''

beforeAll(async () => {
  world = await RealGateway.open({ families: ['spot', 'spread'], stepMs: 0 })
  hub = new NodeHub(`http://127.0.0.1:${world.port}`, 'spread-orders')
  account = (await hub.start(LIVE_MS)).account
  await hub.tab.watch('tab-1', [{ topic: { kind: 'ticker', symbol: BASIS.symbol } }])
  const isConfirmed = (): boolean => hub.port.events('singles').at(-1)?.confirmed.includes(BASIS.symbol) === true
  await vi.waitUntil(isConfirmed, { timeout: LIVE_MS })
}, 60_000)
afterAll(async () => {
  await hub.stop()
  await world.close()
})

/** A ticket whose markets and account are the exchange's of now, and whose presses go through the hub. */
function ticketOfNow(): { ticket: SpreadFormModel; sent: OrderIntent[] } {
  const sent: OrderIntent[] = []
  const desk = spreadDeskOf()
  const { venue } = world.journal
  const wallet = venue.wallet(account)!
  desk.send({ type: 'wallet', wallet })
  desk.send({ type: 'orders', isSnapshot: true, orders: venue.openOrders(account, null) })
  desk.send({ type: 'positions', isSnapshot: true, positions: venue.positions(account, null) })
  for (const symbol of [BASIS.symbol, ...BASIS.legs.map((leg) => leg.symbol)])
    desk.send({ type: 'ticker', stale: false, ticker: venue.ticker(symbol)! })
  desk.send({ type: 'book', stale: false, book: bookOf(BASIS.symbol) })
  let monotonicMs = 0
  const ticket = new SpreadFormModel(desk.market, {
    app: desk,
    legs: desk.legs,
    api: { foretell: () => new Promise(() => {}) },
    picked: signal(null),
    place: (intent): Promise<Outcome<OrderId>> => {
      const press = { ...intent, account }
      sent.push(press)
      return hub.tab.placeOrder(press)
    },
    drafts: { load: () => null, save: () => undefined },
    now: () => Date.now(),
    monotonic: () => (monotonicMs += 1_000),
  })
  return { ticket, sent }
}

function bookOf(symbol: InstrumentSymbol) {
  const { bids, asks } = world.journal.venue.book(symbol, 25)
  const cells = (levels: readonly (readonly [string, string])[]): Float64Array =>
    Float64Array.from(
      levels.flatMap(([price, qty]) => [Math.round(Number(price) / 0.1), Math.round(Number(qty) / 0.001)]),
    )
  return { symbol, group: 1, bids: cells(bids), asks: cells(asks), updateId: 1, timeMs: 1 }
}

/** The hub's newest row of each order. */
function rows(): ReadonlyMap<OrderId, Order> {
  const known = new Map<OrderId, Order>()
  for (const { orders } of hub.port.events('orders')) for (const order of orders) known.set(order.id, order)
  return known
}

async function agree(ids: readonly OrderId[]): Promise<void> {
  const inLedger = (): unknown => ids.map((id) => said(world.journal.findOrder(account, { orderId: id })))
  const inHub = (): unknown => ids.map((id) => said(rows().get(id) ?? null))
  await expect
    .poll(() => JSON.stringify(inHub()) === JSON.stringify(inLedger()), { timeout: 5_000 })
    .toBe(true)
    .catch(() => undefined)
  expect(inHub()).toEqual(inLedger())
}

/** A row leaves out what an order does not have. */
function said(order: Order | null): Readonly<Record<string, unknown>> {
  const fields = Object.entries(order ?? {}).filter(([, value]) => value !== null && value !== undefined)
  return Object.fromEntries(fields.toSorted(([a], [b]) => a.localeCompare(b)))
}

const KINDS = ['limit', 'postOnly', 'immediateOrCancel', 'fillOrKill', 'market'] as const
type Kind = (typeof KINDS)[number]

/** Types an order of a kind. @returns the price that was typed, `null` at market */
function type(ticket: SpreadFormModel, kind: Kind, side: Side, away: number): Price | null {
  ticket.setSide(side)
  ticket.setQtyText('0.002')
  if (kind === 'market') {
    ticket.setType('market')
    return null
  }
  const { bid1Price, ask1Price } = ticket.market.ticker.peek()!
  // What may take crosses the book by a little; what waits stands as far on its own side.
  const takes = kind === 'immediateOrCancel' || kind === 'fillOrKill'
  const best = Number((side === 'buy') === takes ? ask1Price : bid1Price)
  const price = (best + ((side === 'buy') === takes ? away : -away) / 10).toFixed(1)
  ticket.setType('limit')
  ticket.setPostOnly(kind === 'postOnly')
  if (takes) ticket.setTimeInForce(kind)
  ticket.setPriceText(price)
  return price as Price
}

/** What the account has of the pair's coin by the exchange. */
const coinsNow = (): number =>
  Number(world.journal.venue.wallet(account)!.coins.find((one) => one.coin === 'BTC')?.walletBalance ?? 0)

/** What is free of a coin by the exchange. */
const freeOf = (coin: string): number =>
  Number(world.journal.venue.wallet(account)!.coins.find((one) => one.coin === coin)?.available ?? 0)

test(`${ORDERS} orders of a spread, every kind and both sides, agree with the ledger field by field`, async () => {
  const random = createRandom(775)
  const seen = new Set<string>()
  const open: OrderId[] = []
  let [below, held, filled] = [0, 0, 0]
  for (let i = 0; i < ORDERS; i++) {
    const kind = KINDS[i % KINDS.length]!
    const side = random.int(0, 1) === 0 ? 'buy' : 'sell'
    const { ticket, sent } = ticketOfNow()
    const price = type(ticket, kind, side, random.int(20, 400))
    const answering = effect(() => {
      if (ticket.question.asked.value !== null) queueMicrotask(() => ticket.question.answer(true))
    })
    const before = freeOf('USDT')
    const rise = ticket.outlook.outcome.peek()?.rise
    const coinsAfter = Number(ticket.outlook.legs.peek()[1].after)
    const outcome = await ticket.press(side)
    answering()
    expect([kind, side, ticket.problem.peek(), outcome?.kind]).toEqual([kind, side, null, 'accepted'])
    const ledger = world.journal.findOrder(account, { orderLinkId: sent[0]!.id })!
    expect([ledger.symbol, ledger.side, ledger.qty, ledger.type]).toEqual([
      BASIS.symbol,
      side,
      '0.002',
      kind === 'market' ? 'market' : 'limit',
    ])
    if (ledger.type === 'limit') expect(Number(ledger.price)).toBe(Number(price))
    if (Number(price) < 0) below += 1
    if (ledger.status === 'new') {
      // What the ticket said is what is held back, to the last unit.
      const taken = rise!.margin.plus(rise!.coins).toNumber()
      expect(before - freeOf('USDT')).toBeCloseTo(taken, 7)
      held += 1
    }
    if (ledger.status === 'filled') {
      // What the ticket said is what is there of the coin, less the fee that is taken in it.
      expect(coinsNow()).toBeCloseTo(coinsAfter, 8)
      filled += 1
    }
    const legs = [ledger.legOrderId1, ledger.legOrderId2].filter((id) => id != null)
    expect(legs).toHaveLength(ledger.filledQty === '0' ? 0 : 2)
    open.push(ledger.id, ...legs)
    seen.add(`${kind} ${side}`)
    if (i % 5 === 4) await world.tick()
    if (i % CLEAR_EVERY !== CLEAR_EVERY - 1) continue
    await agree(open)
    expect(await hub.tab.cancelAll(BASIS.symbol, null)).toMatchObject({ kind: 'accepted' })
    // What was cancelled says why in both.
    await agree(open.splice(0))
    // An account has a hundred order calls at once and ten more a second (decisions 21): a fast machine is there sooner.
    await new Promise((resolve) => setTimeout(resolve, 700))
  }
  expect(KINDS.every((kind) => seen.has(`${kind} buy`) && seen.has(`${kind} sell`))).toBe(true)
  expect([below > 10, held > 20, filled > 20]).toEqual([true, true, true])
}, 120_000)
