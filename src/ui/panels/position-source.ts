import { closePosition } from '../positions/close-position'
import { POSITION_LINE_TEXTS, positionLines, type PositionAction } from '../positions/position-lines'
import { reversePosition } from '../positions/reverse-position'
import type { Position } from '../../domain/position/position'
import type { App } from '../state/app-context'
import type { MarketModel } from '../state/market-model'
import type { LineSource } from '../trading-kit/chart-line'
import { positionFigures } from '../trading-kit/position-figures'
import type { OrderActions } from '../trading-kit/order-actions'
import type { ChartQuestions } from './chart-questions'
import { onFirstSign } from './on-first-sign'

interface Ports {
  readonly app: App
  readonly market: MarketModel
  readonly actions: OrderActions
  readonly questions: ChartQuestions
}

/** The lines of what is held of a market, with its result as the page shows it. */
export function positionSource({ app, market, actions, questions }: Ports): LineSource {
  const { account, clock } = app
  const ports = { app, market, actions, undo: questions.undo }
  const pulls = onFirstSign(() => import('../positions/guard-pull'))
  return () => {
    const instrument = market.held.value
    if (instrument === null) return []
    return positionLines({
      instrument,
      positions: account.positions.value,
      unrealised: (position) => {
        // Four times a second, and not in the frame of the price.
        void clock.ticking.value
        return positionFigures(position, market.markPrice.peek(), instrument).unrealisedPnl
      },
      texts: POSITION_LINE_TEXTS,
      act: (action, position) => actOn(app, questions, action, position),
      begin: (position) => pulls.peek()?.beginPull(ports, position) ?? null,
    })
  }
}

/** The position as it is now: its line is left alone while it says the same. */
function actOn(app: App, questions: ChartQuestions, action: PositionAction, { symbol, positionIdx }: Position): void {
  const position = app.account.position(symbol, positionIdx)
  if (position === null || position.side === null) return
  if (action === 'close') {
    if (app.account.preferences.peek().asksBeforeClose) questions.dialog.value = { kind: 'closeMarket', position }
    else void closePosition(app, position, null)
  } else if (action === 'tpSl') questions.dialog.value = { kind: 'tpSl', position }
  else if (!reversePosition(app, position)) questions.dialog.value = { kind: 'reverse', position }
}
