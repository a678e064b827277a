import { tellClosedPnl } from '../records/closed-pnl'
import type { Market, Order } from '../entities'
import type { EngineCommand } from '../commands'
import { equilibrium } from '../matching/auction'
import { refuse, type EngineResult } from '../result'
import { stopsAtOwn } from '../matching/self-match'
import { fillOrder } from './fill-order'
import { cancelForOwn, finishFilled } from './open-orders'
import { execIdOf } from './order-ids'
import type { EngineState } from '../state'

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
