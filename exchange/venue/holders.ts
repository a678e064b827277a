import { createRandom, hash32 } from '../../src/base/random'
import { isContract } from '../../src/domain/instrument/contract'
import { deliveryOf } from '../../src/domain/instrument/instrument'
import { referencePrice } from '../listings/catalogue'
import { holderCounts, type HoldersOf } from '../simulation/holders'
import type { Listing } from './listing'

/**
 * What is held as a share of what is traded in a day: of the thirty most traded contracts of the exchange's published
 * tickers of March 2023 the median is 0.68, of BTCUSDT 0.96. From contract to contract it differs by these logarithms.
 */
const HELD_SHARE = 0.68
const HELD_SHARE_DEVIATION = 0.4
/** Dollars that one holder holds in the mean: a figure of ours. */
const DOLLARS_EACH = 20_000
const ACCOUNTS_MIN = 50

/** Who holds a contract besides the accounts here; `null` for options, pairs and spreads, which nobody publishes it of. */
export function holdersOf({ instrument, lots, engine }: Listing, seed: number): HoldersOf | null {
  if (!isContract(instrument)) return null
  const { symbol, launchTimeMs } = instrument
  const { volume24h, startPrice } = referencePrice(instrument)
  const share = HELD_SHARE * Math.exp(HELD_SHARE_DEVIATION * createRandom(hash32(`${symbol}/held`)).normal())
  const held = Number(volume24h) * share
  // Inverse contracts are counted in dollars.
  const dollars = engine.payoff === 'inverse' ? held : held * Number(startPrice)
  return {
    seed,
    symbol,
    usualLots: held / lots.size,
    usualAccounts: Math.max(ACCOUNTS_MIN, dollars / DOLLARS_EACH),
    launchMs: launchTimeMs,
    deliveryMs: deliveryOf(instrument)?.timeMs ?? null,
  }
}

/** How many of them are long and short; `null` where there are none, or no such listing. */
export function holderCountsOf(listing: Listing | undefined, seed: number, timeMs: number) {
  const holders = listing === undefined ? null : holdersOf(listing, seed)
  return holders === null ? null : holderCounts(holders, timeMs)
}
