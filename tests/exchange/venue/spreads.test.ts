import { describe, expect, test } from 'vitest'
import type { NewOrder } from '../../../src/domain/order/new-order'
import type { Price, Qty } from '../../../src/domain/decimal'
import type { InstrumentSymbol } from '../../../src/domain/order/order'
import { createVenue, restoreVenue } from '../../../exchange/venue/create-venue'
import type { Venue } from '../../../exchange/venue/venue-port'
import { impliedTouch } from '../../../exchange/simulation/spread-quotes'

/** A Tuesday; the futures of November end on the Friday after it. */
const START_MS = Date.UTC(2026, 10, 24, 9)
const NEAR = 'BTCUSDT-27NOV26_BTCUSDT' as InstrumentSymbol

function opened(startMs = START_MS): Venue {
  return createVenue({
    seed: 5,
    region: 'global',
    feedSymbol: null,
    startMs,
    markets: 'all',
    families: ['spot', 'spread'],
  })
}

function step(venue: Venue, fromMs: number, ticks: number): number {
  for (let n = 1; n <= ticks; n += 1) venue.apply({ type: 'tick' }, fromMs + n * 100)
  return fromMs + ticks * 100
}

function order(side: 'buy' | 'sell', qty: string, price: string | null): NewOrder {
  return {
    symbol: NEAR,
    side,
    type: price === null ? 'market' : 'limit',
    qty: qty as Qty,
    price: price as Price | null,
    timeInForce: price === null ? 'immediateOrCancel' : 'goodTillCancel',
    reduceOnly: false,
    closeOnTrigger: false,
    positionIdx: 0,
  } as NewOrder
}

describe('what the legs imply for a spread', () => {
  test('who buys it buys the first leg at its ask and sells the second at its bid', () => {
    // 101 – 102 against 99.5 – 100: it is sold at 101 − 100 and bought at 102 − 99.5, rounded outward.
    expect(impliedTouch({ bid: 101, ask: 102 }, { bid: 99.5, ask: 100 })).toEqual({ bid: 1, ask: 3 })
    expect(impliedTouch({ bid: 90, ask: 91 }, { bid: 99.5, ask: 100 })).toEqual({ bid: -10, ask: -8 })
  })
})

