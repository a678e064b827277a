import type { EngineCommand } from '../engine/commands'
import type { MatchingEngine } from '../engine/matching-engine'
import type { EngineResult } from '../engine/result'
import type { AuctionPorts } from './auction-listing'

/** The crowd's way into the engine for one contract: the same orders and the same checks as a user's. */
export function createAuctionOrders(
  symbol: string,
  engine: MatchingEngine,
  handle: (command: EngineCommand) => EngineResult,
): AuctionPorts {
  return {
    offer(account, side, ticks, lots) {
      const result = handle({
        type: 'place',
        account,
        linkId: '',
        symbol,
        side,
        orderType: 'limit',
        ticks,
        lots,
        timeInForce: 'goodTillCancel',
        reduceOnly: false,
        closeOnTrigger: false,
        selfMatch: 'cancelMaker',
        createType: 'CreateByUser',
      })
      return result.ok ? (result.orderId ?? null) : null
    },
    withdraw: (account, orderId) => void handle({ type: 'cancel', account, symbol, orderId, linkId: null }),
    expected: () => engine.auction(symbol),
    mark: (ticks) => void handle({ type: 'mark', symbol, markTicks: ticks, indexTicks: ticks }),
  }
}
