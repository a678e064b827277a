import { Suspense } from 'react'
import { lazyPart } from '../kit/load-part'
import type { PanelProps } from './panel'

const LadderPanel = lazyPart('ladder', async () => (await import('../ladder/LadderPanel')).LadderPanel)

/** The price ladder, in a file of its own: the first screen does without it. */
export function Ladder({ market }: PanelProps) {
  return (
    <Suspense fallback={null}>
      <LadderPanel key={market.symbol} market={market} />
    </Suspense>
  )
}
