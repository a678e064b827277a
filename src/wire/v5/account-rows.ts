import { Exact, toText, type Money } from '../../domain/decimal'
import type { CoinBalance, Wallet } from '../../domain/account/wallet'
import { feeCoinOf } from '../../domain/instrument/spot-pair'
import { isContract } from '../../domain/instrument/contract'
import type { Instrument } from '../../domain/instrument/instrument'
import type { Greeks } from '../../domain/options/black'
import type { Execution } from '../../domain/order/execution'
import { limitPrice, type Order } from '../../domain/order/order'
import type { ClosedPnl } from '../../domain/position/closed-pnl'
import type { Position } from '../../domain/position/position'
import { tierOfPosition } from '../../domain/risk/risk-tier'
import { writeSlippage } from '../rest/tpsl-fields'
import { writeClosedPnl, type ClosedPnlJson } from '../shape/closed-pnl'
import { writeExecution, type ExecutionJson } from '../shape/execution'
import { writeExtraFees } from '../shape/extra-fees'
import { carriesNothing } from '../shape/order-terms'
import { writeOrder, type OrderJson } from '../shape/order'
import { writePosition, type PositionJson } from '../shape/position'
import { writeDebt, writeWallet, type CoinJson, type WalletJson } from '../shape/wallet'
import { ORDER_TYPE_WORD, SIDE_WORD, STOP_ORDER_WORD } from '../words'
import { v5CategoryOf, v5NameOf } from './category'
import { figure } from '../figure-text'
import { planFieldsOf } from './plan-fields'

/**
 * Rows of v5's private lists and topics: the native dialect's own rows and what v5 has besides. What this exchange does not have
 * (options' volatilities, block trades, borrowing, groups for self-match prevention) stands there in v5's way of saying "none".
 */
export interface V5OrderJson extends OrderJson {
  readonly category: string
  readonly leavesValue: string
  readonly feeCurrency: string
  /** Fees paid so far by coin; empty before the first. */
  readonly cumFeeDetail: Readonly<Record<string, string>>
  /** What the order's fills have closed so far brought, as the row of its closed P&L says; `0` where they closed nothing. */
  readonly closedPnl: string
  readonly [field: string]: unknown
}

const NO_ORDER_EXTRAS = {
  blockTradeId: '',
  isLeverage: '',
  orderIv: '',
  marketUnit: '',
  lastPriceOnCreated: '',
  placeType: '',
  smpType: 'None',
  smpGroup: 0,
  smpOrderId: '',
  slippageToleranceType: 'UNKNOWN',
  slippageTolerance: '',
  stopOrderType: '',
  triggerPrice: '',
  triggerBy: '',
  triggerDirection: 0,
  takeProfit: '',
  stopLoss: '',
  tpTriggerBy: '',
  slTriggerBy: '',
  tpslMode: '',
  tpLimitPrice: '',
  slLimitPrice: '',
  ocoTriggerBy: '',
  ocoTriggerType: '',
  basePrice: '',
  extraFees: '',
}

/** What a row says of its instrument: known of those, too, that have left the catalogue. */
type Traded = Pick<Instrument, 'kind' | 'symbol' | 'baseCoin' | 'settleCoin'>

/**
 * Rows of pairs have no `tpslMode`, by which clients tell them from contracts.
 *
 * @param closedPnl of the order's closed P&L
 */
export function writeV5Order(order: Order, instrument: Traded, closedPnl: Money): V5OrderJson {
  const row = writeRow(order, instrument, closedPnl)
  if (instrument.kind !== 'spot') return row
  const { tpslMode: _, ...own } = row
  return { ...own, ...planFieldsOf(order) } as V5OrderJson
}

function writeRow(order: Order, instrument: Traded, closedPnl: Money): V5OrderJson {
  const row = writeOrder(order, 'v5')
  const category = v5CategoryOf(instrument)
  const value = leavesValue(order, row.leavesQty, instrument)
  const coin = feeCoinOf(instrument, order.side)
  const symbol = v5NameOf(instrument)
  const fees = row.cumExecQty === '0' ? {} : { [coin]: row.cumExecFee }
  const asked = askedOf(order, instrument)
  if (order.stopOrderType == null && order.tpSlMode == null && order.slippage == null && carriesNothing(order))
    return writePlain(row, { symbol, category, value, coin, fees, closedPnl, ...asked })
  const own = { symbol, category, leavesValue: value, feeCurrency: coin, cumFeeDetail: fees, closedPnl, ...asked }
  return { ...NO_ORDER_EXTRAS, ...row, ...own, ...(order.slippage ? writeSlippage(order.slippage) : {}) }
}

/**
 * Of an order that has none of the optional fields: the same row as a literal without a spread, which is made a hundred
 * times faster. A list of open orders has thousands of them.
 */
