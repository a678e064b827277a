import type { Qty, Rate } from '../../../domain/decimal'
import type { NewOrder } from '../../../domain/order/new-order'
import type { OrderId } from '../../../domain/order/order'
import type { Position } from '../../../domain/position/position'
import type { Outcome } from '../../../workers/presses'
import { say } from '../../i18n/instance'
import type { App } from '../../state/app-context'
import { tradingBlock } from '../../state/trading-block'
import { freezeIntent } from '../intent'

/** @returns the outcome, or `null` where trading is closed (said in a toast) */
export async function sendRateClose(app: App, position: Position, mmRate: Rate): Promise<Outcome<OrderId> | null> {
  const block = tradingBlock(app, app.market(position.symbol))
  const session = app.account.session.peek()
  if (block !== null || session === null) {
    app.notices.say('tradingClosed', { reason: say(`trade:block.${block ?? 'signedOut'}`) }, { failure: true })
    return null
  }
  return app.hub.api.placeOrder(freezeIntent(rateClose(position, mmRate), session.account, Date.now()))
}

/** It has no quantity of its own: all that is held by then is closed. */
export function rateClose({ symbol, side, positionIdx }: Position, mmRate: Rate): NewOrder {
  return {
    symbol,
    side: side === 'buy' ? 'sell' : 'buy',
    type: 'market',
    price: null,
    qty: '0' as Qty,
    timeInForce: 'immediateOrCancel',
    reduceOnly: true,
    closeOnTrigger: true,
    positionIdx,
    mmRate,
  }
}
