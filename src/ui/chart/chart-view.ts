import { effect, type ReadonlySignal } from '@preact/signals-react'
import { isContractKind } from '../../domain/instrument/product-kind'
import { namedSpread } from '../../domain/market/spread-row'
import type { MarketModel } from '../state/market-model'
import { comparisonsOf, type ComparedMarket } from './comparisons/comparison'
import type { ChartSettings } from './layout-store/chart-settings'
import type { ChartPort, ChartView, PriceScale } from './port/chart-port'

/** What the settings say of the look of a market's bars. */
export function viewOf(settings: ChartSettings, market: MarketModel): ChartView {
  const { chartType, scale, isInverted, isFixed, hasDays, hasCountdown, isLegendFolded, timezone } = settings
  const compared = comparedMarket(market)
  // Other symbols are compared in per cent, whatever the axis is otherwise.
  const isInPerCent = comparisonsOf(settings.comparisons, compared).some(({ kind }) => kind === 'symbol')
  const shown = isInPerCent ? 'percentage' : scaleFor(compared, scale)
  return { chartType, scale: shown, isInverted, isFixed, hasDays, hasCountdown, isLegendFolded, timezone }
}

/** A scale that a market can have: that of a spread, whose price may be zero or below, has no per cent. */
export function scaleFor({ spread }: Pick<ComparedMarket, 'spread'>, scale: PriceScale): PriceScale {
  return spread === null || scale !== 'percentage' ? scale : 'normal'
}

/**
 * What a market can be compared with: a spot pair has no mark price and no index (spec §5), and the bars of an option are
 * its mark's.
 */
export function comparedMarket({ symbol, listed }: Pick<MarketModel, 'symbol' | 'listed'>): ComparedMarket {
  const kind = listed.peek()?.kind
  return {
    symbol,
    hasMark: kind === undefined || isContractKind(kind),
    // By its name: the settings are read before the list has come.
    spread: namedSpread(symbol),
  }
}

/** A view that says the same is left alone: each change draws all panes again. */
export function followView(
  port: Pick<ChartPort, 'setView'>,
  settings: ReadonlySignal<ChartSettings>,
  market: MarketModel,
): () => void {
  let shown = JSON.stringify(viewOf(settings.peek(), market))
  return effect(() => {
    const view = viewOf(settings.value, market)
    const text = JSON.stringify(view)
    if (text === shown) return
    shown = text
    port.setView(view)
  })
}
