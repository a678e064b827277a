import { describe, expect, test } from 'vitest'
import type { Venue, VenueEvent } from '../../../exchange/venue/venue-port'
import { restoreVenue } from '../../../exchange/venue/create-venue'
import type { Price, Qty } from '../../../src/domain/decimal'
import type { InstrumentSymbol } from '../../../src/domain/order/order'
import type { NewStrategy } from '../../../src/domain/order/strategy'
import { openVenue, place, START_MS } from './lib'

const SECOND = 1_000
const MINUTE = 60_000
const HOUR = 3_600_000
const DAY = 24 * HOUR
/** Friday 2026-03-13 08:00 UTC: BTCUSDT-13MAR26 ends, BTCUSDT-03APR26 begins. */
const EXPIRY = Date.UTC(2026, 2, 13, 8)
const ENDING = 'BTCUSDT-13MAR26'
const NEXT = 'BTCUSDT-03APR26'

const of = (venue: Venue, symbol: string) => venue.instruments().find((one) => one.symbol === symbol)

/** Steps of 100 ms up to and at `toMs`, so that every symbol has its turn each second. */
function run(venue: Venue, fromMs: number, toMs: number): VenueEvent[] {
  const events: VenueEvent[] = []
  for (let nowMs = fromMs; nowMs <= toMs; nowMs += 100) events.push(...venue.apply({ type: 'tick' }, nowMs).events)
  return events
}

function trade(venue: Venue, account: string, linkId: string, symbol: string, side: 'buy' | 'sell', nowMs: number) {
  const input = place(account, linkId, { side, qty: symbol.includes('-') ? '0.1' : '1000' })
  if (input.type !== 'place') throw new Error('not an order')
  return venue.apply({ ...input, order: { ...input.order, symbol: symbol as InstrumentSymbol } }, nowMs)
}

function opened(): Venue {
  const venue = openVenue({ markets: 'all' })
  venue.apply({ type: 'openAccount', account: 'ann', kind: 'uta2', name: 'Ann' }, START_MS)
  run(venue, START_MS + 100, START_MS + 2 * SECOND)
  return venue
}

const expectConserved = (venue: Venue) => {
  for (const { coin, sumE8, creditedE8 } of venue.conservation())
    expect(`${coin} ${sumE8}`).toBe(`${coin} ${creditedE8}`)
}

