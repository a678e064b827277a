import { describe, expect, test } from 'vitest'
import { amend, desk, mark, ofType, place, USDT, type Desk } from '../engine/engine-fixture'
import { guard, guardDesk, leg, trigger } from '../engine/guard-fixture'
import { codeOf } from './code-of'

/**
 * semantics.md §2.7, one test a row. Batches (twenty items, two parallel lists, one failing alone) are the gateway's:
 * tests/exchange/api/trigger-calls.test.ts.
 *
 * | row | what holds |
 * |---|---|
 * | open only | a filled or cancelled order is not amended: 110008, 110010; an unknown one 110001 |
 * | above filled | the new quantity must exceed the filled part: 110064 |
 * | unset stays | price or quantity alone |
 * | zero removes | TP/SL of 0 |
 * | both ids | the order id wins |
 * | filters | active, stop, tpSl, partialTpSl, one symbol or all |
 * | cancel-all | takes 500 orders at most |
 * | 500 active | a 501st of a symbol is refused: 110020 |
 * | 10 conditional | an 11th of a symbol is refused: 110009 |
 * | link id | at most 36 characters, unique: 110072 |
 * | SMP | cancelMaker, cancelTaker, cancelBoth; the incoming order's setting counts |
 */
const cancel = (orderId: string | null, linkId: string | null = null) =>
  ({ type: 'cancel', account: 'ann', symbol: 'BTCUSDT', orderId, linkId }) as const
const shown = ({ engine }: Desk, orderId: string) => engine.findOrder('ann', { orderId })!

describe('amending (semantics.md §2.7)', () => {
  test('open only: what is filled, cancelled or unknown is refused by its own code', () => {
    const { order, run, refused } = desk()
    const filled = order(place('ann'))
    run(place('bob', { side: 'sell' }))
    const cancelled = order(place('ann'))
    run(cancel(cancelled.id))
    const codes = [filled.id, cancelled.id, 'none'].map((id) => codeOf(refused(amend(id, { lots: 7 }))))
    expect(codes).toEqual([110_008, 110_010, 110_001])
  })

  test('above filled: the filled quantity itself is refused, one more is taken', () => {
    const { order, run, refused } = desk()
    const { id } = order(place('ann', { lots: 100 }))
    run(place('bob', { side: 'sell', lots: 40 }))
    expect(codeOf(refused(amend(id, { lots: 40 })))).toBe(110_064)
    expect(run(amend(id, { lots: 41 })).result.ok).toBe(true)
  })

  test('unset stays: price and quantity change alone', () => {
    const one = desk()
    const { id } = one.order(place('ann', { lots: 100 }))
    one.run(amend(id, { ticks: 499_000 }))
    expect(shown(one, id)).toMatchObject({ ticks: 499_000, lots: 100 })
    one.run(amend(id, { lots: 60 }))
    expect(shown(one, id)).toMatchObject({ ticks: 499_000, lots: 60 })
  })

  test('zero removes: a leg of 0 goes, the other stays', () => {
    const one = guardDesk()
    const tpSl = { mode: 'full', takeProfit: leg(510_000), stopLoss: leg(490_000) } as const
    const { id } = one.order(place('ann', { tpSl }))
    one.run(amend(id, { tpSl: { mode: 'full', takeProfit: leg(0), stopLoss: null } }))
    expect(shown(one, id).tpSl).toMatchObject({ takeProfit: null, stopLoss: { ticks: 490_000 } })
  })

  test('both ids: the order id wins', () => {
    const one = desk()
    const first = one.order(place('ann', { linkId: 'first' }))
    const second = one.order(place('ann', { linkId: 'second' }))
    one.run(cancel(first.id, 'second'))
    expect([shown(one, first.id).status, shown(one, second.id).status]).toEqual(['canceled', 'new'])
  })
})

