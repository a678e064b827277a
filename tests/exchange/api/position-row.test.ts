import { describe, expect, it, test } from 'vitest'
import { writePositionRow, type PositionContext } from '../../../exchange/api/feeds/native/position-row'
import { catalogue } from '../../../exchange/listings/catalogue'
import type { Leverage, Money, Price, Qty, Rate } from '../../../src/domain/decimal'
import type { OptionContract } from '../../../src/domain/instrument/option'
import type { InstrumentSymbol, Order, OrderId } from '../../../src/domain/order/order'
import type { Position } from '../../../src/domain/position/position'

const contract = (symbol: string) => catalogue('global', 'all').find((one) => one.symbol === symbol)!

/** 0.1 BTC bought at 50,000 with 10× and 100 USDT of added margin; the mark at 51,000, the last price at 51,200. */
const LONG: Position = {
  symbol: 'BTCUSDT' as InstrumentSymbol,
  positionIdx: 0,
  side: 'buy',
  size: '0.1' as Qty,
  entryPrice: '50000' as Price,
  leverage: '10' as Leverage,
  marginMode: 'isolated',
  value: '5000' as Money,
  markPrice: '51000' as Price,
  unrealisedPnl: '100' as Money,
  // The fee to open, 5,000 × 0.055 % = 2.75, and 3 of funding.
  realisedPnl: '-5.75' as Money,
  fundingPaid: '3' as Money,
  cumRealisedPnl: '-5.75' as Money,
  // 500 + fee to close 2.475 + 100 added.
  initialMargin: '602.475' as Money,
  maintenanceMargin: '25.5' as Money,
  liquidationPrice: '44300' as Price,
  bankruptcyPrice: '44000' as Price,
  breakEvenPrice: '50085.1' as Price,
  extraMargin: '100' as Money,
  isAutoAddMargin: true,
  createdAtMs: 1,
  updatedAtMs: 2,
  seq: 3,
}
const CONTEXT: PositionContext = {
  instrument: contract('BTCUSDT'),
  account: 'uta2',
  lastPrice: '51200' as Price,
  option: null,
  takerFeeRate: '0.00055' as Rate,
  guards: [],
}

/** 10,000 contracts of a dollar sold at 50,000 with 10×, 0.2 BTC; the mark at 40,000, 0.25 BTC. */
const SHORT: Position = {
  ...LONG,
  symbol: 'BTCUSD' as InstrumentSymbol,
  side: 'sell',
  size: '10000' as Qty,
  marginMode: 'cross',
  value: '0.2' as Money,
  markPrice: '40000' as Price,
  unrealisedPnl: '0.05' as Money,
  realisedPnl: '0.00089' as Money,
  // 0.001 of funding received.
  fundingPaid: '-0.001' as Money,
  initialMargin: '0.025099' as Money,
  extraMargin: '0' as Money,
  isAutoAddMargin: false,
  liquidationPrice: null,
}

