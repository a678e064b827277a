import { useEffect } from 'react'
import type { InstrumentSymbol } from '../../domain/order/order'
import type { Position } from '../../domain/position/position'
import { useApp } from '../state/app-context'

/** Names one position of the account. */
export type PositionKey = Pick<Position, 'symbol' | 'positionIdx'>

/** The position as it is now, its market's prices streaming meanwhile; `null` once it is closed. */
export function usePosition({ symbol, positionIdx }: PositionKey): Position | null {
  const app = useApp()
  usePrices(symbol)
  const position = app.account.position(symbol, positionIdx)
  return position === null || position.size === '0' ? null : position
}

function usePrices(symbol: InstrumentSymbol): void {
  const app = useApp()
  useEffect(() => app.hub.watch({ topic: { kind: 'ticker', symbol } }), [app, symbol])
}
