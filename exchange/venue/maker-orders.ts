import type { Side, TimeInForce } from '../../src/domain/order/order'
import type { EngineCommand } from '../engine/commands'
import type { MatchingEngine } from '../engine/matching-engine'
import type { EngineResult } from '../engine/result'
import type { OrderEntryPort } from '../simulation/order-entry-port'

export interface MakerOrdersPorts {
  /** Runs a command and lets the venue hear its events before it returns. */
  handle(command: EngineCommand): EngineResult
  /** Lots printed so far, of any symbol: the difference around an order is what it traded. */
  tradedLots(): number
}

/** The makers' and takers' way into the engine for one symbol: commands like a user's, nothing else. */
export function createMakerOrders(symbol: string, engine: MatchingEngine, ports: MakerOrdersPorts): OrderEntryPort {
  // Written out field by field: this runs a few hundred times per step, and spreading an object there costs more than
  // the matching.
  const order = (account: string, side: Side, ticks: number, lots: number, timeInForce: TimeInForce) =>
    ports.handle({
      type: 'place',
      account,
      linkId: '',
      symbol,
      side,
      orderType: 'limit',
      ticks,
      lots,
      timeInForce,
      reduceOnly: false,
      closeOnTrigger: false,
      selfMatch: 'cancelTaker',
      createType: 'CreateByUser',
    })
  return {
    quote: (account, side, ticks, lots) => {
      const result = order(account, side, ticks, lots, 'postOnly')
      if (!result.ok || result.orderId === undefined) return null
      if (result.ticks === undefined || result.ticks === ticks) return result.orderId
      // Moved into the price band: not the quote that was meant.
      ports.handle({ type: 'cancel', account, symbol, orderId: result.orderId, linkId: null })
      return null
    },
    take: (account, side, ticks, lots) => {
      const before = ports.tradedLots()
      order(account, side, ticks, lots, 'immediateOrCancel')
      return ports.tradedLots() - before
    },
    resize: (account, orderId, lots) =>
      ports.handle({ type: 'amend', account, symbol, orderId, linkId: null, ticks: null, lots }).ok,
    cancel: (account, orderId) => void ports.handle({ type: 'cancel', account, symbol, orderId, linkId: null }),
    mark: ({ mark, index, delivery, premiumE4, option }) => {
      const plain = { type: 'mark', symbol, markTicks: mark, indexTicks: index, premiumE4 } as const
      const prices = option === undefined ? plain : { ...plain, ...option }
      ports.handle(delivery === null ? prices : { ...prices, deliveryTicks: delivery })
    },
    fund: (rateE8) => void ports.handle({ type: 'funding', symbol, rateE8 }),
    best: () => {
      const { bids, asks } = engine.book(symbol, 1)
      return { bid: bids[0]?.[0] ?? null, ask: asks[0]?.[0] ?? null }
    },
    depth: (levels) => engine.book(symbol, levels),
  }
}
