import { effect, signal } from '@preact/signals-react'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createRandom } from '../../../src/base/random'
import type { Price } from '../../../src/domain/decimal'
import type { Order, OrderId, Side } from '../../../src/domain/order/order'
import type { SpotLegForm } from '../../../src/ui/trading-kit/spot-leg-form'
import { SpotFormModel } from '../../../src/ui/spot-entry/spot-form-model'
import type { OrderIntent, Outcome } from '../../../src/workers/presses'
import { RealGateway } from '../../exchange/api/lib/real-gateway'
import { NodeHub } from '../../chaos/lib/node-hub'
import { coinOf, tickerOf, walletOf } from '../fixtures'
import { LISTED_BTC_USDT as PAIR, spotDeskOf } from '../spot-fixtures'

/** Orders of every kind, as the ticket sends them; the hub's rows and the ledger agree. */
const ORDERS = 100
const LIVE_MS = 20_000
/** Often enough for the hub to stay live, seldom enough to leave the processor to the orders. */
const TICK_MS = 500
/** Orders that may wait at a time in a pair, with some room (ADR-414). */
const CLEAR_EVERY = 12

let world: RealGateway
let ticking: ReturnType<typeof setInterval>
let hub: NodeHub
let account = ''

beforeAll(async () => {
  world = await RealGateway.open({ families: ['spot'], stepMs: 0 })
  ticking = setInterval(() => void world.tick(), TICK_MS)
  hub = new NodeHub(`http://127.0.0.1:${world.port}`, 'spot-orders')
  account = (await hub.start(LIVE_MS)).account
  const isConfirmed = (): boolean => hub.port.events('spotPairs').some(({ confirmed }) => confirmed)
  await vi.waitUntil(isConfirmed, { timeout: LIVE_MS })
}, 60_000)
afterAll(async () => {
  clearInterval(ticking)
  await hub.stop()
  await world.close()
})

interface Prices {
  readonly lastPrice: string
  readonly bid1Price: string
  readonly ask1Price: string
}

async function prices(): Promise<Prices> {
  const url = `http://127.0.0.1:${world.port}/v5/market/tickers?category=spot&symbol=BTCUSDT`
  const answer = (await (await fetch(url)).json()) as { readonly result: { readonly list: readonly [Prices] } }
  return answer.result.list[0]
}

