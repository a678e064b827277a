import { describe, expect, test } from 'vitest'
import { mark, place, USDT } from '../engine/engine-fixture'
import { guard, guardDesk, leg, lifeOf, trigger } from '../engine/guard-fixture'
import { codeOf } from './code-of'

/**
 * semantics.md §2.1 (rows of an order that waits) and §2.2, one test a row:
 *
 * | row | what holds |
 * |---|---|
 * | rise | direction 1 fires when the price rises to the trigger, and not a tick before |
 * | fall | direction 2 fires when it falls to it |
 * | passed rise | direction 1 needs a trigger above the price: 110092, native 30074 |
 * | passed fall | direction 2 needs one below: 110093, native 30075 |
 * | last, index, mark | `triggerBy` chooses the price, and no other fires it |
 * | reserves nothing | until it fires, neither balance nor book know it |
 * | triggered → new | the same order goes on as New |
 * | margin only then | not enough when it fires: Cancelled |
 * | user cancels | Untriggered → Deactivated |
 * | partner fired | Untriggered → Deactivated, by the name of the pair |
 * | position closed | Untriggered → Deactivated, CancelByTpSlTsClear |
 */
describe('conditional orders (semantics.md §2.2)', () => {
  test('rise: direction 1 fires when the price rises to the trigger, and not a tick before', () => {
    const { order, print } = guardDesk()
    const waits = order(place('ann', { ticks: 490_000, trigger: trigger(503_000, 1) }))
    expect(lifeOf(print(502_999), waits.id)).toEqual([])
    expect(lifeOf(print(503_000), waits.id)).toEqual(['triggered', 'new'])
  })

  test('fall: direction 2 fires when the price falls to the trigger, and not a tick before', () => {
    const { order, print } = guardDesk()
    const waits = order(place('ann', { ticks: 490_000, trigger: trigger(497_000, 2) }))
    expect(lifeOf(print(497_001), waits.id)).toEqual([])
    expect(lifeOf(print(497_000), waits.id)).toEqual(['triggered', 'new'])
  })

  test.each([
    ['passed rise', 1, 500_000, 110_092, 30_074],
    ['passed fall', 2, 500_000, 110_093, 30_075],
  ] as const)('%s: direction %i with the price at the trigger is refused', (_, direction, ticks, v5, native) => {
    const { refused, print, order } = guardDesk()
    print(500_000)
    const refusal = refused(place('ann', { trigger: trigger(ticks, direction) }))
    expect([codeOf(refusal), codeOf(refusal, 'native')]).toEqual([v5, native])
    // One tick further it lies ahead.
    order(place('ann', { trigger: trigger(direction === 1 ? ticks + 1 : ticks - 1, direction) }))
  })

  test('last, index, mark: each order by its own price', () => {
    const { order, run, print, engine } = guardDesk()
    const at = (by: 'last' | 'mark' | 'index') =>
      order(place('ann', { ticks: 490_000, trigger: trigger(501_000, 1, by) }))
    const orders = [at('last'), at('index'), at('mark')]
    const statuses = () => orders.map(({ id }) => engine.findOrder('ann', { orderId: id })!.status)
    run(mark(501_000, 500_000))
    expect(statuses()).toEqual(['untriggered', 'untriggered', 'new'])
    run(mark(500_500, 501_000))
    expect(statuses()).toEqual(['untriggered', 'new', 'new'])
    print(501_000)
    expect(statuses()).toEqual(['new', 'new', 'new'])
  })

  test('reserves nothing: neither the balance nor the book knows a waiting order', () => {
    const { order, engine } = guardDesk()
    const before = engine.balances('ann')
    order(place('ann', { ticks: 504_000, lots: 900, trigger: trigger(503_000, 1) }))
    expect(engine.balances('ann')).toEqual(before)
    expect(engine.book('BTCUSDT', 5)).toEqual({ bids: [], asks: [] })
  })

  test('triggered → new: the same order goes on, and reserves then', () => {
    const { order, print, engine } = guardDesk()
    const waits = order(place('ann', { ticks: 490_000, trigger: trigger(501_000, 1) }))
    expect(lifeOf(print(501_000), waits.id)).toEqual(['triggered', 'new'])
    expect(engine.book('BTCUSDT', 1).bids).toEqual([[490_000, 100]])
    // 4,900 / 10, 4,900 × 0.055 % and 4,900 × 0.9 × 0.055 %.
    expect(engine.balances('ann')[0]!.orderMarginE8).toBe(490 * USDT + 269_500_000 + 242_550_000)
  })

  test('margin only then: an order too dear when it fires is cancelled', () => {
    const { order, print, engine } = guardDesk(100 * USDT)
    const waits = order(place('ann', { ticks: 505_000, lots: 1_000, trigger: trigger(501_000, 1) }))
    expect(lifeOf(print(501_000), waits.id)).toEqual(['triggered', 'canceled'])
    expect(engine.findOrder('ann', { orderId: waits.id })!.cancelType).toBe('CancelByCannotAffordOrderCost')
  })

  test('user cancels: untriggered → deactivated', () => {
    const { order, run, engine } = guardDesk()
    const { id } = order(place('ann', { trigger: trigger(501_000, 1) }))
    run({ type: 'cancel', account: 'ann', symbol: 'BTCUSDT', orderId: id, linkId: null })
    expect(engine.findOrder('ann', { orderId: id })).toMatchObject({
      status: 'deactivated',
      cancelType: 'CancelByUser',
    })
  })

  test('partner fired: untriggered → deactivated, by the name of the pair', () => {
    const { hold, run, waiting, print, engine } = guardDesk()
    hold('ann', 50)
    run(guard('ann', { takeProfit: leg(510_000), stopLoss: leg(496_000) }))
    const [takeProfit] = waiting('ann')
    run(place('bob', { ticks: 495_500, lots: 60 }))
    print(496_000)
    expect(engine.findOrder('ann', { orderId: takeProfit!.id })).toMatchObject({
      status: 'deactivated',
      cancelType: 'CancelByOCOTpCanceledBySlTriggered',
    })
  })

  test('position closed: untriggered → deactivated', () => {
    const { hold, run, waiting, engine } = guardDesk()
    hold('ann', 50)
    run(guard('ann', { stopLoss: leg(490_000) }))
    const [stopLoss] = waiting('ann')
    hold('ann', -50)
    expect(engine.findOrder('ann', { orderId: stopLoss!.id })).toMatchObject({
      status: 'deactivated',
      cancelType: 'CancelByTpSlTsClear',
    })
  })
})
