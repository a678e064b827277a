import { compare, type Price } from '../../domain/decimal'
import type { Order, Slippage } from '../../domain/order/order'
import type { Position } from '../../domain/position/position'
import { snapPrice } from '../../domain/order/price-rules'
import type { TpSlLeg } from '../../domain/order/tp-sl'
import { setsGuard, type TradingStop } from '../../domain/position/position-settings'
import type { Rejection } from '../../workers/presses'
import { formatQty } from '../format'
import { say } from '../i18n/instance'
import type { App } from '../state/app-context'
import type { MarketModel } from '../state/market-model'
import { tradingBlock } from '../state/trading-block'
import type { LineMoving } from '../trading-kit/chart-line'
import type { MoveUndo } from '../trading-kit/move-undo'
import { movedDetail, movedPrice } from '../trading-kit/moved-detail'
import type { OrderActions } from '../trading-kit/order-actions'
import { guardsOf, partialSets } from '../trading-kit/position-guards'
import { PositionTpSl } from '../trading-kit/tpsl/position-tpsl'
import { prefsIn, type Leg } from '../trading-kit/tpsl/tpsl-prefs'

interface Ports {
  readonly app: Pick<App, 'account' | 'catalogue' | 'connection' | 'notices' | 'kept'> & {
    readonly hub: { readonly api: Pick<App['hub']['api'], 'setTpSl'> }
  }
  readonly market: MarketModel
  readonly actions: Pick<OrderActions, 'cancel'>
  readonly undo: MoveUndo
}

/** The hub's own word for a guard that finds its position gone (O16). */
const POSITION_CLOSED: Rejection = { code: null, reason: 'positionClosed', message: '', ext: {} }
/** The same for a guard that was pulled out, and is over. */
const GUARD_ENDED: Rejection = { code: null, reason: 'orderEnded', message: '', ext: {} }

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
      return {
        ...movedPrice(price, { tickSize: instrument?.tickSize ?? price }),
        text: textOf(leg, position, ports),
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
export async function pullGuard(ports: Ports, key: Key, price: Price): Promise<void> {
  const position = heldNow(ports, key)
  if (position === null) return
  const forms = formOf(ports, position)
  const leg = legAt(price, position, forms)
  const form = forms.form[leg]
  form.price.set(price)
  const problem = form.problem.peek()
  if (problem !== null) return nothingSent(ports, say(`trade:problem.${problem}`))
  const terms = forms.terms.peek()
  if (terms === null) return
  const text = textOf(leg, position, ports)
  const takeBack = terms.mode === 'full' ? asBefore(ports, position, leg) : withoutNew(ports, position, leg, price)
  const isOver = (): boolean => ports.app.account.position(key.symbol, key.positionIdx)?.side !== position.side
  if (await send(ports, terms)) ports.undo.offer({ kind: 'set', to: price, text, isOver, takeBack })
}

/** @returns whether the exchange took it: a lost answer is the hub's to look up (O12) */
async function send({ app: { hub, notices } }: Ports, terms: TradingStop): Promise<boolean> {
  const outcome = await hub.api.setTpSl(terms)
  if (outcome.kind === 'refused') notices.sayRefused('tpSlRefused', outcome.rejection)
  else if (outcome.kind === 'accepted' && setsGuard(terms) && !notices.isClosed('createOrderNotifyClose'))
    notices.say('setTpSuccess', { symbol: terms.symbol })
  return outcome.kind === 'accepted'
}

/** Sets the guard of a whole position as it is now once more, or takes it away where there is none. */
function asBefore(ports: Ports, position: Position, leg: Leg): () => void {
  const { symbol, positionIdx } = position
  const by = (leg === 'takeProfit' ? position.tpTriggerBy : position.slTriggerBy) ?? 'last'
  const price = position[leg] ?? ('0' as Price)
  const slippage = price === '0' ? null : slippageOf(ports, position, leg)
  const before: TpSlLeg = { price, by, orderType: 'market', limitPrice: null, slippage }
  const untouched = { takeProfit: null, stopLoss: null, tpSize: null, slSize: null, tpOrderId: null, slOrderId: null }
  return () => {
    if (heldNow(ports, position) === null) return
    void send(ports, { ...untouched, symbol, positionIdx, mode: 'full', trailing: null, [leg]: before })
  }
}

/** Cancels the partial guard that stands at a price, and did not before. */
function withoutNew(ports: Ports, position: Position, leg: Leg, price: Price): () => void {
  const type = leg === 'takeProfit' ? 'partialTakeProfit' : 'partialStopLoss'
  const standing = (): readonly Order[] =>
    guardsOf(position, ports.app.account.openOrders.peek()).filter(
      (one) => one.stopOrderType === type && one.triggerPrice === price,
    )
  const before = new Set(standing().map(({ id }) => id))
  return () => {
    if (heldNow(ports, position) === null) return
    const added = standing().find(({ id }) => !before.has(id))
    if (added === undefined) ports.app.notices.sayRefused('cancelRefused', GUARD_ENDED)
    else void ports.actions.cancel(added)
  }
}

/** @returns the position, `null` once it was said why nothing is sent */
function heldNow({ app, market }: Ports, { symbol, positionIdx }: Key): Position | null {
  const block = tradingBlock(app, market)
  if (block !== null) {
    nothingSent({ app }, say(`trade:block.${block}`))
    return null
  }
  const position = app.account.position(symbol, positionIdx)
  if (position !== null && position.side !== null) return position
  app.notices.sayRefused('tpSlRefused', POSITION_CLOSED)
  return null
}

function nothingSent({ app }: Pick<Ports, 'app'>, reason: string): void {
  app.notices.say('tradingClosed', { reason }, { failure: true })
}

function textOf(leg: Leg, { size }: Position, { market }: Ports): string {
  return say(`chart:${leg}`, { qty: formatQty(size, market.instrument.peek()?.lotSize ?? null) })
}

function slippageOf({ app }: Ports, position: Position, leg: Leg): Slippage | null {
  const orders = app.account.openOrders.peek()
  return guardsOf(position, orders).find((one) => one.stopOrderType === leg)?.slippage ?? null
}

function formOf(ports: Ports, position: Position): PositionTpSl {
  const { app, market } = ports
  const orders = app.account.openOrders.peek()
  const mode = partialSets(position, orders).length > 0 ? 'partial' : 'full'
  return new PositionTpSl(position, market, mode, null, {
    prefs: prefsIn(app.kept),
    hasRoi: app.account.view.peek().hasOwnMargin,
    slippageOf: (leg) => slippageOf(ports, position, leg),
  })
}

/** On which side of the market it lies, by the price that would fire it. */
function legAt(price: Price, { side }: Position, { form }: PositionTpSl): Leg {
  const context = form.takeProfit.context.peek()
  const reference = context?.reference(form.takeProfit.by.peek()) ?? null
  const isAbove = reference === null || compare(price, reference) > 0
  return isAbove === (side === 'buy') ? 'takeProfit' : 'stopLoss'
}
