import type { Contract } from '../../domain/instrument/contract'

/** Characters of what was opened that are compared: no symbol is longer. */
const NAME_MAX = 40
/** A coin's name of one or two letters begins too many others. */
const COIN_MIN = 3

/**
 * The markets that somebody may have meant who opened a name that is not listed, the likeliest first: names that differ
 * in a few letters, and those of a coin that the name begins with (`BTCEUR`, `BTC-1JAN27-100000-C`).
 *
 * @param name as it stands in the address
 * @returns at most `max` that can be traded; none where nothing is near
 */
export function nearMarkets(name: string, instruments: Iterable<Contract>, max: number): readonly Contract[] {
  const wanted = name.toUpperCase().slice(0, NAME_MAX)
  // One letter in four may be another one: `BTCUSTD` is near to BTCUSDT, `NOPEUSDT` is near to nothing of its length.
  const mistakesMax = Math.max(1, Math.floor(wanted.length / 4))
  return [...instruments]
    .filter(({ status }) => status !== 'closed')
    .map((instrument) => ({ instrument, mistakes: mistakesBetween(wanted, instrument.symbol) }))
    .filter(({ instrument, mistakes }) => mistakes <= mistakesMax || isOfCoin(wanted, instrument.baseCoin))
    .toSorted((a, b) => a.mistakes - b.mistakes || a.instrument.indexSort - b.instrument.indexSort)
    .slice(0, max)
    .map(({ instrument }) => instrument)
}

function isOfCoin(wanted: string, coin: string): boolean {
  return wanted === coin || (coin.length >= COIN_MIN && wanted.startsWith(coin))
}

/**
 * Letters that are missing, too many, another one, or in the place of their neighbour (the optimal string alignment
 * distance): what a typing mistake is.
 */
export function mistakesBetween(a: string, b: string): number {
  let before: readonly number[] = []
  let above = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let row = 1; row <= a.length; row++) {
    const here = [row]
    for (let column = 1; column <= b.length; column++) {
      const isSame = a[row - 1] === b[column - 1]
      let least = Math.min(above[column]! + 1, here[column - 1]! + 1, above[column - 1]! + (isSame ? 0 : 1))
      const isSwapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]
      if (isSwapped) least = Math.min(least, before[column - 2]! + 1)
      here.push(least)
    }
    before = above
    above = here
  }
  return above[b.length]!
}
