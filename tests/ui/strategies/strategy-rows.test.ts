import { describe, expect, test } from 'vitest'
import type { Qty } from '../../../src/domain/decimal'
import type { Execution } from '../../../src/domain/order/execution'
import type { OrderLinkId } from '../../../src/domain/order/order'
import type { NewStrategy, Strategy } from '../../../src/domain/order/strategy'
import type { ChangeState } from '../../../src/workers/presses'
import { mergeExecutions } from '../../../src/ui/history/merge-executions'
import { originOf } from '../../../src/ui/trading-kit/order-rows'
import { progressOf, stateOf, strategyRows } from '../../../src/ui/strategies/strategy-rows'
import { BTCUSDT, orderOf } from '../fixtures'

const TERMS: NewStrategy = {
  kind: 'chaseLimit',
  symbol: BTCUSDT,
  side: 'buy',
  qty: '3' as Qty,
  reduceOnly: false,
  positionIdx: 0,
  maxDistance: null,
}
const strategy = (id: string, change: Partial<Strategy> = {}): Strategy =>
  ({
    ...TERMS,
    id,
    linkId: `link-${id}` as OrderLinkId,
    status: 'running',
    stopReason: null,
    filledQty: '1' as Qty,
    leavesQty: '2' as Qty,
    orderCount: 1,
    createdAtMs: 1,
    updatedAtMs: 1,
    ...change,
  }) as Strategy
const opening = (id: string, state: ChangeState['state']): ChangeState => ({
  id: id as OrderLinkId,
  change: { kind: 'openStrategy', strategy: TERMS },
  pressedAtMs: 1,
  state,
})
const stopping = (strategyId: string, state: ChangeState['state']): ChangeState => ({
  id: `stop-${strategyId}` as OrderLinkId,
  change: { kind: 'cancelStrategy', symbol: BTCUSDT, strategyId },
  pressedAtMs: 1,
  state,
})

describe('lines of "Strategies"', () => {
  test('a press stands first until its strategy is listed; unknown is shown as unknown (I3)', () => {
    const [press, listed] = strategyRows([strategy('a')], [opening('p', 'unknown'), opening('link-a', 'sending')], null)
    expect([stateOf(press!), stateOf(listed!)]).toEqual(['unknown', 'running'])
  })

  test('a strategy that is being stopped says so, and that nobody knows when no answer came', () => {
    const state = (change: ChangeState) => stateOf(strategyRows([strategy('a')], [change], null)[0]!)
    expect(state(stopping('a', 'sending'))).toBe('canceling')
    expect(state(stopping('a', 'unknown'))).toBe('unknown')
    expect(state(stopping('b', 'sending'))).toBe('running')
  })

  test('progress is what is filled of the whole, cut: 1 of 3 is 33 %, 2.999 of 3 is not done', () => {
    const progress = (filledQty: string) =>
      progressOf(strategyRows([strategy('a', { filledQty: filledQty as Qty })], [], null)[0]!)
    expect([progress('0'), progress('1'), progress('2.999'), progress('3')]).toEqual([0, 33, 99, 100])
  })
})

describe('where an order came from', () => {
  test.each([
    ['CreateByTwap', 's-1', 'twap'],
    ['CreateByChaseLimit', 's-1', 'chaseLimit'],
    ['CreateByIceberg', 's-1', 'iceberg'],
    ['CreateByUser', 'o-1', 'split'],
    ['CreateByUser', null, null],
  ])('%s under %s is %s', (createType, parentOrderId, origin) => {
    expect(originOf(orderOf('o', { createType, parentOrderId: parentOrderId as never }))).toBe(origin)
  })

  test('a take-profit that a pair’s order brought is attached to it: nothing was split', () => {
    const planType = 'takeProfitStopLoss'
    const brought = orderOf('o', { createType: 'CreateByTakeProfit', parentOrderId: 'o-1' as never, planType })
    expect(originOf(brought)).toBe('attached')
  })
})

describe('a fill of a strategy in the trade history', () => {
  test('keeps what the list says of its order when the stream brings it too', () => {
    const fill = (change: object) => ({ id: 'e-1', timeMs: 1, seq: 1, ...change }) as unknown as Execution
    const [merged] = mergeExecutions([fill({ qty: '1' })], [fill({ qty: '1', createType: 'CreateByTwap' })])
    expect(merged).toMatchObject({ qty: '1', createType: 'CreateByTwap' })
  })
})
