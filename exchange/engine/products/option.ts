import { assert } from '../../../src/base/assert'
import { optionGreeks, type OptionTerms as Model, YEAR_MS } from '../../../src/domain/options/black'
import { impliedVolatility } from '../../../src/domain/options/implied-volatility'
import { optionValues } from '../../../src/domain/risk/option-scenarios'
import type { ScenarioValues } from '../../../src/domain/risk/scenario-values'
import type { ProtectedLots } from '../protection/maker-protection'
import { feeE8 } from '../risk/formulas'
import { mulDiv, ONE_E8 } from '../scaled'
import { contractMoves, type FillMoves, type HeldLots, type SettledFill } from './fill-moves'
import { LINEAR } from './linear'
import type { MarketView } from './market-view'
import type { FeeView, MarginView, Product, ProductMargin, ProductScenarios } from './product'
import type { OptionTerms } from './product-terms'
import { NO_SETTLEMENT, type Settlement } from './settlement'

/**
 * European options, settled in cash (semantics.md §1.7). The premium changes hands with the fill: a buyer can lose no more
 * and holds no margin, a seller holds one by index, mark and distance from the strike. What an option is worth backs
 * nothing else; what a seller owes at the mark is part of the maintenance margin. So equity, for all margin, is wallet and
 * results of contracts alone. Amounts are E8; each share is rounded against the account.
 */

/** A price limit this far from the mark is always open, in E8: half of the mark, or a fortieth of the index if more. */
const BAND_OF_MARK_E8 = 50_000_000
const BAND_OF_INDEX_E8 = 2_500_000

function termsOf({ instrument }: MarketView): OptionTerms {
  const { terms } = instrument
  // No words are put together where nothing is wrong: an account's margin asks some hundred times.
  if (terms?.kind !== 'option') assert(false, `${instrument.symbol} is an option`)
  return terms
}

/** The index in ticks; before the first one, the strike. */
function indexOf(market: MarketView): number {
  return market.indexTicks ?? termsOf(market).strikeTicks
}

const worth = ({ instrument }: MarketView, lots: number, ticks: number): number => ticks * lots * instrument.valueUnitE8
const shareE8 = (valueE8: number, rateE8: number): number => mulDiv(valueE8, rateE8, ONE_E8, 'up')

/** What an option pays per lot at a settlement price, in ticks. */
function payoffTicks(market: MarketView, settlementTicks: number): number {
  const { strikeTicks, isCall } = termsOf(market)
  return Math.max(0, isCall ? settlementTicks - strikeTicks : strikeTicks - settlementTicks)
}

/** (max(3 % index, 3 % mark) + mark + 0.2 % index) × q. */
function shortMaintenanceE8(market: MarketView, lots: number): number {
  const { maintenanceRateE8, liquidationFeeRateE8 } = termsOf(market)
  const index = worth(market, lots, indexOf(market))
  const mark = worth(market, lots, market.markTicks ?? 0)
  return shareE8(Math.max(index, mark), maintenanceRateE8) + mark + shareE8(index, liquidationFeeRateE8)
}

/** 0.2 % index × q, of shorts alone: their margin reserves it. */
function liquidationFeeE8(lots: number, market: MarketView): number {
  const { liquidationFeeRateE8 } = termsOf(market)
  return lots < 0 ? mulDiv(worth(market, -lots, indexOf(market)), liquidationFeeRateE8, ONE_E8, 'down') : 0
}

/** max[(max(15 % index − OTM, 10 % index) + max(average, mark)) × q, MM]; `paidE8` is the premium that was got for all lots. */
function shortInitialE8(market: MarketView, lots: number, paidE8: number): number {
  const { strikeTicks, isCall, initialRateE8, leastInitialRateE8 } = termsOf(market)
  const indexTicks = indexOf(market)
  const index = worth(market, lots, indexTicks)
  const outside = worth(market, lots, Math.max(0, isCall ? strikeTicks - indexTicks : indexTicks - strikeTicks))
  const share = Math.max(shareE8(index, initialRateE8) - outside, shareE8(index, leastInitialRateE8))
  const mark = worth(market, lots, market.markTicks ?? 0)
  return Math.max(share + Math.max(paidE8, mark), shortMaintenanceE8(market, lots))
}

