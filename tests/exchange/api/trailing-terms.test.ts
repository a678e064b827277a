import { expect, it } from 'vitest'
import { brokenTrailingOrder } from '../../../exchange/api/calls/shared/trailing-terms'
import type { DecimalText } from '../../../src/domain/decimal'
import { CODE } from '../../../src/wire/rest/codes'
import { BTCUSDT } from './lib/fake-journal'

/* What is told of an order that trails, and that the venue refused. */

type Order = Parameters<typeof brokenTrailingOrder>[1]

const told = (terms: object) =>
  brokenTrailingOrder({ retCode: CODE.badRequest, retMsg: '', extMap: {} }, terms as Order, {
    instrument: BTCUSDT,
    last: '60000' as DecimalText,
    isLong: false,
  })

it.each([
  [{ trailValue: '60000' }, { field: 'trailValue', min: '0.1', max: '59999.9' }],
  // Of what buys, the activation lies below the last price, and above the distance.
  [
    { trailValue: '100', activationPrice: '60000' },
    { field: 'activationPrice', min: '100.1', max: '59999.9' },
  ],
])('%j is told its bounds', (terms, extMap) => {
  expect(told(terms)).toMatchObject({ extMap })
})

it.each([
  [{ trailValue: '59999.9' }, 'trailValue'],
  [{ trailRate: '0.01' }, 'trailingStopPercentageE4'],
  [{ trailValue: '100', activationPrice: '59999.9' }, 'activationPrice'],
])('%j, which keeps all bounds, is told none: nothing was traded here yet', (terms, field) => {
  const { extMap, retMsg } = told(terms)
  expect(extMap).toEqual({ field })
  expect(retMsg).toContain('nothing was traded here yet')
})
