import { expect, test } from 'vitest'
import { writeOrder } from '../../../src/wire/shape/order'
import { writeV5Order } from '../../../src/wire/v5/account-rows'
import { builtInInstruments } from '../../../src/workers/hub/built-in-instruments'
import { order } from '../../workers/scene'

const btc = builtInInstruments().find(({ symbol }) => symbol === 'BTCUSDT')!

test('an order without optional fields has the same row as one with them, less those: all of v5’s, none twice in meaning', () => {
  const plain = writeV5Order(order(), btc)
  // The parent is the one optional field of this one.
  const { parentOrderId, ...part } = writeV5Order(order({ parentOrderId: 'o-9' }), btc)
  expect(parentOrderId).toBe('o-9')
  expect(plain).toEqual(part)
  expect(plain).toMatchObject(writeOrder(order(), 'v5'))
})

test('an order that met an own one says what was asked for and which it met', () => {
  const met = order({ smpType: 'cancelBoth', smpOrderId: 'o-7' })
  expect(writeV5Order(met, btc)).toMatchObject({ smpType: 'CancelBoth', smpOrderId: 'o-7', smpGroup: 0 })
})
