import type { Wallet } from '../../domain/account/wallet'
import { Exact, toText, type Money } from '../../domain/decimal'
import type { Instrument } from '../../domain/instrument/instrument'
import type { ProductKind } from '../../domain/instrument/product-kind'
import { VENUE_RULES } from '../../domain/risk/portfolio-margin'
import type { PortfolioPosition, PortfolioReport } from '../../domain/risk/portfolio-report'
import { worstWay, type MoveRow } from '../../domain/risk/scenario-table'
import { writeWallet } from '../shape/wallet'

/*
 * `/v5/asset/portfolio-margin`, in the form of the sample on its page: a contract has one result for each move of the
 * price; an option has three, with the volatility up, the same and down; sums have the one of the volatility that is worst
 * at that move for the whole underlying.
 */

type Table = readonly MoveRow<Money>[]

/** The account's wallet beside it. */
export function writePortfolioWallet(wallet: Wallet) {
  const row = writeWallet(wallet)
  return {
    equity: row.totalEquity,
    cashBalance: row.totalWalletBalance,
    marginBalance: row.totalMarginBalance,
    availableBalance: row.totalAvailableBalance,
    accountIM: row.totalInitialMargin,
    accountMM: row.totalMaintenanceMargin,
    accountMMRate: row.accountMMRate,
    accountIMRate: row.accountIMRate,
  }
}

/** A position with what the market says of it. */
export interface PricedPosition extends Omit<PortfolioPosition, 'maintenanceWithout'> {
  readonly instrument: Pick<Instrument, 'kind' | 'settleCoin' | 'symbol'>
  readonly entryPrice: string
  readonly markPrice: string
}

/** @param coin what the account has of the underlying's coin, and its index price */
export function writePortfolioAsset(
  report: Omit<PortfolioReport, 'positions'>,
  positions: readonly PricedPosition[],
  coin: { readonly walletBalance: string; readonly indexPrice: string },
) {
  const options = positions.filter(({ instrument }) => isOption(instrument.kind))
  const contracts = positions.filter(({ instrument }) => !isOption(instrument.kind))
  const ways = report.table.map(({ pnls }) => worstWay(pnls.map(Number)))
  const { shortOption, future, offset, coins } = report.contingency
  const hedgeValue = new Exact(report.spotHedge).times(coin.indexPrice === '' ? 0 : coin.indexPrice)
  const shocks = shockWords()
  return {
    baseCoin: report.underlying,
    totalPnlRanges: {
      ALL: { pnlRanges: atWays(report.table, ways) },
      ...(contracts.length === 0 ? {} : { PERPETUAL: { pnlRanges: atWays(sumOf(contracts), ways) } }),
      ...(options.length === 0 ? {} : { OPTION: { pnlRanges: atWays(sumOf(options), ways) } }),
    },
    perpPositionPnlRanges: contracts.map((one) => ({ ...writePosition(one), symbolAlias: one.symbol })),
    optionExpiryDatePnlRanges: byExpiry(options).map(([expiry, own]) => ({
      expiryDateRepresentation: expiry,
      pnlRanges: inFull(sumOf(own)),
      optionPositionPnlRanges: own.map(writePosition),
    })),
    contingency: {
      optionContingency: shortOption,
      futureDeltaContingency: offset,
      optionVegaContingency: '0',
      contingencyComponents: toText(Exact.sum(shortOption, future, offset, coins)),
      usdtUsdcContingency: coins,
      futureContingency: future,
    },
    asset: { coin: report.underlying, assetIM: report.initialMargin, assetMM: report.maintenanceMargin },
    maxLossPriceMove: moveWord(report.worst?.move ?? 0),
    maxLossIvShock: shocks[report.worst?.way ?? 1]!,
    totalClosePzFee: report.closingFee,
    spotHedgeInfo: {
      hedgeSpotSize: report.spotHedge,
      walletBalance: coin.walletBalance,
      usdIndexPrice: coin.indexPrice,
      pnlRanges: report.table.map(({ move }) => ({
        priceScale: moveWord(move),
        pnls: [toText(hedgeValue.times(move).toDecimalPlaces(8))],
      })),
    },
    maxLossIvShockList: ways.map((way) => shocks[way]!),
  }
}

/** 2 and 5 are the sample's; the others follow them in the order of v5's contract types. */
const CONTRACT_TYPE: Readonly<Record<ProductKind, number>> = {
  inversePerpetual: 1,
  linearPerpetual: 2,
  usdcPerpetual: 2,
  inverseFutures: 3,
  linearFutures: 4,
  usdcFutures: 4,
  usdcOption: 5,
  usdtOption: 5,
  spot: 0,
  spread: 0,
}

function writePosition({ symbol, size, table, entryPrice, markPrice, orderQty, instrument }: PricedPosition) {
  return {
    symbolName: symbol,
    position: size,
    pnlRanges: isOption(instrument.kind) ? inFull(table) : atWays(table, []),
    sessionAvgPrice: entryPrice,
    markPrice,
    orderSize: orderQty,
    contractType: CONTRACT_TYPE[instrument.kind],
    settleCoin: instrument.settleCoin,
  }
}

function isOption(kind: ProductKind): boolean {
  return CONTRACT_TYPE[kind] === CONTRACT_TYPE.usdtOption
}

/** `BTC-25SEP26-80000-C` is of `25SEP26`. */
function byExpiry(options: readonly PricedPosition[]): readonly (readonly [string, readonly PricedPosition[]])[] {
  const expiryOf = ({ symbol }: PricedPosition): string => symbol.split('-')[1] ?? ''
  const expiries = new Set(options.map(expiryOf))
  return [...expiries].map((expiry) => [expiry, options.filter((one) => expiryOf(one) === expiry)])
}

function sumOf(positions: readonly PricedPosition[]): Table {
  const [first, ...others] = positions
  if (first === undefined) return []
  return first.table.map(({ move, pnls }, at) => ({
    move,
    pnls: pnls.map((pnl, way) => sumOfMoney([pnl, ...others.map(({ table }) => table[at]!.pnls[way]!)])),
  }))
}

/** In whole units where they are exact: of hundreds of positions decimals would be most of the answer's time. */
function sumOfMoney(amounts: readonly Money[]): Money {
  let units = 0
  for (const amount of amounts) {
    units += Math.round(Number(amount) * UNITS)
    if (!Number.isSafeInteger(units)) return toText<Money>(Exact.sum(...amounts))
  }
  return toText<Money>(new Exact(units).div(UNITS))
}

/** Of money, in one of its coin. */
const UNITS = 100_000_000

function inFull(table: Table) {
  return table.map(({ move, pnls }) => ({ priceScale: moveWord(move), pnls }))
}

/** One result a move; of what the volatility does not change, any. */
function atWays(table: Table, ways: readonly number[]) {
  return table.map(({ move, pnls }, at) => ({ priceScale: moveWord(move), pnls: [pnls[ways[at] ?? 0]!] }))
}

/** The sample writes `0.0` where the price stands still. */
function moveWord(move: number): string {
  return move === 0 ? '0.0' : String(move)
}

/** How far a volatility goes thirty days before its end, in the order of `WAYS`: nearer ones go further (ADR-390). */
function shockWords(): readonly string[] {
  const { rangeUp, rangeDown } = VENUE_RULES.shock
  return [String(rangeUp), '0', String(-rangeDown)]
}
