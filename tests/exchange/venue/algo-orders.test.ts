import { describe, expect, test } from 'vitest'
import type { Price, Qty } from '../../../src/domain/decimal'
import type { Order, OrderId, OrderLinkId } from '../../../src/domain/order/order'
import type { NewStrategy } from '../../../src/domain/order/strategy'
import type { VenueInput } from '../../../exchange/venue/venue-input'
import type { Venue, VenueEvent } from '../../../exchange/venue/venue-port'
import { restoreVenue } from '../../../exchange/venue/create-venue'
import { BTC, openVenue, START_MS, tick } from './lib'

const ANN = 'ann'
const common = { symbol: BTC, side: 'buy', reduceOnly: false, positionIdx: 0 } as const
/** Five parts of 0.01, a minute apart. */
const TWAP: NewStrategy = {
  ...common,
  kind: 'twap',
  qty: '0.05' as Qty,
  durationMs: 300_000,
  intervalMs: 60_000,
  price: null,
}

function start(edition?: number) {
  const venue = openVenue(edition === undefined ? {} : { edition })
  let nowMs = tick(venue, START_MS, 5)
  const run = (input: VenueInput) => venue.apply(input, (nowMs += 1))
  run({ type: 'openAccount', account: ANN, kind: 'uta2', name: 'Ann' })
  const open = (strategy: NewStrategy, linkId = '') => run({ type: 'openStrategy', account: ANN, linkId, strategy })
  return { venue, run, open, wait: (ms: number) => venue.apply({ type: 'tick' }, (nowMs += ms)), now: () => nowMs }
}

const only = (venue: Venue) => venue.strategies(ANN)[0]!
const ordersOf = (venue: Venue): readonly Order[] =>
  only(venue).orderIds.map((orderId) => venue.findOrder(ANN, { orderId })!)
const bestBid = (venue: Venue) => venue.book(BTC, 1).bids[0]![0]

describe('TWAP (spec §3, order origins)', () => {
  test('sends an equal part at each step, the first at once, and is done with the last', () => {
    const { venue, open, wait } = start()
    expect(open(TWAP).result).toMatchObject({ ok: true })
    expect(only(venue)).toMatchObject({ status: 'running', filledQty: '0.01', leavesQty: '0.04' })
    for (let minute = 1; minute < 5; minute++) {
      wait(59_000)
      expect(only(venue).orderIds).toHaveLength(minute)
      wait(1_000)
      expect(only(venue).orderIds).toHaveLength(minute + 1)
    }
    expect(only(venue)).toMatchObject({ status: 'completed', filledQty: '0.05', leavesQty: '0' })
    for (const order of ordersOf(venue)) {
      expect(order).toMatchObject({
        type: 'market',
        qty: '0.01',
        createType: 'CreateByTwap',
        parentOrderId: only(venue).id,
      })
    }
    expect(venue.positions(ANN, BTC)[0]!.size).toBe('0.05')
  })

  test('is told of when it is opened, when it moves and when it ends, and between that not at all', () => {
    const { run, open, wait, venue } = start()
    const told = (events: readonly VenueEvent[]) =>
      events.flatMap((event) =>
        event.type === 'strategy' ? [[event.account, event.strategy.status, event.strategy.orderCount]] : [],
      )
    expect(told(open(TWAP).events)).toEqual([[ANN, 'running', 1]])
    expect(told(wait(30_000).events)).toEqual([])
    expect(told(wait(30_000).events)).toEqual([[ANN, 'running', 2]])
    const ended = run({ type: 'cancelStrategy', account: ANN, strategyId: only(venue).id })
    expect(told(ended.events)).toEqual([[ANN, 'canceled', 2]])
    expect(told(wait(60_000).events)).toEqual([])
  })

  test('trades nothing beyond its price, and is stopped when its time is up', () => {
    const { venue, open, wait } = start()
    const price = `${Math.floor(Number(bestBid(venue)) * 0.995)}` as Price
    open({ ...TWAP, price })
    for (let minute = 1; minute <= 5; minute++) wait(60_000)
    expect(only(venue)).toMatchObject({ status: 'stopped', stopReason: 'timeUp', filledQty: '0' })
    expect(venue.positions(ANN, null)).toEqual([])
  })

  test('needs enough for each part', () => {
    const { open } = start()
    expect(open({ ...TWAP, qty: '0.004' as Qty }).result).toMatchObject({
      ok: false,
      refusal: { kind: 'qtyInvalid', minLots: 5 },
    })
  })

  test('goes on from a snapshot exactly as it would have', () => {
    const { venue, open, wait, now } = start()
    open(TWAP)
    wait(61_000)
    const again = restoreVenue(JSON.parse(JSON.stringify(venue.snapshot())))
    const rest = (one: Venue): readonly VenueEvent[] =>
      [60_000, 120_000, 180_000].flatMap((ms) => one.apply({ type: 'tick' }, now() + ms).events)
    expect(JSON.stringify(rest(again))).toBe(JSON.stringify(rest(venue)))
    expect(again.strategies(ANN)).toEqual(venue.strategies(ANN))
    expect(only(again).status).toBe('completed')
  })
})

