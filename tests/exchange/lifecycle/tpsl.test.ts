import { describe, expect, test } from 'vitest'
import type { EngineTpSl } from '../../../exchange/engine/orders/order-terms'
import { mark, place } from '../engine/engine-fixture'
import { guard, guardDesk, leg } from '../engine/guard-fixture'
import { codeOf } from './code-of'

/**
 * semantics.md §2.4, one test a row; full and partial are two columns of the published table:
 *
 * | row | full | partial |
 * |---|---|---|
 * | count | one of each | 20 in all, a 21st is 110061 |
 * | order type | market only | market or limit; a limit needs its price |
 * | grows | the new order's prices replace the old ones, for all of it | a set of its own for what was filled |
 * | shrinks | prices stay, quantity follows | the oldest set is cut first |
 * | closes | all are cancelled | all are cancelled |
 * | flips | the new order's apply | the new order's sets apply |
 * | OCO | one fires, the other ends | likewise, by set |
 * | one side alone | – | breaks the pair |
 * | zero | cancels | cancels |
 * | attached | – | has the filled quantity |
 * | partly filled | keeps what it brings: 110059 |
 * | switching | refused while the other kind stands: 110054 |
 * | basis | each leg by its own price; 30027–30030 by side |
 */
const full = (takeProfit: number | null, stopLoss: number | null) =>
  guard('ann', {
    takeProfit: takeProfit === null ? null : leg(takeProfit),
    stopLoss: stopLoss === null ? null : leg(stopLoss),
  })
const partial = (takeProfit: number, stopLoss: number, lots: number) =>
  guard('ann', { mode: 'partial', takeProfit: leg(takeProfit), stopLoss: leg(stopLoss), lots })
const brings = (mode: EngineTpSl['mode'], takeProfit: number): { readonly tpSl: EngineTpSl } => ({
  tpSl: { mode, takeProfit: leg(takeProfit), stopLoss: null },
})

/** Ann long 50 lots at 500,000, guarded as given; her guards as `[kind, ticks, lots]`. */
function guarded(...commands: readonly ReturnType<typeof guard>[]) {
  const desk = guardDesk()
  desk.hold('ann', 50)
  for (const command of commands) expect(desk.run(command).result.ok).toBe(true)
  return { ...desk, guards: () => desk.waiting('ann').map(({ stop, lots }) => [stop!.kind, stop!.ticks, lots]) }
}

describe('full take-profit and stop-loss (semantics.md §2.4)', () => {
  test('count: one of each, a second command changes them in place', () => {
    const { guards } = guarded(full(510_000, 490_000), full(512_000, null))
    expect(guards()).toEqual([
      ['takeProfit', 512_000, 50],
      ['stopLoss', 490_000, 50],
    ])
  })

  test('order type: market only', () => {
    const { refused } = guarded()
    const limit = leg(510_000, { orderType: 'limit', limitTicks: 511_000 })
    expect(refused(guard('ann', { takeProfit: limit }))).toEqual({ kind: 'tpSlNotAllowed', reason: 'limitInFullMode' })
  })

  test('grows: the new order’s prices replace the old ones and apply to everything', () => {
    const { hold, guards } = guarded(full(510_000, 490_000))
    hold('ann', 30, 500_000, brings('full', 515_000))
    expect(guards()).toEqual([
      ['takeProfit', 515_000, 80],
      ['stopLoss', 490_000, 80],
    ])
  })

  test('shrinks: prices stay, the quantity follows the position', () => {
    const { hold, guards } = guarded(full(510_000, null))
    hold('ann', -20)
    expect(guards()).toEqual([['takeProfit', 510_000, 30]])
  })

  test('closes: all are cancelled as CancelByTpSlTsClear', () => {
    const { hold, waiting, engine } = guarded(full(510_000, 490_000))
    const ids = waiting('ann').map(({ id }) => id)
    hold('ann', -50)
    expect(ids.map((orderId) => engine.findOrder('ann', { orderId })!.cancelType)).toEqual([
      'CancelByTpSlTsClear',
      'CancelByTpSlTsClear',
    ])
  })

  test('flips: the new order’s apply, and the old ones are gone', () => {
    const { hold, guards } = guarded(full(510_000, 490_000))
    hold('ann', -60, 500_000, brings('full', 480_000))
    expect(guards()).toEqual([['takeProfit', 480_000, 10]])
  })

  test('OCO: one fires, the other ends', () => {
    const { run, print, guards } = guarded(full(504_000, 490_000))
    run(place('bob', { ticks: 503_000, lots: 60 }))
    print(504_000)
    expect(guards()).toEqual([])
  })

  test('zero: cancels that leg alone', () => {
    const { guards } = guarded(full(510_000, 490_000), full(0, null))
    expect(guards()).toEqual([['stopLoss', 490_000, 50]])
  })
})

