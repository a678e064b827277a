import type { DecimalText, Money } from '../../src/domain/decimal'
import type { InstrumentSymbol } from '../../src/domain/order/order'
import type { PortfolioMargins, PortfolioPosition, PortfolioReport } from '../../src/domain/risk/portfolio-report'
import { VENUE_GRID, worstScenario } from '../../src/domain/risk/portfolio-margin'
import { scenarioTable, type MoveRow } from '../../src/domain/risk/scenario-table'
import { WAYS } from '../../src/domain/risk/scenario-values'
import type { EnginePortfolio, EnginePortfolioAfter, EnginePortfolioPosition } from '../engine/records/portfolio-report'
import type { Listing } from './listing'
import { moneyOf } from './shapes'

/** An underlying of an account with portfolio margin, in decimals. The model's numbers are shown to the nearest 1e-8. */
export function toPortfolio(report: EnginePortfolio, listingOf: (symbol: string) => Listing): PortfolioReport {
  return {
    ...toMargins(report),
    closingFee: moneyOf(report.closingFeeE8),
    positions: report.positions.map((one) => toPosition(one, listingOf(one.symbol))),
  }
}

/** The same as it would be with trades that are not made. */
export function toMargins(report: EnginePortfolioAfter): PortfolioMargins {
  const { pnlsE8 } = report
  const { at, loss } = worstScenario(pnlsE8)
  const worst = VENUE_GRID.scenarios[at]
  const { shortOptionE8, futureE8, offsetE8, coinsE8 } = report.contingency
  return {
    underlying: report.underlying,
    settleCoin: report.settleCoin,
    table: tableOf(pnlsE8),
    worst: worst === undefined ? null : { move: worst.move, way: WAYS.indexOf(worst.volatility), loss: nearest(loss) },
    contingency: {
      shortOption: nearest(shortOptionE8),
      future: nearest(futureE8),
      offset: nearest(offsetE8),
      coins: nearest(coinsE8),
    },
    spotHedge: moneyOf(Math.floor(report.hedgeE8)),
    maintenanceMargin: moneyOf(report.maintenanceE8),
    initialMargin: nearest(report.initialE8),
  }
}

function toPosition(
  { symbol, lots, orderLots, pnlsE8, withoutE8 }: EnginePortfolioPosition,
  listing: Listing,
): PortfolioPosition {
  return {
    symbol: symbol as InstrumentSymbol,
    size: listing.lots.toText<DecimalText>(lots),
    orderQty: listing.lots.toText<DecimalText>(orderLots),
    maintenanceWithout: moneyOf(withoutE8),
    table: tableOf(pnlsE8),
  }
}

function tableOf(pnlsE8: ArrayLike<number>): readonly MoveRow<Money>[] {
  return scenarioTable(pnlsE8, VENUE_GRID).map(({ move, pnls }) => ({ move, pnls: pnls.map(nearest) }))
}

/** Never a zero with a sign. */
function nearest(amountE8: number): Money {
  return moneyOf(Math.round(amountE8) + 0)
}
