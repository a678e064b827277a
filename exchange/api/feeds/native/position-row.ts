import type { AccountKind } from '../../../../src/domain/account/wallet'
import { Exact, toText, type Money, type Price, type Rate } from '../../../../src/domain/decimal'
import { isContract, type Contract } from '../../../../src/domain/instrument/contract'
import { deliveryOf, type Instrument } from '../../../../src/domain/instrument/instrument'
import type { OptionFigures } from '../../../../src/domain/market/market'
import type { Order, Side } from '../../../../src/domain/order/order'
import type { Position } from '../../../../src/domain/position/position'
import { positionMargin } from '../../../../src/domain/risk/margin'
import { payoffOf } from '../../../../src/domain/instrument/payoff'
import { direction, roundToCoin } from '../../../../src/domain/risk/payoff'
import { pricePnl, roi } from '../../../../src/domain/risk/pnl'
import { tierOfPosition } from '../../../../src/domain/risk/risk-tier'
import { writeScaled } from '../../../../src/wire/json'
import { writePosition, type PositionJson } from '../../../../src/wire/shape/position'
import { marketTypeOf, tradeTypeOf } from '../../../../src/wire/trade-words'
import { figure } from '../../../../src/wire/figure-text'
import { fullTpSl, partialTpSlList, trailingFields } from './position-guards'

/** Beside a position, what its figures stand on. */
export interface PositionContext {
  readonly instrument: Instrument
  readonly account: AccountKind
  readonly lastPrice: Price | null
  /** Of options alone. */
  readonly option: OptionFigures | null
  /** Of the account's level. */
  readonly takerFeeRate: Rate
  /** What waits to close it: take-profits, stop-losses, its trailing stop. */
  readonly guards: readonly Order[]
}

export type PositionRowJson = PositionJson & Readonly<Record<string, unknown>>

/**
 * A row of `user.position`: what both dialects have, and the fields of spec §3 "Position" that stand on the market and on
 * the contract. An empty position has its contract's fields, and zeros. Amounts are of the settle coin.
 */
export function writePositionRow(position: Position, context: PositionContext): PositionRowJson {
  return {
    ...writePosition(position),
    ...contractFields(position, context),
    ...resultFields(position, context),
    ...marginFields(position, context),
    ...greekFields(position, context.option),
    fullTpsl: fullTpSl(position, context.guards),
    partialTpslList: partialTpSlList(context.guards),
    ...trailingFields(position, context.guards),
  }
}

function contractFields({ positionIdx, marginMode, leverage }: Position, { instrument, account }: PositionContext) {
  return {
    marketsType: marketTypeOf(instrument),
    tradeType: tradeTypeOf(instrument.kind, account),
    baseCoin: instrument.baseCoin,
    settleCoin: instrument.settleCoin,
    mode: positionIdx === 0 ? 'MergedSingle' : 'BothSide',
    isIsolated: marginMode === 'isolated',
    leverageE2: writeScaled(leverage, 2, 'leverageE2'),
    deliveryTime: String(deliveryOf(instrument)?.timeMs ?? 0),
    strikePrice: 'strike' in instrument ? instrument.strike : '',
  }
}

/** What it has brought and would bring (semantics.md §1.1). ROI = unrealised P&L / (IM + fee to close), a fraction. */
function resultFields(position: Position, context: PositionContext) {
  const { unrealisedPnl, realisedPnl, fundingPaid = '0' } = position
  const byLast = context.lastPrice === null ? unrealisedPnl : pnlAt(position, context, context.lastPrice)
  const funding = new Exact(0).minus(fundingPaid)
  const rateOf = (pnl: Money): string => ratio(pnl, basisOfRoi(position, context))
  return {
    positionUPL: unrealisedPnl,
    positionUPLByLastPrice: byLast,
    roi: rateOf(unrealisedPnl),
    roiByLastPrice: rateOf(byLast),
    positionRPL: realisedPnl,
    // Both together are what was realised: funding is received +, paid −; the rest are price results and fees.
    positionFundingFee: toText<Money>(funding),
    tradePnl: toText<Money>(new Exact(realisedPnl).minus(funding)),
    breakevenPrice: position.breakEvenPrice ?? '',
  }
}

