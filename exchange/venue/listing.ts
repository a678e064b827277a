import type { FeeTier } from '../../src/domain/account/fee-tier'
import type { DecimalText, Price } from '../../src/domain/decimal'
import type { Future } from '../../src/domain/instrument/future'
import type { Instrument } from '../../src/domain/instrument/instrument'
import { auctionPhase, isInAuction, takesOrders } from '../../src/domain/instrument/pre-listing'
import { payoffOf } from '../../src/domain/risk/payoff'
import type { EngineFees } from '../engine/accounts/account-settings'
import type { AuctionState, EngineInstrument } from '../engine/instrument'
import { ONE_E8 } from '../engine/scaled'
import { createScale, type Scale } from '../listings/scale'

const E8 = createScale('0.00000001' as DecimalText)
const E2 = createScale('0.01' as DecimalText)

/** One contract with the scales between its decimal values and the engine's whole numbers. */
export interface Listing {
  readonly instrument: Instrument
  /** The tick of the first start: the engine's tick for good. A later tick size is a multiple of it (`grid`). */
  readonly ticks: Scale
  readonly lots: Scale
  /** One lot in 1e-8 of the base coin. */
  readonly lotE8: bigint
  /** Lots in one base coin; `null` where that is no whole number. */
  readonly lotsPerUnit: number | null
  /** Ticks between two legal prices. */
  readonly grid: number
  readonly engine: EngineInstrument
}

/** @param baseTick the tick size of the catalogue, whatever control changed it to since */
export function createListing(instrument: Instrument, baseTick: Price): Listing {
  const ticks = createScale(baseTick)
  const lots = createScale(instrument.lotSize)
  const lotE8 = count(E8, instrument.lotSize)
  return {
    instrument,
    ticks,
    lots,
    lotE8: BigInt(lotE8),
    lotsPerUnit: ONE_E8 % lotE8 === 0 ? ONE_E8 / lotE8 : null,
    grid: count(ticks, instrument.tickSize),
    engine: engineView(instrument, ticks, lots),
  }
}

/** The same contract with another tick size; `null` when that is not a whole multiple of the engine's tick. */
export function withTickSize(listing: Listing, tickSize: Price): Listing | null {
  const grid = listing.ticks.toCount(tickSize)
  if (grid === null || grid < 1) return null
  return { ...listing, grid, instrument: { ...listing.instrument, tickSize } }
}

/** The same dated contract with another status or delivery. */
export function withLife(listing: Listing, { status, delivery }: Pick<Future, 'status' | 'delivery'>): Listing {
  const { instrument } = listing
  if (!('delivery' in instrument)) throw new TypeError(`${instrument.symbol} never ends`)
  return {
    ...listing,
    instrument: { ...instrument, status, delivery },
    engine: { ...listing.engine, isTrading: status === 'trading' },
  }
}

function engineView(instrument: Instrument, ticks: Scale, lots: Scale): EngineInstrument {
  const e8 = (value: DecimalText) => count(E8, value)
  const payoff = payoffOf(instrument.kind)
  return {
    symbol: instrument.symbol,
    settleCoin: instrument.settleCoin,
    payoff,
    settlesSessions: instrument.kind === 'usdcPerpetual',
    allowsHedge: instrument.kind === 'linearPerpetual',
    valueUnitE8: Math.round((payoff === 'inverse' ? lots.size / ticks.size : ticks.size * lots.size) * 1e8),
    minPriceTicks: Math.max(1, count(ticks, instrument.minPrice)),
    maxPriceTicks: count(ticks, instrument.maxPrice),
    minLots: count(lots, instrument.minQty),
    maxLimitLots: count(lots, instrument.maxLimitQty),
    maxMarketLots: count(lots, instrument.maxMarketQty),
    minNotionalE8: e8(instrument.minNotional),
    maxLeverageE2: count(E2, instrument.maxLeverage),
    takerRateE8: e8(instrument.takerFeeRate),
    makerRateE8: e8(instrument.makerFeeRate),
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

export function engineFeesOf({ takerFeeRate, makerFeeRate }: FeeTier): EngineFees {
  return { takerRateE8: count(E8, takerFeeRate), makerRateE8: count(E8, makerFeeRate) }
}

function count(scale: Scale, value: DecimalText): number {
  const steps = scale.toCount(value)
  if (steps === null) throw new RangeError(`${value} is no multiple of ${scale.step}`)
  return steps
}