describe('partial sets (semantics.md §2.4)', () => {
  test('count: 20 take-profits and stop-losses in all, a 21st is refused with 110061', () => {
    const { refused, guards } = guarded(
      ...Array.from({ length: 10 }, (_, index) => partial(510_000 + index, 490_000 - index, 1)),
    )
    expect(guards()).toHaveLength(20)
    expect(codeOf(refused(guard('ann', { mode: 'partial', takeProfit: leg(520_000), lots: 1 })))).toBe(110_061)
  })

  test('order type: a limit rests at its price once it fires, and needs one', () => {
    const limit = leg(504_000, { orderType: 'limit', limitTicks: 506_000 })
    const { print, engine, refused } = guarded(guard('ann', { mode: 'partial', takeProfit: limit, lots: 20 }))
    const priceless = { ...limit, limitTicks: 0 }
    expect(refused(guard('ann', { mode: 'partial', takeProfit: priceless, lots: 20 })).kind).toBe('priceInvalid')
    print(504_000)
    expect(engine.openOrders('ann')).toMatchObject([{ status: 'new', ticks: 506_000, lots: 20, reduceOnly: true }])
  })

  test('grows: a new order’s set stands beside the old one, for what was filled', () => {
    const { hold, guards } = guarded(partial(510_000, 490_000, 20))
    hold('ann', 30, 500_000, brings('partial', 511_000))
    expect(guards()).toEqual([
      ['partialTakeProfit', 510_000, 20],
      ['partialStopLoss', 490_000, 20],
      ['partialTakeProfit', 511_000, 30],
    ])
  })

  test('shrinks: the oldest set is cut first, until they fit', () => {
    const { hold, guards } = guarded(partial(510_000, 490_000, 20), partial(512_000, 488_000, 30))
    hold('ann', -15)
    expect(guards().map(([, , lots]) => lots)).toEqual([5, 5, 30, 30])
  })

  test('closes: all are cancelled', () => {
    const { hold, guards } = guarded(partial(510_000, 490_000, 20))
    hold('ann', -50)
    expect(guards()).toEqual([])
  })

  test('flips: the new order’s sets apply', () => {
    const { hold, guards } = guarded(partial(510_000, 490_000, 20))
    hold('ann', -60, 500_000, brings('partial', 480_000))
    expect(guards()).toEqual([['partialTakeProfit', 480_000, 10]])
  })

  test('OCO: one leg fires, its partner ends, other sets stay', () => {
    const { run, print, guards } = guarded(partial(504_000, 490_000, 20), partial(512_000, 488_000, 30))
    run(place('bob', { ticks: 503_000, lots: 60 }))
    print(504_000)
    expect(guards()).toEqual([
      ['partialTakeProfit', 512_000, 30],
      ['partialStopLoss', 488_000, 30],
    ])
  })

  test('one side alone: changing it breaks the pair', () => {
    const { run, waiting } = guarded(partial(510_000, 490_000, 20))
    const [takeProfit] = waiting('ann')
    run(guard('ann', { mode: 'partial', takeProfit: leg(511_000), takeProfitId: takeProfit!.id }))
    expect(waiting('ann').map(({ stop }) => stop!.pairId)).toEqual([null, null])
  })

  test('zero: cancels the leg that is named', () => {
    const { run, waiting, guards } = guarded(partial(510_000, 490_000, 20))
    run(guard('ann', { mode: 'partial', stopLoss: leg(0), stopLossId: waiting('ann')[1]!.id }))
    expect(guards()).toEqual([['partialTakeProfit', 510_000, 20]])
  })

  test('attached: created with the filled quantity, and grows with it', () => {
    const { order, run, waiting } = guardDesk()
    order(place('ann', { lots: 50, ...brings('partial', 510_000) }))
    expect(waiting('ann')).toEqual([])
    run(place('max', { side: 'sell', lots: 20 }))
    expect(waiting('ann').map(({ lots }) => lots)).toEqual([20])
    run(place('max', { side: 'sell', lots: 10 }))
    expect(waiting('ann').map(({ lots }) => lots)).toEqual([30])
  })
})

describe('both (semantics.md §2.4)', () => {
  test('partly filled: an order keeps what it brings, 110059', () => {
    const { order, run, refused } = guardDesk()
    const { id: orderId } = order(place('ann', { lots: 50, ...brings('full', 510_000) }))
    run(place('max', { side: 'sell', lots: 20 }))
    const target = { account: 'ann', symbol: 'BTCUSDT', orderId, linkId: null, ticks: null, lots: null } as const
    expect(codeOf(refused({ type: 'amend', ...target, ...brings('full', 512_000) }))).toBe(110_059)
  })

  test.each([
    ['partial while full stands', full(510_000, null), partial(511_000, 489_000, 5)],
    ['full while partial stands', partial(510_000, 490_000, 20), full(511_000, null)],
  ])('switching: %s is refused with 110054', (_, first, second) => {
    const { refused } = guarded(first)
    expect(codeOf(refused(second))).toBe(110_054)
  })

  test('basis: each leg fires by its own price', () => {
    const { run, print, guards } = guarded(
      guard('ann', { takeProfit: leg(504_000, { by: 'mark' }), stopLoss: leg(490_000, { by: 'index' }) }),
    )
    run(place('bob', { ticks: 503_000, lots: 60 }))
    print(504_000)
    expect(guards()).toHaveLength(2)
    run(mark(504_000, 500_000))
    expect(guards()).toEqual([])
  })

  test.each([
    ['30027', 'a long’s take-profit', 50, 'takeProfit', 500_000],
    ['30028', 'a long’s stop-loss', 50, 'stopLoss', 500_000],
    ['30029', 'a short’s stop-loss', -50, 'stopLoss', 500_000],
    ['30030', 'a short’s take-profit', -50, 'takeProfit', 500_000],
  ] as const)('basis: %s, %s at its reference price', (code, _, lots, which, ticks) => {
    const { hold, refused } = guardDesk()
    hold('ann', lots)
    const refusal = refused(guard('ann', { [which]: leg(ticks, { by: 'mark' }) }))
    expect(codeOf(refusal, 'native')).toBe(Number(code))
  })

  test('basis: 30028 too where a stop-loss lies at the liquidation price', () => {
    const { hold, refused, engine } = guardDesk(2_100_000_000_000)
    hold('ann', 4_000)
    const stopLoss = leg(engine.positions('ann')[0]!.liquidationTicks!)
    expect(codeOf(refused(guard('ann', { stopLoss })), 'native')).toBe(30_028)
  })
})
