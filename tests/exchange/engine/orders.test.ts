import { describe, expect, test } from 'vitest'
import type { EngineCommand } from '../../../exchange/engine/commands'
import { desk, mark, ofType, place, USDT } from './engine-fixture'

const amend = (account: string, orderId: string, change: { ticks?: number; lots?: number }): EngineCommand => ({
  type: 'amend',
  account,
  symbol: 'BTCUSDT',
  orderId,
  linkId: null,
  ticks: change.ticks ?? null,
  lots: change.lots ?? null,
})
const cancel = (account: string, orderId: string): EngineCommand => ({
  type: 'cancel',
  account,
  symbol: 'BTCUSDT',
  orderId,
  linkId: null,
})

describe('amending (semantics.md §2.7)', () => {
  test('a falling quantity keeps the place in the queue', () => {
    const { run, order } = desk(['ann', 'bob', 'cat'])
    const first = order(place('ann', { lots: 50 }))
    order(place('bob', { lots: 50 }))
    expect(run(amend('ann', first.id, { lots: 20 })).result).toMatchObject({ ok: true, ticks: 500_000 })
    const { events } = run(place('cat', { side: 'sell', lots: 30 }))
    expect(ofType(events, 'trade').map((trade) => [trade.makerAccount, trade.lots])).toEqual([
      ['ann', 20],
      ['bob', 10],
    ])
  })

  test.each([{ lots: 60 }, { ticks: 500_001 }])('%o goes to the back of its queue', (change) => {
    const { run, order } = desk(['ann', 'bob', 'cat'])
    const first = order(place('ann', { lots: 50 }))
    order(place('bob', { lots: 50, ticks: change.ticks ?? 500_000 }))
    run(amend('ann', first.id, change))
    const { events } = run(place('cat', { side: 'sell', lots: 30 }))
    expect(ofType(events, 'trade').map((trade) => trade.makerAccount)).toEqual(['bob'])
  })

  test('a price that meets the book trades at once', () => {
    const { run, engine, order } = desk()
    order(place('ann', { side: 'sell', ticks: 500_100, lots: 30 }))
    const bid = order(place('bob'))
    const { events } = run(amend('bob', bid.id, { ticks: 500_200 }))
    expect(ofType(events, 'order').map(({ action, order: one }) => [one.account, action, one.status])).toEqual([
      ['bob', 'replaced', 'new'],
      ['ann', 'filled', 'filled'],
      ['bob', 'filled', 'partiallyFilled'],
    ])
    expect(engine.book('BTCUSDT', 5)).toEqual({ bids: [[500_200, 70]], asks: [] })
  })

  test('a post-only order amended into the book is cancelled', () => {
    const { run, engine, order } = desk()
    order(place('ann', { side: 'sell' }))
    const bid = order(place('bob', { ticks: 499_999, timeInForce: 'postOnly' }))
    run(amend('bob', bid.id, { ticks: 500_000 }))
    expect(engine.findOrder('bob', { orderId: bid.id })).toMatchObject({
      status: 'canceled',
      rejectReason: 'EC_PostOnlyWillTakeLiquidity',
    })
  })

  test('the new quantity must exceed what is filled', () => {
    const { refused, order } = desk()
    const bid = order(place('bob'))
    order(place('ann', { side: 'sell', lots: 30 }))
    expect(refused(amend('bob', bid.id, { lots: 30 }))).toEqual({ kind: 'qtyNotAboveFilled', filledLots: 30 })
    expect(order).toBeDefined()
  })

  test('what stays the same is refused, and what is finished or unknown too', () => {
    const { run, refused, order } = desk()
    const bid = order(place('bob'))
    expect(refused(amend('bob', bid.id, { ticks: 500_000, lots: 100 }))).toEqual({ kind: 'nothingToChange' })
    run(cancel('bob', bid.id))
    expect(refused(amend('bob', bid.id, { lots: 50 }))).toEqual({ kind: 'orderFinished', status: 'canceled' })
    expect(refused(amend('bob', 'nobody', { lots: 50 }))).toEqual({ kind: 'orderNotFound' })
    expect(refused(amend('ann', bid.id, { lots: 50 }))).toEqual({ kind: 'orderNotFound' })
  })

  test('a rise that the account cannot carry is refused and changes nothing', () => {
    // 0.1 BTC costs 505.225, 0.2 BTC 1,010.45: the rise is 505.225, and 600 − 505.225 = 94.775 are left.
    const { refused, engine, order } = desk(['bob'], 600 * USDT)
    const bid = order(place('bob'))
    expect(refused(amend('bob', bid.id, { lots: 200 }))).toEqual({
      kind: 'insufficientBalance',
      requiredE8: 50_522_500_000,
      availableE8: 9_477_500_000,
    })
    expect(engine.book('BTCUSDT', 1).bids).toEqual([[500_000, 100]])
  })
})

