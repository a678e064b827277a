import { expect, test } from 'vitest'
import { SPOT_PAIRS } from '../../../../exchange/listings/spot-pairs'
import type { Money, Price } from '../../../../src/domain/decimal'
import type { Execution } from '../../../../src/domain/order/execution'
import type { Order } from '../../../../src/domain/order/order'
import { writeExecution } from '../../../../src/wire/shape/execution'
import { writeV5Execution, writeV5Order } from '../../../../src/wire/v5/account-rows'
import { v5NameOf } from '../../../../src/wire/v5/category'
import { accountCalls } from '../../../../src/workers/venue/sandbox/account-calls'
import { rowReaders } from '../../../../src/workers/venue/sandbox/rows'
import { orderOf } from '../../../ui/fixtures'
import { execution } from '../../scene'

const PLANS = ['plan', 'stopLimit', 'takeProfitStopLoss', 'oco', 'trailingStop', 'trailingProfit', undefined] as const

test('an order of a pair is read from a list under the pair’s own name, whatever it waits as', () => {
  const { order: read } = rowReaders('sequence')
  for (const pair of SPOT_PAIRS)
    for (const side of ['buy', 'sell'] as const)
      for (const planType of PLANS) {
        const waits = {
          status: 'untriggered',
          stopOrderType: 'stop',
          triggerPrice: '1' as Price,
          triggerBy: 'last',
        } as const
        const plan = planType === undefined ? {} : { ...waits, planType }
        const order = { ...orderOf('a', { side, ...plan }), symbol: pair.symbol } as Order
        const row: unknown = JSON.parse(JSON.stringify(writeV5Order(order, pair, '0' as Money)))
        expect([read(row).symbol, read(row).planType]).toEqual([pair.symbol, planType])
      }
})

test('a fill of a pair, a list’s or the socket’s, is one of the pair and not of the perpetual of the same coins', () => {
  const { executions: read } = rowReaders('sequence')
  for (const pair of SPOT_PAIRS)
    for (const side of ['buy', 'sell'] as const) {
      const fill = { ...execution(), symbol: pair.symbol, side } as Execution
      const rows = [
        writeV5Execution(fill, orderOf('a', { side }), pair),
        writeV5Execution(fill, null, pair),
        writeExecution(fill),
      ]
      expect(read(JSON.parse(JSON.stringify(rows))).map(({ symbol }) => symbol)).toEqual(rows.map(() => pair.symbol))
    }
})

test('rates of pairs are theirs, and no perpetual of the same coins takes them for its own', () => {
  const call = accountCalls(rowReaders('sequence'), 'sequence').feeRates(SPOT_PAIRS[0]!.symbol)
  const list = SPOT_PAIRS.map((pair) => ({
    symbol: v5NameOf(pair),
    baseCoin: pair.baseCoin,
    takerFeeRate: '0.001',
    makerFeeRate: '0.0008',
  }))
  const rates = call.read({ code: 0, message: '', ext: {}, result: { list }, timeMs: 1 })
  expect(rates.map(({ symbol }) => symbol)).toEqual(SPOT_PAIRS.map(({ symbol }) => symbol))
})
