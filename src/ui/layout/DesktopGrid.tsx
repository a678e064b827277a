import { useDeferredValue, type CSSProperties } from 'react'
import { PanelFrame } from '../panels/PanelFrame'
import type { MarketModel } from '../state/market-model'
import type { DesktopLayout } from './desktop-layout'
import styles from './DesktopGrid.module.css'

interface Props {
  readonly layout: DesktopLayout
  readonly market: MarketModel
}

/** The panels of a desktop page, each where its layout says. */
export function DesktopGrid({ layout, market }: Props) {
  const { columns, narrowColumns = columns, rows, areas, cells } = layout
  // Prices are painted first; what is pressed comes in a commit of its own, right behind them.
  const hasAll = useDeferredValue(true, false)
  const grid = {
    '--columns': columns,
    '--narrow-columns': narrowColumns,
    gridTemplateRows: rows,
    gridTemplateAreas: areas,
  } as CSSProperties
  return (
    <main className={styles['grid']} style={grid}>
      {cells.map(({ area, panels, scrolls, isFirst }) => (
        <div key={area} className={styles['cell']} style={{ gridArea: area }} data-scrolls={scrolls}>
          {panels.map((id) => (hasAll || isFirst === true ? <PanelFrame key={id} id={id} market={market} /> : null))}
        </div>
      ))}
    </main>
  )
}
