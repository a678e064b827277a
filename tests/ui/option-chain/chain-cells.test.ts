import { expect, test } from 'vitest'
import type { Price, Qty } from '../../../src/domain/decimal'
import type { Ticker } from '../../../src/domain/market/market'
import {
  CALL_COLUMNS,
  cellText,
  GROUPS,
  interestShare,
  mostInterest,
  PUT_COLUMNS,
} from '../../../src/ui/option-chain/chain-cells'

const ticker = (change: Partial<Ticker>): Ticker => change as Ticker

test('sizes stand beside their prices, and nothing beside a price that is not there', () => {
  const quoted = ticker({ bid1Price: '245' as Price, bid1Qty: '2.85' as Qty, ask1Price: '275' as Price, ask1Qty: null })
  expect(['bidQty', 'bid', 'ask', 'askQty'].map((column) => cellText(column as 'bid', quoted, null))).toEqual([
    '2.85',
    '245',
    '275',
    '',
  ])
  for (const columns of [CALL_COLUMNS, PUT_COLUMNS, GROUPS.quotes])
    expect(columns.filter((one) => /bid|ask/.test(one))).toEqual(['bidQty', 'bid', 'ask', 'askQty'])
})

test('bars of open interest are measured by the largest of the expiry', () => {
  const some = [ticker({ openInterest: '2.5' as Qty }), null, ticker({ openInterest: '10' as Qty })]
  expect(mostInterest(some)).toBe(10)
  // 2.5 of 10.
  expect(some.map((one) => interestShare(one, 10))).toEqual([0.25, 0, 1])
  expect(interestShare(some[0]!, mostInterest([null]))).toBe(0)
})
