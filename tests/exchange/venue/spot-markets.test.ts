import { describe, expect, it } from 'vitest'
import { DOLLARS_FOR } from '../../../exchange/listings/spot-lines'
import { createVenue, restoreVenue } from '../../../exchange/venue/create-venue'
import type { VenueInput } from '../../../exchange/venue/venue-input'
import type { Venue } from '../../../exchange/venue/venue-port'
import type { NewOrder } from '../../../src/domain/order/new-order'
import type { Price, Qty } from '../../../src/domain/decimal'
import type { InstrumentSymbol } from '../../../src/domain/order/order'

const START_MS = Date.UTC(2026, 10, 25, 9, 0, 0)

function ticks(venue: Venue, fromMs: number, count: number): number {
  let nowMs = fromMs
  for (let n = 0; n < count; n++) venue.apply({ type: 'tick' }, (nowMs += 100))
  return nowMs
}

function market(symbol: string, side: 'buy' | 'sell', qty: string): NewOrder {
  return {
    symbol: symbol as InstrumentSymbol,
    side,
    type: 'market',
    price: null,
    qty: qty as Qty,
    timeInForce: 'immediateOrCancel',
    reduceOnly: false,
    closeOnTrigger: false,
    positionIdx: 0,
  }
}

describe('the markets of pairs', () => {
  const venue = createVenue({ seed: 7, region: '', feedSymbol: null, startMs: START_MS, families: ['spot'] })
  let nowMs = ticks(venue, START_MS, 150)
  const apply = (input: VenueInput) => venue.apply(input, (nowMs += 1))
  const pairs = venue.instruments().filter((one) => one.kind === 'spot')

  it('are open beside the contracts, twenty or more', () => {
    expect(pairs.length).toBeGreaterThanOrEqual(20)
    expect(venue.quoteGroups().map(({ coin }) => coin)).toEqual(['USDT', 'USDC', 'EUR'])
  })

  it.each(pairs.map((pair) => [pair.symbol, pair] as const))(
    '%s follows the index of its coin, with quotes on both sides and prints',
    (symbol, { baseCoin, quoteCoin, tickSize }) => {
      const ticker = venue.ticker(symbol)!
      const index = Number(venue.ticker(`${baseCoin}USDT`)!.indexPrice) / (DOLLARS_FOR[quoteCoin] ?? 1)
      const step = Number(tickSize)
      // One step a second in turns: a hundredth part of a per cent and two ticks are room enough.
      expect(Math.abs(Number(ticker.lastPrice) - index)).toBeLessThan(index * 0.002 + 2 * step)
      const spread = Number(ticker.ask1Price) - Number(ticker.bid1Price)
      expect(spread).toBeGreaterThan(0)
      expect(spread).toBeLessThanOrEqual(Math.max(8 * step, index * 0.001))
      const book = venue.book(symbol, 50)
      expect(Math.min(book.bids.length, book.asks.length)).toBeGreaterThan(10)
      expect(Number(ticker.volume24h)).toBeGreaterThan(0)
      expect(ticker).toMatchObject({ openInterest: '0', fundingRate: null, nextFundingTimeMs: null })
    },
  )

  it('have a past, and bars of now', () => {
    const bars = venue.candles({
      symbol: 'BTC/USDT',
      source: 'last',
      interval: '60',
      startMs: null,
      endMs: null,
      limit: 50,
    })
    expect(bars).toHaveLength(50)
    expect(venue.recentTrades('BTC/USDT', 100).length).toBeGreaterThan(5)
  })

  it('trade with a user, for the fee of the coin received', () => {
    apply({ type: 'openAccount', account: 'ann', kind: 'uta2', name: '' })
    const coinOf = (coin: string) => venue.wallet('ann')!.coins.find((one) => one.coin === coin)!
    const { result, events } = apply({
      type: 'place',
      account: 'ann',
      linkId: 'a',
      order: market('ETH/USDT', 'buy', '1'),
    })
    expect(result).toMatchObject({ ok: true, order: { status: 'filled', filledQty: '1', fee: '0.001' } })
    expect(events.filter((one) => one.type === 'position')).toEqual([])
    // 20 ETH at the start and 1 more, less a thousandth of it.
    expect(coinOf('ETH').walletBalance).toBe('20.999')
    apply({ type: 'place', account: 'ann', linkId: 'b', order: market('ETH/USDT', 'sell', '0.999') })
    expect(coinOf('ETH').walletBalance).toBe('20')
    expect(Number(coinOf('USDT').walletBalance)).toBeLessThan(100_000)
    expect(venue.positions('ann', null)).toEqual([])
    for (const { sumE8, creditedE8 } of venue.conservation()) expect(sumE8).toBe(creditedE8)
  })

  it('follow their coin where control takes it, and do not stand still 3 % behind', () => {
    apply({ type: 'setPrice', symbol: 'SOLUSDT', index: '200' })
    nowMs = ticks(venue, nowMs, 30)
    expect(Number(venue.ticker('SOL/USDT')!.lastPrice)).toBeGreaterThan(199)
  })

  it('stay where control puts them right after their coin, which moved in the same moment', () => {
    const before = Number(venue.ticker('XRPUSDT')!.indexPrice)
    // Far enough that a second move by the same share would be seen, near enough for the band of the pair.
    const to = (before * 0.98).toFixed(4)
    apply({ type: 'setPrice', symbol: 'XRPUSDT', index: to })
    apply({ type: 'setPrice', symbol: 'XRP/USDT', index: to })
    nowMs = ticks(venue, nowMs, 20)
    const index = Number(venue.ticker('XRP/USDT')!.indexPrice)
    expect(Math.abs(index / Number(venue.ticker('XRPUSDT')!.indexPrice) - 1)).toBeLessThan(0.002)
  })

  it('go on from a snapshot as if nothing had been between', () => {
    const again = restoreVenue(JSON.parse(JSON.stringify(venue.snapshot())))
    for (let n = 0; n < 25; n++) {
      nowMs += 100
      expect(again.apply({ type: 'tick' }, nowMs)).toEqual(venue.apply({ type: 'tick' }, nowMs))
    }
    expect(again.snapshot()).toEqual(venue.snapshot())
  })
})

