import { useEffect, useState } from 'react'
import type { InstrumentSymbol } from '../../domain/order/order'
import type { Position } from '../../domain/position/position'
import { useApp, type App } from '../state/app-context'

/** Names one position of the account. */
export type PositionKey = Pick<Position, 'symbol' | 'positionIdx'>

/**
 * The position as it is now, its market's prices streaming meanwhile; `null` once it is closed, also when another one of
 * its name is opened: what was asked about is not that.
 */
export function usePosition(key: PositionKey): Position | null {
  const app = useApp()
  usePrices(key.symbol)
  const position = heldPosition(app, key)
  const [side] = useState(position?.side ?? null)
  const [wasGone, setGone] = useState(false)
  const isGone = wasGone || position?.side !== side
  if (isGone && !wasGone) setGone(true)
  return isGone ? null : position
}

/** `null` while it has no size. */
export function heldPosition({ account }: Pick<App, 'account'>, { symbol, positionIdx }: PositionKey): Position | null {
  const position = account.position(symbol, positionIdx)
  return position === null || position.size === '0' ? null : position
}

function usePrices(symbol: InstrumentSymbol): void {
  const app = useApp()
  useEffect(() => app.hub.watch({ topic: { kind: 'ticker', symbol } }), [app, symbol])
}
