import { useSignals } from '@preact/signals-react/runtime'
import { useEffect } from 'react'
import type { InstrumentSymbol } from '../../domain/order/order'
import { miniLine, type MiniCharts } from './mini-charts'
import styles from './MarketsTable.module.css'

const BOX = { width: 96, height: 22 } as const

/** The last day of a market as one grey line, with a dotted one at the price it began with. Its change says the same in figures. */
export function MiniChart({ symbol, charts }: { readonly symbol: InstrumentSymbol; readonly charts: MiniCharts }) {
  useSignals()
  useEffect(() => {
    charts.want(symbol)
    return () => charts.unwant(symbol)
  }, [charts, symbol])
  const points = charts.of(symbol).value
  const line = points === null ? null : miniLine(points, BOX)
  return (
    <svg
      className={styles['mini']}
      width={BOX.width}
      height={BOX.height + 2}
      viewBox={`0 -1 ${BOX.width} ${BOX.height + 2}`}
      aria-hidden="true"
    >
      {line === null ? null : (
        <>
          <path d={`M0 ${line.openY}H${BOX.width}`} strokeDasharray="1 3" />
          <path d={line.path} data-line="" />
        </>
      )}
    </svg>
  )
}
