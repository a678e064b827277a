import type { FeeTier } from '../../src/domain/account/fee-tier'
import type { Price } from '../../src/domain/decimal'
import type { Contract } from '../../src/domain/instrument/contract'
import type { Instrument } from '../../src/domain/instrument/instrument'
import type { EngineFees } from '../engine/accounts/account-settings'
import type { EngineInstrument } from '../engine/instrument'
import { ONE_E8 } from '../engine/scaled'
import { optionMarkStep } from '../listings/option-instrument'
import { createScale, type Scale } from '../listings/scale'
import { count, engineView, E8 } from './engine-view'

/** One instrument with the scales between its decimal values and the engine's whole numbers. */
export interface Listing<I extends Instrument = Instrument> {
  readonly instrument: I
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

/** What trades contracts asks for. */
export type ContractListing = Listing<Contract>

/**
 * What the engine counts the prices of an instrument in at its first start: its tick size; of an option, a whole part of
 * it, since its mark lies between the prices of orders.
 */
export function engineTickOf(instrument: Instrument): Price {
  return 'strike' in instrument ? optionMarkStep(instrument.baseCoin) : instrument.tickSize
}

/** @param baseTick the tick size of the catalogue, whatever control changed it to since */
export function createListing<I extends Instrument>(instrument: I, baseTick: Price): Listing<I> {
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
  const { instrument, ...rest } = listing
  return { ...rest, grid, instrument: onGrid(instrument, tickSize, { ...rest, grid }) }
}

/** With bounds that are prices of its tick size: what is published as a bound is taken. */
function onGrid<I extends Instrument>(
  instrument: I,
  tickSize: Price,
  { grid, ticks, engine: { minPriceTicks, maxPriceTicks } }: Omit<Listing, 'instrument'>,
): I {
  const minPrice = ticks.toText<Price>(Math.ceil(minPriceTicks / grid) * grid)
  const maxPrice = ticks.toText<Price>(Math.floor(maxPriceTicks / grid) * grid)
  return { ...instrument, tickSize, minPrice, maxPrice }
}

/** The same instrument with an end, as another status or delivery makes it; a tick size that control chose stays. */
export function withLife(listing: Listing, now: Instrument): Listing {
  return {
    ...listing,
    instrument: onGrid(now, listing.instrument.tickSize, listing),
    engine: { ...listing.engine, isTrading: now.status === 'trading' },
  }
}

export function engineFeesOf({ takerFeeRate, makerFeeRate }: FeeTier): EngineFees {
  return { takerRateE8: count(E8, takerFeeRate), makerRateE8: count(E8, makerFeeRate) }
}
