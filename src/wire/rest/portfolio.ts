import { parseDecimalText, type DecimalText, type Money, type Price } from '../../domain/decimal'
import { WHAT_IF_MAX } from '../../domain/limits'
import type { InstrumentSymbol } from '../../domain/order/order'
import type { MoveRow } from '../../domain/risk/scenario-table'
import {
  worstOf,
  type PortfolioFigures,
  type PortfolioMargins,
  type PortfolioReport,
  type WhatIf,
  type WhatIfTrade,
} from '../../domain/risk/portfolio-report'
import { asArray, asObject, readDecimal, readOptionalDecimal, readText, type JsonObject } from '../json'

/** Ours: v5's call of this name tells one result a move, and not by which volatility. */
export const PORTFOLIO_PATH = '/contract/v5/private/portfolio-margin'

/** `BTCUSDT:-0.3,BTC-25DEC26-80000-C:1`: symbol and signed quantity of each. */
export function writeWhatIfTrades(trades: readonly WhatIfTrade[]): string {
  return trades.map(({ symbol, qty }) => `${symbol}:${qty}`).join()
}

/** @returns `null` of what is no such list, or a longer one */
export function parseWhatIfTrades(text: string): readonly WhatIfTrade[] | null {
  const trades = text.split(',').map((one) => {
    const [symbol = '', asked = '', ...more] = one.split(':')
    const qty = parseDecimalText(asked)
    return symbol === '' || qty === null || more.length > 0 ? null : { symbol: symbol as InstrumentSymbol, qty }
  })
  const known = trades.filter((one) => one !== null)
  return known.length === trades.length && known.length <= WHAT_IF_MAX ? known : null
}

/** An underlying with every result of its grid; each move's stand in the order of `WAYS`: volatility up, same, down. */
export function writePortfolio(report: PortfolioReport, indexPrice: string) {
  return {
    ...writePortfolioMargins(report),
    indexPrice,
    closingFee: report.closingFee,
    positions: report.positions.map(({ symbol, size, orderQty, maintenanceWithout, table }) => ({
      symbol,
      size,
      orderQty,
      maintenanceWithout,
      scenarios: writeTable(table),
    })),
  }
}

function writePortfolioMargins(report: PortfolioMargins) {
  return {
    baseCoin: report.underlying,
    settleCoin: report.settleCoin,
    maintenanceMargin: report.maintenanceMargin,
    initialMargin: report.initialMargin,
    shortOptionContingency: report.contingency.shortOption,
    futureContingency: report.contingency.future,
    offsetContingency: report.contingency.offset,
    coinsContingency: report.contingency.coins,
    spotHedge: report.spotHedge,
    scenarios: writeTable(report.table),
  }
}

export function writeWhatIf({ alone, together }: WhatIf) {
  return {
    alone: alone.map((one) => (one === null ? null : writePortfolioMargins(one))),
    together: together.map(writePortfolioMargins),
  }
}

function writeTable(table: readonly MoveRow<Money>[]) {
  return table.map(({ move, pnls }) => ({ priceMove: String(move), pnls }))
}

/** @throws WireError naming the field */
export function parsePortfolio(list: readonly unknown[]): readonly PortfolioFigures[] {
  return list.map((one) => {
    const row = asObject(one, 'list')
    return {
      ...parseMargins(row),
      indexPrice: readOptionalDecimal<Price>(row, 'indexPrice'),
      closingFee: readDecimal<Money>(row, 'closingFee'),
      positions: asArray(row['positions'], 'positions').map((held) => {
        const position = asObject(held, 'positions')
        return {
          symbol: readText(position, 'symbol') as InstrumentSymbol,
          size: readDecimal<DecimalText>(position, 'size'),
          orderQty: readDecimal<DecimalText>(position, 'orderQty'),
          maintenanceWithout: readDecimal<Money>(position, 'maintenanceWithout'),
          table: parseTable(position),
        }
      }),
    }
  })
}

/** @returns `null` where no trades were asked about. @throws WireError naming the field */
export function parseWhatIf(after: unknown): WhatIf | null {
  if (after === undefined) return null
  const { alone, together } = asObject(after, 'after')
  return {
    alone: asArray(alone, 'alone').map((one) => (one === null ? null : parseMargins(asObject(one, 'alone')))),
    together: asArray(together, 'together').map((one) => parseMargins(asObject(one, 'together'))),
  }
}

function parseMargins(row: JsonObject): PortfolioMargins {
  const money = (field: string): Money => readDecimal(row, field)
  const table = parseTable(row)
  return {
    underlying: readText(row, 'baseCoin'),
    settleCoin: readText(row, 'settleCoin'),
    maintenanceMargin: money('maintenanceMargin'),
    initialMargin: money('initialMargin'),
    contingency: {
      shortOption: money('shortOptionContingency'),
      future: money('futureContingency'),
      offset: money('offsetContingency'),
      coins: money('coinsContingency'),
    },
    spotHedge: money('spotHedge'),
    table,
    worst: worstOf(table),
  }
}

function parseTable(json: JsonObject): readonly MoveRow<Money>[] {
  return asArray(json['scenarios'], 'scenarios').map((one) => {
    const row = asObject(one, 'scenarios')
    const pnls = asArray(row['pnls'], 'pnls').map((_, at, all) => readDecimal<Money>({ pnls: all[at] }, 'pnls'))
    return { move: Number(readDecimal(row, 'priceMove')), pnls }
  })
}
