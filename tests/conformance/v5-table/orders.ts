import { expect } from 'vitest'
import { alone, inBatch, never } from './acts'
import { orderParameters } from './create'
import { amendParameters, noTrigger, AMEND_BATCH } from './amend'
import { cancelParameters, leaves } from './cancel'
import { checkParameters } from './check'
import { both, shown, type Call } from './proofs'
import { named } from './world'

const NATIVE_NAMES = 'the native dialect’s name or field, read in both dialects'
const OURS_OF_ORDERS = Object.fromEntries(
  'qtyX basePrice tpSlMode limitTakeProfit limitStopLoss tpMaxSlippageType tpMaxSlippage slMaxSlippageType slMaxSlippage'
    .split(' ')
    .map((name) => [name, NATIVE_NAMES]),
)
const OURS_OF_AMENDMENTS = { ...OURS_OF_ORDERS, tpOrderType: NATIVE_NAMES, slOrderType: NATIVE_NAMES }

/** A batch names the category once, and carries the parameters of its items. */
const batch = (doc: string, item: Call['parameters']): Call => ({
  doc,
  parameters: {
    ...item,
    request: shown('holds 1 to 20 orders', async ({ world, path }) => {
      const caller = await world.fresh()
      for (const request of [[], Array.from({ length: 21 }, () => ({})), ['order'], 'order'])
        expect(await world.post(caller, path, { category: 'linear', request })).toMatchObject({
          retCode: 10001,
          retExtInfo: { field: 'request' },
        })
    }),
  },
})

const CREATE = '/v5/order/create'

/** Calls that place, change and cancel orders, with the parameters that their pages name. */
export const ORDER_TABLE: Readonly<Record<string, Call>> = {
  'POST /v5/order/create': {
    doc: 'order/create-order',
    parameters: orderParameters(alone(CREATE)),
    ours: OURS_OF_ORDERS,
  },
  'POST /v5/order/create-batch': {
    ...batch('order/batch-place', orderParameters(inBatch('/v5/order/create-batch'))),
    ours: OURS_OF_ORDERS,
  },
  'POST /v5/order/pre-check': { doc: 'order/pre-check-order', parameters: checkParameters(), ours: OURS_OF_ORDERS },
  'POST /v5/order/amend-batch': {
    ...batch('order/batch-amend', {
      ...amendParameters(inBatch(AMEND_BATCH)),
      triggerPrice: noTrigger,
      triggerBy: noTrigger,
    }),
    ours: OURS_OF_AMENDMENTS,
  },
  'POST /v5/order/amend': {
    doc: 'order/amend-order',
    parameters: amendParameters(alone('/v5/order/amend')),
    ours: OURS_OF_AMENDMENTS,
  },
  'POST /v5/order/cancel': { doc: 'order/cancel-order', parameters: cancelParameters(alone('/v5/order/cancel')) },
  'POST /v5/order/cancel-batch': batch('order/batch-cancel', cancelParameters(inBatch('/v5/order/cancel-batch'))),
  'POST /v5/order/cancel-all': {
    doc: 'order/cancel-all',
    parameters: {
      category: leaves([
        [{ category: 'linear' }, ['BTCUSD']],
        [{ category: 'inverse' }, ['BTCUSDT', 'ETHUSDT', 'BTCPERP', 'stop', 'TakeProfit']],
      ]),
      symbol: leaves([
        [named('ETHUSDT'), ['BTCUSDT', 'BTCPERP', 'BTCUSD', 'stop', 'TakeProfit']],
        [named('BTCUSDT'), ['ETHUSDT', 'BTCPERP', 'BTCUSD']],
      ]),
      baseCoin: leaves([[{ category: 'linear', baseCoin: 'BTC' }, ['ETHUSDT', 'BTCUSD']]]),
      settleCoin: leaves([
        [{ category: 'linear', settleCoin: 'USDC' }, ['BTCUSDT', 'ETHUSDT', 'BTCUSD', 'stop', 'TakeProfit']],
      ]),
      orderFilter: leaves([
        [{ category: 'linear', orderFilter: 'Order' }, ['BTCUSD', 'stop', 'TakeProfit']],
        [{ category: 'linear', orderFilter: 'StopOrder' }, ['BTCUSDT', 'ETHUSDT', 'BTCPERP', 'BTCUSD']],
        [{ category: 'linear', orderFilter: 'tpslOrder' }, ['BTCUSDT', 'ETHUSDT', 'BTCPERP', 'BTCUSD', 'stop']],
      ]),
      stopOrderType: both(
        leaves([
          [
            { category: 'linear', orderFilter: 'StopOrder', stopOrderType: 'Stop' },
            ['BTCUSDT', 'ETHUSDT', 'BTCPERP', 'BTCUSD', 'TakeProfit'],
          ],
        ]),
        shown('is refused by its name elsewhere', async ({ world, path }) => {
          const caller = await world.fresh()
          for (const body of [
            { category: 'linear', stopOrderType: 'Stop' },
            { category: 'linear', orderFilter: 'StopOrder', stopOrderType: 'TakeProfit' },
          ])
            expect(await world.post(caller, path, body)).toMatchObject({ retExtInfo: { field: 'stopOrderType' } })
        }),
      ),
    },
  },
  'POST /v5/order/disconnected-cancel-all': {
    doc: 'order/dcp',
    parameters: { product: never(10005), timeWindow: never(10005) },
  },
}
