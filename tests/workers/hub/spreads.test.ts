import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Price, Qty } from '../../../src/domain/decimal'
import type { Execution } from '../../../src/domain/order/execution'
import type { NewOrder } from '../../../src/domain/order/new-order'
import type { InstrumentSymbol, Order, OrderId, OrderLinkId } from '../../../src/domain/order/order'
import { legExecIds } from '../../../src/domain/order/leg-exec-ids'
import { NodeHub } from '../../chaos/lib/node-hub'
import { RealGateway } from '../../exchange/api/lib/real-gateway'

/** The perpetual against the pair: its price is about zero. */
const SPREAD = 'BTCUSDT_BTC/USDT' as InstrumentSymbol
const LEGS = ['BTCUSDT', 'BTC/USDT']
const LIVE_MS = 20_000
const TICK_MS = 200

let world: RealGateway
let ticking: ReturnType<typeof setInterval>
let hub: NodeHub
let account = ''
let presses = 0

beforeAll(async () => {
  world = await RealGateway.open({ families: ['spot', 'spread'], stepMs: 0 })
  ticking = setInterval(() => void world.tick(), TICK_MS)
  hub = new NodeHub(`http://127.0.0.1:${world.port}`, 'spreads')
  account = (await hub.start(LIVE_MS)).account
  await hub.tab.watch('tab-1', [
    { topic: { kind: 'ticker', symbol: SPREAD } },
    { topic: { kind: 'book', symbol: SPREAD, depth: 50 }, rows: 10, group: 1 },
    { topic: { kind: 'trades', symbol: SPREAD } },
    { topic: { kind: 'candle', symbol: SPREAD, interval: '1', source: 'last' } },
    { topic: { kind: 'spreads' } },
  ])
  await vi.waitUntil(() => hub.port.events('singles').at(-1)?.confirmed.includes(SPREAD) === true, { timeout: LIVE_MS })
}, 60_000)
afterAll(async () => {
  clearInterval(ticking)
  await hub.stop()
  await world.close()
})

async function place(change: Partial<NewOrder>) {
  const id = `press-${++presses}` as OrderLinkId
  const order: NewOrder = {
    symbol: SPREAD,
    side: 'buy',
    type: 'limit',
    price: '-300' as Price,
    qty: '0.01' as Qty,
    timeInForce: 'goodTillCancel',
    reduceOnly: false,
    closeOnTrigger: false,
    positionIdx: 0,
    ...change,
  }
  const outcome = await hub.tab.placeOrder({ id, order, account, pressedAtMs: Date.now() })
  return { id, outcome }
}

async function placed(change: Partial<NewOrder>): Promise<OrderId> {
  const { outcome } = await place(change)
  if (outcome.kind !== 'accepted') throw new Error(JSON.stringify(outcome))
  return outcome.value
}

/** The hub's newest row of an order, once it is as it should be. */
async function row(id: OrderId, isRight: (order: Order) => boolean): Promise<Order> {
  const newest = (): Order | undefined =>
    hub.port
      .events('orders')
      .flatMap(({ orders }) => orders)
      .findLast((order) => order.id === id)
  await vi.waitUntil(
    () => {
      const order = newest()
      return order !== undefined && isRight(order)
    },
    { timeout: 5_000 },
  )
  return newest()!
}

function executions(): readonly Execution[] {
  return hub.port.events('executions').flatMap((event) => event.executions)
}

