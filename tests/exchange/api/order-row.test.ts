import { describe, expect, it, test } from 'vitest'
import { writeFullOrder, type OrderContext } from '../../../exchange/api/feeds/native/order-row'
import { catalogue } from '../../../exchange/listings/catalogue'
import type { Leverage, Price, Qty, Rate } from '../../../src/domain/decimal'
import type { InstrumentSymbol, Order, OrderId } from '../../../src/domain/order/order'
import type { Position } from '../../../src/domain/position/position'
import type { Spread } from '../../../src/domain/instrument/spread'

const contract = (symbol: string) => catalogue('global', 'all').find((one) => one.symbol === symbol)!

/** A buy of 0.1 BTC at 50,000, of which 0.04 are filled. */
const BUY = {
  id: 'id-1' as OrderId,
  linkId: 'press-1',
  symbol: 'BTCUSDT' as InstrumentSymbol,
  side: 'buy',
  type: 'limit',
  price: '50000' as Price,
  qty: '0.1' as Qty,
  filledQty: '0.04' as Qty,
  leavesQty: '0.06' as Qty,
  filledValue: '2000',
  fee: '0.4',
  avgPrice: '50000',
  status: 'partiallyFilled',
  timeInForce: 'goodTillCancel',
  reduceOnly: false,
  closeOnTrigger: false,
  positionIdx: 0,
  createType: 'CreateByUser',
  cancelType: null,
  rejectReason: null,
  createdAtMs: 1,
  updatedAtMs: 2,
  seq: 3,
} as Order
const CONTEXT: OrderContext = {
  instrument: contract('BTCUSDT'),
  account: 'uta2',
  takerFeeRate: '0.00055' as Rate,
  position: null,
  leverage: '10' as Leverage,
  option: null,
}
const row = (changes: Partial<Order> = {}, context: Partial<OrderContext> = {}) =>
  writeFullOrder({ ...BUY, ...changes } as Order, { ...CONTEXT, ...context }, null)
/** 0.1 BTC held long since 48,000. */
const LONG = { side: 'buy', size: '0.1', entryPrice: '48000' } as Position