describe('cancelling', () => {
  test('an order of one’s own ends as CancelByUser, once', () => {
    const { run, refused, engine, order } = desk()
    const bid = order(place('bob'))
    expect(refused(cancel('ann', bid.id))).toEqual({ kind: 'orderNotFound' })
    expect(ofType(run(cancel('bob', bid.id)).events, 'order')[0]).toMatchObject({
      action: 'canceled',
      order: { status: 'canceled', cancelType: 'CancelByUser' },
    })
    expect(refused(cancel('bob', bid.id))).toEqual({ kind: 'orderFinished', status: 'canceled' })
    expect(engine.book('BTCUSDT', 1).bids).toEqual([])
  })

  test('cancel-all takes one symbol or every one', () => {
    const { run, engine, order } = desk()
    const btc = order(place('bob'))
    const eth = order(place('bob', { symbol: 'ETHUSDT' }))
    expect(run({ type: 'cancelAll', account: 'bob', symbol: 'BTCUSDT' }).result).toMatchObject({ orderIds: [btc.id] })
    expect(run({ type: 'cancelAll', account: 'bob', symbol: null }).result).toMatchObject({ orderIds: [eth.id] })
    expect(engine.openOrders('bob')).toEqual([])
  })

  test('by link id', () => {
    const { run, order } = desk()
    const bid = order(place('bob', { linkId: 'press-1' }))
    const outcome = run({ type: 'cancel', account: 'bob', symbol: 'BTCUSDT', orderId: null, linkId: 'press-1' })
    expect(outcome.result).toEqual({ ok: true, orderId: bid.id })
  })
})

describe('link ids (semantics.md §2.7, decisions 5)', () => {
  test('one per account for ever, also after the order is done', () => {
    const { run, refused, order } = desk()
    const bid = order(place('bob', { linkId: 'press-1' }))
    run(cancel('bob', bid.id))
    expect(refused(place('bob', { linkId: 'press-1' }))).toEqual({ kind: 'duplicateLinkId', orderId: bid.id })
    expect(order(place('ann', { linkId: 'press-1' })).status).toBe('new')
  })

  test('a refused order leaves its id free', () => {
    const { refused, order } = desk()
    expect(refused(place('bob', { linkId: 'press-1', lots: 0 }))).toMatchObject({ kind: 'qtyInvalid' })
    expect(order(place('bob', { linkId: 'press-1' })).linkId).toBe('press-1')
  })

  test('36 characters are taken, 37 and others are not', () => {
    const { refused, order } = desk()
    expect(order(place('bob', { linkId: 'x'.repeat(36) })).status).toBe('new')
    expect(refused(place('bob', { linkId: 'x'.repeat(37) }))).toEqual({ kind: 'linkIdInvalid' })
    expect(refused(place('bob', { linkId: 'a b' }))).toEqual({ kind: 'linkIdInvalid' })
  })
})

