import { compare, type Price } from '../../domain/decimal'
import type { Position } from '../../domain/position/position'
import { snapPrice } from '../../domain/order/price-rules'
import type { Rejection } from '../../workers/presses'
import { formatQty } from '../format'
import { say } from '../i18n/instance'
import type { App } from '../state/app-context'
import type { MarketModel } from '../state/market-model'
import { tradingBlock } from '../state/trading-block'
import type { LineMoving } from '../trading-kit/chart-line'
import { movedDetail, movedPrice } from '../trading-kit/moved-detail'
import { guardsOf, partialSets } from '../trading-kit/position-guards'
import { PositionTpSl } from '../trading-kit/tpsl/position-tpsl'
import { prefsIn, type Leg } from '../trading-kit/tpsl/tpsl-prefs'

interface Ports {
  readonly app: Pick<App, 'account' | 'catalogue' | 'connection' | 'notices' | 'kept'> & {
    readonly hub: { readonly api: Pick<App['hub']['api'], 'setTpSl'> }
  }
  readonly market: MarketModel
}

/** The hub's own word for a guard that finds its position gone (O16). */
const POSITION_CLOSED: Rejection = { code: null, reason: 'positionClosed', message: '', ext: {} }

type Key = Pick<Position, 'symbol' | 'positionIdx'>

/**
 * Begins to pull a take-profit or a stop-loss out of the line of a position, which stays: beyond the market in the
 * position's favour it is the one, else the other. It guards the whole position, or, where it has partial sets, adds one.
 */
export function beginPull(ports: Ports, { symbol, positionIdx }: Key): LineMoving | null {
  const position = ports.app.account.position(symbol, positionIdx)
  if (position === null || position.side === null || position.entryPrice === null) return null
  const forms = formOf(ports, position)
  return {
    at(value) {
      const instrument = ports.market.instrument.peek()
      const price = instrument === null ? (position.entryPrice ?? ('0' as Price)) : snapPrice(value, instrument)
      const leg = legAt(price, position, forms)
      const form = forms.form[leg]
      form.price.set(price)
      const problem = form.problem.peek()
      const size = formatQty(position.size, instrument?.lotSize ?? null)
      return {
        ...movedPrice(price, { tickSize: instrument?.tickSize ?? price }),
        text: say(`chart:${leg}`, { qty: size }),
        tone: leg === 'takeProfit' ? 'profit' : 'loss',
        detail:
          instrument === null
            ? null
            : movedDetail(price, { from: position.entryPrice, result: form.pnl.peek(), liquidation: null }, instrument),
        problem: problem === null ? null : say(`trade:problem.${problem}`),
      }
    },
    drop: (price) => pullGuard(ports, { symbol, positionIdx }, price),
  }
}

/** Sets the guard that a price stands for, with the checks of the position's own dialog. */
export async function pullGuard({ app, market }: Ports, { symbol, positionIdx }: Key, price: Price): Promise<void> {
  const { notices, account } = app
  const stopWith = (reason: string): void => notices.say('tradingClosed', { reason }, { failure: true })
  const block = tradingBlock(app, market)
  if (block !== null) return stopWith(say(`trade:block.${block}`))
  const position = account.position(symbol, positionIdx)
  if (position === null || position.side === null) return notices.sayRefused('tpSlRefused', POSITION_CLOSED)
  const forms = formOf({ app, market }, position)
  const form = forms.form[legAt(price, position, forms)]
  form.price.set(price)
  const problem = form.problem.peek()
  if (problem !== null) return stopWith(say(`trade:problem.${problem}`))
  const terms = forms.terms.peek()
  if (terms === null) return
  const outcome = await app.hub.api.setTpSl(terms)
  if (outcome.kind === 'refused') notices.sayRefused('tpSlRefused', outcome.rejection)
  else if (outcome.kind === 'accepted' && !notices.isClosed('createOrderNotifyClose'))
    notices.say('setTpSuccess', { symbol })
}

function formOf({ app, market }: Ports, position: Position): PositionTpSl {
  const orders = app.account.openOrders.peek()
  const mode = partialSets(position, orders).length > 0 ? 'partial' : 'full'
  return new PositionTpSl(position, market, mode, null, {
    prefs: prefsIn(app.kept),
    hasRoi: app.account.view.peek().hasOwnMargin,
    slippageOf: (leg) => guardsOf(position, orders).find((one) => one.stopOrderType === leg)?.slippage ?? null,
  })
}

/** On which side of the market it lies, by the price that would fire it. */
function legAt(price: Price, { side }: Position, { form }: PositionTpSl): Leg {
  const context = form.takeProfit.context.peek()
  const reference = context?.reference(form.takeProfit.by.peek()) ?? null
  const isAbove = reference === null || compare(price, reference) > 0
  return isAbove === (side === 'buy') ? 'takeProfit' : 'stopLoss'
}
