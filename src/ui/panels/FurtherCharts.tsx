import { useSignals } from '@preact/signals-react/runtime'
import { useEffect } from 'react'
import { symbolIn, withSymbol } from '../chart/grid/chart-grid'
import type { ChartGroup } from '../chart/grid/chart-group'
import { linkCharts } from '../chart/grid/link-charts'
import type { InstrumentSymbol } from '../../domain/order/order'
import { useApp } from '../state/app-context'
import type { MarketModel } from '../state/market-model'
import { OneChart } from './OneChart'

interface Props {
  readonly page: MarketModel
  readonly group: ChartGroup
}

/** The charts beside the page's own, each with its symbol and interval. One that is closed reads nothing more. */
export function FurtherCharts({ page, group }: Props) {
  useSignals()
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
        isLinked={isLinked}
        onSymbol={(one) => group.setGrid(withSymbol(group.grid.peek(), slot, one))}
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