describe('a pair’s price set by control (decisions 35)', () => {
  const venue = createVenue({ seed: 7, region: '', feedSymbol: null, startMs: START_MS, families: ['spot'] })
  let nowMs = ticks(venue, START_MS, 50)
  const apply = (input: VenueInput) => venue.apply(input, (nowMs += 1))
  const symbol = 'ETH/USDT' as InstrumentSymbol
  const lastOf = () => Number(venue.ticker(symbol)!.lastPrice)

  it('is its last price at once, and fires what waits for it', () => {
    apply({ type: 'openAccount', account: 'ann', kind: 'uta2', name: '' })
    const price = (times: number) => String(Math.round(lastOf() * times)) as Price
    const leg = { by: 'last', orderType: 'market', limitPrice: null, slippage: null } as const
    const tpSl = {
      mode: 'full',
      takeProfit: { ...leg, price: price(1.02) },
      stopLoss: { ...leg, price: price(0.98) },
    } as const
    const { result } = apply({
      type: 'place',
      account: 'ann',
      linkId: 'legs',
      order: { ...market(symbol, 'sell', '1'), heldFor: 'oco', tpSl },
    })
    if (!result.ok) throw new Error(JSON.stringify(result.refusal))
    const wanted = price(0.98)
    expect(apply({ type: 'setPrice', symbol, last: wanted }).result.ok).toBe(true)
    expect(venue.ticker(symbol)!.lastPrice).toBe(wanted)
    const [profit] = [venue.findOrder('ann', { orderLinkId: 'legs' })!]
    expect(profit).toMatchObject({ status: 'deactivated', cancelType: 'CancelByOCOTpCanceledBySlTriggered' })
    expect(venue.findOrder('ann', { orderId: profit.pairOrderId! })).toMatchObject({ filledQty: '1' })
  })

  it('is an index that it keeps its distance by', () => {
    const index = Number(venue.ticker('ETHUSDT')!.indexPrice)
    apply({ type: 'setPrice', symbol, index: String(Math.round(index * 1.01)) })
    nowMs = ticks(venue, nowMs, 40)
    const moved = Number(venue.ticker('ETHUSDT')!.indexPrice)
    expect(Math.abs(lastOf() / moved - 1.01)).toBeLessThan(0.003)
  })

  it('is refused of what has no market of its own', () => {
    expect(apply({ type: 'setPrice', symbol: 'XYZ/USDT', last: '1' }).result).toMatchObject({
      refusal: { kind: 'unknownSymbol' },
    })
  })
})
