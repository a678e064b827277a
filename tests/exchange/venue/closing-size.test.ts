import { expect, test } from 'vitest'
import type { InstrumentSymbol } from '../../../src/domain/order/order'
import type { VenueInput } from '../../../exchange/venue/venue-input'
import type { VenueEvent } from '../../../exchange/venue/venue-port'
import { openVenue, place, START_MS, tick } from './lib'

const ICP = 'ICPUSDT' as InstrumentSymbol

type Place = Extract<VenueInput, { type: 'place' }>

/**
 * ICPUSDT takes market orders of 600 coins at most and limit orders of 1,500; 31,500 coins are about 170,000 USDT, and 53
 * market orders: more than the fifty that an opening order may become.
 */
function holder(positionIdx: 0 | 1 = 0) {
  const venue = openVenue()
  let nowMs = tick(venue, START_MS, 5)
  let link = 0
  const icp = (account: string, order: Parameters<typeof place>[2], changes: Partial<Place['order']> = {}): Place => {
    const input = place(account, `l${(link += 1)}`, order) as Place
    return { ...input, order: { ...input.order, symbol: ICP, ...changes } }
  }
  for (const account of ['ann', 'bob']) {
    venue.apply({ type: 'openAccount', account, kind: 'uta2', name: account }, nowMs)
    for (let n = 0; n < 5; n++) venue.apply({ type: 'faucet', account, coin: 'USDT', amount: '1000000' }, nowMs)
  }
  if (positionIdx !== 0)
    venue.apply({ type: 'setPositionMode', account: 'ann', symbol: ICP, coin: null, mode: 'hedge' }, nowMs)
  const { bids, asks } = venue.book(ICP, 1)
  /** Inside the spread or at its edge, where bob's order is the first. */
  const buyAt = asks[0]![0]
  const sellAt = bids[0]![0]
  for (let n = 0; n < 21; n++) {
    venue.apply(icp('bob', { side: 'sell', qty: '1500', price: buyAt }), nowMs)
    venue.apply(icp('ann', { side: 'buy', qty: '1500', price: buyAt }, { positionIdx }), nowMs)
  }
  const size = () => venue.positions('ann', ICP).find((one) => one.positionIdx === positionIdx)?.size ?? '0'
  const held = size()
  return {
    venue,
    icp,
    size,
    held,
    bid(count: number): void {
      for (let n = 0; n < count; n++) venue.apply(icp('bob', { side: 'buy', qty: '1500', price: sellAt }), nowMs)
    },
    apply: (input: VenueInput) => venue.apply(input, (nowMs += 1)),
  }
}

const ordersOf = (events: readonly VenueEvent[], account: string) =>
  events.flatMap((event) => (event.type === 'order' && event.account === account ? [event.order] : []))

test('a reduce-only order of any size closes, in market orders of the largest size', () => {
  const { apply, icp, bid, size, held } = holder()
  expect(Number(held)).toBeGreaterThan(30_000)
  bid(22)
  const { result, events } = apply(icp('ann', { side: 'sell', qty: '954984', reduceOnly: true }))
  expect(result).toMatchObject({ ok: true })
  expect(size()).toBe('0')
  const sent = new Map(ordersOf(events, 'ann').map((order) => [order.id, order]))
  expect(sent.size).toBe(Math.ceil(Number(held) / 600))
  expect([...sent.values()].every((order) => Number(order.qty) <= 600 && order.status === 'filled')).toBe(true)
})

test('zero together with reduce-only and close-on-trigger closes everything', () => {
  const { apply, icp, bid, size } = holder()
  bid(22)
  const all = icp('ann', { side: 'sell', qty: '0', reduceOnly: true }, { closeOnTrigger: true })
  expect(apply(all).result).toMatchObject({ ok: true })
  expect(size()).toBe('0')
})

test('so does an order against one side of a hedged position, which can only close', () => {
  const { apply, icp, bid, size } = holder(1)
  bid(22)
  expect(apply(icp('ann', { side: 'sell', qty: '31500' }, { positionIdx: 1 })).result).toMatchObject({ ok: true })
  expect(size()).toBe('0')
})

test('where the book ends, one part falls short, and the rest is not tried and told', () => {
  const { apply, icp, size } = holder()
  // Bob takes most of what is bid for within the band.
  for (let n = 0; n < 30; n++) apply(icp('bob', { side: 'sell', qty: '600' }))
  const { result, events } = apply(icp('ann', { side: 'sell', qty: '31500', reduceOnly: true }))
  const sent = [...new Map(ordersOf(events, 'ann').map((order) => [order.id, order])).values()]
  expect(sent.filter((order) => order.status === 'canceled')).toHaveLength(1)
  expect(sent.at(-1)!.status).toBe('canceled')
  expect(Number(size())).toBeGreaterThan(0)
  // Not tried is what is left beside the part that fell short.
  const short = sent.at(-1)!
  const untried = Number(size()) - (Number(short.qty) - Number(short.filledQty))
  expect(result).toMatchObject({ ok: true, failedQty: String(untried) })
})

test('an order that opens still becomes fifty at most', () => {
  const { apply, icp } = holder()
  const { result } = apply(
    icp('bob', { side: 'buy', qty: '30001', price: '1' }, { isSplit: true, type: 'market', price: null }),
  )
  expect(result).toMatchObject({ ok: false, refusal: { kind: 'qtyInvalid' } })
})

test('a preview says of a closing order above the largest one what its parts leave', () => {
  const { venue, apply, icp, bid, size, held } = holder()
  bid(22)
  for (const order of [
    icp('ann', { side: 'sell', qty: '954984', reduceOnly: true }),
    icp('ann', { side: 'sell', qty: '0', reduceOnly: true }, { closeOnTrigger: true }),
  ]) {
    const told = venue.previewOrder('ann', '', order.order)!
    expect(told.refusal).toBeNull()
    expect(Number(venue.largestOrder('ann', order.order))).toBeGreaterThanOrEqual(Number(held))
    const usdt = told.after!.coins.find(({ coin }) => coin === 'USDT')!
    // Nothing is held for anything any more.
    expect([usdt.positionInitialMargin, usdt.orderInitialMargin]).toEqual(['0', '0'])
  }
  expect(size()).toBe(held)
  apply(icp('ann', { side: 'sell', qty: '954984', reduceOnly: true }))
  expect(size()).toBe('0')
})