describe('the life of a dated contract', () => {
  const venue = opened()

  test('trades above its index by the time that it has left, and pays no funding', () => {
    const near = venue.ticker(ENDING)!
    const far = venue.ticker('BTCUSDT-25SEP26')!
    // One index for the coin; this symbol took it at its last step, a second ago at most.
    expect(Math.abs(Number(near.indexPrice) / Number(venue.ticker('BTCUSDT')!.indexPrice) - 1)).toBeLessThan(1e-4)
    // 5 % a year: 198 days are 2.7 %, 2 days 0.03 %.
    expect(Number(far.markPrice) / Number(far.indexPrice)).toBeCloseTo(Math.exp((0.05 * 197.9) / 365), 3)
    expect(Number(near.markPrice) / Number(near.indexPrice)).toBeCloseTo(1.0003, 3)
    expect(near).toMatchObject({ fundingRate: null, nextFundingTimeMs: null, predictedDeliveryPrice: null })
    expect(Number(far.basis)).toBeCloseTo(Number(far.lastPrice) - Number(far.indexPrice), 6)
  })

  test('has a volume of its own: no two contracts of a coin show the same turnover', () => {
    const traded = venue.instruments().filter(({ baseCoin, status }) => baseCoin === 'BTC' && status === 'trading')
    const turnovers = traded.map(({ symbol }) => venue.ticker(symbol)!.turnover24h)
    expect(traded.length).toBeGreaterThan(15)
    expect(new Set(turnovers).size).toBe(traded.length)
  })

  test('the successor is announced a day before, and cannot be traded', () => {
    expect(of(venue, NEXT)).toBeUndefined()
    const events = run(venue, EXPIRY - DAY, EXPIRY - DAY)
    expect(events.some((event) => event.type === 'instrument' && event.instrument.symbol === NEXT)).toBe(true)
    expect(of(venue, NEXT)).toMatchObject({ status: 'comingSoon', launchTimeMs: EXPIRY })
    expect(trade(venue, 'ann', 'early', NEXT, 'buy', EXPIRY - DAY + 1).result).toEqual({
      ok: false,
      refusal: { kind: 'symbolNotTrading' },
    })
  })

  test('takes orders until the end; the half hour before it is averaged', () => {
    let nowMs = EXPIRY - 31 * MINUTE
    run(venue, nowMs, nowMs + SECOND)
    expect(trade(venue, 'ann', 'long', ENDING, 'buy', nowMs + SECOND).result.ok).toBe(true)
    expect(venue.positions('ann', ENDING)[0]!.size).toBe('0.1')
    const { price } = { price: venue.ticker(ENDING)!.bid1Price! }
    const resting = place('ann', 'rest', { side: 'buy', qty: '0.1', price: String(Number(price) - 100) })
    if (resting.type !== 'place') throw new Error('not an order')
    const order = { ...resting.order, symbol: ENDING as InstrumentSymbol }
    expect(venue.apply({ ...resting, order }, nowMs + SECOND).result.ok).toBe(true)
    expect(venue.ticker(ENDING)!.predictedDeliveryPrice).toBeNull()
    nowMs = EXPIRY - 30 * MINUTE
    run(venue, nowMs, nowMs + 3 * SECOND)
    expect(Number(venue.ticker(ENDING)!.predictedDeliveryPrice)).toBeGreaterThan(0)
  })

  test('is delivered at the mean index of that half hour, and its successor opens at that moment', () => {
    // Seconds in which the exchange stood still count with the index before them: 3 s are known, then a pin at +10 min.
    const before = Number(venue.ticker(ENDING)!.indexPrice)
    const pinMs = EXPIRY - 20 * MINUTE
    run(venue, pinMs, pinMs + SECOND)
    venue.apply({ type: 'setPrice', symbol: ENDING, index: String(before + 600) }, pinMs + SECOND)
    const predicted = Number(venue.ticker(ENDING)!.predictedDeliveryPrice)
    const held = Number(venue.ticker(ENDING)!.indexPrice)
    const events = run(venue, EXPIRY, EXPIRY)
    const delivery = events.find((event) => event.type === 'execution' && event.execution.execType === 'Delivery')
    if (delivery?.type !== 'execution') throw new Error('nothing was delivered')
    // 601 seconds are in the prediction, the other 1,199 at the index that was pinned.
    const mean = (predicted * 601 + held * 1_199) / 1_800
    expect(Math.abs(Number(delivery.execution.price) - mean)).toBeLessThanOrEqual(0.1)
    expect(held - before).toBeCloseTo(600, 0)
    // The fee is 0.05 % of the value, truncated at 8 decimals.
    const value = Number(delivery.execution.price) * 0.1
    expect(Number(delivery.execution.fee)).toBeCloseTo(value * 0.0005, 7)
    expect(delivery.execution).toMatchObject({ side: 'sell', qty: '0.1', closedQty: '0.1' })
    const cancelled = events.find((event) => event.type === 'order' && event.order.linkId === 'rest')
    expect(cancelled).toMatchObject({ action: 'canceled', order: { cancelType: 'CancelBySettle' } })
    expect(venue.positions('ann', ENDING)[0]!.size).toBe('0')
    expect(of(venue, ENDING)!.status).toBe('delivering')
    expect(venue.ticker(ENDING)).toBeNull()
    expect(of(venue, NEXT)).toMatchObject({ status: 'trading' })
    expectConserved(venue)
  })

  test('the successor trades, with candles from its first minute', () => {
    run(venue, EXPIRY + 100, EXPIRY + 5 * SECOND)
    expect(trade(venue, 'ann', 'again', NEXT, 'buy', EXPIRY + 5 * SECOND).result.ok).toBe(true)
    const [first, ...rest] = venue.candles({
      symbol: NEXT,
      source: 'last',
      interval: '1',
      startMs: null,
      endMs: null,
      limit: 10,
    })
    expect(first!.startMs).toBe(EXPIRY)
    expect(rest).toEqual([])
  })

  test('a minute later it is delisted, a month later forgotten', () => {
    run(venue, EXPIRY + MINUTE, EXPIRY + MINUTE)
    expect(of(venue, ENDING)!.status).toBe('closed')
    run(venue, EXPIRY + 30 * DAY, EXPIRY + 30 * DAY)
    expect(of(venue, ENDING)).toBeUndefined()
    expect(trade(venue, 'ann', 'late', ENDING, 'buy', EXPIRY + 30 * DAY).result).toEqual({
      ok: false,
      refusal: { kind: 'unknownSymbol' },
    })
    expectConserved(venue)
    expect(JSON.stringify(restoreVenue(JSON.parse(JSON.stringify(venue.snapshot()))).snapshot())).toBe(
      JSON.stringify(venue.snapshot()),
    )
  })
})

