import { expect, test } from 'vitest'
import type { Money, Qty } from '../../../src/domain/decimal'
import { writeOrder } from '../../../src/wire/shape/order'
import { writeV5Order } from '../../../src/wire/v5/account-rows'
import { sampleContracts } from '../../workers/sample-contracts'
import { order } from '../../workers/scene'

const NOTHING = '0' as Money
const btc = sampleContracts().find(({ symbol }) => symbol === 'BTCUSDT')!

test('an order without optional fields has the same row as one with them, less those: all of v5’s, none twice in meaning', () => {
  const plain = writeV5Order(order(), btc, NOTHING)
  // The parent is the one optional field of this one.
  const { parentOrderId, ...part } = writeV5Order(order({ parentOrderId: 'o-9' }), btc, NOTHING)
  expect(parentOrderId).toBe('o-9')
  expect(plain).toEqual(part)
  expect(plain).toMatchObject(writeOrder(order(), 'v5'))
})

test('an order that met an own one says what was asked for and which it met', () => {
  const met = order({ smpType: 'cancelBoth', smpOrderId: 'o-7' })
  expect(writeV5Order(met, btc, NOTHING)).toMatchObject({ smpType: 'CancelBoth', smpOrderId: 'o-7', smpGroup: 0 })
})

test('fees stand by coin once there are any, and the closed result as it was told', () => {
  expect(writeV5Order(order(), btc, NOTHING)).toMatchObject({ cumFeeDetail: {}, closedPnl: '0', extraFees: '' })
  const filled = order({ filledQty: '0.01' as Qty, fee: '0.35' as Money })
  const row = writeV5Order(filled, btc, '-1.5' as Money)
  expect(row).toMatchObject({ cumExecFee: '0.35', cumFeeDetail: { USDT: '0.35' }, closedPnl: '-1.5' })
})

test('a market order that waits says how far from the best price it may fill, in the unit of its call', () => {
  const waiting = { type: 'market', stopOrderType: 'stop', triggerPrice: '65000' } as const
  const percent = { ...waiting, slippage: { unit: 'percent', value: '0.02' } } as Parameters<typeof order>[0]
  const named = { slippageToleranceType: 'Percent', slippageTolerance: '0.02' }
  expect(writeV5Order(order(percent), btc, NOTHING)).toMatchObject(named)
  const unbounded = writeV5Order(order(waiting as Parameters<typeof order>[0]), btc, NOTHING)
  expect(unbounded).toMatchObject({ slippageToleranceType: 'UNKNOWN', slippageTolerance: '' })
})
