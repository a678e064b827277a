import { assert } from '../../src/base/assert'
import type { Market } from './entities'

/** Gives a spread the markets of its legs, which are listed before it; leaves others as they are. */
export function linkLegs(markets: ReadonlyMap<string, Market>, market: Market): void {
  const { symbol, terms } = market.instrument
  if (terms?.kind !== 'spread') return
  const [first, second] = terms.legs.map((leg) => markets.get(leg))
  assert(first !== undefined && second !== undefined, `${symbol}: its legs are listed before it`)
  const pairPlace = first.exchangedCoin !== null ? 0 : second.exchangedCoin !== null ? 1 : null
  market.legs = { first, second, terms, pairPlace }
  market.exchangedCoin = first.exchangedCoin ?? second.exchangedCoin
}
