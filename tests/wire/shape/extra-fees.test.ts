import { describe, expect, test } from 'vitest'
import type { Money, Price, Qty, Rate } from '../../../src/domain/decimal'
import type { ExecId, Execution } from '../../../src/domain/order/execution'
import type { InstrumentSymbol, OrderId } from '../../../src/domain/order/order'
import { parseExecution, writeExecution } from '../../../src/wire/shape/execution'
import { writeV5Execution } from '../../../src/wire/v5/account-rows'

const FILL: Execution = {
  id: 'e-1' as ExecId,
  orderId: 'o-1' as OrderId,
  orderLinkId: null,
  symbol: 'BTC-25DEC26-70000-C' as InstrumentSymbol,
  side: 'buy',
  price: '1500' as Price,
  qty: '0.05' as Qty,
  value: '75' as Money,
  // 0.0003 × 26,000 × 0.05 = 0.39, and 0.002 × 26,000 × 0.05 = 2.6 of the liquidation.
  fee: '2.99' as Money,
  feeRate: '0.0003' as Rate,
  liquidationFee: { coin: 'USDT', rate: '0.002' as Rate, fee: '2.6' as Money },
  isMaker: false,
  execType: 'BustTrade',
  grossPnl: '-25' as Money,
  closedQty: '0.05' as Qty,
  timeMs: 1,
  seq: 2,
}
const OPTION = { kind: 'usdtOption', symbol: FILL.symbol, baseCoin: 'BTC', settleCoin: 'USDT' } as const
const NAMED = [{ feeCoin: 'USDT', feeType: 'UNKNOWN', subFeeType: 'LIQUIDATION', feeRate: '0.002', fee: '2.6' }]

describe('extraFees: the parts of a fee that have rates of their own (v5 execution, transaction log)', () => {
  test('name what a liquidation took; execFee is all that left the wallet, feeRate the trade’s', () => {
    const told = { execFee: '2.99', feeRate: '0.0003', extraFees: NAMED }
    expect(writeExecution(FILL)).toMatchObject(told)
    expect(writeV5Execution(FILL, null, OPTION)).toMatchObject(told)
    expect(parseExecution({ ...writeExecution(FILL) })).toEqual(FILL)
    expect(parseExecution({ ...writeV5Execution(FILL, null, OPTION), createType: undefined })).toEqual(FILL)
  })

  test('are an empty text in v5’s rows where there are none, and left out of the native ones', () => {
    const { liquidationFee: _, ...plain } = FILL
    expect(writeExecution(plain)).not.toHaveProperty('extraFees')
    expect(writeV5Execution(plain, null, OPTION)['extraFees']).toBe('')
    expect(parseExecution({ ...writeV5Execution(plain, null, OPTION), createType: undefined })).toEqual(plain)
  })

  test('of another sort are no liquidation’s', () => {
    const taxed = { ...writeExecution(FILL), extraFees: [{ ...NAMED[0], feeType: 'GST', subFeeType: 'IND_GST' }] }
    expect(parseExecution(taxed)).not.toHaveProperty('liquidationFee')
  })
})
