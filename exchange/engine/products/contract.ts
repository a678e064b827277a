import type { Side } from '../../../src/domain/order/order'
import type { ScenarioValues } from '../../../src/domain/risk/scenario-values'
import { freedOfFutureE8, NO_LOTS } from '../risk/contingency-sums'
import { feeE8 } from '../risk/formulas'
import { floorDiv, mulDiv, ONE_E8 } from '../scaled'
import type { MarketView } from './market-view'
import type { Product, ProductScenarios } from './product'
import { CONTRACT_SETTLEMENT } from './settlement'

/** What linear and inverse contracts have in common. */
export const CONTRACT = {
  margin: null,
  valueRestE8: null,
  owesCost: true,
  holdsPosition: true,
  partlyFilledEnd: 'canceled',
  problemOf: null,
  baseE8: () => 0,
  isCrossOnly: false,
  coinOrdersMax: null,
  protectedLots: null,
  hasTriggers: true,
  feeE8: ({ valueE8 }, rateE8) => feeE8(valueE8, rateE8),
  feeCoin: () => 'settle',
  maxBuyTicks,
  minSellTicks,
  protectedTicks,
  leastMarkTicks: ({ instrument }) => instrument.minPriceTicks,
  settlement: CONTRACT_SETTLEMENT,
} as const satisfies Pick<
  Product,
  | 'margin'
  | 'valueRestE8'
  | 'owesCost'
  | 'holdsPosition'
  | 'partlyFilledEnd'
  | 'problemOf'
  | 'baseE8'
  | 'isCrossOnly'
  | 'coinOrdersMax'
  | 'protectedLots'
  | 'hasTriggers'
  | 'feeE8'
  | 'feeCoin'
  | 'maxBuyTicks'
  | 'minSellTicks'
  | 'protectedTicks'
  | 'leastMarkTicks'
  | 'settlement'
>

/**
 * Scenarios of a contract.
 * @param worthE8 a lot at a price in ticks
 * @param follow what it is worth in each scenario, by what it is now
 */
export function contractScenarios(
  worthE8: (unitE8: number, ticks: number) => number,
  follow: (nowE8: number, values: ScenarioValues) => void,
): ProductScenarios {
  return {
    valuesE8: ({ instrument, markTicks, lastTicks }, values) => {
      const ticks = markTicks ?? lastTicks
      follow(ticks === null ? 0 : worthE8(instrument.valueUnitE8, ticks), values)
    },
    addContingency: ({ instrument, indexTicks, markTicks, lastTicks }, lots, sums) => {
      const ticks = indexTicks ?? markTicks ?? lastTicks
      if (ticks !== null) sums.addFuture(lots, Math.abs(worthE8(instrument.valueUnitE8, ticks)))
    },
    freeE8: ({ instrument, indexTicks, markTicks, lastTicks }, lots, beside) => {
      const ticks = indexTicks ?? markTicks ?? lastTicks
      return ticks === null ? NO_LOTS : freedOfFutureE8(lots, beside, Math.abs(worthE8(instrument.valueUnitE8, ticks)))
    },
  }
}

/*
 * The limit-price band around the mark (semantics.md §1.9): rounded inward, buys down and sells up, and kept inside the
 * contract's price range. Before the first mark there is no band but that range.
 */

/** 1e-4 of a tick, as `premiumE4` has it, in 1e-8. */
const E4_IN_E8 = 10_000

/** Highest price a buy may have: min(mark × (1 + Y), max(index, mark × (1 + X) + max(0, premium))). */
function maxBuyTicks({ markTicks, indexTicks, premiumE4, instrument }: MarketView): number {
  const { bandXE8, bandYE8, maxPriceTicks } = instrument
  if (markTicks === null) return maxPriceTicks
  const outer = mulDiv(markTicks, ONE_E8 + bandYE8, ONE_E8, 'down')
  const inner = floorDiv(markTicks * (ONE_E8 + bandXE8) + Math.max(0, premiumE4) * E4_IN_E8, ONE_E8)
  return Math.min(maxPriceTicks, outer, indexTicks === null ? inner : Math.max(indexTicks, inner))
}

/** Lowest price a sell may have: max(mark × (1 − Y), min(index, mark × (1 − X) + min(0, premium))). */
function minSellTicks({ markTicks, indexTicks, premiumE4, instrument }: MarketView): number {
  const { bandXE8, bandYE8, minPriceTicks } = instrument
  if (markTicks === null) return minPriceTicks
  const outer = mulDiv(markTicks, ONE_E8 - bandYE8, ONE_E8, 'up')
  const inner = -floorDiv(-(markTicks * (ONE_E8 - bandXE8) + Math.min(0, premiumE4) * E4_IN_E8), ONE_E8)
  return Math.max(minPriceTicks, outer, indexTicks === null ? inner : Math.min(indexTicks, inner))
}

/** The price that protects a market order: mark × (1 + Y) down for a buy, mark × (1 − Y) up for a sell. */
function protectedTicks({ markTicks, instrument }: MarketView, side: Side): number {
  const { bandYE8, minPriceTicks, maxPriceTicks } = instrument
  if (markTicks === null) return side === 'buy' ? maxPriceTicks : minPriceTicks
  return side === 'buy'
    ? Math.min(maxPriceTicks, mulDiv(markTicks, ONE_E8 + bandYE8, ONE_E8, 'down'))
    : Math.max(minPriceTicks, mulDiv(markTicks, ONE_E8 - bandYE8, ONE_E8, 'up'))
}