/** min(rate × index, 12.5 % × price) × q. A rebate has no cap. */
function tradeFeeE8({ lots, valueE8 }: Pick<FeeView, 'lots' | 'valueE8'>, rateE8: number, market: MarketView): number {
  const byIndex = feeE8(worth(market, lots, indexOf(market)), rateE8)
  return rateE8 <= 0 ? byIndex : Math.min(byIndex, feeE8(valueE8, termsOf(market).feeCapE8))
}

const MARGIN: ProductMargin = {
  positionE8: ({ lots, costE8, market }) => (lots < 0 ? shortInitialE8(market, -lots, costE8) : 0),
  maintenanceE8: ({ lots, market }) => (lots < 0 ? shortMaintenanceE8(market, -lots) : 0),
  ordersE8: (held) => buysE8(held) + sellsE8(held),
  ordersBaseE8: () => 0,
  // What a seller has to pay to be out of it, or a buyer gets, and the fee.
  closingE8: ({ lots, market, takerRateE8 }) => {
    const value = worth(market, Math.abs(lots), market.markTicks ?? 0)
    return (lots > 0 ? -value : value) + tradeFeeE8({ lots: Math.abs(lots), valueE8: value }, takerRateE8, market)
  },
  liquidationFeeE8,
  // The fee by the index is the largest that there is.
  solventE8: ({ lots, market, takerRateE8 }, equityE8) =>
    lots > 0 ? null : Math.max(0, equityE8 - feeE8(worth(market, -lots, indexOf(market)), takerRateE8)),
}

/** Premium and fee of all buys, less the margin that goes with what they buy back. */
function buysE8({ lots, costE8, buyLots, buyValueE8, takerRateE8, market }: MarginView): number {
  if (buyLots === 0) return 0
  const cost = buyValueE8 + tradeFeeE8({ lots: buyLots, valueE8: buyValueE8 }, takerRateE8, market)
  const back = Math.min(buyLots, Math.max(0, -lots))
  if (back === 0) return cost
  const rest = -lots - back
  const kept = rest === 0 ? 0 : shortInitialE8(market, rest, mulDiv(costE8, rest, -lots, 'up'))
  return Math.max(0, cost - (shortInitialE8(market, -lots, costE8) - kept))
}

/** Margin and fee of what the sells would add to a short, less the premium that they bring; what closes a long is free. */
function sellsE8({ lots, sellLots, sellValueE8, takerRateE8, market }: MarginView): number {
  const extra = sellLots - Math.max(0, lots)
  if (extra <= 0) return 0
  const value = extra === sellLots ? sellValueE8 : mulDiv(sellValueE8, extra, sellLots, 'halfUp')
  const fee = tradeFeeE8({ lots: extra, valueE8: value }, takerRateE8, market)
  return Math.max(0, shortInitialE8(market, extra, value) + fee - value)
}

/** A fill moves the lots and their cost as a contract's does; but the wallet pays or gets the whole premium. */
function optionMoves(held: HeldLots, fill: SettledFill, moves: FillMoves): FillMoves {
  contractMoves(held, fill, { sense: 1, hasSessions: false }, moves)
  moves.walletE8 = (fill.side === 'buy' ? -fill.valueE8 : fill.valueE8) - fill.feeE8
  return moves
}

/** Where no market said what volatility its mark has, it follows from the mark; of one worth what it pays there is none. */
function modelOf(market: MarketView): Model {
  const { strikeTicks: strike, isCall, expiryMs } = termsOf(market)
  const { forwardTicks, volatilityE8, atMs } = market.valuation
  const forward = forwardTicks ?? indexOf(market)
  const years = Math.max(0, expiryMs - atMs) / YEAR_MS
  const volatility =
    volatilityE8 === null
      ? (impliedVolatility(market.markTicks ?? 0, { forward, strike, isCall, years }) ?? 0)
      : volatilityE8 / ONE_E8
  return { forward, strike, isCall, years, volatility }
}