function writePlain(
  row: OrderJson,
  own: {
    readonly symbol: string
    readonly category: string
    readonly value: string
    readonly coin: string
    readonly fees: Readonly<Record<string, string>>
    readonly closedPnl: string
  } & AskedRow,
): V5OrderJson {
  return {
    orderId: row.orderId,
    orderLinkId: row.orderLinkId,
    symbol: own.symbol,
    side: row.side,
    orderType: row.orderType,
    orderStatus: row.orderStatus,
    price: row.price,
    qty: own.qty,
    cumExecQty: row.cumExecQty,
    cumExecValue: row.cumExecValue,
    cumExecFee: row.cumExecFee,
    leavesQty: row.leavesQty,
    avgPrice: row.avgPrice,
    // v5: a market order is never good till cancelled, whatever was sent.
    timeInForce: row.orderType === 'Market' && row.timeInForce === 'GTC' ? 'IOC' : row.timeInForce,
    reduceOnly: row.reduceOnly,
    closeOnTrigger: row.closeOnTrigger,
    positionIdx: row.positionIdx,
    createType: row.createType,
    cancelType: row.cancelType,
    cxlRejReason: row.cxlRejReason,
    rejectReason: row.rejectReason,
    createdAtE3: row.createdAtE3,
    updatedAtE3: row.updatedAtE3,
    createdTime: row.createdTime,
    updatedTime: row.updatedTime,
    seq: row.seq,
    blockTradeId: '',
    isLeverage: own.isLeverage,
    orderIv: own.orderIv,
    marketUnit: own.marketUnit,
    lastPriceOnCreated: '',
    placeType: '',
    smpType: row.smpType ?? 'None',
    smpGroup: 0,
    smpOrderId: row.smpOrderId ?? '',
    slippageToleranceType: 'UNKNOWN',
    slippageTolerance: '',
    stopOrderType: '',
    triggerPrice: '',
    triggerBy: '',
    triggerDirection: 0,
    takeProfit: '',
    stopLoss: '',
    tpTriggerBy: '',
    slTriggerBy: '',
    tpslMode: '',
    tpLimitPrice: '',
    slLimitPrice: '',
    ocoTriggerBy: '',
    ocoTriggerType: '',
    basePrice: '',
    extraFees: '',
    category: own.category,
    leavesValue: own.value,
    feeCurrency: own.coin,
    cumFeeDetail: own.fees,
    closedPnl: own.closedPnl,
  }
}

/** What an order was asked with: its quantity in the unit that was said, and what its price was made of. */
interface AskedRow {
  readonly qty: string
  readonly marketUnit: string
  readonly orderIv: string
  readonly isLeverage: string
}

function askedOf(order: Order, instrument: Traded): AskedRow {
  const { amount, orderIv = '' } = order
  const qty = amount ?? order.qty
  return { qty, marketUnit: marketUnitOf(order, instrument), orderIv, isLeverage: leverageWord(order, instrument) }
}

/** Which coin the quantity of a pair's market order counts; of all other orders nothing. */
function marketUnitOf({ type, amount }: Order, { kind }: Pick<Instrument, 'kind'>): '' | 'baseCoin' | 'quoteCoin' {
  if (kind !== 'spot' || type !== 'market') return ''
  return amount === undefined ? 'baseCoin' : 'quoteCoin'
}

/** Whether an order of a pair may borrow: 1 or 0; of other products nothing. */
export function leverageWord({ isLeverage }: Order, { kind }: Pick<Instrument, 'kind'>): '' | '0' | '1' {
  if (kind !== 'spot') return ''
  return isLeverage === true ? '1' : '0'
}

/** What is left at the limit price, settle coin: quantity × price, inverse quantity ÷ price at 8 decimals. */
function leavesValue(order: Order, leavesQty: string, instrument: Traded): string {
  const price = limitPrice(order)
  if (price === null || leavesQty === '0') return '0'
  const qty = new Exact(leavesQty)
  return toText(v5CategoryOf(instrument) === 'inverse' ? qty.div(price).toDecimalPlaces(8) : qty.times(price))
}

/** @param order what was filled; `null` where it is not known any more */
export function writeV5Execution(
  execution: Execution,
  order: Order | null,
  instrument: Traded,
): ExecutionJson & { readonly category: string; readonly [field: string]: unknown } {
  return {
    ...NO_OPTION,
    ...writeExecution(execution),
    symbol: v5NameOf(instrument),
    category: v5CategoryOf(instrument),
    orderPrice: (order === null ? null : limitPrice(order)) ?? '0',
    orderQty: order?.amount ?? order?.qty ?? '0',
    leavesQty: order?.leavesQty ?? '0',
    orderType: order === null ? 'UNKNOWN' : ORDER_TYPE_WORD[order.type],
    stopOrderType: order?.stopOrderType ? STOP_ORDER_WORD[order.stopOrderType] : 'UNKNOWN',
    createType: order?.createType ?? '',
    feeCurrency: feeCoinOf(instrument, execution.side),
    isLeverage: order?.isLeverage === true ? '1' : '0',
    blockTradeId: '',
    execFeeV2: spotLegFee(execution, instrument),
    extraFees: writeExtraFees(execution.liquidationFee),
    marketUnit: order === null ? '' : marketUnitOf(order, instrument),
  }
}

