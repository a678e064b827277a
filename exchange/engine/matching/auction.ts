import { tellClosedPnl } from '../records/closed-pnl'
import type { Account, Market, Order } from '../entities'
import { execIdOf } from '../orders/order-ids'
import type { BookSide } from './book'
import type { EngineCommand } from '../commands'
import { refuse, type EngineRefusal, type EngineResult } from '../result'
import { cancelForOwn, fillOrder, finishFilled } from './match'
import { stopsAtOwn } from '../orders/order-terms'
import type { EngineState } from '../state'

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
  if (account.kind === 'pm') return { kind: 'preMarketPortfolio' }
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

/**
 * Fills what meets at the price of the auction, best prices first and the oldest first within a price, without a fee.
 * Orders of one account do not meet: the younger one's rule against that decides, as in the book.
 */
export function uncross(
  state: EngineState,
  command: Extract<EngineCommand, { type: 'uncross' }>,
  nowMs: number,
): EngineResult {
  const market = state.markets.get(command.symbol)
  if (market === undefined) return refuse({ kind: 'unknownSymbol' })
  const found = equilibrium(market, market.markTicks)
  if (found === null) return { ok: true }
  const { bids, asks } = market.book
  for (;;) {
    const buy = bids.best()?.head ?? null
    const sell = asks.best()?.head ?? null
    if (buy === null || sell === null || buy.ticks < found.ticks || sell.ticks > found.ticks) break
    const [older, younger] = buy.number < sell.number ? [buy, sell] : [sell, buy]
    if (buy.position.account === sell.position.account) {
      if (younger.selfMatch !== 'cancelTaker') cancelForOwn(state, older, younger, nowMs)
      if (stopsAtOwn(younger.selfMatch)) cancelForOwn(state, younger, older, nowMs)
      continue
    }
    meet(state, market, { older, younger, ticks: found.ticks }, nowMs)
  }
  market.lastTicks = found.ticks
  return { ok: true, ticks: found.ticks }
}

function meet(
  state: EngineState,
  market: Market,
  { older, younger, ticks }: { readonly older: Order; readonly younger: Order; readonly ticks: number },
  nowMs: number,
): void {
  const lots = market.fillable(Math.min(older.lots - older.filledLots, younger.lots - younger.filledLots), ticks)
  const valueE8 = market.valueOf(lots, ticks)
  state.lastExecNumber += 1
  const execId = execIdOf(state.lastExecNumber)
  for (const order of [older, younger]) {
    const side = market.book.side(order.side)
    side.reduce(order, lots)
    order.position.count(order, lots, -1)
    fillOrder(
      state,
      order,
      { execId, ticks, lots, valueE8, isMaker: order === older, execType: 'Trade', rateE8: 0 },
      nowMs,
    )
    if (order.filledLots === order.lots) {
      side.remove(order)
      finishFilled(state, order)
    }
    state.outbox.order(order, 'filled', nowMs)
    tellClosedPnl(state.outbox, order, nowMs)
  }
  state.outbox.push({
    type: 'trade',
    id: execId,
    symbol: market.instrument.symbol,
    side: younger.side,
    ticks,
    lots,
    timeMs: nowMs,
    makerOrderId: older.id,
    takerOrderId: younger.id,
    makerAccount: older.position.account.id,
    takerAccount: younger.position.account.id,
    isHidden: true,
  })
}

/** The auction is over: the book that was hidden is told, level by level. */
export function releaseBook(state: EngineState, { book, instrument }: Market): void {
  for (const side of [book.bids, book.asks]) {
    for (const level of side.levels) state.outbox.touchLevel(level, instrument.symbol)
  }
}
