import type { LeveragedToken } from '../../src/domain/instrument/spot-pair'

/** How many times a token's price moves as its underlying's does. */
const TIMES = 3
/** Ten steps of their pairs, and half of the largest price that they have. */
const PRICES = { least: 0.001, most: 100 }

/** A token of a pair in USDT, what is traded of it in a day, and whether it is bought alone. Volumes are figures of ours. */
export interface TokenLine extends LeveragedToken {
  readonly coin: string
  readonly name: string
  readonly label: string
  readonly volume24h: string
  readonly isSellBanned: boolean
}

export const LEVERAGED_TOKENS: readonly TokenLine[] = [
  token('BTC', 'Bitcoin', 'long', '900000'),
  token('BTC', 'Bitcoin', 'short', '600000'),
  token('ETH', 'Ethereum', 'long', '500000'),
  // New: it is given out, and what is held cannot be sold yet.
  { ...token('ETH', 'Ethereum', 'short', '200000'), isSellBanned: true },
]

function token(underlying: string, name: string, direction: 'long' | 'short', volume24h: string): TokenLine {
  const label = `${TIMES}${direction === 'long' ? 'L' : 'S'}`
  return {
    coin: `${underlying}${label}`,
    name: `${name} ${TIMES}x ${direction}`,
    underlying,
    direction,
    label,
    volume24h,
    isSellBanned: false,
  }
}

/**
 * What a token is worth in the quote coin: 1 where its underlying stands where it first did, and from there
 * (price ÷ first price)^±3, so that a small move of the underlying is three times as large, up or down. It needs no
 * memory and no re-balancing, and costs nothing to hold: a simplification of ours.
 */
export function tokenPrice(direction: LeveragedToken['direction'], price: number, firstPrice: number): number {
  const times = (price / firstPrice) ** (direction === 'long' ? TIMES : -TIMES)
  return Math.min(PRICES.most, Math.max(PRICES.least, times))
}
