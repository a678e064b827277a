import { useSignals } from '@preact/signals-react/runtime'
import { Suspense, useEffect, useMemo, useState } from 'react'
import { ChartGroup } from '../chart/grid/chart-group'
import { lazyPart } from '../kit/load-part'
import { OneChart } from './OneChart'
import type { PanelProps } from './panel'
import styles from './PriceChart.module.css'

const FurtherCharts = lazyPart('chart', async () => (await import('./FurtherCharts')).FurtherCharts)

/** The chart of the page's contract, and those that its trader put beside it where there is room for them. */
export function PriceChart({ market }: PanelProps) {
  useSignals()
  const group = useMemo(() => new ChartGroup(), [])
  useEffect(() => () => group.close(), [group])
  // A window that becomes wide draws another page.
  const [isWide] = useState(() => matchMedia('(min-width: 768px)').matches)
  const count = isWide ? group.count.value : 1
  return (
    <div className={styles['grid']} data-count={count}>
      <OneChart market={market} group={group} slot={0} hasTicket />
      {count === 1 ? null : (
        <Suspense fallback={null}>
          <FurtherCharts page={market} group={group} />
        </Suspense>
      )}
    </div>
  )
}
