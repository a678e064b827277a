import { describe, expect, test } from 'vitest'
import { createVenue, restoreVenue } from '../../../exchange/venue/create-venue'
import type { Venue, VenueEvent } from '../../../exchange/venue/venue-port'
import type { Money, Price, Qty } from '../../../src/domain/decimal'
import type { OptionContract } from '../../../src/domain/instrument/option'
import { isContract } from '../../../src/domain/instrument/contract'
import type { InstrumentSymbol } from '../../../src/domain/order/order'
import { OPTIONS_GENESIS } from './lib'

/** Monday 5 January 2026, 07:20 UTC: forty minutes before the day's expiry. */
const START = Date.UTC(2026, 0, 5, 7, 20)
const EXPIRY = Date.UTC(2026, 0, 5, 8)
const TICK_MS = 100
const DAY_MS = 86_400_000

const open = (startMs = START): Venue => createVenue({ ...OPTIONS_GENESIS, startMs })

function options(venue: Venue): readonly OptionContract[] {
  return venue.instruments().filter((one): one is OptionContract => 'strike' in one && one.status === 'trading')
}

/** Steps of the market, `everyMs` apart. @returns the last time, and what was told */
function tick(venue: Venue, fromMs: number, count: number, everyMs = TICK_MS) {
  const events: VenueEvent[] = []
  let nowMs = fromMs
  for (let n = 0; n < count; n++) events.push(...venue.apply({ type: 'tick' }, (nowMs += everyMs)).events)
  return { nowMs, events }
}

const cents = (price: string | null): number => Math.round(Number(price) * 1000)

/** Put-call parity, C − P = F − K, of each strike to the last tick of its mark. */
function parityFaults(venue: Venue): readonly string[] {
  const marks = new Map(options(venue).map((one) => [one.symbol as string, venue.ticker(one.symbol)]))
  return options(venue).flatMap((call) => {
    if (!call.isCall) return []
    const ticker = marks.get(call.symbol)!
    const put = marks.get(call.symbol.replace('-C', '-P'))!
    const difference = cents(ticker!.markPrice) - cents(put!.markPrice)
    const forward = cents(ticker!.option!.underlyingPrice) - cents(call.strike)
    return difference === forward ? [] : [`${call.symbol}: ${difference} is not ${forward}`]
  })
}

describe('the option chains of a new exchange (decisions 25)', () => {
  const venue = open()

  test('are BTC, ETH and SOL in USDC and USDT, four expiries of fifteen strikes, calls and puts', () => {
    const all = options(venue)
    expect(all).toHaveLength(3 * 2 * 4 * 15 * 2)
    expect(new Set(all.map(({ delivery }) => delivery.timeMs)).size).toBe(4)
    expect(new Set(all.map(({ settleCoin, baseCoin }) => `${baseCoin}-${settleCoin}`)).size).toBe(6)
  })

  test('keep parity at every tick, and every book stands around its mark', () => {
    let nowMs = START
    for (let n = 0; n < 12; n++) {
      venue.apply({ type: 'tick' }, (nowMs += TICK_MS))
      // After the chains have taken their first step, in the middle of the next one, and after it.
      if (n % 4 === 3) expect(parityFaults(venue)).toEqual([])
    }
    for (const { symbol, tickSize } of options(venue)) {
      const { bids, asks } = venue.book(symbol, 5)
      const mark = Number(venue.ticker(symbol)!.markPrice)
      expect(asks.length, symbol).toBeGreaterThan(0)
      const [bid, ask] = [Number(bids[0]?.[0] ?? 0), Number(asks[0]![0])]
      // A trade may have taken a best price away.
      const slack = 3 * Number(tickSize) + 0.2 * mark
      expect(bid < ask && bid < mark + slack && ask > mark - slack, `${symbol}: ${bid} ${mark} ${ask}`).toBe(true)
      // In the steps of the option.
      expect(Math.abs(ask / Number(tickSize) - Math.round(ask / Number(tickSize)))).toBeLessThan(1e-6)
    }
    expect(venue.conservation().every(({ sumE8, creditedE8 }) => sumE8 === creditedE8)).toBe(true)
  })

  test('say volatilities and greeks: puts are dearer than calls far away, deltas go from 1 to 0', () => {
    const chain = options(venue)
      .filter(({ baseCoin, settleCoin, isCall }) => baseCoin === 'BTC' && settleCoin === 'USDC' && isCall)
      .filter(({ delivery }) => delivery.timeMs === Math.max(...options(venue).map((one) => one.delivery.timeMs)))
      .toSorted((a, b) => Number(a.strike) - Number(b.strike))
    const figures = chain.map(({ symbol }) => venue.ticker(symbol)!.option!)
    expect(figures[0]!.markVolatility).toBeGreaterThan(figures.at(-1)!.markVolatility)
    const deltas = figures.map(({ greeks }) => greeks.delta)
    expect(deltas.toSorted((a, b) => b - a)).toEqual(deltas)
    expect(deltas[0]! > 0.7 && deltas.at(-1)! < 0.4 && deltas.at(-1)! > 0).toBe(true)
    for (const one of figures) expect(one.bidVolatility! < one.askVolatility!).toBe(true)
  })
})