describe('chase limit', () => {
  const CHASE: NewStrategy = { ...common, kind: 'chaseLimit', qty: '0.02' as Qty, maxDistance: null }

  test('stands post-only at the best price of the others on its own side, and moves with it', () => {
    const { venue, open, run, wait } = start()
    open(CHASE)
    for (const factor of [1, 1.01, 1.02]) {
      const index = (Number(bestBid(venue)) * factor).toFixed(0)
      run({ type: 'setPrice', symbol: BTC, index, last: index })
      for (let n = 0; n < 30; n++) wait(100)
      if (only(venue).status !== 'running') break
      const open = venue.openOrders(ANN, BTC)
      expect(open).toMatchObject([{ timeInForce: 'postOnly', createType: 'CreateByChaseLimit' }])
      const [best, second] = venue.book(BTC, 2).bids
      // Alone at the best price it would be chasing itself: then the next price is nobody's better.
      expect([best![0], second![0]]).toContain(open[0]!.type === 'limit' ? open[0]!.price : '')
    }
    expect(only(venue).orderIds.length).toBeGreaterThan(0)
  })

  test('gives up beyond its distance, and its order with it', () => {
    const { venue, open, run, wait } = start()
    open({ ...CHASE, maxDistance: '50' as Price })
    const index = (Number(bestBid(venue)) * 1.02).toFixed(0)
    run({ type: 'setPrice', symbol: BTC, index, last: index })
    for (let n = 0; n < 50 && only(venue).status === 'running'; n++) wait(100)
    expect(only(venue)).toMatchObject({ status: 'stopped', stopReason: 'tooFar' })
    expect(venue.openOrders(ANN, BTC)).toEqual([])
  })

  test('ends when somebody else ends its order', () => {
    const { venue, open, run, wait } = start()
    open(CHASE)
    const orderId = only(venue).orderIds[0] as OrderId
    run({ type: 'cancel', account: ANN, order: { symbol: BTC, orderId, orderLinkId: null } })
    wait(100)
    expect(only(venue)).toMatchObject({ status: 'stopped', stopReason: 'childCanceled' })
  })

  test('ends with its order, however that is ended, and tells so at once; in an exchange of before with the next step', () => {
    const ends: readonly ((orderId: OrderId) => VenueInput)[] = [
      (orderId) => ({ type: 'cancel', account: ANN, order: { symbol: BTC, orderId, orderLinkId: null } }),
      () => ({ type: 'cancelAll', account: ANN, symbol: null }),
    ]
    for (const end of ends) {
      const { venue, open, run } = start(15)
      open(CHASE)
      const { events } = run(end(only(venue).orderIds[0] as OrderId))
      expect(only(venue)).toMatchObject({ status: 'stopped', stopReason: 'childCanceled' })
      expect(events.flatMap((one) => (one.type === 'strategy' ? one.strategy.status : []))).toEqual(['stopped'])
      expect(run({ type: 'cancelStrategy', account: ANN, strategyId: only(venue).id }).result).toMatchObject({
        refusal: { kind: 'orderFinished' },
      })
    }
    const { venue, open, run, wait } = start(14)
    open(CHASE)
    run(ends[1]!('' as OrderId))
    expect(only(venue).status).toBe('running')
    wait(100)
    expect(only(venue).status).toBe('stopped')
  })

  test('goes on beside other orders that are cancelled', () => {
    const { venue, open, run } = start(15)
    open(CHASE)
    open(CHASE)
    const orderId = venue.strategies(ANN)[1]!.orderIds[0] as OrderId
    run({ type: 'cancel', account: ANN, order: { symbol: BTC, orderId, orderLinkId: null } })
    // Ended ones come first.
    expect(
      venue
        .strategies(ANN)
        .map((one) => one.status)
        .toSorted(),
    ).toEqual(['running', 'stopped'])
  })
})

