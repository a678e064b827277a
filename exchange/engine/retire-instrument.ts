import { assert } from '../../src/base/assert'
import type { EngineState } from './state'

/**
 * Forgets a contract that was delivered and is listed nowhere any more: its book, its empty positions and the finished
 * orders that were remembered of it. Money is not touched.
 */
export function retireInstrument(state: EngineState, symbol: string): void {
  const market = state.markets.get(symbol)
  if (market === undefined) return
  for (const holding of market.holders) {
    assert(holding.lots === 0 && holding.firstOrder === null, 'a retired contract has no positions and no orders')
    const { account, cash } = holding
    account.holdings.delete(holding.key)
    account.hedgeBySymbol.delete(symbol)
    cash.holdings.splice(cash.holdings.indexOf(holding), 1)
  }
  state.orders.forget(market)
  state.markets.delete(symbol)
}
