import type { Money, Qty, Rate } from '../../src/domain/decimal'
import { BORROW_MMR } from '../../src/domain/risk/borrowing'
import type { CollateralTier } from '../../src/domain/risk/collateral'
import { spotSymbol } from '../../src/domain/instrument/spot-pair'

/** A coin that counts as collateral and is lent. */
export interface LentCoin {
  readonly coin: string
  /** The pair whose index is its price in US dollars; `null` of a dollar. */
  readonly pair: string | null
  readonly tiers: readonly CollateralTier[]
  readonly isOptional: boolean
  readonly loan: {
    readonly hourlyRate: Rate
    readonly maxBorrow: Money
    readonly freeLimit: Money
    readonly tiers: readonly { readonly limit: Money; readonly maintenanceMarginRate: Rate }[]
  }
}

type Line = readonly [
  coin: string,
  step: string,
  ratios: readonly string[],
  hourlyRate: string,
  maxBorrow: string,
  freeLimit: string,
]

/**
 * In the order in which coins are given up for debts. Of BTC the tiers are Bybit's list of collateral ratios (10 BTC each),
 * rate and limit those of its documents' sample of `spot-margin-trade/data`; of the others they are ours, for about as
 * much money. Interest-free is what a loss of about 1,500 dollars makes.
 * Where pairs are not listed a coin has no price here, and neither counts for others nor is lent.
 */
const LINES: readonly Line[] = [
  ['USDT', '', ['1'], '0.00000585', '250000', '1500'],
  ['USDC', '', ['1'], '0.00000585', '250000', '1500'],
  ['BTC', '10', ['0.98', '0.95', '0.9', '0.85', '0.8'], '0.000001502122', '3', '0.02'],
  ['ETH', '200', ['0.98', '0.95', '0.9', '0.85', '0.8'], '0.0000021', '60', '0.5'],
  ['SOL', '4000', ['0.95', '0.9', '0.8'], '0.0000065', '1000', '10'],
  ['XRP', '400000', ['0.9', '0.8', '0.7'], '0.0000055', '100000', '800'],
  ['DOGE', '2000000', ['0.85', '0.75'], '0.0000078', '500000', '8000'],
  ['BNB', '1000', ['0.95', '0.9', '0.8'], '0.0000062', '300', '2'],
  ['AVAX', '20000', ['0.85', '0.75'], '0.0000081', '4000', '50'],
  ['LINK', '40000', ['0.85', '0.75'], '0.0000072', '8000', '100'],
]

/** Any debt is margined alike. */
const LOAN_TIERS = [{ limit: '100000000' as Money, maintenanceMarginRate: BORROW_MMR }]

export const LENT_COINS: readonly LentCoin[] = LINES.map(
  ([coin, step, ratios, hourlyRate, maxBorrow, freeLimit]): LentCoin => ({
    coin,
    pair: step === '' ? null : spotSymbol(coin, 'USDT'),
    tiers: ratios.map((ratio, at) => ({
      upTo: step === '' ? null : (String(Number(step) * (at + 1)) as Qty),
      ratio: ratio as Rate,
    })),
    isOptional: step !== '',
    loan: {
      hourlyRate: hourlyRate as Rate,
      maxBorrow: maxBorrow as Money,
      freeLimit: freeLimit as Money,
      tiers: LOAN_TIERS,
    },
  }),
)

/** Whether an account may owe it. */
export const isLent = (coin: string): boolean => findLentCoin(coin) !== null

export function findLentCoin(coin: string): LentCoin | null {
  return LENT_COINS.find((one) => one.coin === coin) ?? null
}