/** A ticket whose market shows what the exchange says, and whose presses go through the hub. */
function ticketAt({ lastPrice, bid1Price, ask1Price }: Prices) {
  const sent: OrderIntent[] = []
  const desk = spotDeskOf({ pair: PAIR })
  const ticker = { ...tickerOf(lastPrice), symbol: PAIR.symbol, markPrice: null, indexPrice: lastPrice as Price }
  desk.send(
    {
      type: 'wallet',
      wallet: { ...walletOf(coinOf('90000')), coins: [coinOf('90000'), { ...coinOf('1.5'), coin: 'BTC' }] },
    },
    {
      type: 'ticker',
      stale: false,
      ticker: { ...ticker, bid1Price: bid1Price as Price, ask1Price: ask1Price as Price },
    },
  )
  let monotonicMs = 0
  const ticket = new SpotFormModel(desk.market, {
    app: desk,
    api: hub.tab,
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
  return { ticket, sent, desk }
}

const KINDS = [
  'limit',
  'postOnly',
  'limitWithTpSl',
  'market',
  'marketByAmount',
  'conditionalLimit',
  'conditionalMarket',
  'takeProfit',
  'stopLossLimit',
  'bidirectional',
  'oco',
  'trailingStop',
  'trailingProfit',
] as const
type Kind = (typeof KINDS)[number]

/** Types an order of a kind; what is typed of prices is what is looked for in the ledger. */
function type(ticket: SpotFormModel, kind: Kind, side: Side, at: (share: number) => string): readonly string[] {
  const { planForm, brought } = ticket
  const typed: string[] = []
  const put = (set: (text: string) => void, share: number): void => {
    const price = at(share)
    set(price)
    typed.push(price)
  }
  const leg = (form: SpotLegForm, share: number, isLimit = false): void => {
    put((text) => form.trigger.setText(text), share)
    form.setType(isLimit ? 'limit' : 'market')
    if (isLimit) put((text) => form.limit.setText(text), share)
  }
  /** Where a take-profit of this side lies, and a stop-loss. */
  const [profit, loss] = side === 'sell' ? [1.02, 0.98] : [0.98, 1.02]
  ticket.setSide(side)
  ticket.setSizeText('0.01')
  switch (kind) {
    case 'limit':
    case 'postOnly':
    case 'limitWithTpSl':
      ticket.setTab('limit')
      ticket.setPostOnly(kind === 'postOnly')
      put((text) => ticket.setPriceText(text), side === 'buy' ? 0.99 : 1.01)
      if (kind !== 'limitWithTpSl') break
      brought.setOn(true)
      // What closes it lies on the other side of its price.
      leg(brought.takeProfit, side === 'buy' ? 1.03 : 0.97)
      leg(brought.stopLoss, side === 'buy' ? 0.96 : 1.04, true)
      break
    case 'market':
      ticket.setTab('market')
      break
    case 'marketByAmount':
      ticket.setTab('market')
      ticket.size.setUnit('quote')
      ticket.setSizeText('500')
      break
    case 'conditionalLimit':
    case 'conditionalMarket':
      ticket.setTab('plan')
      ticket.setPlanKind('conditional')
      leg(planForm.conditional, loss, kind === 'conditionalLimit')
      break
    case 'takeProfit':
      ticket.setTab('plan')
      ticket.setPlanKind('takeProfitStopLoss')
      leg(planForm.takeProfit, profit)
      break
    case 'stopLossLimit':
      ticket.setTab('plan')
      ticket.setPlanKind('takeProfitStopLoss')
      leg(planForm.stopLoss, loss, true)
      break
    case 'bidirectional':
      ticket.setTab('plan')
      ticket.setPlanKind('takeProfitStopLoss')
      leg(planForm.takeProfit, profit, true)
      leg(planForm.stopLoss, loss)
      break
    case 'oco':
      ticket.setTab('oco')
      put((text) => planForm.ocoLimit.setText(text), profit)
      leg(planForm.stopLoss, loss)
      break
    case 'trailingStop':
      ticket.setTab('plan')
      ticket.setPlanKind('trailingStop')
      planForm.setDistance('1.5')
      break
    case 'trailingProfit':
      ticket.setTab('plan')
      ticket.setPlanKind('trailingProfit')
      planForm.setUnit('value')
      planForm.setDistance('250')
      put((text) => planForm.activation.setText(text), profit)
  }
  return typed
}

/** The hub's newest row of each order. */
function rows(): ReadonlyMap<OrderId, Order> {
  const known = new Map<OrderId, Order>()
  for (const { orders } of hub.port.events('orders')) for (const order of orders) known.set(order.id, order)
  return known
}

async function agree(ids: readonly OrderId[]): Promise<void> {
  const inLedger = (): unknown => ids.map((id) => said(world.journal.findOrder(account, { orderId: id })))
  const inHub = (): unknown => {
    const known = rows()
    return ids.map((id) => said(known.get(id) ?? null))
  }
  await expect
    .poll(() => JSON.stringify(inHub()) === JSON.stringify(inLedger()), { timeout: 5_000 })
    .toBe(true)
    .catch(() => undefined)
  expect(inHub()).toEqual(inLedger())
}

/** A row leaves out what an order does not have, and v5's alone says the amount that a market order was asked for by. */
function said(order: Order | null): Readonly<Record<string, unknown>> {
  const { amount: _, ...row } = order ?? {}
  const fields = Object.entries(row).filter(([, value]) => value !== null && value !== undefined)
  return Object.fromEntries(fields.toSorted(([a], [b]) => a.localeCompare(b)))
}

/** The plan types of spec §3 that each kind becomes. */
const PLANNED: Readonly<Record<Kind, Order['planType']>> = {
  limit: undefined,
  postOnly: undefined,
  limitWithTpSl: undefined,
  market: undefined,
  marketByAmount: undefined,
  conditionalLimit: 'stopLimit',
  conditionalMarket: 'plan',
  takeProfit: 'takeProfitStopLoss',
  stopLossLimit: 'takeProfitStopLoss',
  bidirectional: 'takeProfitStopLoss',
  oco: 'oco',
  trailingStop: 'trailingStop',
  trailingProfit: 'trailingProfit',
}

test(`${ORDERS} orders of a pair, every kind and both sides, agree with the ledger field by field`, async () => {
  const random = createRandom(23)
  const seen = new Set<string>()
  const open: OrderId[] = []
  for (let i = 0; i < ORDERS; i++) {
    const kind = KINDS[i % KINDS.length]!
    const side = random.int(0, 1) === 0 ? 'buy' : 'sell'
    const now = await prices()
    const { ticket, sent } = ticketAt(now)
    // On the tick of 0.1, and a little apart each time.
    const at = (share: number): string => (Number(now.lastPrice) * share + random.int(0, 99) / 10).toFixed(1)
    const typed = type(ticket, kind, side, at)
    const answering = effect(() => {
      // The book of the fixture shows little: a market order is asked about first.
      if (ticket.question.asked.value !== null) queueMicrotask(() => ticket.question.answer(true))
    })
    const outcome = await ticket.press(side)
    answering()
    expect([kind, side, ticket.problem.peek(), outcome?.kind]).toEqual([kind, side, null, 'accepted'])
    const [press] = sent
    const ledger = world.journal.findOrder(account, { orderLinkId: press!.id })!
    expect([ledger.side, ledger.planType]).toEqual([side, PLANNED[kind]])
    const legs = ledger.pairOrderId == null ? [] : [world.journal.findOrder(account, { orderId: ledger.pairOrderId })!]
    expect(legs).toHaveLength(kind === 'oco' || kind === 'bidirectional' ? 1 : 0)
    const inLedger = [ledger, ...legs].flatMap((order) => [
      order.type === 'limit' ? order.price : null,
      order.triggerPrice,
      order.takeProfit,
      order.stopLoss,
      order.slLimitPrice,
    ])
    // Every price that was typed stands in the ledger.
    for (const price of typed) expect(inLedger.map(Number)).toContain(Number(price))
    if (kind !== 'marketByAmount') expect(ledger.qty).toBe('0.01')
    else expect(Number(ledger.filledValue)).toBeLessThanOrEqual(500)
    open.push(...[ledger, ...legs].map(({ id }) => id))
    seen.add(`${kind} ${side}`)
    if (i % CLEAR_EVERY !== CLEAR_EVERY - 1) continue
    await agree(open)
    expect(await hub.tab.cancelAll(PAIR.symbol, null)).toMatchObject({ kind: 'accepted' })
    // What was cancelled says why in both.
    await agree(open.splice(0))
  }
  await agree(open)
  expect(KINDS.every((kind) => seen.has(`${kind} buy`) && seen.has(`${kind} sell`))).toBe(true)
}, 120_000)

test('an order with margin borrows what its ticket says, by the figures of the exchange’s own check', async () => {
  expect(await hub.tab.changeLending({ kind: 'spotMargin', isOn: true })).toMatchObject({ kind: 'accepted' })
  const now = await prices()
  const { ticket, desk } = ticketAt(now)
  const { market, send } = desk
  // The book of the fixture has other prices; a stale one is left out, and the best price counts for all of it.
  send({ type: 'book', stale: true, book: market.book.value! })
  const stop = ticket.start()
  ticket.setMargin(true)
  await vi.waitUntil(() => ticket.margin.power.value !== null, { timeout: 5_000 })
  const { own, most, hourlyRate, isOn } = ticket.margin.power.value!
  expect([isOn, Number(most) > Number(own), Number(hourlyRate) > 0]).toEqual([true, true, true])
  const price = (Number(now.lastPrice) * 0.99).toFixed(1)
  // Some 2,000 more than there is.
  ticket.setPriceText(price)
  ticket.setSizeText(((Number(own) + 2_000) / Number(price)).toFixed(3))
  const told = Number(ticket.outlook.borrows.value)
  expect(told).toBeGreaterThan(1_900)
  expect(await ticket.press('buy')).toMatchObject({ kind: 'accepted' })
  const lent = (): number => {
    const { wallet } = hub.port.events('wallet').at(-1) ?? {}
    return Number(wallet?.coins.find(({ coin }) => coin === 'USDT')?.lending?.lent ?? 0)
  }
  await vi.waitUntil(() => lent() > 0, { timeout: 5_000 })
  // The order takes the account's own coins first; a cent is the rounding of the quantity.
  expect(Math.abs(lent() - told)).toBeLessThan(0.02)
  expect(await hub.tab.cancelAll(PAIR.symbol, null)).toMatchObject({ kind: 'accepted' })
  await vi.waitUntil(() => lent() === 0, { timeout: 5_000 })
  // 2 % above what is asked, so that some 240 more are reserved than are paid: that part is given back at once.
  await vi.waitUntil(() => Number(ticket.margin.power.value?.own) >= Number(own), { timeout: 10_000 })
  const { ask1Price, lastPrice } = await prices()
  const ticker = { ...market.ticker.value!, lastPrice: lastPrice as Price, ask1Price: ask1Price as Price }
  send({ type: 'ticker', stale: false, ticker })
  const above = (Number(ask1Price) * 1.02).toFixed(1)
  ticket.setPriceText(above)
  const qty = ((Number(own) + 2_000) / Number(ask1Price)).toFixed(3)
  ticket.setSizeText(qty)
  const reserved = Number(qty) * Number(above) - Number(own)
  const paid = Number(ticket.outlook.borrows.value)
  expect(reserved - paid).toBeGreaterThan(100)
  expect(await ticket.press('buy')).toMatchObject({ kind: 'accepted' })
  await vi.waitUntil(() => lent() > 0, { timeout: 5_000 })
  // The ticket of this test sees an older book than the order meets.
  expect(Math.abs(lent() - paid)).toBeLessThan((reserved - paid) / 2)
  stop()
}, 40_000)
