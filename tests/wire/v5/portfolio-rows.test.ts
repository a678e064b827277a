import { describe, expect, test } from 'vitest'
import type { DecimalText, Money } from '../../../src/domain/decimal'
import type { InstrumentSymbol } from '../../../src/domain/order/order'
import type { PortfolioReport } from '../../../src/domain/risk/portfolio-report'
import { writePortfolioAsset, type PricedPosition } from '../../../src/wire/v5/portfolio-rows'

/*
 * Rows of the sample on v5's page (asset/portfolio-margin, BTC): an option's results at five of its moves, with the
 * volatility up, the same and down; in each the last is the worst, which is what the sample's sums and its list of shocks
 * say. The perpetual's are 0.038 coins of one price here, a round one.
 */
const OPTION: readonly (readonly [move: number, ...pnls: readonly string[]])[] = [
  [-0.1, '-24.06747339', '-33.15841013', '-39.65273684'],
  [-0.02, '4.77766694', '-8.52041879', '-18.9886667'],
  [0, '14.21190294', '0.00067229', '-11.36906857'],
  [0.02, '24.58198339', '9.54902598', '-2.63944748'],
  [0.1, '75.52147477', '58.34116026', '44.02244694'],
]
const PERPETUAL = ['-380', '-76', '0', '76', '380']
const money = (texts: readonly string[]) => texts as readonly Money[]

const positions: readonly PricedPosition[] = [
  {
    symbol: 'BTCUSDT' as InstrumentSymbol,
    size: '0.038' as DecimalText,
    orderQty: '0' as DecimalText,
    table: OPTION.map(([move], at) => ({ move, pnls: money([PERPETUAL[at]!, PERPETUAL[at]!, PERPETUAL[at]!]) })),
    instrument: { kind: 'linearPerpetual', settleCoin: 'USDT', symbol: 'BTCUSDT' as InstrumentSymbol },
    entryPrice: '75995.4295',
    markPrice: '100000',
  },
  {
    symbol: 'BTC-25SEP26-80000-C-USDT' as InstrumentSymbol,
    size: '0.02' as DecimalText,
    orderQty: '0' as DecimalText,
    table: OPTION.map(([move, ...pnls]) => ({ move, pnls: money(pnls) })),
    instrument: { kind: 'usdtOption', settleCoin: 'USDT', symbol: 'BTC-25SEP26-80000-C-USDT' as InstrumentSymbol },
    entryPrice: '0',
    markPrice: '2608.56395729',
  },
]
const report: Omit<PortfolioReport, 'positions'> = {
  underlying: 'BTC',
  settleCoin: 'USDT',
  table: OPTION.map(([move, ...pnls], at) => ({
    move,
    pnls: money(pnls.map((pnl) => (Number(PERPETUAL[at]) + Number(pnl)).toFixed(8))),
  })),
  worst: { move: -0.1, way: 2, loss: '419.65273684' as Money },
  contingency: { shortOption: '0' as Money, future: '22.8' as Money, offset: '0' as Money, coins: '0' as Money },
  spotHedge: '0' as Money,
  maintenanceMargin: '442.45273684' as Money,
  initialMargin: '530.94328421' as Money,
  closingFee: '2.09' as Money,
}
const row = writePortfolioAsset(report, positions, { walletBalance: '2', indexPrice: '100000' })

describe('the scenarios of an underlying, in v5’s form', () => {
  test('an option has three results a move, volatility up, the same, down; a contract one', () => {
    const [expiry] = row.optionExpiryDatePnlRanges
    expect(expiry!.expiryDateRepresentation).toBe('25SEP26')
    expect(expiry!.pnlRanges[0]).toEqual({ priceScale: '-0.1', pnls: ['-24.06747339', '-33.15841013', '-39.65273684'] })
    expect(expiry!.optionPositionPnlRanges[0]).toMatchObject({
      symbolName: 'BTC-25SEP26-80000-C-USDT',
      position: '0.02',
      contractType: 5,
      markPrice: '2608.56395729',
    })
    expect(row.perpPositionPnlRanges[0]).toMatchObject({ symbolName: 'BTCUSDT', contractType: 2, orderSize: '0' })
    expect(row.perpPositionPnlRanges[0]!.pnlRanges[0]).toEqual({ priceScale: '-0.1', pnls: ['-380'] })
  })

  test('sums have the result of the volatility that is worst at each move, as the sample’s have', () => {
    const { ALL, OPTION: options, PERPETUAL: contracts } = row.totalPnlRanges
    expect(options!.pnlRanges.map(({ pnls }) => pnls[0])).toEqual(OPTION.map(([, , , down]) => down))
    expect(contracts!.pnlRanges.map(({ pnls }) => pnls[0])).toEqual(PERPETUAL)
    expect(ALL.pnlRanges.map(({ priceScale, pnls }) => [priceScale, ...pnls.map(Number)])).toEqual([
      ['-0.1', -419.65273684],
      ['-0.02', -94.9886667],
      ['0.0', -11.36906857],
      ['0.02', 73.36055252],
      ['0.1', 424.02244694],
    ])
    expect(row).toMatchObject({ maxLossPriceMove: '-0.1', maxLossIvShock: '-0.25' })
    expect(row.maxLossIvShockList).toEqual(['-0.25', '-0.25', '-0.25', '-0.25', '-0.25'])
  })

  test('the contingency is told by what it is for, and the margin beside it', () => {
    expect(row.contingency).toMatchObject({ futureContingency: '22.8', contingencyComponents: '22.8' })
    expect(row.asset).toEqual({ coin: 'BTC', assetIM: '530.94328421', assetMM: '442.45273684' })
    expect(row.totalClosePzFee).toBe('2.09')
    expect(row.spotHedgeInfo).toMatchObject({ hedgeSpotSize: '0', walletBalance: '2' })
  })

  test('what is held of one kind alone has no sum of the other', () => {
    const only = writePortfolioAsset({ ...report, worst: null }, positions.slice(0, 1), {
      walletBalance: '0',
      indexPrice: '',
    })
    expect(Object.keys(only.totalPnlRanges)).toEqual(['ALL', 'PERPETUAL'])
    expect(only).toMatchObject({ maxLossPriceMove: '0.0', maxLossIvShock: '0', optionExpiryDatePnlRanges: [] })
  })
})