test('a trader buys and sells options beside perpetuals, and a restart goes on from the same place', () => {
  const venue = open()
  let { nowMs } = tick(venue, START, 20)
  venue.apply({ type: 'openAccount', account: 'ann', kind: 'uta2', name: 'ann' }, ++nowMs)
  const option = options(venue).find(({ symbol }) => symbol === 'BTC-9JAN26-65000-C')!
  const buy = (symbol: string, qty: string) =>
    venue.apply(
      {
        type: 'place',
        account: 'ann',
        linkId: `buy-${symbol}`,
        order: {
          symbol: symbol as InstrumentSymbol,
          side: 'buy',
          type: 'market',
          qty: qty as Qty,
          timeInForce: 'immediateOrCancel',
          reduceOnly: false,
          closeOnTrigger: false,
        } as never,
      },
      ++nowMs,
    )
  const before = Number(venue.wallet('ann')!.coins.find(({ coin }) => coin === 'USDC')!.walletBalance)
  const { result, events } = buy(option.symbol, '0.05')
  expect(result.ok, JSON.stringify(result)).toBe(true)
  buy('BTCUSDT', '0.01')
  const fills = events.filter((one) => one.type === 'execution').map((one) => one.execution)
  const spent = fills.reduce((sum, one) => sum + Number(one.value) + Number(one.fee), 0)
  const coin = venue.wallet('ann')!.coins.find((one) => one.coin === 'USDC')!
  expect(Number(coin.walletBalance)).toBeCloseTo(before - spent, 6)
  // What it is worth now is in the equity, and in no margin.
  const held = venue.positions('ann', option.symbol)[0]!
  expect(Number(coin.equity)).toBeCloseTo(before - spent + 0.05 * Number(held.markPrice), 4)
  expect(coin.positionInitialMargin).toBe('0' as Money)

  const back = restoreVenue(JSON.parse(JSON.stringify(venue.snapshot())))
  const [a, b] = [tick(venue, nowMs, 20), tick(back, nowMs, 20)]
  expect(JSON.stringify(b.events)).toBe(JSON.stringify(a.events))
  expect(JSON.stringify(back.snapshot())).toBe(JSON.stringify(venue.snapshot()))
})

