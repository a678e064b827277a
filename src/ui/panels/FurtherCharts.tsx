import { useSignals } from '@preact/signals-react/runtime'
import { useEffect } from 'react'
import { symbolIn, withSymbol } from '../chart/grid/chart-grid'
import type { ChartGroup } from '../chart/grid/chart-group'
import { linkCharts } from '../chart/grid/link-charts'
import type { InstrumentSymbol } from '../../domain/order/order'
import { useTranslation } from '../i18n/use-translation'
import { useApp } from '../state/app-context'
import type { MarketModel } from '../state/market-model'
import { OneChart } from './OneChart'
import styles from './PriceChart.module.css'

interface Props {
  readonly page: MarketModel
  readonly group: ChartGroup
}

/** The charts beside the page's own, each with its symbol and interval. One that is closed reads nothing more. */
export function FurtherCharts({ page, group }: Props) {
  useSignals()
  const { t } = useTranslation('layouts')
  const { catalogue, market } = useApp()
  useEffect(() => linkCharts(group.charts, group.grid), [group])
  const grid = group.grid.value
  const listed = catalogue.bySymbol.value
  return Array.from({ length: grid.count - 1 }, (_, at) => {
    const slot = at + 1
    const wanted = symbolIn(grid, slot, page.symbol) as InstrumentSymbol
    // A contract that has ended has no chart.
    const symbol = listed.has(wanted) ? wanted : page.symbol
    const isLinked = grid.links.includes('symbol')
    return (
      <FurtherChart
        key={`${slot}/${symbol}`}
        market={market(symbol)}
        group={group}
        slot={slot}
        hasTicket={symbol === page.symbol}
        head={
          <select
            className={styles['symbol']}
            aria-label={t('symbolOf', { number: slot + 1 })}
            title={isLinked ? t('linkedSymbol') : undefined}
            disabled={isLinked}
            value={symbol}
            onChange={(event) => group.setGrid(withSymbol(group.grid.peek(), slot, event.currentTarget.value))}
          >
            {[...listed.keys()].map((one) => (
              <option key={one} value={one}>
                {one}
              </option>
            ))}
          </select>
        }
      />
    )
  })
}

function FurtherChart(props: Parameters<typeof OneChart>[0]) {
  const { hub } = useApp()
  const { symbol } = props.market
  useEffect(() => hub.watch({ topic: { kind: 'ticker', symbol } }), [hub, symbol])
  return <OneChart {...props} />
}
