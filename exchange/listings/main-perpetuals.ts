import type { Price, Qty } from '../../src/domain/decimal'
import type { ContractMargin } from './dated-contracts'

/** What the seeded market starts from. Figures of ours, near the levels and habits of each market. */
export interface ReferenceMarket {
  /** Last and index price at the first start. */
  readonly startPrice: Price
  /** Typical base-coin volume of a day. */
  readonly volume24h: Qty
  /** Standard deviation of a day's log return: 0.02 is 2 %. A shape of randomness, not money, so a number. */
  readonly dailyVolatility: number
}

/**
 * Limits as published (semantics.md §2.9: the newest row of each symbol; a dash there is filled with its stand-ins,
 * 5 USDT of notional and a market maximum of 40 % of the limit maximum).
 */
export interface ListedPerpetual {
  readonly base: string
  /** Left out, a USDT perpetual. */
  readonly kind?: ContractMargin
  readonly tickSize: string
  readonly maxPrice: string
  readonly lotSize: string
  readonly maxLimitQty: string
  readonly maxMarketQty: string
  readonly maxLeverage: string
  readonly fundingCap: string
  readonly launchTimeMs: number
  readonly popular: boolean
  readonly tiers: readonly TierSeed[]
  readonly market: ReferenceMarket
}

/** Limit in USDT, largest leverage; rates are given only where they were published. */
export type TierSeed = readonly [
  limit: string,
  maxLeverage: string,
  rates?: readonly [initial: string, maintenance: string],
]

/**
 * The first three are the published BTCUSDT tiers of 2026 (their deductions come out as 0, 510 and 1710). The rest are
 * generated: initial rate 1/leverage, maintenance half of it, deduction by the rule. 90 million is the largest limit
 * because the engine holds money in E8 below 2^53.
 */
export const BTC_TIERS: readonly TierSeed[] = [
  ['300000', '150', ['0.0066', '0.0033']],
  ['2000000', '100', ['0.01', '0.005']],
  ['2600000', '90', ['0.0111', '0.0056']],
  ['4000000', '75'],
  ['8000000', '50'],
  ['20000000', '25'],
  ['40000000', '20'],
  ['60000000', '10'],
  ['90000000', '5'],
]
/** No published table was found for the others (semantics.md §2.9), so these are generated whole by the same rule. */
export const ETH_TIERS: readonly TierSeed[] = [
  ['1000000', '100'],
  ['2000000', '75'],
  ['5000000', '50'],
  ['10000000', '25'],
  ['20000000', '20'],
  ['40000000', '10'],
  ['80000000', '5'],
]
export const ALTCOIN_TIERS: readonly TierSeed[] = [
  ['400000', '50'],
  ['1000000', '25'],
  ['2000000', '20'],
  ['5000000', '10'],
  ['20000000', '5'],
]

export const market = (startPrice: string, volume24h: string, dailyVolatility: number): ReferenceMarket => ({
  startPrice: startPrice as Price,
  volume24h: volume24h as Qty,
  dailyVolatility,
})

/** Those of the largest coins, each with limits of its own. */
export const LISTED: readonly ListedPerpetual[] = [
  {
    base: 'BTC',
    tickSize: '0.1',
    maxPrice: '1999999.8',
    lotSize: '0.001',
    maxLimitQty: '1190',
    maxMarketQty: '500',
    maxLeverage: '100',
    fundingCap: '0.00375',
    launchTimeMs: Date.UTC(2020, 2, 30),
    popular: true,
    tiers: BTC_TIERS,
    market: market('64218.4', '85000', 0.022),
  },
  {
    base: 'ETH',
    tickSize: '0.01',
    maxPrice: '19999.98',
    lotSize: '0.01',
    maxLimitQty: '1500',
    maxMarketQty: '600',
    maxLeverage: '100',
    fundingCap: '0.00375',
    launchTimeMs: Date.UTC(2020, 9, 21),
    popular: true,
    tiers: ETH_TIERS,
    market: market('2384.15', '900000', 0.031),
  },
  {
    base: 'SOL',
    tickSize: '0.001',
    maxPrice: '1999.998',
    lotSize: '0.1',
    maxLimitQty: '17000',
    maxMarketQty: '6800',
    maxLeverage: '50',
    fundingCap: '0.0075',
    launchTimeMs: Date.UTC(2021, 9, 15),
    popular: true,
    tiers: ALTCOIN_TIERS,
    market: market('142.318', '7500000', 0.041),
  },
  {
    base: 'XRP',
    tickSize: '0.0001',
    maxPrice: '199.9998',
    lotSize: '1',
    maxLimitQty: '2100000',
    maxMarketQty: '840000',
    maxLeverage: '50',
    fundingCap: '0.0075',
    launchTimeMs: Date.UTC(2021, 4, 13),
    popular: true,
    tiers: ALTCOIN_TIERS,
    market: market('1.3572', '420000000', 0.039),
  },
  {
    base: 'DOGE',
    tickSize: '0.00001',
    maxPrice: '19.99998',
    lotSize: '1',
    maxLimitQty: '10000000',
    maxMarketQty: '4000000',
    maxLeverage: '50',
    fundingCap: '0.0075',
    launchTimeMs: Date.UTC(2021, 5, 2),
    popular: true,
    tiers: ALTCOIN_TIERS,
    market: market('0.10234', '2400000000', 0.045),
  },
  {
    base: 'BNB',
    tickSize: '0.05',
    maxPrice: '99999.9',
    lotSize: '0.01',
    maxLimitQty: '1000',
    maxMarketQty: '400',
    maxLeverage: '50',
    fundingCap: '0.0075',
    launchTimeMs: Date.UTC(2021, 5, 29),
    popular: false,
    tiers: ALTCOIN_TIERS,
    market: market('612.35', '180000', 0.026),
  },
  {
    base: 'AVAX',
    tickSize: '0.005',
    maxPrice: '9999.99',
    lotSize: '0.1',
    maxLimitQty: '7700',
    maxMarketQty: '3080',
    maxLeverage: '50',
    fundingCap: '0.0075',
    launchTimeMs: Date.UTC(2021, 8, 15),
    popular: false,
    tiers: ALTCOIN_TIERS,
    market: market('14.285', '6200000', 0.046),
  },
  {
    base: 'LINK',
    tickSize: '0.001',
    maxPrice: '1999.998',
    lotSize: '0.1',
    maxLimitQty: '20000',
    maxMarketQty: '8000',
    maxLeverage: '50',
    fundingCap: '0.0075',
    launchTimeMs: Date.UTC(2020, 9, 21),
    popular: false,
    tiers: ALTCOIN_TIERS,
    market: market('13.482', '5400000', 0.042),
  },
]
