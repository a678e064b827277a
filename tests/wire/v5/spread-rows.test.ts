import { expect, test } from 'vitest'
import type { Money, Price, Qty, Rate } from '../../../src/domain/decimal'
import type { ExecId, Execution } from '../../../src/domain/order/execution'
import type { InstrumentSymbol, OrderId } from '../../../src/domain/order/order'
import { writeSpreadExecutionEvent } from '../../../src/wire/v5/spread-rows'

/** A fill of the leg BTC/USDT: the fee of a purchase is taken of the coin bought. */
function fillOf(side: 'buy' | 'sell', fee: string): Execution {
  return {
    id: 'e-2' as ExecId,
    orderId: 'o-2' as OrderId,
    orderLinkId: null,
    symbol: 'BTC/USDT' as InstrumentSymbol,
    side,
    price: '50000' as Price,
    qty: '0.01' as Qty,
    value: '500' as Money,
    fee: fee as Money,
    feeRate: '0.0005' as Rate,
    isMaker: false,
    execType: 'FutureSpread',
    grossPnl: '0' as Money,
    closedQty: '0' as Qty,
    timeMs: 1,
    seq: 1,
  }
}

const CONTEXT = { parentExecId: 'e-1' } as const
const COINS = { baseCoin: 'BTC', settleCoin: 'USDT' } as const

// v5 documents of `spread.execution`: execFeeV2, fee of a spot leg; feeCurrency, coin of a leg's fee.
test('a leg in a pair says its fee as v5 says that of spot, and in which coin', () => {
  const spot = { ...CONTEXT, instrument: { ...COINS, kind: 'spot' } } as const
  // 0.01 × 0.05 %.
  expect(writeSpreadExecutionEvent(fillOf('buy', '0.000005'), null, spot)).toMatchObject({
    category: 'spot_leg',
    execFeeV2: '0.000005',
    feeCurrency: 'BTC',
  })
  expect(writeSpreadExecutionEvent(fillOf('sell', '0.25'), null, spot)).toMatchObject({
    execFeeV2: '0.25',
    feeCurrency: 'USDT',
  })
})

test('a leg in a contract has its fee where it ever was, and the spread itself none', () => {
  const contract = { ...CONTEXT, instrument: { ...COINS, kind: 'linearPerpetual' } } as const
  expect(writeSpreadExecutionEvent(fillOf('buy', '0.25'), null, contract)).toMatchObject({
    execFee: '0.25',
    execFeeV2: '',
    feeCurrency: 'USDT',
  })
  const spread = { parentExecId: '', instrument: { ...COINS, kind: 'spread' } } as const
  expect(writeSpreadExecutionEvent({ ...fillOf('buy', '0'), execType: 'Trade' }, null, spread)).toMatchObject({
    category: 'combination',
    execFee: '',
    execFeeV2: '',
    feeCurrency: '',
  })
})