describe('self-match prevention (semantics.md §2.7)', () => {
  test.each([
    ['cancelMaker', 'canceled', 'filled', 'CancelBySmp', null],
    ['cancelTaker', 'new', 'canceled', null, 'CancelBySmp'],
    ['cancelBoth', 'canceled', 'canceled', 'CancelBySmp', 'CancelBySmp'],
  ] as const)('%s', (selfMatch, makerStatus, takerStatus, makerCancel, takerCancel) => {
    const { engine, order } = desk()
    const own = order(place('bob', { side: 'sell', lots: 10 }))
    order(place('ann', { side: 'sell', lots: 10 }))
    const taker = order(place('bob', { lots: 10, selfMatch }))
    expect(taker).toMatchObject({ status: takerStatus, cancelType: takerCancel })
    const maker = engine.findOrder('bob', { orderId: own.id })
    expect(maker).toMatchObject({ status: makerStatus, cancelType: makerCancel })
    if (makerCancel !== null) expect(maker!.rejectReason).toBe('EC_BySelfMatch')
  })

  test('fill-or-kill does not count one’s own orders', () => {
    const { order } = desk()
    order(place('bob', { side: 'sell', lots: 10 }))
    order(place('ann', { side: 'sell', lots: 10 }))
    expect(order(place('bob', { lots: 11, timeInForce: 'fillOrKill' }))).toMatchObject({
      status: 'canceled',
      filledLots: 0,
    })
    expect(order(place('bob', { lots: 10, timeInForce: 'fillOrKill' })).status).toBe('filled')
  })
})

describe('limits of a contract (semantics.md §1.9, §2.9)', () => {
  test('quantity: the limits themselves are taken, one beyond is not; a market order has its own', () => {
    const { refused, order } = desk(['bob'], 40_000_000 * USDT)
    const cheap = { ticks: 100 }
    expect(refused(place('bob', { ...cheap, lots: 1_190_001 }))).toEqual({
      kind: 'qtyInvalid',
      minLots: 1,
      maxLots: 1_190_000,
    })
    expect(order(place('bob', { ...cheap, lots: 1_190_000 })).status).toBe('new')
    expect(refused(place('bob', { lots: 500_001, orderType: 'market' }))).toMatchObject({ maxLots: 500_000 })
    expect(refused(place('bob', { lots: 0 }))).toMatchObject({ kind: 'qtyInvalid' })
    expect(refused(place('bob', { lots: 1.5 }))).toMatchObject({ kind: 'qtyInvalid' })
  })

  test('price range and minimum value', () => {
    const { refused, order } = desk()
    expect(refused(place('bob', { ticks: 0 }))).toEqual({ kind: 'priceInvalid', minTicks: 1, maxTicks: 19_999_998 })
    expect(refused(place('bob', { ticks: 19_999_999 }))).toMatchObject({ kind: 'priceInvalid' })
    // 1 lot × 49,999 ticks × 0.0001 = 4.9999 USDT.
    expect(refused(place('bob', { ticks: 49_999, lots: 1 }))).toEqual({
      kind: 'belowMinNotional',
      minNotionalE8: 5 * USDT,
    })
    expect(order(place('bob', { ticks: 50_000, lots: 1 })).status).toBe('new')
  })

  test('what would pass 2^53 is refused', () => {
    const { refused } = desk()
    // 1,190,000 lots × 1,000,000 ticks × 10,000 E8 = 1.19 × 10^16.
    expect(refused(place('bob', { ticks: 1_000_000, lots: 1_190_000 }))).toMatchObject({ kind: 'riskLimitExceeded' })
  })

  test('500 open orders a symbol', () => {
    const { refused, order } = desk(['bob'], 1_000_000 * USDT)
    for (let i = 0; i < 500; i++) order(place('bob', { lots: 1 }))
    expect(refused(place('bob', { lots: 1 }))).toEqual({ kind: 'tooManyOrders', limit: 500 })
    expect(order(place('bob', { lots: 1, symbol: 'ETHUSDT' })).status).toBe('new')
    expect(order(place('bob', { lots: 1, timeInForce: 'immediateOrCancel' })).status).toBe('canceled')
  })

  test('unknown names', () => {
    const { refused } = desk()
    expect(refused(place('zoe'))).toEqual({ kind: 'unknownAccount' })
    expect(refused(place('bob', { symbol: 'NOPE' }))).toEqual({ kind: 'unknownSymbol' })
  })
})

