import type { DecimalText, Money, Price } from '../../domain/decimal'
import type { InstrumentSymbol } from '../../domain/order/order'
import type { MoveRow } from '../../domain/risk/scenario-table'
import { worstOf, type PortfolioFigures, type PortfolioReport } from '../../domain/risk/portfolio-report'
import { asArray, asObject, readDecimal, readOptionalDecimal, readText, type JsonObject } from '../json'

/** Ours: v5's call of this name tells one result a move, and not by which volatility. */
export const PORTFOLIO_PATH = '/contract/v5/private/portfolio-margin'

/** An underlying with every result of its grid; each move's stand in the order of `WAYS`: volatility up, same, down. */
export function writePortfolio(report: PortfolioReport, indexPrice: string) {
  return {
    baseCoin: report.underlying,
    settleCoin: report.settleCoin,
    indexPrice,
    maintenanceMargin: report.maintenanceMargin,
    initialMargin: report.initialMargin,
    shortOptionContingency: report.contingency.shortOption,
    futureContingency: report.contingency.future,
    offsetContingency: report.contingency.offset,
    closingFee: report.closingFee,
    scenarios: writeTable(report.table),
    positions: report.positions.map(({ symbol, size, orderQty, table }) => ({
      symbol,
      size,
      orderQty,
      scenarios: writeTable(table),
    })),
  }
}

function writeTable(table: readonly MoveRow<Money>[]) {
  return table.map(({ move, pnls }) => ({ priceMove: String(move), pnls }))
}

/** @throws WireError naming the field */
export function parsePortfolio(list: readonly unknown[]): readonly PortfolioFigures[] {
  return list.map((one) => {
    const row = asObject(one, 'list')
    const money = (field: string): Money => readDecimal(row, field)
    const table = parseTable(row)
    return {
      underlying: readText(row, 'baseCoin'),
      settleCoin: readText(row, 'settleCoin'),
      indexPrice: readOptionalDecimal<Price>(row, 'indexPrice'),
      maintenanceMargin: money('maintenanceMargin'),
      initialMargin: money('initialMargin'),
      contingency: {
        shortOption: money('shortOptionContingency'),
        future: money('futureContingency'),
        offset: money('offsetContingency'),
      },
      closingFee: money('closingFee'),
      table,
      worst: worstOf(table),
      positions: asArray(row['positions'], 'positions').map((held) => {
        const position = asObject(held, 'positions')
        return {
          symbol: readText(position, 'symbol') as InstrumentSymbol,
          size: readDecimal<DecimalText>(position, 'size'),
          orderQty: readDecimal<DecimalText>(position, 'orderQty'),
          table: parseTable(position),
        }
      }),
    }
  })
}

function parseTable(json: JsonObject): readonly MoveRow<Money>[] {
  return asArray(json['scenarios'], 'scenarios').map((one) => {
    const row = asObject(one, 'scenarios')
    const pnls = asArray(row['pnls'], 'pnls').map((_, at, all) => readDecimal<Money>({ pnls: all[at] }, 'pnls'))
    return { move: Number(readDecimal(row, 'priceMove')), pnls }
  })
}
