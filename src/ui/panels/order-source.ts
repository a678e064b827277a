import type { Order } from '../../domain/order/order'
import { unknownPrice } from '../orders/moved-price'
import { ORDER_LINE_TEXTS, orderLines } from '../orders/order-lines'
import type { MovePorts } from '../orders/order-move'
import type { App } from '../state/app-context'
import type { MarketModel } from '../state/market-model'
import type { LineSource } from '../trading-kit/chart-line'
import type { OrderActions } from '../trading-kit/order-actions'
import { pairOf } from '../trading-kit/order-pair'
import { SendQuestion } from '../trading-kit/send-question'
import type { ChartQuestions } from './chart-questions'
import { onFirstSign } from './on-first-sign'

interface Ports {
  readonly app: App
  readonly market: MarketModel
  readonly actions: OrderActions
  readonly questions: ChartQuestions
}

/** The lines of a market's open orders on its chart: they are cancelled there, and moved by hand. */
export function orderSource({ app, market, actions, questions }: Ports): LineSource {
  const { account } = app
  const cancel = (order: Order): void => {
    // Of two legs over one amount it is always asked which of them goes.
    if (account.preferences.peek().asksBeforeChartCancel || pairOf(order, account) !== null)
      questions.cancelling.value = order
    else void actions.cancel(order)
  }
  const question = (questions.send.value ??= new SendQuestion(app.account))
  const ports: MovePorts = { app, market, actions, question, undo: questions.undo }
  const moves = onFirstSign(() => import('../orders/order-move'))
  return (instrument) =>
    orderLines({
      instrument,
      orders: account.openOrders.value,
      texts: ORDER_LINE_TEXTS,
      cancel,
      begin: (id, look) => moves.peek()?.beginMove(ports, id, look) ?? null,
      asked: (order) => unknownPrice(order, account.changes.value),
    })
}
