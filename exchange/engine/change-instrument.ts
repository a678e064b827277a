import { Market } from './entities'
import { releaseBook } from './orders/uncross'
import type { EngineInstrument } from './instrument'
import { linkLegs } from './link-legs'
import { cancelOrder, rest, unrest } from './orders/open-orders'
import { Valuation } from './risk/valuation'
import { mulDiv } from './scaled'
import { restateTpSl, restateTriggers } from './triggers/restate-triggers'
import type { EngineState } from './state'

const BY_ADMIN = { cancelType: 'CancelByAdmin', rejectReason: null } as const

/** Adds or changes an instrument; see `MatchingEngine.updateInstrument`. */
export function changeInstrument(state: EngineState, instrument: EngineInstrument, nowMs: number): void {
  const market = state.markets.get(instrument.symbol)
  if (market === undefined) {
    const listed = new Market(instrument, new Valuation(state.rules))
    state.markets.set(instrument.symbol, listed)
    linkLegs(state.markets, listed)
    return
  }
  const before = market.instrument.valueUnitE8
  const after = instrument.valueUnitE8
  if (before === after) {
    const wasAuction = market.auction !== null
    market.instrument = instrument
    if (wasAuction && market.auction === null) releaseBook(state, market)
    return
  }
  // All orders leave the book in priority order and come back in it, so that no queue is shuffled.
  const orders = [...market.book.bids.orders(), ...market.book.asks.orders()]
  for (const order of orders) unrest(state, order)
  for (const position of market.holders) position.orderLoss.forget()
  restateTriggers(state, market, { before, after }, nowMs)
  for (const order of orders) restateTpSl(order, { before, after })
  market.instrument = instrument
  const { over, under } = market.product.restate({ before, after })
  if (market.markTicks !== null) market.markTicks = mulDiv(market.markTicks, over, under, 'halfUp')
  if (market.indexTicks !== null) market.indexTicks = mulDiv(market.indexTicks, over, under, 'halfUp')
  const { valuation } = market
  if (valuation.forwardTicks !== null) valuation.forwardTicks = mulDiv(valuation.forwardTicks, over, under, 'halfUp')
  for (const order of orders) {
    const restated = (order.ticks * over) / under
    if (Number.isSafeInteger(restated)) {
      order.ticks = restated
      rest(state, order)
      state.outbox.order(order, 'replaced', nowMs)
    } else {
      cancelOrder(state, order, BY_ADMIN, nowMs)
    }
  }
}