describe('a spread in the hub', () => {
  test('its rules are read once it is looked at, and its streams have prices about zero', async () => {
    const [spread] = hub.port.events('singles').at(-1)!.markets
    expect(spread).toMatchObject({
      kind: 'spread',
      spreadKind: 'fundingRateArb',
      // Those of its name: v5's row says BTCUSDT of both.
      legs: [
        { symbol: 'BTCUSDT', kind: 'linearPerpetual' },
        { symbol: 'BTC/USDT', kind: 'spot' },
      ],
      tickSize: '0.1',
      // 199,999 ticks to either side.
      minPrice: '-19999.9',
      maxPrice: '19999.9',
      delivery: null,
    })
    await vi.waitUntil(
      () => (['book', 'ticker', 'trades', 'candles'] as const).every((kind) => hub.port.events(kind).length > 0),
      { timeout: LIVE_MS },
    )
    const { book, stale } = hub.port.events('book').at(-1)!
    expect([book.symbol, stale]).toEqual([SPREAD, false])
    // Bids fall from the best one, asks rise, whatever their sign: some are below zero.
    const prices = (side: ArrayLike<number>): number[] => Array.from(side).filter((_, i) => i % 2 === 0)
    const [bids, asks] = [prices(book.bids), prices(book.asks)]
    expect(bids).toEqual(bids.toSorted((a, b) => b - a))
    expect(asks).toEqual(asks.toSorted((a, b) => a - b))
    expect(bids.at(-1)!).toBeLessThan(0)
    expect(hub.port.events('candles').at(-1)).toMatchObject({ symbol: SPREAD, interval: '1', source: 'last' })
    expect(hub.traces).toEqual([])
  })

  test('all spreads flow as one stream', async () => {
    const ofAll = (): ReadonlySet<string> => new Set(hub.port.events('ticker').map(({ ticker }) => ticker.symbol))
    await vi.waitUntil(() => ofAll().has('SOLUSDT_SOL/USDT'), { timeout: 5_000 })
    expect(ofAll()).not.toContain('BTCUSDT')
  })

  test('its bars are read from where they begin', async () => {
    const read = await hub.tab.candles({ symbol: SPREAD, interval: '1', source: 'last', endMs: null, limit: 10 })
    expect(read).toMatchObject({ hasError: false })
    expect(read.hasError ? [] : read.value.at(-1)).toMatchObject({ confirmed: false })
  })

  test('an order rests below zero, is amended to zero, and is cancelled', async () => {
    const id = await placed({ price: '-300.5' as Price })
    expect(await row(id, ({ status }) => status === 'new')).toMatchObject({ price: '-300.5', symbol: SPREAD })
    const reference = { symbol: SPREAD, orderId: id, orderLinkId: null }
    expect(
      await hub.tab.amendOrder('amend-1' as OrderLinkId, { ...reference, price: '-200' as Price, qty: '0.02' as Qty }),
    ).toMatchObject({ kind: 'accepted' })
    expect(await row(id, ({ qty }) => qty === '0.02')).toMatchObject({ price: '-200', leavesQty: '0.02' })
    expect(await hub.tab.cancelOrder('cancel-1' as OrderLinkId, reference)).toMatchObject({ kind: 'accepted' })
    expect(await row(id, ({ status }) => status === 'canceled')).toMatchObject({ cancelType: 'CancelByUser' })
  })

  test('a fill is one of the spread and one of each leg, which name it', async () => {
    const id = await placed({ type: 'market', price: null, timeInForce: 'immediateOrCancel' })
    const order = await row(id, ({ status }) => status === 'filled')
    const fill = (): Execution | undefined => executions().find(({ orderId }) => orderId === id)
    await vi.waitUntil(() => fill() !== undefined, { timeout: 5_000 })
    // The ids of a fill's legs are the two after its own.
    const ids = legExecIds(fill()!.id)
    const legs = ids.map((leg) => executions().find((one) => one.id === leg))
    expect(legs).toMatchObject([
      { symbol: LEGS[0], side: 'buy', qty: fill()!.qty, execType: 'FutureSpread', orderId: order.legOrderId1 },
      { symbol: LEGS[1], side: 'sell', qty: fill()!.qty, execType: 'FutureSpread', orderId: order.legOrderId2 },
    ])
    // Exactly: the difference of the legs is the price of the spread.
    expect(Number(legs[0]!.price) - Number(legs[1]!.price)).toBeCloseTo(Number(fill()!.price), 6)
    const position = hub.port
      .events('positions')
      .flatMap(({ positions }) => positions)
      .findLast(({ symbol }) => symbol === 'BTCUSDT')
    expect(position).toMatchObject({ side: 'buy', size: '0.01' })
  })

  test('an answer that is lost is looked up, and the order is known once', async () => {
    await control('http-status', { call: 'order/create', status: 502, phase: 'after-commit' })
    const { id, outcome } = await place({ price: '-400' as Price })
    expect(outcome.kind).toBe('unknown')
    const known = (): Order | undefined =>
      hub.port
        .events('orders')
        .flatMap(({ orders }) => orders)
        .findLast(({ linkId }) => linkId === id)
    await vi.waitUntil(() => known()?.status === 'new', { timeout: 10_000 })
    expect(await hub.tab.cancelAll(SPREAD, null)).toMatchObject({ kind: 'accepted', value: 1 })
    await vi.waitUntil(() => known()?.status === 'canceled', { timeout: 5_000 })
  })

  test('another hub of the account finds its open orders', async () => {
    const id = await placed({ price: '-250' as Price })
    const next = new NodeHub(hub.origin, 'spreads-next')
    for (const [name, value] of hub.cookies) next.cookies.set(name, value)
    await next.start(LIVE_MS)
    const open = next.port.events('orders').flatMap(({ orders }) => orders)
    expect(open.filter((one) => one.symbol === SPREAD)).toMatchObject([{ id, price: '-250', status: 'new' }])
    await next.stop()
  })
})

async function control(action: string, body: object): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(`${hub.origin}/control/${action}`, { method: 'POST', headers, body: JSON.stringify(body) })
  expect(answer.ok).toBe(true)
}