/** v5's `execFeeV2`: the fee of a spread's leg in a pair, in the coin of the fee; empty of everything else. */
export function spotLegFee({ execType, fee }: Execution, { kind }: Pick<Instrument, 'kind'>): string {
  return execType === 'FutureSpread' && kind === 'spot' ? fee : ''
}

const NO_OPTION = { tradeIv: '', markIv: '', markPrice: '', indexPrice: '', underlyingPrice: '' } as const

/** Row of `execution.fast`: a trade, and nothing that has to be looked up. */
export function writeV5FastExecution(execution: Execution, instrument: Traded): Readonly<Record<string, unknown>> {
  return {
    category: v5CategoryOf(instrument),
    symbol: v5NameOf(instrument),
    execId: execution.id,
    execPrice: execution.price,
    execQty: execution.qty,
    orderId: execution.orderId,
    isMaker: execution.isMaker,
    orderLinkId: execution.orderLinkId ?? '',
    side: SIDE_WORD[execution.side],
    execTime: String(execution.timeMs),
    seq: execution.seq,
  }
}

/** semantics.md §1.8: no risk id, and these margins are empty, too. */
const PORTFOLIO_BLANKS = { riskId: 0, riskLimitValue: '', positionIMByMp: '', positionMMByMp: '' } as const

export function writeV5Position(
  position: Position,
  instrument: Instrument,
  greeks: Greeks | null = null,
): PositionJson & { readonly category: string; readonly [field: string]: unknown } {
  const tier = isContract(instrument) ? tierOfPosition(position, instrument) : null
  return {
    takeProfit: '',
    stopLoss: '',
    trailingStop: '0',
    tpslMode: 'Full',
    ...greeksOf(position, greeks),
    ...writePosition(position),
    category: v5CategoryOf(instrument),
    riskId: tier?.id ?? 0,
    riskLimitValue: tier?.limit ?? '',
    positionIMByMp: position.initialMargin,
    positionMMByMp: position.maintenanceMargin,
    isReduceOnly: false,
    leverageSysUpdatedTime: '',
    mmrSysUpdatedTime: '',
    openTime: position.side === null ? 0 : position.createdAtMs,
    ...(position.isPortfolio === true ? PORTFOLIO_BLANKS : {}),
  }
}

/** Of options alone: those of the whole position, below zero where it is short of them. */
function greeksOf({ side, size }: Position, greeks: Greeks | null) {
  if (greeks === null || side === null) return { delta: '', gamma: '', vega: '', theta: '' }
  const lots = (side === 'buy' ? 1 : -1) * Number(size)
  return {
    delta: figure(lots * greeks.delta),
    gamma: figure(lots * greeks.gamma),
    vega: figure(lots * greeks.vega),
    theta: figure(lots * greeks.theta),
  }
}

export function writeV5Wallet(wallet: Wallet): WalletJson & { readonly [field: string]: unknown } {
  const row = writeWallet(wallet)
  return {
    ...row,
    accountLTV: '0',
    // Margin is reckoned at the mark price here; the figures that v5 has besides are the same.
    accountIMRateByMp: row.accountIMRate,
    accountMMRateByMp: row.accountMMRate,
    totalInitialMarginByMp: row.totalInitialMargin,
    totalMaintenanceMarginByMp: row.totalMaintenanceMargin,
    coin: row.coin.map((coin, at) => writeV5Coin(coin, wallet.coins[at]!)),
  }
}

/** Coins that count as collateral whatever an account says; every other one only once it says so. */
const ALWAYS_COLLATERAL: ReadonlySet<string> = new Set(['USDT', 'USDC'])
const NOTHING_OWED = { borrowed: '0' as Money, lent: '0' as Money, interest: '0' as Money }

/** In an account in which each coin counts for itself nothing is owed. */
function writeV5Coin(
  coin: CoinJson,
  { lending, spotHedge }: CoinBalance,
): CoinJson & { readonly [field: string]: unknown } {
  return {
    ...coin,
    bonus: '0',
    ...writeDebt(lending ?? { ...NOTHING_OWED, isCollateral: ALWAYS_COLLATERAL.has(coin.coin) }),
    availableToBorrow: '',
    spotHedgingQty: spotHedge ?? '0',
    // Of accounts that are not unified.
    free: '',
    marginCollateral: true,
  }
}

export function writeV5ClosedPnl(
  closed: ClosedPnl,
  instrument: Traded | null,
): ClosedPnlJson & { readonly category: string } {
  return { category: instrument === null ? '' : v5CategoryOf(instrument), ...writeClosedPnl(closed) }
}
