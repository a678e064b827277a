import type { NewOrder } from '../../domain/order/new-order'
import type { Price, Qty } from '../../domain/decimal'
import type { Position } from '../../domain/position/position'
import type { Outcome } from '../../workers/presses'
import type { OrderId } from '../../domain/order/order'
import { say } from '../i18n/instance'
import { freezeIntent } from '../trading-kit/intent'
import type { App } from '../state/app-context'
import { tradingBlock } from '../state/trading-block'

/** A second press on the same position within this time is the same press. */
const SAME_PRESS_MS = 800
const lastPressMs = new Map<string, number>()

/**
 * Sends a reduce-only order for a position: at the market, or resting at `price`; for all of it unless told otherwise.
 * @returns the outcome, or `null` when the press was a repeat or trading is closed (said in a toast)
 */
export async function closePosition(
  app: App,
  position: Position,
  price: Price | null,
  qty: Qty = position.size,
): Promise<Outcome<OrderId> | null> {
  const now = performance.now()
  const key = `${position.symbol}/${position.positionIdx}`
  const last = lastPressMs.get(key)
  if (position.side === null || (last !== undefined && now - last < SAME_PRESS_MS)) return null
  const block = tradingBlock(app, app.market(position.symbol))
  const session = app.account.session.peek()
  if (block !== null || session === null) {
    app.notices.say('tradingClosed', { reason: say(`trade:block.${block ?? 'signedOut'}`) }, { failure: true })
    return null
  }
  lastPressMs.set(key, now)
  const order = closingOrder(position, price, qty)
  // Copy trading closes a position whole by a call of its own.
  const closesAll = session.kind === 'copy' && price === null && qty === position.size
  const meant = closesAll ? ({ ...order, action: 'CloseAll' } as const) : order
  const intent = freezeIntent(meant, session.account, Date.now())
  const outcome = await app.hub.api.placeOrder(intent)
  if (outcome.kind === 'refused' && outcome.rejection.code === null)
    app.notices.sayRefused('closeRefused', outcome.rejection)
  return outcome
}

/** A reduce-only order for a position, however large. */
export function closingOrder(position: Position, price: Price | null, qty: Qty = position.size): NewOrder {
  return {
    symbol: position.symbol,
    side: position.side === 'buy' ? 'sell' : 'buy',
    type: price === null ? 'market' : 'limit',
    price,
    // Above the largest order the exchange makes several of it.
    qty,
    timeInForce: price === null ? 'immediateOrCancel' : 'goodTillCancel',
    reduceOnly: true,
    closeOnTrigger: false,
    positionIdx: position.positionIdx,
  }
}