describe('spreads on the venue', () => {
  test('have books about the difference of their legs; a user trades both legs, and a restart goes on the same', () => {
    const venue = opened()
    venue.apply({ type: 'openAccount', account: 'ann', kind: 'uta2', name: 'Ann' }, START_MS)
    let nowMs = step(venue, START_MS, 30)
    for (const { symbol, kind } of venue.instruments()) {
      if (kind !== 'spread') continue
      const { bids, asks } = venue.book(symbol, 5)
      expect(bids.length).toBeGreaterThan(2)
      expect(Number(bids[0]![0])).toBeLessThan(Number(asks[0]![0]))
    }
    const mark = (symbol: string) => Number(venue.ticker(symbol)!.markPrice)
    const marks = mark('BTCUSDT-27NOV26') - mark('BTCUSDT')
    expect(Number(venue.ticker(NEAR)!.markPrice)).toBeCloseTo(marks, 6)

    const { result, events } = venue.apply(
      { type: 'place', account: 'ann', linkId: 's-1', order: order('buy', '0.05', null) },
      (nowMs += 1),
    )
    expect(result.ok).toBe(true)
    const [future, perpetual] = ['BTCUSDT-27NOV26', 'BTCUSDT'].map((one) => venue.positions('ann', one)[0]!)
    expect([future!.side, future!.size, perpetual!.side, perpetual!.size]).toEqual(['buy', '0.05', 'sell', '0.05'])
    const executions = events.flatMap((event) => (event.type === 'execution' ? [event.execution] : []))
    const own = executions.find(({ symbol }) => symbol === NEAR)!
    const leg = (symbol: string) => executions.find((one) => one.symbol === symbol)!
    // Exactly the price of the spread, whatever the marks.
    expect(Number(leg('BTCUSDT-27NOV26').price) - Number(leg('BTCUSDT').price)).toBeCloseTo(Number(own.price), 9)
    // Ledger lines: the spread's fills and both of their legs.
    const fills = events.flatMap((event) => (event.type === 'fill' ? [event.symbol] : []))
    expect(new Set(fills)).toEqual(new Set([NEAR, 'BTCUSDT-27NOV26', 'BTCUSDT']))

    const again = restoreVenue(JSON.parse(JSON.stringify(venue.snapshot())))
    for (let n = 0; n < 20; n += 1) {
      nowMs += 100
      const told = venue.apply({ type: 'tick' }, nowMs)
      expect(JSON.stringify(again.apply({ type: 'tick' }, nowMs))).toBe(JSON.stringify(told))
    }
    for (const { sumE8, creditedE8 } of venue.conservation()) expect(sumE8).toBe(creditedE8)
  })

  test('with a spot leg the coin itself changes hands, and the fee of what is bought is taken of it', () => {
    const venue = opened()
    venue.apply({ type: 'openAccount', account: 'ann', kind: 'uta2', name: 'Ann' }, START_MS)
    const nowMs = step(venue, START_MS, 30)
    const symbol = 'BTCUSDT_BTC/USDT' as InstrumentSymbol
    const coins = () => Number(venue.wallet('ann')!.coins.find(({ coin }) => coin === 'BTC')!.walletBalance)
    expect(coins()).toBe(2)
    // Selling the spread sells the perpetual and buys the coin: 0.05, less half of a tenth of a per cent.
    const sold = venue.apply(
      { type: 'place', account: 'ann', linkId: 'a', order: { ...order('sell', '0.05', null), symbol } },
      nowMs + 1,
    )
    expect(sold.result).toMatchObject({ ok: true, order: { status: 'filled' } })
    expect(venue.positions('ann', 'BTCUSDT')[0]).toMatchObject({ side: 'sell', size: '0.05' })
    expect(coins()).toBeCloseTo(2 + 0.05 * (1 - 0.0005), 8)
    venue.apply(
      { type: 'place', account: 'ann', linkId: 'b', order: { ...order('buy', '0.05', null), symbol } },
      nowMs + 2,
    )
    expect(venue.positions('ann', 'BTCUSDT').filter(({ side }) => side !== null)).toEqual([])
    expect(coins()).toBeCloseTo(2 - 0.05 * 0.0005, 8)
    step(venue, nowMs + 2, 20)
    for (const { sumE8, creditedE8 } of venue.conservation()) expect(sumE8).toBe(creditedE8)
  })

  test('a spread ends with its first leg: its orders are cancelled, what its fills made is delivered or held on', () => {
    // Ten seconds before the delivery.
    const startMs = Date.UTC(2026, 10, 27, 8) - 10_000
    const venue = opened(startMs)
    venue.apply({ type: 'openAccount', account: 'ann', kind: 'uta2', name: 'Ann' }, startMs)
    const nowMs = step(venue, startMs, 20)
    venue.apply({ type: 'place', account: 'ann', linkId: 'm', order: order('sell', '0.02', null) }, nowMs)
    expect(venue.positions('ann', 'BTCUSDT-27NOV26')[0]!.side).toBe('sell')
    const { bids } = venue.book(NEAR, 1)
    const far = String(Number(bids[0]![0]) - 50)
    const placed = venue.apply({ type: 'place', account: 'ann', linkId: 'l', order: order('buy', '0.02', far) }, nowMs)
    expect(placed.result.ok).toBe(true)
    const { events } = venue.apply({ type: 'tick' }, startMs + 10_000)
    const ended = events.flatMap((event) => (event.type === 'order' && event.account === 'ann' ? [event.order] : []))
    expect(ended.find(({ linkId }) => linkId === 'l')).toMatchObject({ symbol: NEAR, cancelType: 'CancelBySettle' })
    expect(venue.instruments().find(({ symbol }) => symbol === NEAR)!.status).toBe('delivering')
    expect(venue.positions('ann', null).map(({ symbol, side }) => [symbol, side])).toEqual([['BTCUSDT', 'buy']])
    for (const { sumE8, creditedE8 } of venue.conservation()) expect(sumE8).toBe(creditedE8)
  })
})