function pnlAt({ side, size: qty, entryPrice }: Position, { instrument }: PositionContext, price: Price): Money {
  if (side === null || entryPrice === null) return '0' as Money
  return roundToCoin(pricePnl({ payoff: payoffOf(instrument.kind), side, qty, entryPrice, price }))
}

/** Position margin at the entry, added margin left out; portfolio margin has none. */
function basisOfRoi(position: Position, context: PositionContext): Money | null {
  if (context.account === 'pm') return null
  const margin = marginAt(position, context, null)
  return margin ?? position.initialMargin
}

function ratio(pnl: Money, margin: Money | null): string {
  const rate = margin === null ? null : roi(pnl, margin)
  return rate === null ? '' : toText(new Exact(rate).toDecimalPlaces(8))
}

/**
 * IM and fee to close of a contract's position (semantics.md §1.3). @param markPrice the basis; `null` takes the entry.
 * @returns `null` of an empty position and of what has no leverage
 */
function marginAt(position: Position, context: PositionContext, markPrice: Price | null): Money | null {
  const { side, size: qty, entryPrice, leverage } = position
  const { instrument, takerFeeRate } = context
  if (!isContract(instrument) || side === null || entryPrice === null) return null
  const terms = { payoff: payoffOf(instrument.kind), side, qty, entryPrice, leverage, takerFeeRate }
  return roundToCoin(positionMargin(terms, markPrice).positionMargin)
}

/**
 * What it holds. `…ByMp` are the figures on the mark price; maintenance margin and liquidation price are on it in every
 * mode. `minPositionCost` is what added margin may be taken back down to. `bv2c` and `sv2c` are the cost of one unit of a
 * buy's and of a sell's value: 1/L + f + (1 ∓ 1/L)·f, inverse (1 ± 1/L)·f (semantics.md §1.2).
 */
function marginFields(position: Position, context: PositionContext) {
  const { instrument } = context
  const { initialMargin, maintenanceMargin, liquidationPrice, markPrice, extraMargin = '0' } = position
  return {
    positionMargin: initialMargin,
    initialMarginByMp: (markPrice === null ? null : marginAt(position, context, markPrice)) ?? initialMargin,
    positionMMByMp: maintenanceMargin,
    liqPriceByMp: liquidationPrice ?? '',
    minPositionCost: toText(new Exact(initialMargin).minus(extraMargin)),
    isAutoAddMargin: position.isAutoAddMargin === true,
    riskId: riskIdOf(position, context),
    ...(isContract(instrument)
      ? {
          bv2c: costOfValue('buy', position, instrument, context),
          sv2c: costOfValue('sell', position, instrument, context),
        }
      : { bv2c: '', sv2c: '' }),
  }
}

/** The tier of its value at the mark; 0 where there is none: options, and portfolio margin (semantics.md §1.8). */
function riskIdOf(position: Position, { instrument, account }: PositionContext): number {
  return account === 'pm' || !isContract(instrument) ? 0 : (tierOfPosition(position, instrument)?.id ?? 0)
}

function costOfValue(
  side: Side,
  { leverage }: Position,
  { kind }: Contract,
  { takerFeeRate }: PositionContext,
): string {
  const share = new Exact(1).div(leverage)
  const shift = share.times(direction(side)).times(payoffOf(kind) === 'linear' ? -1 : 1)
  const cost = share.plus(takerFeeRate).plus(shift.plus(1).times(takerFeeRate))
  return toText(cost.toDecimalPlaces(8))
}

const GREEKS = ['delta', 'gamma', 'vega', 'theta'] as const

/** Of the whole position: signed size × the greek of one option; `iv` is the mark's volatility. Empty of what is no option. */
function greekFields({ side, size }: Position, option: OptionFigures | null): Readonly<Record<string, string>> {
  if (option === null) return { delta: '', gamma: '', vega: '', theta: '', iv: '' }
  const held = side === null ? 0 : direction(side) * Number(size)
  const of = GREEKS.map((name) => [name, figure(held === 0 ? 0 : held * option.greeks[name])] as const)
  return { ...Object.fromEntries(of), iv: figure(option.markVolatility) }
}
