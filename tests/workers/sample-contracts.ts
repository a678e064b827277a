import { DEFAULT_MAKER_FEE_RATE, DEFAULT_TAKER_FEE_RATE } from '../../src/domain/limits'
import type { DecimalText, Leverage, Money, Price, Qty, Rate } from '../../src/domain/decimal'
import type { Contract } from '../../src/domain/instrument/contract'
import type { InstrumentSymbol } from '../../src/domain/order/order'

/** `[base, tick, lot, largest order, largest price, leverage]` of the fake exchange's contracts. */
const ROWS = [
  ['BTC', '0.1', '0.001', '100', '1999999.8', '100'],
  ['ETH', '0.01', '0.01', '1500', '199999.98', '100'],
  ['SOL', '0.01', '0.1', '10000', '19999.98', '50'],
  ['XRP', '0.0001', '0.1', '500000', '199.9998', '50'],
  ['DOGE', '0.00001', '1', '2000000', '19.99998', '50'],
] as const

/** Five linear perpetuals, as a fake exchange lists them. */
export function sampleContracts(): readonly Contract[] {
  return ROWS.map(([base, tick, lot, maxQty, maxPrice, leverage], index) => ({
    symbol: `${base}USDT` as InstrumentSymbol,
    displayName: `${base}USDT`,
    kind: 'linearPerpetual',
    status: 'trading',
    baseCoin: base,
    quoteCoin: 'USDT',
    settleCoin: 'USDT',
    tickSize: tick as string as Price,
    minPrice: tick as string as Price,
    maxPrice: maxPrice as string as Price,
    lotSize: lot as string as Qty,
    minQty: lot as string as Qty,
    maxLimitQty: maxQty as string as Qty,
    maxMarketQty: maxQty as string as Qty,
    minNotional: '5' as Money,
    minLeverage: '1' as Leverage,
    maxLeverage: leverage as string as Leverage,
    leverageStep: '0.01' as DecimalText,
    takerFeeRate: DEFAULT_TAKER_FEE_RATE,
    makerFeeRate: DEFAULT_MAKER_FEE_RATE,
    funding: { intervalMinutes: 480, upperRate: '0.005' as Rate, lowerRate: '-0.005' as Rate },
    priceLimitRatioX: '0.05' as Rate,
    priceLimitRatioY: '0.05' as Rate,
    depthRatios: [1, 2, 4, 10],
    riskTiers: [
      {
        id: 1,
        limit: '1000000' as Money,
        initialMarginRate: (leverage === '100' ? '0.01' : '0.02') as Rate,
        maintenanceMarginRate: (leverage === '100' ? '0.005' : '0.01') as Rate,
        maxLeverage: leverage as string as Leverage,
        deduction: '0' as Money,
      },
    ],
    preListing: null,
    launchTimeMs: 0,
    popular: index < 2,
    indexSort: index,
  }))
}