describe('the fields of a position with their computation (spec §3; semantics.md §1)', () => {
  test.each<readonly [field: string, value: unknown, how: string]>([
    ['positionRPL', '-5.75', 'realised since it was opened'],
    ['positionFundingFee', '-3', '3 were paid'],
    ['tradePnl', '-2.75', '−5.75 − (−3)'],
    ['positionUPL', '100', '0.1 × (51,000 − 50,000)'],
    ['positionUPLByLastPrice', '120', '0.1 × (51,200 − 50,000)'],
    ['roi', '0.19901488', '100 / (5,000 / 10 + 5,000 × (1 − 1/10) × 0.00055) = 100 / 502.475'],
    ['roiByLastPrice', '0.23881785', '120 / 502.475'],
    ['positionMargin', '602.475', 'what it holds, added margin included'],
    ['initialMarginByMp', '512.475', '5,100 / 10 + 2.475'],
    ['positionMMByMp', '25.5', '5,100 × 0.5 %'],
    ['liqPriceByMp', '44300', 'the rule in force is on the mark'],
    ['minPositionCost', '502.475', '602.475 − 100'],
    ['bv2c', '0.101045', '1/10 + 0.00055 + (1 − 1/10) × 0.00055'],
    ['sv2c', '0.101155', '1/10 + 0.00055 + (1 + 1/10) × 0.00055'],
    ['riskId', 1, '5,100 USDT are in the first tier'],
    ['mode', 'MergedSingle', 'index 0'],
    ['isIsolated', true, ''],
    ['leverageE2', '1000', '10 × 100'],
    ['marketsType', 'UsdtPerpetual', ''],
    ['tradeType', 'LinearPerpetual', ''],
    ['baseCoin', 'BTC', ''],
    ['settleCoin', 'USDT', ''],
    ['deliveryTime', '0', 'a perpetual has no end'],
    ['strikePrice', '', ''],
    ['delta', '', 'of options alone'],
    ['gamma', '', ''],
    ['vega', '', ''],
    ['theta', '', ''],
    ['iv', '', ''],
    ['fullTpsl', null, 'nothing guards it'],
    ['partialTpslList', [], ''],
    ['tsTriggerPrice', '', 'no trailing stop'],
    ['trailValuePercentageE4', '0', ''],
    ['breakevenPrice', '50085.1', ''],
    ['isAutoAddMargin', true, ''],
  ])('%s is %j: %s', (field, value) => {
    expect(writePositionRow(LONG, CONTEXT)[field]).toEqual(value)
  })

  test.each<readonly [field: string, value: unknown, how: string]>([
    ['positionUPLByLastPrice', '0.05', '10,000 × (1/40,000 − 1/50,000)'],
    ['positionFundingFee', '0.001', 'received'],
    ['tradePnl', '-0.00011', '0.00089 − 0.001: the fee to open, 0.2 × 0.055 %'],
    ['roi', '2.48768595', '0.05 / (0.2 / 10 + 0.2 × (1 − 1/10) × 0.00055) = 0.05 / 0.020099'],
    ['initialMarginByMp', '0.025099', '0.25 / 10 + 0.000099'],
    ['bv2c', '0.101155', 'a long in dollars: 1/10 + 0.00055 + (1 + 1/10) × 0.00055'],
    ['sv2c', '0.101045', '1/10 + 0.00055 + (1 − 1/10) × 0.00055'],
    ['liqPriceByMp', '', 'outside the price range'],
    ['isIsolated', false, ''],
    ['marketsType', 'InversePerpetual', ''],
    ['settleCoin', 'BTC', ''],
  ])('of an inverse contract, %s is %j: %s', (field, value) => {
    const context = { ...CONTEXT, instrument: contract('BTCUSD'), lastPrice: '40000' as Price }
    expect(writePositionRow(SHORT, context)[field]).toEqual(value)
  })

  it('has the greeks of the whole position, the strike and the expiry of an option', () => {
    const instrument = {
      kind: 'usdtOption',
      baseCoin: 'BTC',
      settleCoin: 'USDT',
      strike: '60000' as Price,
      isCall: true,
      delivery: { timeMs: 1_800_000_000_000 },
    } as OptionContract
    const greeks = { delta: 0.25, gamma: 0.0001, vega: 30, theta: -12 }
    const option = { markVolatility: 0.6, greeks } as PositionContext['option']
    const sold = { ...LONG, side: 'sell', size: '2' as Qty, leverage: '1' as Leverage } as Position
    const row = writePositionRow(sold, { ...CONTEXT, instrument, option })
    // Two sold: −2 × each.
    expect(row).toMatchObject({ delta: '-0.5', gamma: '-0.0002', vega: '-60', theta: '24', iv: '0.6' })
    expect(row).toMatchObject({ strikePrice: '60000', deliveryTime: '1800000000000', marketsType: 'UsdtOption' })
    expect(row).toMatchObject({ riskId: 0, bv2c: '', sv2c: '' })
  })

  it('has no ROI and no tier in portfolio margin (semantics.md §1.8), and one trade type in copy trading', () => {
    expect(writePositionRow(LONG, { ...CONTEXT, account: 'pm' })).toMatchObject({ roi: '', riskId: 0 })
    expect(writePositionRow(LONG, { ...CONTEXT, account: 'copy' })).toMatchObject({ tradeType: 'COPY_TRADE' })
  })

  it('lists what guards it: the full pair, partial sets with both legs or one, the trailing stop', () => {
    const order = (id: string, stopOrderType: Order['stopOrderType'], changes: Partial<Order> = {}): Order =>
      ({
        id: id as OrderId,
        symbol: LONG.symbol,
        positionIdx: 0,
        type: 'market',
        qty: '0.1',
        stopOrderType,
        triggerBy: 'mark',
        updatedAtMs: 7,
        ...changes,
      }) as Order
    const guards = [
      order('full-tp', 'takeProfit', { triggerPrice: '60000' as Price, qty: '0' as Qty, updatedAtMs: 9 }),
      order('tp', 'partialTakeProfit', {
        triggerPrice: '55000' as Price,
        pairOrderId: 'sl' as OrderId,
        qty: '0.02' as Qty,
        type: 'limit',
        price: '55100' as Price,
      } as Partial<Order>),
      order('sl', 'partialStopLoss', {
        triggerPrice: '48000' as Price,
        pairOrderId: 'tp' as OrderId,
        qty: '0.02' as Qty,
      }),
      order('lone', 'partialStopLoss', { triggerPrice: '47000' as Price, qty: '0.01' as Qty }),
      order('trail', 'trailingStop', { stopPrice: '50500' as Price }),
    ]
    const row = writePositionRow({ ...LONG, trailingRate: '0.0125' as Rate }, { ...CONTEXT, guards })
    expect(row['fullTpsl']).toMatchObject({
      orderId: 'full-tp',
      takeProfit: '60000',
      stopLoss: '',
      qty: '0.1',
      updatedAt: '9',
    })
    expect(row['partialTpslList']).toEqual([
      {
        symbol: 'BTCUSDT',
        orderId: 'tp',
        takeProfit: '55000',
        stopLoss: '48000',
        limitTakeProfit: '55100',
        limitStopLoss: '',
        tpTriggerBy: 'MarkPrice',
        slTriggerBy: 'MarkPrice',
        qty: '0.02',
        updatedAt: '7',
      },
      expect.objectContaining({ orderId: 'lone', takeProfit: '', stopLoss: '47000', qty: '0.01' }),
    ])
    // 1.25 % is 125 hundredths of a per cent.
    expect(row).toMatchObject({ tsTriggerPrice: '50500', trailValuePercentageE4: '125' })
  })
})
