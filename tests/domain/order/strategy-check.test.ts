import { describe, expect, test } from 'vitest'
import type { Price, Qty } from '../../../src/domain/decimal'
import { checkStrategy, icebergOrders, twapPartQty, type StrategyDraft } from '../../../src/domain/order/strategy-check'
import { BTCUSDT, instrumentOf } from '../../ui/fixtures'

// BTCUSDT: lot and least quantity 0.001, least value 5 USDT; at 60,000 that is 0.00008…, so 0.001 it is.
const INSTRUMENT = instrumentOf()
const PRICE = '60000' as Price
const common = { symbol: BTCUSDT, side: 'buy', reduceOnly: false, positionIdx: 0 } as const
type TwapDraft = Extract<StrategyDraft, { kind: 'twap' }>
type IcebergDraft = Extract<StrategyDraft, { kind: 'iceberg' }>

const twap = (change: Partial<TwapDraft>): StrategyDraft => ({
  ...common,
  kind: 'twap',
  qty: '0.02',
  durationMs: 600_000,
  intervalMs: 30_000,
  price: '',
  ...change,
})
const iceberg = (change: Partial<IcebergDraft>): StrategyDraft => ({
  ...common,
  kind: 'iceberg',
  qty: '1',
  price: '60000',
  showQty: '0.1',
  ...change,
})
const problemOf = (draft: StrategyDraft) => {
  const checked = checkStrategy(draft, INSTRUMENT, PRICE)
  return checked.ok ? null : checked.error
}

describe('a TWAP (docs/protocol.md, "Strategies")', () => {
  // Ten minutes by thirty seconds are 20 parts: at least 20 × 0.001, at most 20 × 500.
  test.each([
    ['0.02', null],
    ['0.019', { kind: 'belowMin', bound: '0.02', parts: 20 }],
    ['10000', null],
    ['10000.001', { kind: 'aboveMax', bound: '10000' }],
    ['0.0205', { kind: 'notMultiple', bound: '0.001' }],
    ['', { kind: 'empty' }],
    ['-1', { kind: 'empty' }],
  ])('quantity %s', (qty, expected) => {
    const found = problemOf(twap({ qty }))
    if (expected === null) expect(found).toBeNull()
    else expect(found).toMatchObject({ field: 'qty', ...expected })
  })

  test.each([
    [299_999, 'belowMin'],
    [300_000, null],
    [86_400_000, null],
    [86_400_001, 'aboveMax'],
    [null, 'empty'],
  ])('a running time of %s ms', (durationMs, kind) => {
    const found = problemOf(twap({ durationMs, qty: '100' }))
    if (kind === null) expect(found).toBeNull()
    else expect(found).toMatchObject({ field: 'duration', kind })
  })

  test('each part has to be worth the least value of an order: 5 USDT at 1,000 are 0.005, twenty times', () => {
    const draft = twap({ qty: '0.099' })
    expect(checkStrategy(draft, INSTRUMENT, '1000' as Price)).toMatchObject({
      error: { kind: 'belowMin', bound: '0.1' },
    })
    expect(checkStrategy({ ...draft, reduceOnly: true }, INSTRUMENT, '1000' as Price)).toMatchObject({ ok: true })
  })

  test('its price is optional, and on the tick', () => {
    expect(problemOf(twap({ price: '60000.05' }))).toMatchObject({ field: 'price', kind: 'notMultiple', bound: '0.1' })
    expect(checkStrategy(twap({ price: '60000.1' }), INSTRUMENT, PRICE)).toMatchObject({ value: { price: '60000.1' } })
  })

  test('its parts are equal to the lot: 0.05 in 20 parts are 0.0025, so 0.002', () => {
    expect(twapPartQty('0.05' as Qty, 20, '0.001' as Qty)).toBe('0.002')
  })
})

describe('a chase limit', () => {
  test.each([
    ['', null],
    ['0', { kind: 'empty' }],
    ['50', null],
    ['50.05', { kind: 'notMultiple' }],
  ])('a distance of %s', (maxDistance, expected) => {
    const found = problemOf({ ...common, kind: 'chaseLimit', qty: '1', maxDistance })
    if (expected === null) expect(found).toBeNull()
    else expect(found).toMatchObject({ field: 'maxDistance', ...expected })
  })

  test('is one order: at most the largest limit order, 1190', () => {
    const chase = (qty: string): StrategyDraft => ({ ...common, kind: 'chaseLimit', qty, maxDistance: '' })
    expect(problemOf(chase('1190'))).toBeNull()
    expect(problemOf(chase('1190.001'))).toMatchObject({ field: 'qty', kind: 'aboveMax', bound: '1190' })
  })
})

describe('an iceberg', () => {
  test('is at most fifty of the largest limit orders: 59,500', () => {
    expect(problemOf(iceberg({ qty: '59500', showQty: '1190' }))).toBeNull()
    expect(problemOf(iceberg({ qty: '59501', showQty: '1190' }))).toMatchObject({ field: 'qty', bound: '59500' })
  })

  test.each([
    ['0.1', null],
    ['1', null],
    ['1.001', { kind: 'aboveMax', bound: '1' }],
    ['0.0005', { kind: 'notMultiple' }],
    ['', { kind: 'empty' }],
  ])('shows %s of 1', (showQty, expected) => {
    const found = problemOf(iceberg({ showQty }))
    if (expected === null) expect(found).toBeNull()
    else expect(found).toMatchObject({ field: 'showQty', ...expected })
  })

  test('what its last order is left with has to be an order too: 1 by 0.3 leaves 0.1, worth 4 USDT at 40', () => {
    expect(icebergOrders('1' as Qty, '0.3' as Qty)).toBe(4)
    // 5 USDT at 40 are 0.125.
    expect(problemOf(iceberg({ price: '40', showQty: '0.3' }))).toMatchObject({ kind: 'lastTooSmall', bound: '0.1' })
    expect(problemOf(iceberg({ price: '40', showQty: '0.25' }))).toBeNull()
  })
})
