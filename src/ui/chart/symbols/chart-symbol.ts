import type { InstrumentStatus } from '../../../domain/instrument/listed'
import type { ListedMarket } from '../../../domain/instrument/market-type'
import { isContractKind } from '../../../domain/instrument/product-kind'

/** Spec §3, chart symbol info. */
export const CHART_SYMBOL_TYPES = ['SPOT', 'PERPETUAL', 'TRADFI', 'EXPIRY'] as const
export type ChartSymbolType = (typeof CHART_SYMBOL_TYPES)[number]

/** What a chart knows of a symbol beside its prices (spec §3, chart symbol info). */
export interface ChartSymbol {
  readonly type: ChartSymbolType
  /** Name and type with an underscore, unique among all: `BTCUSDT_PERPETUAL` (spec §9). */
  readonly ticker: string
  /** The exchange's own. */
  readonly name: string
  /** With a space between the coins: `BTC USDT`. */
  readonly shortName: string
  readonly origDesc: string
  readonly symbolStatus: InstrumentStatus
}

/** Of a market as lists have it. Contracts on what is no coin would be `TRADFI`; this exchange lists none. */
export function chartSymbolOf({ symbol, kind, displayName, status, baseCoin, quoteCoin }: ListedMarket): ChartSymbol {
  const type = !isContractKind(kind) ? 'SPOT' : kind.endsWith('Futures') ? 'EXPIRY' : 'PERPETUAL'
  return {
    type,
    ticker: `${symbol}_${type}`,
    name: symbol,
    shortName: `${baseCoin} ${quoteCoin}`,
    origDesc: displayName,
    symbolStatus: status,
  }
}

/**
 * The symbols that a text finds (spec §5, symbol search of the chart): in either case and trimmed; a text with an
 * underscore is looked for in tickers, one with a space in short names, any other in names. What is delisted is left out.
 *
 * @param type the one that was chosen; `null` for all
 */
export function searchChartSymbols(
  symbols: readonly ChartSymbol[],
  text: string,
  type: ChartSymbolType | null,
): readonly ChartSymbol[] {
  const wanted = text.trim().toLowerCase()
  const field = wanted.includes('_') ? 'ticker' : wanted.includes(' ') ? 'shortName' : 'name'
  return symbols.filter(
    (one) =>
      one.symbolStatus !== 'closed' &&
      (type === null || one.type === type) &&
      one[field].toLowerCase().includes(wanted),
  )
}

/** A symbol by its ticker or its name; of two markets of one name the first. */
export function findChartSymbol(symbols: readonly ChartSymbol[], name: string): ChartSymbol | null {
  return symbols.find(({ ticker }) => ticker === name) ?? symbols.find((one) => one.name === name) ?? null
}
