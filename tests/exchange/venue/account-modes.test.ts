import { expect, test } from 'vitest'
import { restoreVenue } from '../../../exchange/venue/create-venue'
import type { InstrumentSymbol } from '../../../src/domain/order/order'
import { openVenue, place, START_MS, tick } from './lib'

test('margin mode, added margin and an inverse position go through the venue and its snapshot', () => {
  const venue = openVenue({ markets: 'all' })
  let nowMs = START_MS
  venue.apply({ type: 'openAccount', account: 'ann', kind: 'uta2', name: 'Ann' }, nowMs)
  expect(venue.apply({ type: 'setMarginMode', account: 'ann', mode: 'isolated' }, nowMs).result).toEqual({ ok: true })
  nowMs = tick(venue, nowMs, 20)
  const buy = place('ann', 'a1', { side: 'buy', qty: '100' })
  if (buy.type !== 'place') throw new Error('no order')
  const order = { ...buy.order, symbol: 'BTCUSD' as InstrumentSymbol }
  expect(venue.apply({ ...buy, order }, nowMs).result).toMatchObject({ ok: true, order: { filledQty: '100' } })
  const margin = { type: 'addMargin', account: 'ann', symbol: 'BTCUSD', positionIdx: 0, amount: '0.0005' } as const
  expect(venue.apply(margin, nowMs).result).toEqual({ ok: true })
  const [position] = venue.positions('ann', 'BTCUSD')
  expect(position).toMatchObject({ marginMode: 'isolated', size: '100', extraMargin: '0.0005', side: 'buy' })
  // 100 USD at about 64,000: some 0.0016 BTC, and an entry where the market is.
  expect(Number(position!.value)).toBeCloseTo(100 / Number(position!.entryPrice), 7)
  expect(Number(position!.liquidationPrice)).toBeLessThan(Number(position!.entryPrice))
  const again = restoreVenue(JSON.parse(JSON.stringify(venue.snapshot())))
  expect(again.marginMode('ann')).toBe('isolated')
  expect(again.positions('ann', 'BTCUSD')).toEqual([position])
  const next = nowMs + 100
  expect(again.apply({ type: 'tick' }, next)).toEqual(venue.apply({ type: 'tick' }, next))
  for (const { sumE8, creditedE8 } of venue.conservation()) expect(sumE8).toBe(creditedE8)
})

test.each(['cross', 'isolated', 'portfolio'] as const)(
  'the wallet that an order is told with is the one that is asked for, in %s margin',
  (mode) => {
    const venue = openVenue({ markets: 'all' })
    venue.apply({ type: 'openAccount', account: 'ann', kind: 'uta2', name: 'Ann' }, START_MS)
    venue.apply({ type: 'setMarginMode', account: 'ann', mode }, START_MS)
    const nowMs = tick(venue, START_MS, 20)
    const { events } = venue.apply(place('ann', 'a1', { side: 'buy', qty: '0.01' }), nowMs)
    const told = events.flatMap((event) => (event.type === 'wallet' && event.account === 'ann' ? [event.wallet] : []))
    expect(told).toEqual([venue.wallet('ann')])
    expect(told[0]!.marginMode).toBe(mode)
  },
)
