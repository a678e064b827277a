import { useSignals } from '@preact/signals-react/runtime'
import { Suspense, useCallback, useMemo } from 'react'
import { ChartPanel } from '../chart/ChartPanel'
import { lazyUntilSign } from '../kit/first-sign'
import { loadPart } from '../kit/load-part'
import { useApp } from '../state/app-context'
import { useLinkGroup } from '../state/link-group'
import { OrderActions } from '../trading-kit/order-actions'
import { ChartQuestions } from './chart-questions'
import type { PanelProps } from './panel'

const PositionDialogs = lazyUntilSign(
  'dialog',
  async () => (await import('../positions/PositionDialogs')).PositionDialogs,
)

const CancelOrderQuestion = lazyUntilSign(
  'dialog',
  async () => (await import('../orders/CancelOrderQuestion')).CancelOrderQuestion,
)

/** The chart with the lines of positions, orders and ticket on it, and what their buttons ask: none of them knows another. */
export function PriceChart({ market }: PanelProps) {
  useSignals()
  const app = useApp()
  const link = useLinkGroup()
  const actions = useMemo(() => new OrderActions(app), [app])
  const questions = useMemo(() => new ChartQuestions(), [])
  const loadSources = useCallback(async () => {
    const { chartSources } = await loadPart('chart', () => import('./chart-lines'))
    return chartSources(app, market, link, questions)
  }, [app, market, link, questions])
  const dialog = questions.dialog.value
  const cancelling = questions.cancelling.value
  return (
    <ChartPanel market={market} loadSources={loadSources}>
      <Suspense fallback={null}>
        {dialog === null ? null : (
          <PositionDialogs dialog={dialog} actions={actions} onClose={() => questions.close()} />
        )}
        {cancelling === null ? null : (
          <CancelOrderQuestion order={cancelling} actions={actions} onClose={() => questions.close()} />
        )}
      </Suspense>
    </ChartPanel>
  )
}
