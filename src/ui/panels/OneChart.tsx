import { useSignals } from '@preact/signals-react/runtime'
import { Suspense, useCallback, useEffect, useMemo, useState } from 'react'
import type { InstrumentSymbol } from '../../domain/order/order'
import { ChartPanel } from '../chart/ChartPanel'
import type { ChartGroup } from '../chart/grid/chart-group'
import { lazyUntilSign } from '../kit/first-sign'
import { lazyPart, loadPart } from '../kit/load-part'
import { kindOfPage } from '../products/product-view-of'
import { useApp } from '../state/app-context'
import { useLinkGroup } from '../state/link-group'
import type { MarketModel } from '../state/market-model'
import { OrderActions } from '../trading-kit/order-actions'
import { ChartQuestions } from './chart-questions'
import { LINES } from './lines-of'

const PositionDialogs = lazyUntilSign(
  'dialog',
  async () => (await import('../positions/PositionDialogs')).PositionDialogs,
)

const CancelOrderQuestion = lazyUntilSign(
  'dialog',
  async () => (await import('../orders/CancelOrderQuestion')).CancelOrderQuestion,
)

const SendQuestionDialog = lazyPart(
  'dialog',
  async () => (await import('../trading-kit/SendQuestionDialog')).SendQuestionDialog,
)

const MoveUndoBar = lazyPart('chart', async () => (await import('../orders/MoveUndoBar')).MoveUndoBar)

interface Props {
  readonly market: MarketModel
  readonly group: ChartGroup
  /** Its place among the charts of the page; the first is 0. */
  readonly slot: number
  /** Whether the ticket beside it is of this contract. */
  readonly hasTicket: boolean
  /** Gives it another symbol; left out where that is another page. */
  readonly onSymbol?: (symbol: InstrumentSymbol) => void
  /** Whether its symbol is that of all charts. */
  readonly isLinked?: boolean
}

/** A chart with the lines of positions, orders and ticket on it, and what their buttons ask: none of them knows another. */
export function OneChart({ market, group, slot, hasTicket, ...symbol }: Props) {
  useSignals()
  const app = useApp()
  const link = useLinkGroup()
  const actions = useMemo(() => new OrderActions(app), [app])
  const [questions] = useState(() => new ChartQuestions())
  const loadSources = useCallback(async () => {
    const { chartSources } = await loadPart('chart', LINES[kindOfPage(market.symbol)])
    return chartSources(app, market, link, questions, { hasTicket })
  }, [app, market, link, questions, hasTicket])
  const dialog = questions.dialog.value
  const cancelling = questions.cancelling.value
  const moved = questions.undo.moved.value
  const question = questions.send.value
  useEffect(() => () => questions.send.peek()?.answer(false), [questions])
  return (
    <ChartPanel market={market} loadSources={loadSources} group={group} slot={slot} hasTicket={hasTicket} {...symbol}>
      <Suspense fallback={null}>
        {dialog === null ? null : (
          <PositionDialogs dialog={dialog} actions={actions} onClose={() => questions.close()} />
        )}
        {cancelling === null ? null : (
          <CancelOrderQuestion order={cancelling} actions={actions} onClose={() => questions.close()} />
        )}
        {question === null || question.asked.value === null ? null : <SendQuestionDialog question={question} />}
        {moved === null ? null : (
          <MoveUndoBar
            moved={moved}
            tickSize={market.listed.value?.tickSize ?? null}
            onUndo={() => questions.undo.takeBack()}
          />
        )}
      </Suspense>
    </ChartPanel>
  )
}
