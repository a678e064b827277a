import { fields, number, type Form } from '../../src/base/form'
import { hash32 } from '../../src/base/random'
import { deliveryOf, fundingOf, type Instrument } from '../../src/domain/instrument/instrument'
import { calibrationOf, quieter, type Calibration } from '../simulation/calibration'
import { isBornHere, leaderOf, referencePrice } from '../listings/catalogue'
import { termPremium } from '../listings/dated-contracts'
import type { DayDraws } from '../simulation/day-draws'
import type { DatedTerms } from '../simulation/dated-prices'
import { createHistory, emptyHistory, type History } from '../simulation/history'
import type { MarketSetup } from '../simulation/market-state'
import type { PremiumOf } from '../simulation/perpetual-premium'
import { houseAccounts } from './accounts'
import type { Listing } from './listing'

/** Where a symbol's history ends and its live market begins. */
export interface Anchor {
  readonly startMs: number
  readonly startTicks: number
}

export const ANCHOR_FORM: Form<Anchor> = fields<Anchor>({ startMs: number, startTicks: number })

/** A rarely traded symbol takes one step in as many ticks. */
export const QUIET_STEPS = 10

/** All but the first eight: their makers keep fewer quotes and tend them once a second. */
export function isQuiet(instrument: Instrument): boolean {
  return instrument.indexSort > 8
}

/** Where a market begins whose coin stands at `coinPrice`: a dated contract above it, by the time that it has left. */
export function anchorAt({ instrument, ticks, engine }: Listing, startMs: number, coinPrice: number): Anchor {
  const fair = coinPrice * Math.exp(premiumOf(instrument, startMs))
  return { startMs, startTicks: Math.max(engine.minPriceTicks, Math.round(fair / ticks.size)) }
}

/** The anchor of a first start: the catalogue's price. */
export function firstAnchor(listing: Listing, startMs: number): Anchor {
  return anchorAt(listing, startMs, Number(referencePrice(listing.instrument).startPrice))
}

/** What an exchange began with. */
export interface SeededBy {
  readonly seed: number
  /** Whether perpetuals have a premium over their index. */
  readonly hasPremiums: boolean
  /** Whether a perpetual's price leans on what its makers were sold, and options are bought and sold to be held. */
  readonly hasOrderFlow: boolean
  /** Whether what is delivered at a mean is valued by it beforehand, and orders of options end as delivered. */
  readonly hasMeanValues: boolean
  /** Whether a funding pays the rate that stood before its time, and not that with the premium of its own minute. */
  readonly paysShownRates: boolean
  /** Whether a funding is paid by who holds at its time, and not at the market's next step. */
  readonly paysOnTime: boolean
}

/** How a symbol's market begins: everything follows from the catalogue, the seed and the anchor. */
export function marketSetup(
  listing: Listing,
  { seed, hasPremiums, hasOrderFlow, hasMeanValues, paysShownRates, paysOnTime }: SeededBy,
  anchor: Anchor,
): MarketSetup {
  const { instrument, ticks, engine } = listing
  const funding = fundingOf(instrument)
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
    ...anchor,
    fundingIntervalMinutes: funding?.intervalMinutes ?? 0,
    fundingLimits: { upper: Number(funding?.upperRate ?? 0), lower: Number(funding?.lowerRate ?? 0) },
    dated: datedTerms(listing, hasMeanValues),
    premium: hasPremiums ? premiumTerms(instrument, seed) : null,
    leansOnFlow: hasPremiums && hasOrderFlow && funding !== null,
    paysShownRates,
    paysOnTime,
    ...houseAccounts(instrument),
  }
}

/** Levels of a usual book that the impact prices reach through: 200,000 of Bitcoin's, as published, and less of thin ones. */
const IMPACT_LEVELS = 4

/** What a perpetual's price stands off its index by; `null` for what is not funded. */
export function premiumTerms(instrument: Instrument, seed: number): PremiumOf | null {
  const funding = fundingOf(instrument)
  const { symbol } = instrument
  const { dailyVolatility, levelValue } = calibrationFor(instrument)
  const impactValue = IMPACT_LEVELS * levelValue
  return funding && { seed, symbol, intervalMinutes: funding.intervalMinutes, dailyVolatility, impactValue }
}

/** What makes the basis: 10 BTC or 100 ETH are published (semantics.md §1.6), of other coins about as much money. */
const IMPACT_COINS: Readonly<Record<string, number>> = { BTC: 10, ETH: 100 }
const IMPACT_VALUE = 200_000

function datedTerms(listing: Listing, hasMeanValues: boolean): DatedTerms | null {
  const { baseCoin } = listing.instrument
  const delivery = deliveryOf(listing.instrument)
  if (delivery === null) return null
  const coins = IMPACT_COINS[baseCoin] ?? IMPACT_VALUE / Number(referencePrice(listing.instrument).startPrice)
  return { expiryMs: delivery.timeMs, impactLots: Math.ceil(coins / lotInCoins(listing)), hasMeanValues }
}

/** The past that leads up to `anchor`: of the contract's own prices, and of its index. */
export interface Pasts {
  readonly price: History
  readonly index: History
}

export function pastsOf(listing: Listing, seed: number, anchor: Anchor, draws: DayDraws): Pasts {
  const { instrument, ticks, lots, engine } = listing
  if (isBornHere(instrument)) {
    const none = emptyHistory(anchor.startMs)
    return { price: none, index: none }
  }
  const reference = referencePrice(instrument)
  const setup = {
    seed,
    symbol: leaderOf(instrument) ?? instrument.symbol,
    draws,
    ...anchor,
    listedMs: instrument.launchTimeMs,
    tickSize: ticks.size,
    lotSize: lotInCoins(listing),
    isInverse: engine.payoff === 'inverse',
    calibration: calibrationFor(instrument),
    dailyTurnover: ((Number(reference.volume24h) * lotInCoins(listing)) / lots.size) * Number(reference.startPrice),
    ...(leaderOf(instrument) === null ? {} : { tradedAs: instrument.symbol }),
  }
  if (deliveryOf(instrument) === null) {
    const past = createHistory(setup)
    return { price: past, index: past }
  }
  const premium = (ms: number): number => premiumOf(instrument, ms)
  const indexTicks = Math.round(anchor.startTicks * Math.exp(-premium(anchor.startMs)))
  return { price: createHistory({ ...setup, premium }), index: createHistory({ ...setup, startTicks: indexTicks }) }
}

function premiumOf(instrument: Instrument, ms: number): number {
  return termPremium(deliveryOf(instrument)?.timeMs ?? null, ms)
}

function calibrationFor(instrument: Instrument): Calibration {
  return {
    ...calibrationOf(instrument.baseCoin),
    dailyVolatility: referencePrice(instrument).dailyVolatility,
  }
}

/** Makers reckon in the coin: a contract of one dollar is that part of it which it buys at the start. */
function lotInCoins({ engine, lots, instrument }: Listing): number {
  return engine.payoff === 'inverse' ? lots.size / Number(referencePrice(instrument).startPrice) : lots.size
}