function scenariosE8(market: MarketView, values: ScenarioValues): void {
  const { forward, strike, isCall, years, volatility } = modelOf(market)
  // Named one by one: a copy of an object with more in it takes as long as a third of the repricing.
  const discount = market.instrument.valueUnitE8
  optionValues({ forward, strike, isCall, volatility, years, discount }, market.valuation.portfolioRules, values)
}

/** Coins, and coins × delta as the ticker has it. */
function protectedLots(market: MarketView, lots: number): ProtectedLots {
  const qtyE8 = lots * termsOf(market).lotE8
  return { qtyE8, deltaE8: Math.round(qtyE8 * optionGreeks(modelOf(market)).delta) }
}

const SCENARIOS: ProductScenarios = {
  valuesE8: scenariosE8,
  addContingency: (market, { least }, sums) => {
    const { strikeTicks, expiryMs } = termsOf(market)
    sums.addOption({ expiryMs, strikeTicks }, least, worth(market, 1, indexOf(market)))
  },
  freeE8: (market, { least, most }, beside, sums) => ({
    least: 0,
    most: sums.freeOption(termsOf(market), most + beside.most - least - beside.least),
  }),
}

function roomTicks(market: MarketView): number {
  const ofMark = mulDiv(market.markTicks ?? 0, BAND_OF_MARK_E8, ONE_E8, 'down')
  return Math.max(ofMark, mulDiv(indexOf(market), BAND_OF_INDEX_E8, ONE_E8, 'down'))
}

/** Inward to the steps of the option's prices, which may be coarser than the engine's ticks. */
function maxBuyTicks(market: MarketView): number {
  const { maxPriceTicks } = market.instrument
  if (market.markTicks === null) return maxPriceTicks
  const { priceStepTicks: step } = termsOf(market)
  const ticks = Math.floor((market.markTicks + roomTicks(market)) / step) * step
  return Math.min(maxPriceTicks, Math.max(step, ticks))
}

function minSellTicks(market: MarketView): number {
  const { minPriceTicks } = market.instrument
  if (market.markTicks === null) return minPriceTicks
  const { priceStepTicks: step } = termsOf(market)
  return Math.max(minPriceTicks, Math.ceil((market.markTicks - roomTicks(market)) / step) * step)
}

/** Exercised at the end for what it pays there; the fee is by the index, and never more than a share of that. */
const EXERCISE: Settlement = {
  ...NO_SETTLEMENT,
  deliveryTicks: (settlementTicks, market) => payoffTicks(market, settlementTicks),
  deliveryFeeE8: ({ lots, valueE8, settlementTicks }, rateE8, market) =>
    Math.min(
      mulDiv(worth(market, lots, settlementTicks), rateE8, ONE_E8, 'down'),
      mulDiv(valueE8, termsOf(market).feeCapE8, ONE_E8, 'down'),
    ),
}

/** Open orders of an account in the options of one coin, as published. */
const COIN_ORDERS_MAX = 50

export const OPTION: Product = {
  ...LINEAR,
  fillMoves: (held, fill, _instrument, moves) => optionMoves(held, fill, moves),
  margin: MARGIN,
  scenarios: SCENARIOS,
  owesCost: false,
  isCrossOnly: true,
  coinOrdersMax: COIN_ORDERS_MAX,
  protectedLots,
  hasTriggers: false,
  feeE8: tradeFeeE8,
  maxBuyTicks,
  minSellTicks,
  protectedTicks: (market, side) => (side === 'buy' ? maxBuyTicks(market) : minSellTicks(market)),
  // At this price all that backs the account is paid for the short, or just comes in for the long.
  exhaustedTicks: (unitE8, lots, bufferE8) => {
    const ticks = (lots > 0 ? -bufferE8 : bufferE8) / (Math.abs(lots) * unitE8)
    return lots > 0 ? Math.ceil(ticks) : Math.floor(ticks)
  },
  leastMarkTicks: () => 0,
  settlement: EXERCISE,
}
