import type { Random } from '../../src/base/random'
import type { Side } from '../../src/domain/order/order'

/** Best prices of one leg, in ticks of the spread (fractions of them where the leg's are finer). */
export interface LegTouch {
  readonly bid: number
  readonly ask: number
}

export interface SpreadQuote {
  readonly side: Side
  readonly ticks: number
  readonly lots: number
}

/** Prices a side on which makers quote. */
const LEVELS = 5

/**
 * What the books of the legs imply for the spread: who buys it at the ask buys the first leg at its ask and sells the
 * second at its bid. Rounded away from the taker to whole ticks.
 */
export function impliedTouch(first: LegTouch, second: LegTouch): LegTouch {
  return { bid: Math.floor(first.bid - second.ask), ask: Math.ceil(first.ask - second.bid) }
}

/**
 * What makers quote: outside what the legs imply they trade without a risk of their own, as the legs take over what they
 * got. One quote a side is nearer to the middle where there is room.
 */
export function spreadQuotes(
  implied: LegTouch,
  { mostLots, step }: { readonly mostLots: number; readonly step: number },
  random: Random,
): readonly SpreadQuote[] {
  const quotes: SpreadQuote[] = []
  const room = implied.ask - implied.bid
  for (let level = 0; level < LEVELS; level += 1) {
    const lots = random.int(1, mostLots)
    // The first one shares the room between the sides, a third of it each, and never meets its own other side.
    const off = level === 0 ? -Math.floor(room / 3) : (level - 1) * step
    quotes.push(
      { side: 'buy', ticks: implied.bid - off, lots },
      { side: 'sell', ticks: implied.ask + off, lots: random.int(1, mostLots) },
    )
  }
  return quotes
}
