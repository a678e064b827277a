import type { Price } from '../../domain/decimal'
import { snapPrice } from '../../domain/order/price-rules'
import type { OrderId } from '../../domain/order/order'
import { isOpen } from '../../domain/order/order-status'
import type { Rejection } from '../../workers/presses'
import { say } from '../i18n/instance'
import { askScale } from '../trading-kit/leg-markets'
import type { App } from '../state/app-context'
import type { MarketModel } from '../state/market-model'
import { tradingBlock } from '../state/trading-block'
import type { LineMoving, LineTone, MovedLine } from '../trading-kit/chart-line'
import type { MoveUndo } from '../trading-kit/move-undo'
import { movedPrice } from '../trading-kit/moved-detail'
import type { OrderActions } from '../trading-kit/order-actions'
import type { SendQuestion } from '../trading-kit/send-question'
import { isUntouched, termsOfChange } from '../trading-kit/send-terms'
import { checkMove, fillsAtOnce, movedOrderDetail } from './move-check'
import { movedPriceOf, movesByHand } from './moved-price'

export interface MovePorts {
  readonly app: Pick<App, 'account' | 'catalogue' | 'connection' | 'market' | 'notices'>
  readonly market: MarketModel
  readonly actions: Pick<OrderActions, 'change' | 'pendingOf'>
  readonly question: SendQuestion
  readonly undo: MoveUndo
}

/** The hub's own word for a change that finds its order over. */
const ORDER_ENDED: Rejection = { code: null, reason: 'orderEnded', message: '', ext: {} }

interface MovedLook {
  readonly text: string
  readonly tone: LineTone
}

/** Begins to move an order as it is now. @returns `null` where it is gone, or an answer about it is still to come */
export function beginMove(ports: MovePorts, id: OrderId, look: MovedLook): LineMoving | null {
  const { app, market, actions } = ports
  const order = app.account.order(id)
  if (order === null || !isOpen(order) || !movesByHand(order) || actions.pendingOf(order) !== null) return null
  return {
    at(value) {
      const instrument = market.listed.peek()
      const price = instrument === null ? (String(value) as Price) : snapPrice(value, instrument)
      const now = app.account.order(id) ?? order
      const { change, problem } = checkMove(now, price, market, app)
      const detail = fillsAtOnce(now, price, market)
        ? { text: say('chart:fillsAtOnce'), tone: 'warn' as const }
        : movedOrderDetail(now, price, market, app)
      return {
        ...look,
        ...movedPrice(price, { tickSize: instrument?.tickSize ?? price }),
        detail: change?.tpSl === undefined ? detail : alongside(detail),
        problem,
      }
    },
    drop: (price) => moveOrder(ports, id, price, look.text),
  }
}

/**
 * Moves an order to a price with one amendment, as its dialog would: what stands in the way and a refusal are said by a
 * notice, what is far or would match at once is asked first, and a lost answer is looked up by the hub and never sent again (O12).
 *
 * @param isUndo whether it takes a move back, which is not offered to be taken back in turn
 */
export async function moveOrder(
  ports: MovePorts,
  id: OrderId,
  price: Price,
  text: string,
  { isUndo = false }: { readonly isUndo?: boolean } = {},
): Promise<void> {
  const { app, market, actions, question, undo } = ports
  const order = app.account.order(id)
  const from = order === null ? null : (movedPriceOf(order)?.price ?? null)
  if (order === null || from === null || !isOpen(order)) return app.notices.sayRefused('amendRefused', ORDER_ENDED)
  if (from === price) return
  const session = app.account.session.peek()
  const block = tradingBlock(app, market)
  if (session === null || block !== null) return nothingSent(app, say(`trade:block.${block ?? 'signedOut'}`))
  const { change, problem } = checkMove(order, price, market, app)
  if (problem !== null) return nothingSent(app, problem)
  if (change === null) return
  const subject = {
    what: 'amendment',
    terms: { ...termsOfChange(order, change), isMoved: true },
    market,
    known: isUntouched(change),
    changed: { tpSl: change.tpSl },
    ...askScale(order.symbol, app),
  } as const
  if (question.isNeeded(subject) && !(await asks(ports, subject, session.account))) return
  const outcome = await actions.change(order, change)
  if (outcome.kind === 'refused') app.notices.sayRefused('amendRefused', outcome.rejection)
  else if (outcome.kind === 'accepted' && !isUndo) {
    const takeBack = (): void => void moveOrder(ports, id, from, text, { isUndo: true })
    const isOver = (): boolean => {
      const now = app.account.order(id)
      // One that has triggered is an order in the book: what was moved is its trigger no more.
      return now === null || !isOpen(now) || (now.status === 'untriggered') !== (order.status === 'untriggered')
    }
    undo.offer({ kind: change.tpSl === undefined ? 'moved' : 'movedWithTpSl', to: price, text, isOver, takeBack })
  }
}

/** What is said of a move that takes take-profit and stop-loss along, which the order's dialog does not. */
function alongside(detail: MovedLine['detail']): MovedLine['detail'] {
  const words = say('chart:tpSlAlong')
  return detail === null ? { text: words, tone: 'muted' } : { ...detail, text: `${detail.text} · ${words}` }
}

async function asks(
  { app, market, question }: MovePorts,
  subject: Parameters<SendQuestion['ask']>[0],
  account: string,
): Promise<boolean> {
  if (!(await question.ask(subject))) return false
  return app.account.session.peek()?.account === account && tradingBlock(app, market) === null
}

function nothingSent(app: Pick<App, 'notices'>, reason: string): void {
  app.notices.say('tradingClosed', { reason }, { failure: true })
}
