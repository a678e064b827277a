import { assert } from '../../src/base/assert'
import type { DecimalText } from '../../src/domain/decimal'
import type { Contract } from '../../src/domain/instrument/contract'
import type { Instrument } from '../../src/domain/instrument/instrument'
import type { OptionContract } from '../../src/domain/instrument/option'
import { auctionPhase, isInAuction, takesOrders } from '../../src/domain/instrument/pre-listing'
import type { SpotPair } from '../../src/domain/instrument/spot-pair'
import type { Spread } from '../../src/domain/instrument/spread'
import { payoffOf } from '../../src/domain/instrument/payoff'
import type { AuctionState, EngineInstrument } from '../engine/instrument'
import { ONE_E2 } from '../engine/scaled'
import { createScale, type Scale } from '../listings/scale'

export const E8 = createScale('0.00000001' as DecimalText)
const E2 = createScale('0.01' as DecimalText)
const e8 = (value: DecimalText): number => count(E8, value)

/** Whole steps of a value. @throws RangeError for one that lies between two */
export function count(scale: Scale, value: DecimalText): number {
  const steps = scale.toCount(value)
  if (steps === null) throw new RangeError(`${value} is no multiple of ${scale.step}`)
  return steps
}

/** An instrument in the engine's whole numbers. */
export function engineView(instrument: Instrument, ticks: Scale, lots: Scale): EngineInstrument {
  switch (instrument.kind) {
    case 'usdcOption':
    case 'usdtOption':
      return optionView(instrument, ticks, lots)
    case 'spot':
      return pairView(instrument, ticks, lots)
    case 'spread':
      return spreadView(instrument, ticks, lots)
    case 'linearPerpetual':
    case 'usdcPerpetual':
    case 'inversePerpetual':
    case 'linearFutures':
    case 'usdcFutures':
    case 'inverseFutures':
      return contractView(instrument, ticks, lots)
  }
}

function contractView(instrument: Contract, ticks: Scale, lots: Scale): EngineInstrument {
  const payoff = payoffOf(instrument.kind)
  return {
    ...listedView(instrument, ticks, lots),
    underlying: instrument.baseCoin,
    payoff,
    settlesSessions: instrument.kind === 'usdcPerpetual',
    allowsHedge: instrument.kind === 'linearPerpetual',
    valueUnitE8: Math.round((payoff === 'inverse' ? lots.size / ticks.size : ticks.size * lots.size) * 1e8),
    minPriceTicks: Math.max(1, count(ticks, instrument.minPrice)),
    maxLeverageE2: count(E2, instrument.maxLeverage),
    bandXE8: e8(instrument.priceLimitRatioX),
    bandYE8: e8(instrument.priceLimitRatioY),
    tiers: instrument.riskTiers.map((tier) => ({
      limitE8: e8(tier.limit),
      initialRateE8: e8(tier.initialMarginRate),
      maintenanceRateE8: e8(tier.maintenanceMarginRate),
      maxLeverageE2: count(E2, tier.maxLeverage),
      deductionE8: e8(tier.deduction),
    })),
    isTrading: takesOrders(instrument) || isInAuction(instrument),
    auction: auctionOf(instrument),
    isPreMarket: auctionPhase(instrument) !== null,
  }
}

function optionView(instrument: OptionContract, ticks: Scale, lots: Scale): EngineInstrument {
  const { strike, isCall, delivery, margin, feeCap } = instrument
  return {
    ...listedView(instrument, ticks, lots),
    ...UNLEVERAGED,
    underlying: instrument.baseCoin,
    terms: {
      kind: 'option',
      strikeTicks: count(ticks, strike),
      isCall,
      expiryMs: delivery.timeMs,
      initialRateE8: e8(margin.initialRate),
      leastInitialRateE8: e8(margin.leastInitialRate),
      maintenanceRateE8: e8(margin.maintenanceRate),
      liquidationFeeRateE8: e8(margin.liquidationFeeRate),
      feeCapE8: e8(feeCap),
      lotE8: e8(instrument.lotSize),
      priceStepTicks: count(ticks, instrument.tickSize),
    },
  }
}

function pairView(instrument: SpotPair, ticks: Scale, lots: Scale): EngineInstrument {
  return {
    ...listedView(instrument, ticks, lots),
    ...UNLEVERAGED,
    baseCoin: instrument.baseCoin,
    ...(instrument.takesPlanOrders ? {} : { takesPlans: false }),
    terms: {
      kind: 'spot',
      lotE8: e8(instrument.lotSize),
      limitRateE8: e8(instrument.limitOrderPriceLimit),
      marketRateE8: e8(instrument.marketOrderPriceLimit),
      maxAmountE8: e8(instrument.maxAmount),
      isBuyBanned: instrument.isBuyBanned,
      isSellBanned: instrument.isSellBanned,
    },
  }
}

function spreadView(instrument: Spread, ticks: Scale, lots: Scale): EngineInstrument {
  const [first, second] = instrument.legs
  const [ofFirst, ofSecond] = [first.steps, second.steps]
  assert(ofFirst !== null && ofSecond !== null, `the legs of ${instrument.symbol} are listed with their steps`)
  return {
    ...listedView(instrument, ticks, lots),
    ...UNLEVERAGED,
    terms: {
      kind: 'spread',
      legs: [first.symbol, second.symbol],
      ticksPerLeg: [
        count(createScale(ofFirst.tickSize), instrument.tickSize),
        count(createScale(ofSecond.tickSize), instrument.tickSize),
      ],
      lotsPerLeg: [
        count(createScale(ofFirst.lotSize), instrument.lotSize),
        count(createScale(ofSecond.lotSize), instrument.lotSize),
      ],
    },
  }
}

/** What has neither leverage nor a band around the mark. */
const UNLEVERAGED = { maxLeverageE2: ONE_E2, bandXE8: 0, bandYE8: 0, tiers: [] } as const

function listedView(instrument: Instrument, ticks: Scale, lots: Scale) {
  return {
    symbol: instrument.symbol,
    settleCoin: instrument.settleCoin,
    // Copy trading is in USDT perpetuals alone.
    ...(instrument.kind === 'linearPerpetual' ? {} : { isCopyTraded: false }),
    valueUnitE8: Math.round(ticks.size * lots.size * 1e8),
    minPriceTicks: count(ticks, instrument.minPrice),
    maxPriceTicks: count(ticks, instrument.maxPrice),
    minLots: count(lots, instrument.minQty),
    maxLimitLots: count(lots, instrument.maxLimitQty),
    maxMarketLots: count(lots, instrument.maxMarketQty),
    ...(instrument.maxPostOnlyQty === undefined ? {} : { maxPostOnlyLots: count(lots, instrument.maxPostOnlyQty) }),
    minNotionalE8: e8(instrument.minNotional),
    takerRateE8: e8(instrument.takerFeeRate),
    makerRateE8: e8(instrument.makerFeeRate),
    isTrading: instrument.status === 'trading',
  }
}

function auctionOf(instrument: Instrument): AuctionState | null {
  const phase = auctionPhase(instrument)
  return phase === 'callAuction'
    ? 'open'
    : phase === 'callAuctionNoCancel'
      ? 'noCancel'
      : phase === 'crossMatching'
        ? 'matching'
        : null
}
