import { expect, test } from 'vitest'
import type { Price, Qty } from '../../../src/domain/decimal'
import type { Ticker } from '../../../src/domain/market/market'
import {
  boardDecimals,
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
  expect(
    ['bidQty', 'bid', 'ask', 'askQty'].map((column) =>
      cellText(column as 'bid', quoted, null, boardDecimals([quoted])),
    ),
  ).toEqual(['2.85', '245', '275', ''])
  for (const columns of [CALL_COLUMNS, PUT_COLUMNS, GROUPS.quotes])
    expect(columns.filter((one) => /bid|ask/.test(one))).toEqual(['bidQty', 'bid', 'ask', 'askQty'])
})

test('a column has one number of decimals: that of its finest figure on the board', () => {
  const board = [
    ticker({
      bid1Price: '245.5' as Price,
      markPrice: '250.26' as Price,
      bid1Qty: '2.85' as Qty,
      volume24h: '7' as Qty,
    }),
    ticker({ bid1Price: '80' as Price, markPrice: '81.3' as Price, bid1Qty: '3' as Qty, volume24h: '1200' as Qty }),
    ticker({ ask1Price: '1000' as Price, openInterest: '4' as Qty }),
    null,
  ]
  const decimals = boardDecimals(board)
  const shown = (column: Parameters<typeof cellText>[0], held: Qty | null = null) =>
    board.slice(0, 3).map((one) => cellText(column, one, held, decimals))
  expect(shown('bid').slice(0, 2)).toEqual(['245.5', '80.0'])
  expect(shown('ask')[2]).toBe('1,000.0')
  expect(shown('mark').slice(0, 2)).toEqual(['250.26', '81.30'])
  expect(shown('bidQty').slice(0, 2)).toEqual(['2.85', '3.00'])
  // 1,200 is shortened to two decimals, so the others of its column have two; whole open interest has none.
  expect(shown('volume').slice(0, 2)).toEqual(['7.00', '1.20K'])
  expect(shown('interest')[2]).toBe('4')
  expect(shown('held', '-0.5' as Qty)[0]).toBe('−0.50')
  // A coin whose options are counted in whole lots.
  const whole = ticker({ bid1Qty: '12' as Qty })
  expect(cellText('bidQty', whole, null, boardDecimals([whole]))).toBe('12')
})

test('bars of open interest are measured by the largest of the expiry', () => {
  const some = [ticker({ openInterest: '2.5' as Qty }), null, ticker({ openInterest: '10' as Qty })]
  expect(mostInterest(some)).toBe(10)
  // 2.5 of 10.
  expect(some.map((one) => interestShare(one, 10))).toEqual([0.25, 0, 1])
  expect(interestShare(some[0]!, mostInterest([null]))).toBe(0)
})