describe('the limit-price band (semantics.md §1.9; X = 1 %, Y = 2 %)', () => {
  test.each([
    // min(510,000, max(index, 505,000)) for a buy; max(490,000, min(index, 495,000)) for a sell.
    ['buy', 500_000, 500_000, 505_000],
    ['buy', 500_000, 508_000, 508_000],
    ['buy', 500_000, 520_000, 510_000],
    ['sell', 500_000, 500_000, 495_000],
    ['sell', 500_000, 492_000, 492_000],
    ['sell', 500_000, 480_000, 490_000],
    // 500,001 × 1.01 = 505,001.01 and × 0.99 = 495,000.99: inward is down for a buy, up for a sell.
    ['buy', 500_001, 500_001, 505_001],
    ['sell', 500_001, 500_001, 495_001],
  ] as const)('a %s far out with mark %d and index %d is taken at %d', (side, markTicks, indexTicks, expected) => {
    const { run, engine } = desk()
    run(mark(markTicks, indexTicks))
    const { result } = run(place('bob', { side, lots: 1, ticks: side === 'buy' ? 900_000 : 100_000 }))
    expect(result).toMatchObject({ ok: true, ticks: expected })
    expect(engine.openOrders('bob')[0]!.ticks).toBe(expected)
  })

  test('inside the band, and without a mark, a price stays', () => {
    const { run } = desk()
    expect(run(place('bob', { ticks: 900_000, lots: 1 })).result).toMatchObject({ ticks: 900_000 })
    run({ type: 'cancelAll', account: 'bob', symbol: null })
    run(mark(500_000))
    expect(run(place('bob', { ticks: 505_000, lots: 1 })).result).toMatchObject({ ticks: 505_000 })
  })
})

/** Bob long and ann short 0.1 BTC at 50,000. */
function longBob() {
  const one = desk(['ann', 'bob', 'cat'])
  one.order(place('ann', { side: 'sell' }))
  one.order(place('bob'))
  return one
}

describe('reduce-only (semantics.md §2.3)', () => {
  test('is cut to the position, and refused without one', () => {
    const { refused, order } = longBob()
    const close = { side: 'sell', ticks: 510_000, reduceOnly: true } as const
    expect(order(place('bob', { ...close, lots: 150 })).lots).toBe(100)
    expect(refused(place('cat', close))).toEqual({ kind: 'reduceOnlyRefused' })
    expect(refused(place('bob', { ...close, side: 'buy' }))).toEqual({ kind: 'reduceOnlyRefused' })
  })

  test('skips the minimum value', () => {
    const { run, order } = longBob()
    run(place('bob', { side: 'sell', ticks: 510_000, lots: 99 }))
    expect(order(place('bob', { side: 'sell', ticks: 49_999, lots: 1, reduceOnly: true }))).toMatchObject({ lots: 1 })
  })

  test('zero lots with close-on-trigger close everything', () => {
    const { order } = longBob()
    const all = { side: 'sell', orderType: 'market', lots: 0, reduceOnly: true, closeOnTrigger: true } as const
    expect(order(place('bob', all))).toMatchObject({ lots: 100, status: 'canceled' })
  })

  test('resting orders shrink with the position and end when it is gone', () => {
    const { run, engine, order } = longBob()
    const close = { side: 'sell', reduceOnly: true } as const
    const target = order(place('bob', { ...close, ticks: 510_000 }))
    const second = order(place('bob', { ...close, ticks: 511_000, lots: 30 }))
    order(place('cat', { ticks: 500_000, lots: 60 }))
    run(place('bob', { side: 'sell', ticks: 500_000, lots: 60 }))
    // 40 lots are left: the first is cut to them, the second still fits.
    expect(engine.findOrder('bob', { orderId: target.id })).toMatchObject({ lots: 40, status: 'new' })
    expect(engine.findOrder('bob', { orderId: second.id })).toMatchObject({ lots: 30, status: 'new' })
    expect(engine.book('BTCUSDT', 5).asks).toEqual([
      [510_000, 40],
      [511_000, 30],
    ])
    // A buyer of 70 gets 40: the first fill closes the position, and the second order ends before it is met.
    const { events } = run(place('cat', { ticks: 511_000, lots: 70 }))
    expect(ofType(events, 'trade').map((trade) => trade.lots)).toEqual([40])
    expect(engine.findOrder('bob', { orderId: second.id })).toMatchObject({
      status: 'canceled',
      cancelType: 'CancelByReduceOnly',
    })
    expect(engine.positions('bob')).toEqual([])
  })
})