describe('iceberg', () => {
  test('shows one part of itself at a time', () => {
    const { venue, open, wait } = start()
    const price = venue.book(BTC, 1).asks[0]![0] as Price
    open({ ...common, kind: 'iceberg', qty: '0.005' as Qty, price, showQty: '0.002' as Qty })
    // At the ask each part fills at once, so each market step brings the next: 0.002, 0.002 and the rest.
    for (let n = 0; n < 200 && only(venue).status === 'running'; n++) wait(100)
    expect(ordersOf(venue).map((order) => order.qty)).toEqual(['0.002', '0.002', '0.001'])
    expect(only(venue)).toMatchObject({ status: 'completed', filledQty: '0.005' })
  })

  test('the part that rests is not changed without it, and may be cancelled', () => {
    const { venue, open, run } = start(14)
    const floor = Math.floor(Number(bestBid(venue)) * 0.995)
    const price = `${floor}` as Price
    open({ ...common, kind: 'iceberg', qty: '0.5' as Qty, price, showQty: '0.1' as Qty }, 'press-1')
    const [rests] = venue.openOrders(ANN, BTC)
    const moved = { symbol: BTC, price: `${floor - 10}` as Price, qty: null }
    const refusal = { kind: 'ofStrategy', strategyId: only(venue).id }
    for (const ids of [
      { orderId: rests!.id, orderLinkId: null },
      { orderId: null, orderLinkId: 'press-1' as OrderLinkId },
    ])
      expect(run({ type: 'replace', account: ANN, order: { ...moved, ...ids } }).result).toMatchObject({ refusal })
    expect(venue.openOrders(ANN, BTC)).toMatchObject([{ id: rests!.id, price }])
    const order = { symbol: BTC, orderId: rests!.id, orderLinkId: null }
    expect(run({ type: 'cancel', account: ANN, order }).result).toMatchObject({ ok: true })
    expect(venue.openOrders(ANN, BTC)).toEqual([])
  })

  test('is cancelled with the part that rests', () => {
    const { venue, open, run } = start()
    const price = `${Math.floor(Number(bestBid(venue)) * 0.995)}` as Price
    const { result } = open({ ...common, kind: 'iceberg', qty: '0.5' as Qty, price, showQty: '0.1' as Qty })
    expect(venue.openOrders(ANN, BTC)).toMatchObject([{ qty: '0.1', parentOrderId: only(venue).id }])
    const strategyId = result.ok ? result.strategyId! : ''
    expect(run({ type: 'cancelStrategy', account: ANN, strategyId }).result).toMatchObject({ ok: true })
    expect(venue.openOrders(ANN, BTC)).toEqual([])
    expect(only(venue).status).toBe('canceled')
    expect(run({ type: 'cancelStrategy', account: ANN, strategyId }).result).toMatchObject({
      refusal: { kind: 'orderFinished' },
    })
  })
})

describe('bounds', () => {
  test('the same press is the same strategy; with other terms it is refused', () => {
    const { venue, open } = start()
    const first = open(TWAP, 'press-1' as OrderLinkId).result
    expect(open(TWAP, 'press-1').result).toEqual(first)
    expect(venue.strategies(ANN)).toHaveLength(1)
    expect(open({ ...TWAP, side: 'sell' }, 'press-1').result).toMatchObject({ refusal: { kind: 'strategyIdUsed' } })
  })

  test('an account has twenty running at most', () => {
    const { venue, open } = start()
    const price = `${Math.floor(Number(bestBid(venue)) * 0.995)}` as Price
    const iceberg: NewStrategy = { ...common, kind: 'iceberg', qty: '0.01' as Qty, price, showQty: '0.01' as Qty }
    for (let n = 0; n < 20; n++) expect(open(iceberg).result.ok).toBe(true)
    expect(open(iceberg).result).toEqual({ ok: false, refusal: { kind: 'tooManyStrategies', limit: 20 } })
  })

  test('what refuses the first order refuses the strategy', () => {
    const { venue, open } = start()
    const result = open({ ...TWAP, qty: '500' as Qty }).result
    expect(result).toMatchObject({ ok: false, refusal: { kind: 'insufficientBalance' } })
    expect(venue.strategies(ANN)).toEqual([])
  })
})
