import { hash32 } from '../../src/base/random'
import type { Instrument } from '../../src/domain/instrument/instrument'
import { calibrationOf, quieter, type Calibration } from '../market/calibration'
import { referencePrice } from '../market/catalogue'
import { createHistory, type History } from '../market/history'
import type { MarketSetup } from '../market/symbol-market'
import { houseAccounts } from './accounts'
import type { Listing } from './listing'

/** Where a symbol's history ends and its live market begins. */
export interface Anchor {
  readonly startMs: number
  readonly startTicks: number
}

/** A rarely traded symbol takes one step in as many ticks. */
export const QUIET_STEPS = 10

/** All but the first eight: their makers keep fewer quotes and tend them once a second. */
export function isQuiet(instrument: Instrument): boolean {
  return instrument.indexSort > 8
}

/** How a symbol's market begins: everything follows from the catalogue and the seed. */
export function marketSetup(listing: Listing, seed: number, startMs: number): MarketSetup {
  const { instrument, ticks, engine } = listing
  const { startPrice } = referencePrice(instrument.symbol)
  return {
    seed: hash32(`${seed}/${instrument.symbol}/market`),
    calibration: isQuiet(instrument) ? quieter(calibrationFor(instrument), QUIET_STEPS) : calibrationFor(instrument),
    unit: {
      tickSize: ticks.size,
      lotSize: lotInCoins(listing),
      minLots: engine.minLots,
      maxLots: engine.maxLimitLots,
      minNotional: Number(instrument.minNotional),
    },
    startTicks: Math.max(engine.minPriceTicks, Math.round(Number(startPrice) / ticks.size)),
    startMs,
    fundingIntervalMinutes: instrument.fundingIntervalMinutes,
    fundingLimits: { upper: Number(instrument.upperFundingRate), lower: Number(instrument.lowerFundingRate) },
    ...houseAccounts(instrument.symbol),
  }
}

/** The past that leads up to `anchor`. */
export function historyOf(listing: Listing, seed: number, anchor: Anchor): History {
  const { instrument, ticks, lots, engine } = listing
  const reference = referencePrice(instrument.symbol)
  return createHistory({
    seed,
    symbol: instrument.symbol,
    ...anchor,
    listedMs: instrument.launchTimeMs,
    tickSize: ticks.size,
    lotSize: lotInCoins(listing),
    isInverse: engine.payoff === 'inverse',
    calibration: calibrationFor(instrument),
    dailyTurnover: ((Number(reference.volume24h) * lotInCoins(listing)) / lots.size) * Number(reference.startPrice),
  })
}

function calibrationFor(instrument: Instrument): Calibration {
  return {
    ...calibrationOf(instrument.baseCoin),
    dailyVolatility: referencePrice(instrument.symbol).dailyVolatility,
  }
}

/** Makers reckon in the coin: a contract of one dollar is that part of it which it buys at the start. */
function lotInCoins({ engine, lots, instrument }: Listing): number {
  return engine.payoff === 'inverse' ? lots.size / Number(referencePrice(instrument.symbol).startPrice) : lots.size
}
