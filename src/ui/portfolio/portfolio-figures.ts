import { Exact, toText, type Money, type Price } from '../../domain/decimal'
import { worstOf, type PortfolioFigures, type PortfolioPosition } from '../../domain/risk/portfolio-report'
import type { MoveRow } from '../../domain/risk/scenario-table'

/** Tabs of an account name its underlyings so: what settles in one coin hedges nothing that settles in another. */
export function unitOf({ underlying, settleCoin }: PortfolioFigures): string {
  return `${underlying} · ${settleCoin}`
}

/** The index after a move of the price. */
export function priceAt({ indexPrice }: PortfolioFigures, move: number): Price | null {
  return indexPrice === null ? null : toText<Price>(new Exact(indexPrice).times(new Exact(1).plus(move)))
}

/** How strong a result is beside the largest of its table, 0–1. */
export function strengthOf(pnl: Money, table: readonly MoveRow<Money>[]): number {
  const most = Math.max(...table.flatMap(({ pnls }) => pnls.map((one) => Math.abs(Number(one)))))
  return most === 0 ? 0 : Math.abs(Number(pnl)) / most
}

export function contingencyOf({ contingency: { shortOption, future, offset } }: PortfolioFigures): Money {
  return toText<Money>(Exact.sum(shortOption, future, offset))
}

/** What one of the positions wins or loses where the whole loses most; `null` where nothing is ever lost. */
export function inDeciding({ worst }: PortfolioFigures, { table }: PortfolioPosition): Money | null {
  return worst === null ? null : (table.find(({ move }) => move === worst.move)?.pnls[worst.way] ?? null)
}

/** The greatest loss of everything but one position, and where it comes; `null` where that never loses. */
export function worstWithout(figures: PortfolioFigures, { table }: PortfolioPosition): PortfolioFigures['worst'] {
  return worstOf(
    figures.table.map(({ move, pnls }, row) => ({
      move,
      pnls: pnls.map((pnl, way) => toText<Money>(new Exact(pnl).minus(table[row]?.pnls[way] ?? 0))),
    })),
  )
}