describe('an expiry at 08:00 UTC', () => {
  test('pays the mean index of the last half hour, and the next day is listed', () => {
    const venue = open()
    const daily = options(venue).filter(({ delivery }) => delivery.timeMs === EXPIRY)
    expect(daily).toHaveLength(180)
    let { nowMs } = tick(venue, START, 20)
    venue.apply({ type: 'openAccount', account: 'ann', kind: 'uta2', name: 'ann' }, ++nowMs)
    // From 07:30 on, every ninety seconds; half of the way in, the index leaps by a tenth.
    ;({ nowMs } = tick(venue, EXPIRY - 1_800_000 - TICK_MS, 1))
    const seen: number[] = []
    const predictions = new Set<string | null>()
    let symbol = daily.find((one) => one.baseCoin === 'BTC' && one.settleCoin === 'USDT' && one.isCall)!.symbol
    expect(venue.ticker(symbol)!.predictedDeliveryPrice).toBeNull()
    while (nowMs < EXPIRY - 90_000) {
      ;({ nowMs } = tick(venue, nowMs, 10))
      nowMs += 89_000
      seen.push(Number(venue.ticker(symbol)!.indexPrice))
      predictions.add(venue.ticker(symbol)!.predictedDeliveryPrice)
      if (seen.length === 10) {
        const price = (seen[0]! * 1.1).toFixed(1) as Price
        venue.apply({ type: 'setPrice', symbol: 'BTCUSDT', index: price }, ++nowMs)
      }
    }
    // The mean so far, which every further look moves on; of an expiry a day later nothing is predicted yet.
    expect(predictions).not.toContain(null)
    expect(predictions.size).toBe(seen.length)
    const sofar = seen.reduce((sum, one) => sum + one, 0) / seen.length
    expect(Math.abs(Number(venue.ticker(symbol)!.predictedDeliveryPrice) / sofar - 1)).toBeLessThan(0.008)
    const later = options(venue).find((one) => one.baseCoin === 'BTC' && one.delivery.timeMs > EXPIRY)!
    expect(venue.ticker(later.symbol)!.predictedDeliveryPrice).toBeNull()
    const { events } = tick(venue, EXPIRY - TICK_MS, 20)
    const delivered = new Map(venue.deliveries(null).map((one) => [one.symbol as string, Number(one.price)]))
    const prices = new Map<string, Price>(venue.deliveries(null).map((one) => [one.symbol, one.price]))
    expect(daily.every((one) => delivered.has(one.symbol))).toBe(true)
    const mean = seen.reduce((sum, one) => sum + one, 0) / seen.length
    expect(Math.abs(delivered.get(symbol)! / mean - 1)).toBeLessThan(0.008)
    // All of one coin are delivered at one price.
    expect(new Set(daily.filter((one) => one.baseCoin === 'BTC').map((one) => delivered.get(one.symbol))).size).toBe(1)
    const next = options(venue).filter(({ delivery }) => delivery.timeMs === EXPIRY + DAY_MS)
    expect(next.length).toBeGreaterThanOrEqual(180)
    symbol = next[0]!.symbol
    expect(venue.ticker(symbol)!.option).not.toBeNull()
    expect(events.some((one) => one.type === 'instrument' && one.instrument.symbol === symbol)).toBe(true)
    // The index leapt: strikes came in around where it is.
    const btc = options(venue).filter((one) => one.baseCoin === 'BTC' && one.delivery.timeMs > EXPIRY)
    const highest = Math.max(...btc.map(({ strike }) => Number(strike)))
    expect(highest).toBeGreaterThan(seen.at(-1)! + 20_000)
    expect(venue.conservation().every(({ sumE8, creditedE8 }) => sumE8 === creditedE8)).toBe(true)

    // A day later they are listed no more, and what they were delivered at is known, also after a restart.
    tick(venue, EXPIRY + DAY_MS, 3, 60_000)
    const listed = new Set<string>(venue.instruments().map((one) => one.symbol))
    expect(daily.filter((one) => listed.has(one.symbol))).toEqual([])
    const restored = restoreVenue(JSON.parse(JSON.stringify(venue.snapshot())))
    expect(restored.deliveries(null)).toEqual(venue.deliveries(null))
    const { symbol: gone, baseCoin, settleCoin } = daily[0]!
    const price = prices.get(gone)!
    expect(restored.deliveries(gone)).toEqual([{ symbol: gone, baseCoin, settleCoin, price, timeMs: EXPIRY }])
    const kept = new Map(restored.deliveries(null).map((one) => [one.symbol, one.price]))
    expect(daily.filter((one) => kept.get(one.symbol) !== prices.get(one.symbol))).toEqual([])
  })

  test('contracts alone are listed where a ledger names no families', () => {
    const { families: _families, ...before } = OPTIONS_GENESIS
    const venue = createVenue({ ...before, startMs: START })
    expect(venue.instruments().every(isContract)).toBe(true)
  })
})

test('an exchange that is late steps every chain all the same', () => {
  const venue = open()
  const { nowMs } = tick(venue, START, 12)
  // Every other turn alone, an even one each time.
  const { events } = tick(venue, nowMs, 10, 2 * TICK_MS)
  const seen = new Set(
    events.flatMap((one) => (one.type === 'ticker' && one.ticker.option != null ? [one.ticker.symbol] : [])),
  )
  expect(seen.size).toBe(options(venue).length)
})
