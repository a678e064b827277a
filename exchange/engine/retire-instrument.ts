import { assert } from '../../src/base/assert'
import type { EngineState } from './state'

/**
 * Forgets a contract that was delivered and is listed nowhere any more: its book, its empty positions and the finished
 * orders that were remembered of it. Money is not touched.
 */
export function retireInstrument(state: EngineState, symbol: string): void {
  const market = state.markets.get(symbol)
  if (market === undefined) return
  for (const position of market.holders) {
    assert(position.lots === 0 && position.firstOrder === null, 'a retired contract has no positions and no orders')
    const { account, cash } = position
    account.positions.delete(position.key)
    account.hedgeBySymbol.delete(symbol)
    cash.positions.splice(cash.positions.indexOf(position), 1)
  }
  state.orders.forget(market)
  state.markets.delete(symbol)
}
