import type { Position } from '../entities'
import { protectedTicks } from '../matching/price-band'
import { reach } from '../matching/reach'
import { acceptOrder } from '../orders/accept-order'
import { execute } from '../orders/place-order'
import { notePoolNow } from './pool-notes'
import { BY_LIQUIDATION_ORDER, liquidationFeeE8 } from './liquidation-fee'
import type { EngineState } from '../state'

/** What a liquidation wants to close, at which price at worst: `null` leaves it to the band. */
interface WantedClose {
  readonly lots: number
  /** All of it or nothing. */
  readonly isWhole: boolean
  readonly limitTicks: number | null
}

/** Closes a part of a position through the book. @returns the lots that were closed */
export function sendLiquidation(state: EngineState, position: Position, want: WantedClose, nowMs: number): number {
  const { market, account } = position
  const side = position.lots > 0 ? 'sell' : 'buy'
  const band = protectedTicks(market, side)
  const limit = want.limitTicks ?? band
  const ticks = side === 'sell' ? Math.max(band, limit) : Math.min(band, limit)
  const { lots } = want
  const found = reach(market, { side, limitTicks: ticks, lots }, { position, stopsAtOwn: false }).lots
  // Without this an account that nobody can take would make a dead order at every mark.
  if (found === 0 || (want.isWhole && found < lots)) return 0
  const before = Math.abs(position.lots)
  const command = {
    linkId: '',
    side,
    orderType: want.isWhole ? 'limit' : 'market',
    timeInForce: want.isWhole ? 'fillOrKill' : 'immediateOrCancel',
    reduceOnly: true,
    closeOnTrigger: false,
    selfMatch: 'none',
    createType: BY_LIQUIDATION_ORDER,
  } as const
  const order = acceptOrder(state, position, { command, ticks, lots }, nowMs)
  const { settleCoin } = market.instrument
  const feedsPool = liquidationFeeE8(state, position) !== 0
  if (feedsPool) notePoolNow(state, settleCoin, nowMs)
  execute(state, order, 'BustTrade', nowMs)
  if (feedsPool) notePoolNow(state, settleCoin, nowMs)
  const closed = before - Math.abs(position.lots)
  if (closed > 0) {
    state.outbox.push({
      type: 'liquidation',
      stage: 'partial',
      account: account.id,
      symbol: market.instrument.symbol,
      positionIdx: position.positionIdx,
      side: side === 'sell' ? 'buy' : 'sell',
      ticks,
      lots: closed,
      markTicks: market.knownMarkTicks,
      timeMs: nowMs,
    })
  }
  return closed
}