test('an exchange that dies within the window and comes back delivers at the same price', () => {
  const deliveryOf = (events: readonly VenueEvent[]) =>
    events.flatMap((event) =>
      event.type === 'execution' && event.execution.execType === 'Delivery'
        ? [`${event.execution.symbol} ${event.execution.price} ${event.execution.grossPnl}`]
        : [],
    )
  const live = opened()
  run(live, EXPIRY - 30 * MINUTE, EXPIRY - 30 * MINUTE + 2 * SECOND)
  for (const symbol of [ENDING, 'BTC-13MAR26']) trade(live, 'ann', symbol, symbol, 'sell', EXPIRY - 29 * MINUTE)
  run(live, EXPIRY - 15 * MINUTE, EXPIRY - 15 * MINUTE + 5 * SECOND)
  const again = restoreVenue(JSON.parse(JSON.stringify(live.snapshot())))
  const rest = (venue: Venue) => [
    ...run(venue, EXPIRY - 5 * MINUTE, EXPIRY - 5 * MINUTE + SECOND),
    ...run(venue, EXPIRY, EXPIRY),
  ]
  const expected = deliveryOf(rest(live))
  expect(expected).toHaveLength(2)
  expect(deliveryOf(rest(again))).toEqual(expected)
  expect(JSON.stringify(again.snapshot())).toBe(JSON.stringify(live.snapshot()))
})

describe('control', () => {
  const venue = opened()
  const nowMs = START_MS + 2 * SECOND

  test('puts a contract beside its coin’s perpetual, which it has set in the same moment', () => {
    const to = String(Math.round(Number(venue.ticker('BTCUSDT')!.indexPrice) * 1.02))
    const followers = ['BTCUSDT-25SEP26', 'BTCUSD', 'BTCUSDM26', 'BTCPERP']
    for (const symbol of ['BTCUSDT', ...followers])
      expect(venue.apply({ type: 'setPrice', symbol, index: to, besideLeader: true }, nowMs).result.ok).toBe(true)
    run(venue, nowMs + 100, nowMs + 2 * SECOND)
    const leader = Number(venue.ticker('BTCUSDT')!.indexPrice)
    // A second jump of 2 % would be seen; a second's own moves are far below a tenth of a per cent.
    for (const symbol of followers)
      expect(Math.abs(Number(venue.ticker(symbol)!.indexPrice) / leader - 1)).toBeLessThan(0.001)
  })

  test('ends a contract at once; what does not trade or has no end is refused', () => {
    const endMs = nowMs + 3 * SECOND
    expect(trade(venue, 'ann', 'inverse', 'BTCUSDM26', 'sell', endMs).result.ok).toBe(true)
    const { result, events } = venue.apply({ type: 'expire', symbol: 'BTCUSDM26' }, endMs)
    expect(result).toEqual({ ok: true })
    const delivery = events.find((event) => event.type === 'execution')
    expect(delivery).toMatchObject({ execution: { execType: 'Delivery', qty: '1000', side: 'buy' } })
    expect(of(venue, 'BTCUSDM26')).toMatchObject({ status: 'delivering', delivery: { timeMs: endMs } })
    const refused = (symbol: string) => venue.apply({ type: 'expire', symbol }, endMs).result
    expect(refused('BTCUSDM26')).toEqual({ ok: false, refusal: { kind: 'symbolNotTrading' } })
    expect(refused('BTCUSDT')).toEqual({ ok: false, refusal: { kind: 'symbolNotTrading' } })
    expect(refused('NOUSDT')).toEqual({ ok: false, refusal: { kind: 'unknownSymbol' } })
    expectConserved(venue)
  })
})

test('what runs in a contract stops with its delivery, and is forgotten with the contract', () => {
  const venue = opened()
  const nowMs = START_MS + 3 * SECOND
  const price = (Number(venue.ticker(ENDING)!.bid1Price) - 50).toFixed(1) as Price
  const open = (strategy: NewStrategy) =>
    venue.apply({ type: 'openStrategy', account: 'ann', linkId: '', strategy }, nowMs).result
  const common = { symbol: ENDING as InstrumentSymbol, side: 'buy', reduceOnly: false, positionIdx: 0 } as const
  expect(open({ ...common, kind: 'iceberg', qty: '0.4' as Qty, showQty: '0.1' as Qty, price })).toMatchObject({
    ok: true,
  })
  venue.apply({ type: 'expire', symbol: ENDING }, nowMs)
  expect(venue.strategies('ann')).toMatchObject([{ status: 'stopped', stopReason: 'symbolNotTrading' }])
  expect(venue.openOrders('ann', null)).toEqual([])
  venue.apply({ type: 'tick' }, EXPIRY + 30 * DAY)
  venue.apply({ type: 'tick' }, EXPIRY + 31 * DAY)
  expect(of(venue, ENDING)).toBeUndefined()
  expect(venue.strategies('ann')).toEqual([])
})
