import type { OrderStatus, Side, TriggerBy } from '../../src/domain/order/order'
import type { AuctionState } from './instrument'
import type { EngineSlippage } from './orders/order-terms'

export type EngineResult =
  | { readonly ok: true; readonly orderId?: string; readonly ticks?: number; readonly orderIds?: readonly string[] }
  | { readonly ok: false; readonly refusal: EngineRefusal }

/** Why a command was refused. The gateway maps `kind` to a return code (spec §8, semantics.md §3). */
export type EngineRefusal =
  | { readonly kind: 'unknownAccount' }
  | { readonly kind: 'unknownSymbol' }
  | { readonly kind: 'symbolNotTrading' }
  | { readonly kind: 'duplicateLinkId'; readonly orderId: string }
  /** Not 1–36 letters, digits, `-`, `_` (and not empty). */
  | { readonly kind: 'linkIdInvalid' }
  | { readonly kind: 'qtyInvalid'; readonly minLots: number; readonly maxLots: number }
  | { readonly kind: 'priceInvalid'; readonly minTicks: number; readonly maxTicks: number }
  | { readonly kind: 'belowMinNotional'; readonly minNotionalE8: number }
  /**
   * `takesHedge`: what is closed hedges the rest (ADR-1041); the amounts are then of maintenance margin and equity.
   * `ofLeverage`: of what is there already at the leverage that an order names, and not of the order.
   */
  | {
      readonly kind: 'insufficientBalance'
      readonly requiredE8: number
      readonly availableE8: number
      readonly takesHedge?: true
      readonly ofLeverage?: true
    }
  /** `maxLeverageE2`: the leverage at which the tiers would allow it; left out where none would. */
  | { readonly kind: 'riskLimitExceeded'; readonly limitE8: number; readonly maxLeverageE2?: number }
  | { readonly kind: 'reduceOnlyRefused' }
  | { readonly kind: 'tooManyOrders'; readonly limit: number }
  | { readonly kind: 'orderNotFound' }
  | { readonly kind: 'orderFinished'; readonly status: OrderStatus }
  | { readonly kind: 'qtyNotAboveFilled'; readonly filledLots: number }
  | { readonly kind: 'nothingToChange' }
  /** The least is 1, where nothing else is said. */
  /** `side`: of a hedge whose sides were given their own, whose the maximum is. */
  | {
      readonly kind: 'leverageInvalid'
      readonly minLeverageE2?: number
      readonly maxLeverageE2: number
      readonly side?: Side
    }
  | { readonly kind: 'leverageUnchanged' }
  | { readonly kind: 'amountInvalid' }
  /** Money from outside may fill a wallet up to `limitE8`; `roomE8` more fits. */
  | { readonly kind: 'walletFull'; readonly limitE8: number; readonly roomE8: number }
  /** The price is beyond the trigger already; `direction` is what the order expected. */
  | { readonly kind: 'triggerPassed'; readonly direction: 1 | 2; readonly by: TriggerBy }
  | { readonly kind: 'tooManyConditionals'; readonly limit: number }
  | { readonly kind: 'tooManyTpSl'; readonly limit: number }
  | {
      readonly kind: 'tpSlWrongSide'
      readonly which: 'longTakeProfit' | 'longStopLoss' | 'shortTakeProfit' | 'shortStopLoss'
      readonly by: TriggerBy
    }
  /** Reduce-only orders and orders that have filled in part take none; two legs over one amount need both. */
  | {
      readonly kind: 'tpSlNotAllowed'
      readonly reason: 'reduceOnly' | 'partlyFilled' | 'limitInFullMode' | 'ofBothLegs'
    }
  | { readonly kind: 'tpSlModeLocked' }
  /** No position to guard. */
  | { readonly kind: 'noPosition' }
  | { readonly kind: 'trailingInvalid' }
  /** A maintenance rate to wait for, hundredths of a per cent: above the one of now, below liquidation. */
  | { readonly kind: 'mmRateInvalid'; readonly minE4: number; readonly maxE4: number }
  | { readonly kind: 'slippageInvalid'; readonly unit: EngineSlippage['unit'] }
  /** The account is not of the kind that bounds its slippage. */
  | { readonly kind: 'slippageNotAllowed' }
  /** The position index does not fit the position mode. */
  | { readonly kind: 'positionIdxInvalid' }
  /** 110024: the position mode cannot change while a position is open. */
  | { readonly kind: 'modeHasPosition' }
  /** 110028: nor while orders are. */
  | { readonly kind: 'modeHasOrders' }
  /** The contract knows one-way mode only. */
  | { readonly kind: 'hedgeNotAllowed' }
  /** Options have no leverage, … */
  | { readonly kind: 'noLeverage' }
  /** … no triggers and no guards, … */
  | { readonly kind: 'noTriggers' }
  /** … and are not traded with isolated margin. */
  | { readonly kind: 'crossOnly' }
  /** The setting is in force already. */
  | { readonly kind: 'modeUnchanged' }
  /** Both sides' leverage may differ only in hedge mode with isolated margin. */
  | { readonly kind: 'leverageSidesDiffer' }
  /** 110015: cross positions have no margin of their own. */
  | { readonly kind: 'notIsolated' }
  /** 110038: a portfolio-margin account has no leverage and no margin mode to choose. */
  | { readonly kind: 'portfolioMargin' }
  /** 110095: the phase of the call auction does not take it. */
  | { readonly kind: 'auctionClosed'; readonly phase: AuctionState }
  /** 110098 */
  | { readonly kind: 'auctionGtcOnly' }
  /** 110099 */
  | { readonly kind: 'auctionNoTpSl' }
  /** 110096 and 110100: not with portfolio margin, not in demo trading. */
  | { readonly kind: 'preMarketPortfolio' }
  | { readonly kind: 'preMarketDemo' }
  /** Copy trading is in USDT perpetuals alone. */
  | { readonly kind: 'notCopyTraded' }
  /** 110076 */
  | { readonly kind: 'autoMarginNotIsolated' }
  /** The pair may not be bought, or not be sold. */
  | { readonly kind: 'sideBanned'; readonly side: 'buy' | 'sell' }
  /** A pair's limit price too far from the last price: it is not brought nearer, but refused (semantics.md §1.9). */
  | { readonly kind: 'priceBeyondLimit'; readonly side: 'buy' | 'sell'; readonly limitTicks: number }
  | { readonly kind: 'aboveMaxAmount'; readonly maxAmountE8: number }
  /** Nothing is held that take-profit and stop-loss could guard. */
  | { readonly kind: 'holdsNoPosition' }
  /** 110033: no position to change the margin of. */
  | { readonly kind: 'noMarginPosition' }
  /** 110011 or 110039: the position would be liquidated at once. */
  | { readonly kind: 'wouldLiquidate' }
  /** 110110–110117, each with its code: what spreads ask for. */
  | {
      readonly kind: 'spreadRefused'
      readonly why: Exclude<SpreadReason, 'legBand'>
      /** Of a margin mode: which spreads. */
      readonly reasons?: readonly MarginModeReason[]
    }
  /** … with the prices of the spread at which both legs are within their limits, where there are any. */
  | {
      readonly kind: 'spreadRefused'
      readonly why: 'legBand'
      readonly bounds?: { readonly minTicks: number; readonly maxTicks: number }
    }
  /** 170036: an order that may borrow, and spot margin is off. */
  | { readonly kind: 'spotMarginOff' }
  /** 170344: no coin of the pair is lent. */
  | { readonly kind: 'pairNotLent' }
  /** 176010: no coin that counts as collateral, or is lent. */
  | { readonly kind: 'unknownCollateral'; readonly coin: string }
  /** 182108: something is owed, the account could not carry what it has, the coin counts always, or another margin mode has no such switch. */
  | { readonly kind: 'switchRefused'; readonly why: 'debts' | 'margin' | 'fixed' | 'mode' }
  /** 182102 and 182101 */
  /** By hand: more than the coin's limit and what is available carry. */
  | { readonly kind: 'borrowTooMuch'; readonly mostE8: number }
  | { readonly kind: 'nothingOwed' }
  | { readonly kind: 'nothingToRepayWith' }
  /** Market-maker protection is of options, on a coin that has some; what was never set is not reset; bounds. */
  | { readonly kind: 'protectionRefused'; readonly why: 'notOption' | 'unknownCoin' | 'notSet' | 'terms' }
  | { readonly kind: 'marginModeRefused'; readonly reasons: readonly MarginModeReason[] }

/**
 * Why a spread is not traded, or something beside it not changed: the account (isolated margin, an account of before, copy
 * trading, hedge mode in a leg), spread orders that are open, an order of a leg that is changed by its spread alone, a leg
 * price beyond its band or not known, terms that no spread order has.
 */
export type SpreadReason =
  | 'isolated'
  | 'oldAccount'
  | 'copyTrade'
  | 'hedge'
  | 'inProgress'
  | 'legCancel'
  | 'legBand'
  | 'legAmend'
  | 'plainOnly'

/** Why an account cannot change its margin mode. `symbol` null: what settles in `coin`, or the account as a whole. */
export interface MarginModeReason {
  readonly kind:
    | 'insufficientBalance'
    | 'wouldLiquidate'
    | 'leverageSidesDiffer'
    | 'crossOnly'
    | 'modeFixed'
    | 'hedgeMode'
    | 'preMarket'
    | 'owed'
    | 'spotMarginOn'
    | 'collateral'
    | 'spreadOrders'
  readonly symbol: string | null
  readonly coin?: string
}

export function refuse(refusal: EngineRefusal): EngineResult {
  return { ok: false, refusal }
}
