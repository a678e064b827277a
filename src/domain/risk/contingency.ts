/*
 * What may go wrong beside the grid (semantics.md §1.8): option short + vega + future delta + future + stablecoins. The
 * grid moves the volatility already, so vega adds nothing here (ADR-391). Amounts are in the unit of what they are made of.
 */

export interface ContingencyRates {
  /** Of the index, for each option that is short net at its strike. */
  readonly shortOption: number
  /** Of the index, for each coin in futures and perpetuals, whichever way. */
  readonly future: number
  /** Of the value of futures that stand against each other. */
  readonly offsetFuture: number
  /** Of the value by which what settles in one coin stands against what settles in another. */
  readonly betweenCoins: number
}

/**
 * Dederi's rate for futures, Deribit's for short options and for offsets: the ones that are published (ADR-391). Between
 * coins no rate is published: half a per cent, as far as two stablecoins have parted for hours (ADR-960).
 */
export const VENUE_CONTINGENCY: ContingencyRates = {
  shortOption: 0.01,
  future: 0.006,
  offsetFuture: 0.01,
  betweenCoins: 0.005,
}

/** Of what futures and perpetuals offset nothing: Σ |quantity| × factor × index (semantics.md §1.8). */
export function futureContingency(qtys: readonly number[], factor: number, index: number): number {
  return qtys.reduce((sum, qty) => sum + Math.abs(qty), 0) * factor * index
}

/** Futures of different ends do not move quite alike: a share of what is long against what is short. */
export function offsetContingency(
  { long, short }: { readonly long: number; readonly short: number },
  rate: number,
): number {
  return Math.min(long, short) * rate
}

/**
 * What is long in one settle coin against what is short in another loses where the coins part: the published "USDT-USDC"
 * (semantics.md §1.8).
 *
 * @param deltas of each coin, what everything that settles in it moves with: the least and the most by its orders
 */
export function coinsContingency(
  deltas: readonly { readonly low: number; readonly high: number }[],
  rate: number,
): number {
  let [long, short, all, largest] = [0, 0, 0, 0]
  for (const { low, high } of deltas) {
    const [up, down] = [Math.max(0, high), Math.max(0, -low)]
    long += up
    short += down
    all += Math.max(up, down)
    largest = Math.max(largest, up, down)
  }
  // Orders of both sides in one coin are no pair of coins.
  return Math.min(long, short, all - largest) * rate
}

/**
 * Options that are short in the net of their strike.
 * @param net signed, calls and puts of a strike together
 */
export function shortOptionContingency(net: number, perOption: number): number {
  return Math.max(0, -net) * perOption
}

/** F = index × e^(basis × days ÷ 365): what an expiry trades at by its basis. */
export function forwardByBasis(
  index: number,
  { basis, days }: { readonly basis: number; readonly days: number },
): number {
  return index * Math.exp((basis * days) / 365)
}
