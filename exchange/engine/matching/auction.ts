import type { Account, Market, Order } from '../entities'
import type { BookSide } from './book'
import type { EngineCommand } from '../commands'
import type { EngineRefusal } from '../result'

type PlaceCommand = Extract<EngineCommand, { type: 'place' }>

/**
 * The call auction of a contract before its listing: limit orders gather without meeting, and are then all filled at one
 * price. Which phase takes what is published (curAuctionPhase of the v5 enums); the price follows the rules that
 * exchanges publish for their auctions: most volume, then least surplus, then the side of the surplus, then the
 * reference price.
 */

/** While orders may be cancelled the price may be half the expected one; after that 50 % below and 10 % beyond it. */
const LOWEST_SHARE = 0.5
const NO_CANCEL_REACH = 0.1

/** Who may not trade a contract before its listing at all (110096, 110100). */
export function checkPreMarket({ instrument }: Market, account: Account): EngineRefusal | null {
  if (instrument.isPreMarket !== true || account.role !== 'user') return null
  if (account.coinMargin !== null) return { kind: 'preMarketPortfolio' }
  return account.kind === 'demo' ? { kind: 'preMarketDemo' } : null
}

/** What the phase takes: limit orders that wait, without take-profit, stop-loss or trigger, in the range of the phase. */
export function checkAuctionOrder(market: Market, command: PlaceCommand): EngineRefusal | null {
  const { auction } = market
  if (auction === null) return null
  if (auction === 'matching') return { kind: 'auctionClosed', phase: auction }
  if (command.tpSl !== undefined || command.trigger !== undefined) return { kind: 'auctionNoTpSl' }
  if (command.orderType !== 'limit' || command.timeInForce !== 'goodTillCancel') return { kind: 'auctionGtcOnly' }
  const { minPriceTicks, maxPriceTicks } = market.instrument
  const { markTicks } = market
  if (markTicks === null) return null
  const isLate = auction === 'noCancel'
  const low =
    isLate && command.side === 'sell'
      ? Math.ceil(markTicks * (1 - NO_CANCEL_REACH))
      : Math.ceil(markTicks * LOWEST_SHARE)
  const high = isLate && command.side === 'buy' ? Math.floor(markTicks * (1 + NO_CANCEL_REACH)) : maxPriceTicks
  const [minTicks, maxTicks] = [Math.max(minPriceTicks, low), Math.min(maxPriceTicks, high)]
  return command.ticks < minTicks || command.ticks > maxTicks ? { kind: 'priceInvalid', minTicks, maxTicks } : null
}

/** Orders in an auction are never amended, and only taken back in its first phase. */
export function checkAuctionChange({ auction }: Market, change: 'amend' | 'cancel'): EngineRefusal | null {
  if (auction === null || (auction === 'open' && change === 'cancel')) return null
  return { kind: 'auctionClosed', phase: auction }
}

export interface Equilibrium {
  readonly ticks: number
  readonly lots: number
}

/**
 * The price at which most lots change hands. Of several the one that leaves the least unfilled; of several of those the
 * highest where more is bid for than offered at each, the lowest where less is; else the one nearest the reference, the
 * higher one of two.
 * @returns `null` where no two orders meet
 */
export function equilibrium(market: Pick<Market, 'book'>, referenceTicks: number | null): Equilibrium | null {
  const { bids, asks } = market.book
  const bestBid = bids.best()
  const bestAsk = asks.best()
  if (bestBid === null || bestAsk === null || bestBid.ticks < bestAsk.ticks) return null
  const isBetween = (ticks: number) => ticks >= bestAsk.ticks && ticks <= bestBid.ticks
  const prices = [...bids.levels, ...asks.levels].map(({ ticks }) => ticks).filter(isBetween)
  const candidates = [...new Set(prices)].toSorted((a, b) => a - b)
  const bought = cumulate(bids, candidates, 'falling')
  const sold = cumulate(asks, candidates, 'rising')
  const rows = candidates.map((ticks, n) => ({
    ticks,
    lots: Math.min(bought[n]!, sold[n]!),
    surplus: bought[n]! - sold[n]!,
  }))
  const most = Math.max(...rows.map(({ lots }) => lots))
  const full = rows.filter(({ lots }) => lots === most)
  const least = Math.min(...full.map(({ surplus }) => Math.abs(surplus)))
  const tied = full.filter(({ surplus }) => Math.abs(surplus) === least)
  const [lowest, highest] = [tied[0]!, tied.at(-1)!]
  if (tied.every(({ surplus }) => surplus > 0)) return { ticks: highest.ticks, lots: most }
  if (tied.every(({ surplus }) => surplus < 0)) return { ticks: lowest.ticks, lots: most }
  const away = (row: { ticks: number }) => Math.abs(row.ticks - (referenceTicks ?? 0))
  const nearest = tied.reduce((best, row) => (away(row) <= away(best) ? row : best))
  return { ticks: nearest.ticks, lots: most }
}

/** Lots that would trade at each of the rising `prices`: bids at it or above, asks at it or below. */
function cumulate(side: BookSide<Order>, prices: readonly number[], way: 'rising' | 'falling'): readonly number[] {
  const sums = prices.map(() => 0)
  // Levels stand worst first; the best come first here, as the prices do in their own direction.
  const order = way === 'rising' ? prices.map((_, n) => n) : prices.map((_, n) => prices.length - 1 - n)
  let at = side.levels.length - 1
  let sum = 0
  for (const n of order) {
    for (; at >= 0; at--) {
      const { ticks, lots } = side.levels[at]!
      if (way === 'rising' ? ticks > prices[n]! : ticks < prices[n]!) break
      sum += lots
    }
    sums[n] = sum
  }
  return sums
}
