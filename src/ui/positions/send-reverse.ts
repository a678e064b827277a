import type { OrderId } from '../../domain/order/order'
import type { Position } from '../../domain/position/position'
import type { Outcome } from '../../workers/presses'
import { newIntentId } from '../trading-kit/intent'
import type { App } from '../state/app-context'
import { tradingBlock } from '../state/trading-block'
import { say } from '../i18n/instance'

/** Names both legs before anything leaves, so that the hub can find them again whatever happens (I1, O13). */
export function sendReverse(
  { account, hub }: App,
  { symbol, positionIdx, side, size }: Position,
): Promise<Outcome<OrderId> | null> {
  const session = account.session.peek()
  if (session === null || side === null) return Promise.resolve(null)
  return hub.api.reverse({
    id: newIntentId(),
    account: session.account,
    symbol,
    positionIdx,
    side,
    size,
    closeId: newIntentId(),
    openId: newIntentId(),
    leverage: null,
    pressedAtMs: Date.now(),
  })
}

/** A reverse without a dialog, for who chose not to be asked: what stands in the way is told as a toast. */
export async function reverseAtOnce(app: App, position: Position): Promise<void> {
  const block = tradingBlock(app, app.market(position.symbol))
  if (block !== null) {
    app.notices.say('tradingClosed', { reason: say(`trade:block.${block}`) }, { failure: true })
    return
  }
  const outcome = await sendReverse(app, position)
  // Unknown goes on above the positions, where it tells its stage.
  if (outcome?.kind === 'refused') app.notices.sayRefused('reverseRefused', outcome.rejection)
}
