import type { FeedStep } from './feed-step'

export interface FeedPrint {
  readonly ticks: number
  readonly side: 'buy' | 'sell'
  /** Base coin. */
  readonly qty: number
}

export interface FeedSummary {
  /** Newest price the recording names: its last print, or the middle of newer quotes. `null`: it said nothing. */
  readonly price: number | null
  /** Runs of prints at one price and side, newest last. */
  readonly prints: readonly FeedPrint[]
  /** Best quotes that are newer than the last print. */
  readonly quote: { readonly bidTicks: number; readonly askTicks: number } | null
}

/** A step of the market reprints at most this many runs; older ones of the same 100 ms only add their volume. */
const PRINTS_MAX = 3

/** What one step of the market needs of the recorded events that fell into it. */
export function summariseFeed(feed: readonly FeedStep[], tickSize: number): FeedSummary {
  const prints: { ticks: number; side: 'buy' | 'sell'; qty: number }[] = []
  let quote: { bidTicks: number; askTicks: number } | null = null
  let price: number | null = null
  for (const step of feed) {
    if (step.kind === 'trade') {
      price = Number(step.price)
      const ticks = Math.round(price / tickSize)
      const last = prints[prints.length - 1]
      if (last?.ticks === ticks && last.side === step.side) last.qty += Number(step.qty)
      else prints.push({ ticks, side: step.side, qty: Number(step.qty) })
      quote = null
    } else {
      const bid = Number(step.bid)
      const ask = Number(step.ask)
      // A crossed or empty book is a recording's hiccup, not a price.
      if (!(bid > 0) || !(ask > bid)) continue
      // Recorded prices may be finer than ours: round apart, so that the quotes never cross.
      quote = { bidTicks: Math.floor(bid / tickSize + 1e-6), askTicks: Math.ceil(ask / tickSize - 1e-6) }
      price = (bid + ask) / 2
    }
  }
  return { price, prints: prints.slice(-PRINTS_MAX), quote }
}