describe('the fields of an order with their computation (spec §3; semantics.md §1)', () => {
  test.each<readonly [field: string, value: unknown, how: string]>([
    ['orderIM', '300', '0.06 × 50,000 / 10'],
    ['orderPNL', '0', 'it closes nothing'],
    ['feeRate', '0.00055', 'the taker rate of the level'],
    ['accountMode', 0, 'RM'],
    ['contractType', 'LinearPerpetual', ''],
    ['tradeType', 'LinearPerpetual', ''],
    ['clientOrderId', 'press-1', 'the id of the press'],
    ['trailValue', '0', ''],
    ['trailingStopPercentageE4', '0', ''],
    ['activationPrice', '0', ''],
    ['isLeverage', '', 'of spot alone'],
    ['marketUnit', '', 'of spot alone'],
    ['strikePrice', '', 'of options alone'],
    ['legOrderId1', '', 'of spreads alone'],
    ['legOrderId2', '', ''],
    ['legProductType1', '', ''],
    ['legProductType2', '', ''],
    ['legSymbolId1', '', ''],
    ['legSymbolId2', '', ''],
    ['legSide1', '', ''],
    ['legSide2', '', ''],
    ['legSymbol1', '', ''],
    ['legSymbol2', '', ''],
  ])('%s is %j: %s', (field, value) => {
    expect(row()[field]).toEqual(value)
  })

  it('says of a pair whether it may borrow', () => {
    const instrument = { ...contract('BTCUSDT'), kind: 'spot' } as never
    expect(row({}, { instrument })['isLeverage']).toBe('0')
    expect(row({ isLeverage: true }, { instrument })['isLeverage']).toBe('1')
  })

  it('has the margin of an inverse order in its coin', () => {
    // 10,000 / 40,000 / 10
    const order = row({ price: '40000' as Price, leavesQty: '10000' as Qty }, { instrument: contract('BTCUSD') })
    expect(order).toMatchObject({ orderIM: '0.025', contractType: 'InversePerpetual' })
  })

  it('takes of an option order premium and fee of a buyer, margin and fee less the premium of a seller', () => {
    // semantics.md §1.7: a call of 20,000 at index 20,250 and mark 1,000, half a coin at 900 and at 1,100, rate 0.03 %.
    const instrument = { ...contract('BTCUSDT'), kind: 'usdtOption', strike: '20000', isCall: true } as never
    const option = { index: '20250' as Price, mark: '1000' as Price }
    const context = { instrument, option, leverage: null, takerFeeRate: '0.0003' as Rate }
    const asked = { leavesQty: '0.5' as Qty, status: 'new' } as const
    const buy = { ...asked, side: 'buy', price: '900' as Price } as const
    const sell = { ...asked, side: 'sell', price: '1100' as Price } as const
    // 0.5 × (900 + 20,250 × 0.0003)
    expect(row(buy, context)).toMatchObject({ orderIM: '453.0375', strikePrice: '20000' })
    // 0.5 × (15 % × 20,250 + 1,100 + 6.075 − 1,100): in the money, so nothing is taken off.
    expect(row(sell, context)).toMatchObject({ orderIM: '1521.7875' })
    expect(row({ ...sell, reduceOnly: true }, context)).toMatchObject({ orderIM: '0' })
    expect(row(sell, { ...context, option: null })).toMatchObject({ orderIM: '0' })
  })

  it('holds nothing back while it waits for its trigger, only closes or is over', () => {
    for (const change of [{ status: 'untriggered' }, { reduceOnly: true }, { status: 'canceled' }] as const)
      expect(row(change)).toMatchObject({ orderIM: '0' })
  })

  it('says what a closing order would bring at its price, for no more than is held', () => {
    const sell = { side: 'sell', reduceOnly: true } as const
    // 0.06 × (50,000 − 48,000); of 0.5 only the 0.1 that are held.
    expect(row(sell, { position: LONG })).toMatchObject({ orderPNL: '120' })
    expect(row({ ...sell, leavesQty: '0.5' as Qty }, { position: LONG })).toMatchObject({ orderPNL: '200' })
    expect(row({ ...sell, side: 'buy' }, { position: LONG })).toMatchObject({ orderPNL: '0' })
    // A stop-loss over the whole position, at its trigger: 0.1 × (47,000 − 48,000).
    const { price: _, ...rest } = BUY as Order & { price: Price }
    const stop = { ...rest, type: 'market', side: 'sell', status: 'untriggered', stopOrderType: 'stopLoss' } as Order
    const whole = { ...stop, triggerPrice: '47000' as Price, leavesQty: '0' as Qty } as Order
    expect(writeFullOrder(whole, { ...CONTEXT, position: LONG }, null)).toMatchObject({ orderPNL: '-100' })
  })

  it('has the distance and the activation of a trailing stop', () => {
    const trailing = { stopOrderType: 'trailingStop', triggerPrice: '52000' as Price } as const
    expect(row({ ...trailing, trailingStop: '150' as Price })).toMatchObject({
      trailValue: '150',
      trailingStopPercentageE4: '0',
      activationPrice: '52000',
    })
    // 0.5 % is 50 hundredths of a per cent.
    expect(row({ ...trailing, trailingRate: '0.005' as Rate })).toMatchObject({ trailingStopPercentageE4: '50' })
  })

  it('names the legs of a spread: who sells it sells the first and buys the second', () => {
    const instrument = {
      kind: 'spread',
      spreadKind: 'fundingRateArb',
      legs: [
        { symbol: 'SOLUSDT', kind: 'linearPerpetual' },
        { symbol: 'SOL/USDT', kind: 'spot' },
      ],
    } as unknown as Spread
    expect(
      row({ side: 'sell', legOrderId1: 'a' as OrderId, legOrderId2: 'b' as OrderId }, { instrument }),
    ).toMatchObject({
      contractType: 'Unknown',
      legOrderId1: 'a',
      legOrderId2: 'b',
      legProductType1: 'LinearPerpetual',
      legProductType2: 'Spot',
      legSymbol1: 'SOLUSDT',
      legSymbol2: 'SOL/USDT',
      legSide1: 'Sell',
      legSide2: 'Buy',
    })
  })

  it('says PM and COPY_TRADE of the accounts that are', () => {
    expect(row({}, { account: 'pm' })).toMatchObject({ accountMode: 1 })
    expect(row({}, { account: 'copy' })).toMatchObject({ accountMode: 0, tradeType: 'COPY_TRADE' })
  })

  test.each([
    ['newed', {}, 'newed'],
    ['replaced', {}, 'replaced'],
    ['canceled', { cancelType: 'CancelByUser' }, 'canceled'],
    ['filled', {}, 4],
    ['newed', { createType: 'CreateByLiq' }, 5],
    ['filled', { createType: 'CreateByTakeOver_PassThrough' }, 5],
    ['canceled', { cancelType: 'CancelByPrepareLiq' }, 5],
  ] as const)('%s of %j has the action %j (spec §3)', (action, change, word) => {
    expect(writeFullOrder({ ...BUY, ...change } as Order, CONTEXT, action)).toMatchObject({ action: word })
  })
})