describe('cancel-all (semantics.md §2.7)', () => {
  /** An active order, a conditional one, a full stop-loss, and an order of another symbol. */
  function four() {
    const one = guardDesk()
    one.hold('ann', 50)
    const active = one.order(place('ann', { ticks: 490_000 }))
    const stop = one.order(place('ann', { trigger: trigger(510_000, 1) }))
    one.run(guard('ann', { mode: 'partial', stopLoss: leg(480_000), lots: 10 }))
    const other = one.order(place('ann', { symbol: 'ETHUSDT', ticks: 400_000 }))
    const guarding = one.waiting('ann').find(({ stop: kind }) => kind!.kind === 'partialStopLoss')!
    return { ...one, ids: { active: active.id, stop: stop.id, guarding: guarding.id, other: other.id } }
  }

  test.each([
    ['active', ['active']],
    ['stop', ['stop', 'guarding']],
    ['tpSl', ['guarding']],
    ['partialTpSl', ['guarding']],
    [undefined, ['active', 'stop', 'guarding']],
  ] as const)('filters: %s takes %j of one symbol', (filter, taken) => {
    const { run, ids } = four()
    const command = { type: 'cancelAll', account: 'ann', symbol: 'BTCUSDT' } as const
    const { result } = run(filter === undefined ? command : { ...command, filter })
    expect(result).toMatchObject({ ok: true, orderIds: taken.map((name) => ids[name]) })
  })

  test('filters: without a symbol every one is taken', () => {
    const { run, engine } = four()
    run({ type: 'cancelAll', account: 'ann', symbol: null })
    expect(engine.openOrders('ann')).toEqual([])
  })
})

describe('cancel-all takes 500 orders at most (semantics.md §2.7)', () => {
  /** 500 orders in one symbol and 20 in another. */
  function many() {
    const one = desk(['ann'], 10_000_000 * USDT)
    for (let i = 0; i < 500; i++) one.order(place('ann', { lots: 2, ticks: 495_000 + i }))
    for (let i = 0; i < 20; i++) one.order(place('ann', { symbol: 'ETHUSDT', lots: 2, ticks: 495_000 + i }))
    return one
  }

  test('cancel-all: 520 open orders need two of them', () => {
    const { run, engine } = many()
    const taken = () => {
      const { result } = run({ type: 'cancelAll', account: 'ann', symbol: null })
      return result.ok ? result.orderIds!.length : 0
    }
    expect([taken(), engine.openOrders('ann').length, taken(), taken()]).toEqual([500, 20, 20, 0])
  })

  test('cancel-all: disconnect protection takes every one', () => {
    const { run, engine } = many()
    run({ type: 'cancelAll', account: 'ann', symbol: null, isDisconnect: true })
    expect(engine.openOrders('ann')).toEqual([])
  })
})

describe('limits (semantics.md §2.7)', () => {
  test('500 active: a 501st of a symbol is refused, another symbol has its own', () => {
    const { order, refused } = desk(['ann'], 10_000_000 * USDT)
    for (let i = 0; i < 500; i++) order(place('ann', { lots: 2, ticks: 495_000 + i }))
    expect(codeOf(refused(place('ann', { lots: 2 })))).toBe(110_020)
    order(place('ann', { symbol: 'ETHUSDT', lots: 2 }))
  })

  test('10 conditional: an 11th of a symbol is refused, another symbol has its own', () => {
    const { order, refused } = guardDesk()
    for (let i = 0; i < 10; i++) order(place('ann', { trigger: trigger(510_000 + i, 1) }))
    expect(codeOf(refused(place('ann', { trigger: trigger(520_000, 1) })))).toBe(110_009)
    order(place('ann', { symbol: 'ETHUSDT', trigger: trigger(510_000, 1) }))
  })

  test('link id: 36 characters are taken, 37 are not, and none twice', () => {
    const { order, refused } = desk()
    order(place('ann', { linkId: 'a'.repeat(36) }))
    expect(refused(place('ann', { linkId: 'a'.repeat(37) }))).toEqual({ kind: 'linkIdInvalid' })
    expect(codeOf(refused(place('ann', { linkId: 'a'.repeat(36) })))).toBe(110_072)
    order(place('bob', { linkId: 'a'.repeat(36) }))
  })
})

describe('self-match prevention (semantics.md §2.7)', () => {
  test.each([
    ['cancelMaker', ['canceled', 'new']],
    ['cancelTaker', ['new', 'canceled']],
    ['cancelBoth', ['canceled', 'canceled']],
  ] as const)('SMP: %s of the incoming order counts, whatever the resting one says', (selfMatch, expected) => {
    const one = desk()
    one.run(mark(500_000))
    // The resting order's own setting is another one each time.
    const maker = one.order(place('ann', { selfMatch: selfMatch === 'cancelMaker' ? 'cancelTaker' : 'cancelMaker' }))
    const { result, events } = one.run(place('ann', { side: 'sell', selfMatch }))
    const taker = result.ok ? result.orderId! : ''
    expect([shown(one, maker.id).status, shown(one, taker).status]).toEqual(expected)
    expect(ofType(events, 'trade')).toEqual([])
    const cancelled = [maker.id, taker].map((id) => shown(one, id)).filter(({ status }) => status === 'canceled')
    for (const order of cancelled)
      expect(order).toMatchObject({ cancelType: 'CancelBySmp', rejectReason: 'EC_BySelfMatch' })
  })
})
