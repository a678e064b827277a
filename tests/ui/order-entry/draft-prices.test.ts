import { signal } from '@preact/signals-react'
import { expect, test } from 'vitest'
import { draftPrices } from '../../../src/ui/order-entry/draft-prices'
import type { OrderFormModel } from '../../../src/ui/order-entry/order-form-model'

const leg = (price: string | null) => ({ price: { price: signal(price) }, pnl: signal(null) })

function ticket(change: object = {}): OrderFormModel {
  return {
    isOpen: signal(true),
    tab: signal('limit'),
    size: { qty: signal('0.01') },
    price: signal('64000'),
    result: signal(null),
    switches: { usesTpSl: signal(false) },
    extras: signal({ trigger: leg('64500'), tpSl: { takeProfit: leg('66000'), stopLoss: leg(null) } }),
    ...change,
  } as unknown as OrderFormModel
}

const drawn = (change: object = {}) => draftPrices(ticket(change)).map(({ kind, price }) => [kind, price])

test('the price of a limit order, and its take-profit where that is switched on', () => {
  expect(drawn()).toEqual([['limit', '64000']])
  expect(drawn({ switches: { usesTpSl: signal(true) } })).toEqual([
    ['limit', '64000'],
    ['takeProfit', '66000'],
  ])
})

test('a conditional order stands at its trigger; a market order has no price of its own', () => {
  expect(drawn({ tab: signal('conditional') })).toEqual([['trigger', '64500']])
  expect(drawn({ tab: signal('market') })).toEqual([])
})

test('nothing without a quantity, off the screen, for a strategy, and from the press on unless it was refused', () => {
  expect(drawn({ size: { qty: signal(null) } })).toEqual([])
  expect(drawn({ size: { qty: signal('0') } })).toEqual([])
  expect(drawn({ isOpen: signal(false) })).toEqual([])
  expect(drawn({ tab: signal('strategy') })).toEqual([])
  expect(drawn({ result: signal({ kind: 'sending' }) })).toEqual([])
  expect(drawn({ result: signal({ kind: 'done', outcome: { kind: 'accepted' } }) })).toEqual([])
  expect(drawn({ result: signal({ kind: 'done', outcome: { kind: 'refused' } }) })).toEqual([['limit', '64000']])
})
