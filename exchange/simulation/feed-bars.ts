import type { TimedFeedStep } from './feed-step'

/** One recorded bar, or a pair of bid and ask bars. Prices as numbers: the venue rounds them to its own tick. */
export interface FeedBar {
  readonly startMs: number
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
  /** Base coin. */
  readonly volume: number
  /** Ask − bid at the close; `null` for bars of trades. */
  readonly spread: number | null
}

/** Steps that a bar is played in: a one-minute bar speaks once a second. */
const STEPS_PER_BAR = 60

/**
 * Plays a bar as a path through its four prices, the nearer extreme first: open → low → high → close for a rising bar,
 * open → high → low → close for a falling one. Straight lines between them: a bar does not say more.
 */
export function playBar(bar: FeedBar, lengthMs: number, firstMs: number, symbol: string): TimedFeedStep[] {
  const rises = bar.close >= bar.open
  const corners = rises ? [bar.open, bar.low, bar.high, bar.close] : [bar.open, bar.high, bar.low, bar.close]
  const steps = Math.max(4, Math.min(STEPS_PER_BAR, Math.round(lengthMs / 1000)))
  const out: TimedFeedStep[] = []
  // The step at which each corner is reached, so that the bar's extremes are played and not only neared.
  const reached = [0, Math.floor(steps / 3), Math.floor((steps * 2) / 3), steps - 1] as const
  let before = bar.open
  let leg = 0
  for (let n = 0; n < steps; n++) {
    while (leg < 2 && n > reached[leg + 1]!) leg += 1
    const share = (n - reached[leg]!) / (reached[leg + 1]! - reached[leg]!)
    const price = corners[leg]! + (corners[leg + 1]! - corners[leg]!) * share
    const atMs = bar.startMs - firstMs + Math.floor((n * lengthMs) / steps)
    out.push({
      atMs,
      step:
        bar.spread === null
          ? {
              kind: 'trade',
              symbol,
              price: plain(price),
              qty: plain(bar.volume / steps),
              side: price >= before ? 'buy' : 'sell',
            }
          : { kind: 'quote', symbol, bid: plain(price), ask: plain(price + bar.spread) },
    })
    before = price
  }
  return out
}

/** Plain decimal text, eight places at most. */
function plain(value: number): string {
  return value.toFixed(8).replace(/\.?0+$/, '')
}
