import { expect, test } from 'vitest'
import { SPOT_PAIRS } from '../../../../exchange/listings/spot-pairs'
import type { Money, Price } from '../../../../src/domain/decimal'
import type { Order } from '../../../../src/domain/order/order'
import { writeV5Order } from '../../../../src/wire/v5/account-rows'
import { rowReaders } from '../../../../src/workers/venue/sandbox/rows'
import { orderOf } from '../../../ui/fixtures'

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
