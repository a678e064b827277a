import { describe, expect, it } from 'vitest'
import type { Money, Price, Qty, Rate } from '../../../src/domain/decimal'
import type { InstrumentSymbol, Order, OrderId } from '../../../src/domain/order/order'
import { writeOrderView } from '../../../src/wire/shape/order-view'

const BASE = {
  id: '1' as OrderId,
  linkId: null,
  symbol: 'BTC/USDT' as InstrumentSymbol,
  side: 'sell',
  qty: '0.5' as Qty,
  filledQty: '0.2' as Qty,
  leavesQty: '0.3' as Qty,
  filledValue: '10000' as Money,
  fee: '10' as Money,
  avgPrice: '50000' as Price,
  status: 'partiallyFilled',
  timeInForce: 'goodTillCancel',
  reduceOnly: false,
  closeOnTrigger: false,
  positionIdx: 0,
  createType: 'CreateByUser',
  cancelType: null,
  rejectReason: null,
  createdAtMs: 1_700_000_000_000,
  updatedAtMs: 1_700_000_000_001,
  seq: 7,
} as const
const LIMIT: Order = { ...BASE, type: 'limit', price: '50000' as Price }
const MARKET: Order = { ...BASE, type: 'market' }

describe('the view form of an order (spec §3, decisions 27)', () => {
  it('has side and type in upper case, amounts in the quote coin, and the coins of the pair', () => {
    expect(writeOrderView(LIMIT, 'filled')).toMatchObject({
      side: 'SELL',
      orderType: 'LIMIT',
      type: 'LIMIT',
      status: 'PARTIALLY_FILLED',
      planType: '-1',
      // 0.5 and 0.3 at 50,000.
      amount: '25000',
      leavesAmount: '15000',
      executedAmount: '10000',
      executedQty: '0.2',
      origQty: '0.5',
      orderQtyForView: '0.5',
      quotePrice: '50000',
      symbolId: 'BTCUSDT',
      symbolName: 'BTCUSDT',
      baseTokenId: 'BTC',
      quoteTokenName: 'USDT',
      time: '1700000000000',
      action: 'filled',
    })
  })

  it('says `0` of money that there is none of', () => {
    const untouched = {
      ...MARKET,
      filledQty: '0' as Qty,
      filledValue: '0' as Money,
      avgPrice: null,
      status: 'new',
    } as Order
    const row = writeOrderView(untouched, null)
    const money = [
      'amount',
      'leavesAmount',
      'executedAmount',
      'quotePrice',
      'avgPrice',
      'price',
      'triggerPrice',
    ] as const
    const legs = ['takeProfit', 'stopLoss', 'tpTriggerPrice', 'tpLimitPrice', 'slTriggerPrice', 'slLimitPrice'] as const
    const trail = ['trailingPercentage', 'trailingValue'] as const
    for (const name of [...money, ...legs, ...trail]) expect([name, row[name]]).toEqual([name, '0'])
    expect(row).not.toHaveProperty('action')
  })

  it.each([
    ['filled', undefined, 'FILLED', '-1'],
    ['canceled', 'limitAndMarket', 'CANCELED', '-1'],
    ['canceled', 'plan', 'ORDER_CANCELED', '1'],
    ['rejected', 'stopLimit', 'ORDER_REJECTED', '8'],
    ['untriggered', 'oco', 'ORDER_NEW', '10'],
    ['deactivated', 'takeProfitStopLoss', 'ORDER_CANCELED', '11'],
    ['triggered', 'trailingStop', 'ORDER_FILLED', '4'],
    ['partiallyFilledCanceled', 'trailingProfit', 'PARTIALLY_FILLED_CANCELED', '5'],
  ] as const)('says a status of %s with the plan %s as %s, plan type %s', (status, planType, shown, word) => {
    const order = { ...LIMIT, status, ...(planType === undefined ? {} : { planType }) } as Order
    expect(writeOrderView(order, null)).toMatchObject({ status: shown, planType: word })
  })

  it('shows a leg’s own trigger under its name, and what triggered of the two', () => {
    const leg: Order = {
      ...LIMIT,
      status: 'untriggered',
      planType: 'oco',
      createType: 'CreateByTakeProfit',
      stopOrderType: 'stop',
      triggerPrice: '51000' as Price,
      pairOrderId: '2' as OrderId,
    }
    expect(writeOrderView(leg, null)).toMatchObject({
      tpTriggerPrice: '51000',
      tpLimitPrice: '50000',
      slTriggerPrice: '0',
      ocoTriggerBy: 'OcoTriggerByUnknown',
    })
    expect(writeOrderView({ ...leg, status: 'new' }, null).ocoTriggerBy).toBe('OcoTriggerByTp')
    const cancelType = 'CancelByOCOTpCanceledBySlTriggered'
    expect(writeOrderView({ ...leg, status: 'deactivated', cancelType }, null).ocoTriggerBy).toBe('OcoTriggerBySl')
    expect(writeOrderView(LIMIT, null).ocoTriggerBy).toBe('')
  })

  it('shows how far an order trails, and the legs that a limit order in the book brings', () => {
    const trails: Order = { ...MARKET, stopOrderType: 'stop', trailingRate: '0.01' as Rate, status: 'untriggered' }
    expect(writeOrderView(trails, null)).toMatchObject({ trailingPercentage: '1', trailingValue: '0' })
    const brings: Order = { ...LIMIT, tpSlMode: 'full', takeProfit: '52000' as Price, stopLoss: null }
    expect(writeOrderView(brings, null)).toMatchObject({
      takeProfit: '52000',
      tpTriggerPrice: '52000',
      slTriggerPrice: '0',
      showLimitActiveOrderTpsl: true,
    })
    expect(writeOrderView({ ...brings, status: 'filled' }, null).showLimitActiveOrderTpsl).toBe(false)
  })
})
