import type { Side } from '../../domain/order/order'
import type { Position } from '../../domain/position/position'
import { draftLines } from '../order-entry/draft-lines'
import { draftPrices } from '../order-entry/draft-prices'
import { takePlan } from '../order-entry/take-plan'
import { ticketOf } from '../order-entry/ticket-of'
import { closePosition } from '../positions/close-position'
import { POSITION_LINE_TEXTS, positionLines, type PositionAction } from '../positions/position-lines'
import { reversePosition } from '../positions/reverse-position'
import { loadPart } from '../kit/load-part'
import type { App } from '../state/app-context'
import type { LinkGroup } from '../state/link-group'
import type { MarketModel } from '../state/market-model'
import type { ChartSources } from '../trading-kit/chart-line'
import { OrderActions } from '../trading-kit/order-actions'
import { positionFigures } from '../trading-kit/position-figures'
import { chartExecutions } from './chart-executions'
import type { ChartQuestions } from './chart-questions'
import { alertSource } from './alert-source'
import { hoverSource } from './hover-source'
import { onFirstSign } from './on-first-sign'
import { orderSource } from './order-source'

const SIDES: readonly Side[] = ['buy', 'sell']

/** What positions, orders and the ticket of a link group draw on the chart of their contract, the last on top, and its trades. */
export function chartSources(
  app: App,
  market: MarketModel,
  link: LinkGroup,
  questions: ChartQuestions,
  { hasTicket }: { readonly hasTicket: boolean },
): ChartSources {
  const { account, clock } = app
  const actions = new OrderActions(app)
  const act = (action: PositionAction, position: Position): void => actOn(app, questions, action, position)
  const ports = { app, market }
  const pulls = onFirstSign(() => import('../positions/guard-pull'))
  const drafts = onFirstSign(() => import('../order-entry/draft-move'))
  const lines: ChartSources['lines'] = [
    hoverSource(market.symbol, link),
    alertSource(app, market),
    () => {
      const instrument = market.instrument.value
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
        act,
        begin: (position) => pulls.peek()?.beginPull(ports, position) ?? null,
      })
    },
    orderSource({ app, market, actions, questions }),
    () => {
      const instrument = market.instrument.value
      const ticket = ticketOf(market, app, link)
      return instrument === null
        ? []
        : draftLines(instrument, draftPrices(ticket), {
            begin: (kind) => drafts.peek()?.beginDraftMove(ticket, kind) ?? null,
            place: {
              sides: SIDES.filter((side) => ticket.block.value === null && ticket.order(side) !== null),
              // The ticket's own press, with all that it asks and refuses.
              send: (side) => void ticket.press(side),
            },
          })
    },
  ]
  return {
    lines,
    ...chartExecutions(app, market.symbol),
    toTicket: (plan) => takePlan(ticketOf(market, app, link), plan),
    menu: async (price) => {
      const { chartMenu } = await loadPart('chart', () => import('./chart-menu'))
      return chartMenu({ app, market, link, hasTicket }, price)
    },
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
