import type { AccountKind } from '../../src/domain/account/wallet'
import type { Payoff } from '../../src/domain/risk/payoff'
import type { OrderStatus, OrderType, Side, StopOrderType, TimeInForce, TriggerBy } from '../../src/domain/order/order'

/**
 * What the matching engine is asked and what it says. All of it is scaled integers:
 * prices in ticks, quantities in lots, money in units of 1e-8 of the settle coin ("E8"), rates in E8,
 * leverage in E2. Every number is a safe integer; the engine refuses what would pass 2^53.
 *
 * Deterministic: the same commands with the same times give the same events. No clock, no I/O, no random number.
 */

/** One contract as the engine knows it. `valueUnitE8` = tickSize × lotSize in E8, so value = ticks × lots × valueUnitE8. */
export interface EngineInstrument {
  readonly symbol: string
  readonly settleCoin: string
  readonly valueUnitE8: number
  readonly minPriceTicks: number
  readonly maxPriceTicks: number
  readonly minLots: number
  readonly maxLimitLots: number
  readonly maxMarketLots: number
  readonly minNotionalE8: number
  readonly maxLeverageE2: number
  readonly takerRateE8: number
  readonly makerRateE8: number
  /** X and Y of the limit-price band around mark (semantics.md §1.9). */
  readonly bandXE8: number
  readonly bandYE8: number
  readonly tiers: readonly {
    readonly limitE8: number
    readonly initialRateE8: number
    readonly maintenanceRateE8: number
    readonly maxLeverageE2: number
    readonly deductionE8: number
  }[]
  /** How value follows price; left out, linear. Inverse: lots / ticks × `valueUnitE8` (= lotSize / tickSize in E8) coins. */
  readonly payoff?: Payoff
  /** Unrealised results are paid out with the funding and the entry becomes the mark (USDC perpetuals, semantics.md §1.1). */
  readonly settlesSessions?: boolean
  /** Whether an account may hold both directions at once (USDT perpetuals only, semantics.md §2.8). */
  readonly allowsHedge?: boolean
  /** `false` refuses new and amended orders (`symbolNotTrading`); cancelling goes on. Left out, the symbol trades. */
  readonly isTrading?: boolean
  /** The phase of a call auction; left out or `null`, orders meet at once. */
  readonly auction?: AuctionState | null
  /** Not listed yet: portfolio-margin and demo accounts may not trade it. */
  readonly isPreMarket?: boolean
}

/** Orders are gathered; no more taken back; being filled at one price, and neither taken nor changed. */
export type AuctionState = 'open' | 'noCancel' | 'matching'

/** Whose the account is: a user's, a market maker's inside the engine, or the exchange's own (fees, insurance). */
export type AccountRole = 'user' | 'maker' | 'house'
/** All positions of a coin share its wallet (cross), or each stands with its own margin (isolated). */
export type MarginMode = 'cross' | 'isolated'
/** 0: the one position of one-way mode. 1 and 2: the long and the short one of hedge mode (semantics.md §2.8). */
export type PositionIdx = 0 | 1 | 2
/** Rates in E8, 0–1 %. */
export interface EngineFees {
  readonly takerRateE8: number
  readonly makerRateE8: number
}
export type SelfMatch = 'cancelMaker' | 'cancelTaker' | 'cancelBoth'

export type { TriggerBy }

/** Fires once the price is at or above (1), at or below (2) `ticks`. */
export interface EngineTrigger {
  readonly ticks: number
  readonly by: TriggerBy
  readonly direction: 1 | 2
}

/** How far beyond the best opposite price a market order may trade (semantics.md §1.9). */
export type EngineSlippage =
  | { readonly unit: 'tick'; /** 1–10,000. */ readonly value: number }
  | { readonly unit: 'percent'; /** Hundredths of a per cent, 1–1,000. */ readonly value: number }

/** One take-profit or stop-loss. `ticks` 0 asks for none (it cancels an existing one). */
export interface EngineTpSlLeg {
  readonly ticks: number
  readonly by: TriggerBy
  readonly orderType: OrderType
  /** The price of a limit order; 0 for a market order. */
  readonly limitTicks: number
  readonly slippage: EngineSlippage | null
}

/** What an order brings for the position that it opens; a leg that is `null` was not named. */
export interface EngineTpSl {
  readonly mode: 'full' | 'partial'
  readonly takeProfit: EngineTpSlLeg | null
  readonly stopLoss: EngineTpSlLeg | null
}

/** Exactly one of distance and rate is not `null`. `activationTicks` 0: active at once. */
export interface EngineTrailingTerms {
  /** 0 asks for none. */
  readonly distanceTicks: number | null
  readonly rateE8: number | null
  readonly activationTicks: number
}

export interface EngineTrailing extends EngineTrailingTerms {
  /** The best price since activation and the stop that follows it; `null` before. */
  readonly bestTicks: number | null
  readonly stopTicks: number | null
}

export type StopKind = StopOrderType

/** What makes an order wait. It stays with the order after it fired. A trailing stop's `ticks` is its activation. */
export interface EngineStop extends EngineTrigger {
  readonly kind: StopKind
  readonly slippage: EngineSlippage | null
  /** The other leg of a partial set, which ends when this one fires; `null` for none. */
  readonly pairId: string | null
  /** The order whose fills made this partial set. */
  readonly parentId: string | null
  readonly trailing: EngineTrailing | null
}

/** What guards a position as a whole: the full take-profit and stop-loss, and the trailing stop. */
export interface EngineProtection {
  readonly mode: 'full' | 'partial'
  readonly takeProfitTicks: number | null
  readonly stopLossTicks: number | null
  readonly takeProfitBy: TriggerBy
  readonly stopLossBy: TriggerBy
  readonly trailing: EngineTrailing | null
}

/** Which open orders a cancel-all takes; left out, all of them. */
export type CancelFilter = 'active' | 'stop' | 'tpSl' | 'partialTpSl'

export type EngineCommand =
  | {
      readonly type: 'openAccount'
      readonly account: string
      readonly role: AccountRole
      readonly kind: AccountKind
      readonly defaultLeverageE2: number
    }
  | { readonly type: 'credit'; readonly account: string; readonly coin: string; readonly amountE8: number }
  | {
      readonly type: 'setLeverage'
      readonly account: string
      readonly symbol: string
      readonly leverageE2: number
      /** The short side's, in hedge mode with isolated margin; left out, both are the same. */ readonly sellLeverageE2?: number
    }
  | { readonly type: 'setMarginMode'; readonly account: string; readonly mode: MarginMode }
  /** What the account pays in every contract from now on; `null`: what each contract says. */
  | { readonly type: 'setFees'; readonly account: string; readonly fees: EngineFees | null }
  /** One symbol, or with `coin` every symbol settled in it that has no setting of its own. */
  | {
      readonly type: 'setPositionMode'
      readonly account: string
      readonly symbol: string | null
      readonly coin: string | null
      readonly mode: 'oneWay' | 'hedge'
    }
  /** Adds to an isolated position's margin; a negative amount takes some of what was added back. */
  | {
      readonly type: 'addMargin'
      readonly account: string
      readonly symbol: string
      readonly positionIdx: PositionIdx
      readonly amountE8: number
    }
  | {
      readonly type: 'setAutoAddMargin'
      readonly account: string
      readonly symbol: string
      readonly positionIdx: PositionIdx
      readonly isOn: boolean
    }
  | {
      readonly type: 'place'
      readonly account: string
      /** Unique per account for ever; `''` when the sender gave none. */
      readonly linkId: string
      readonly symbol: string
      readonly side: Side
      readonly orderType: OrderType
      /** Ignored for market orders: those are limited by the protected price of the band. */
      readonly ticks: number
      readonly lots: number
      readonly timeInForce: TimeInForce
      readonly reduceOnly: boolean
      readonly closeOnTrigger: boolean
      readonly selfMatch: SelfMatch
      readonly createType: string
      /** Makes it a conditional order: it reserves nothing until it fires. */
      readonly trigger?: EngineTrigger
      readonly tpSl?: EngineTpSl
      /** Market orders only. */
      readonly slippage?: EngineSlippage
      /** Left out, 0. */
      readonly positionIdx?: PositionIdx
      /** What it is a part of: the first of a split order, or a strategy. */
      readonly parentId?: string
    }
  /** `lots` is the new total, filled part included; `null` leaves a value as it is. */
  | {
      readonly type: 'amend'
      readonly account: string
      readonly symbol: string
      readonly orderId: string | null
      readonly linkId: string | null
      readonly ticks: number | null
      readonly lots: number | null
      /** New trigger price of an order that has not fired. */
      readonly triggerTicks?: number
      readonly triggerBy?: TriggerBy
      /** New attached take-profit and stop-loss: a leg of 0 ticks removes it, `null` leaves it. */
      readonly tpSl?: EngineTpSl
    }
  | {
      readonly type: 'cancel'
      readonly account: string
      readonly symbol: string
      readonly orderId: string | null
      readonly linkId: string | null
      /** Cancels the other leg of its take-profit and stop-loss set too. */
      readonly withPair?: boolean
    }
  /** `symbol` null is every symbol. Takes `CANCEL_ALL_MAX` orders at most, oldest first within a symbol. */
  | {
      readonly type: 'cancelAll'
      readonly account: string
      readonly symbol: string | null
      readonly filter?: CancelFilter
      /** Disconnect protection: every order goes, with its own reason. */
      readonly isDisconnect?: true
      /** The second half of the orders stays, as if it could not be cancelled. */
      readonly isHalved?: true
    }
  /**
   * Guards a position. Full: one take-profit and one stop-loss over all of it, changed in place. Partial: adds a set of
   * `lots`, or changes the orders named. A leg of 0 ticks cancels, `null` leaves.
   */
  | {
      readonly type: 'setTpSl'
      readonly account: string
      readonly symbol: string
      readonly mode: 'full' | 'partial'
      readonly takeProfit: EngineTpSlLeg | null
      readonly stopLoss: EngineTpSlLeg | null
      /** Partial only: the size of both legs; 0 is the whole position. */
      readonly lots: number
      readonly takeProfitId: string | null
      readonly stopLossId: string | null
      readonly trailing: EngineTrailingTerms | null
      /** Left out, 0. */
      readonly positionIdx?: PositionIdx
    }
  /**
   * New mark and index prices in ticks; moves unrealised P&L, margin and bands. `deliveryTicks` is what a delivery would
   * pay by the index so far: in the half hour before it the mark or this price liquidates, whichever hits. `premiumE4` is
   * the mean of mid − mark over 30 seconds in 1e-4 of a tick, which widens the price band; left out, zero.
   */
  | {
      readonly type: 'mark'
      readonly symbol: string
      readonly markTicks: number
      readonly indexTicks: number
      readonly deliveryTicks?: number
      readonly premiumE4?: number
    }
  /** Pays rate × value at mark between longs and shorts; positive: longs pay. */
  | { readonly type: 'funding'; readonly symbol: string; readonly rateE8: number }
  /** The end of a call auction: what meets is filled at one price. The result says which, if any. */
  | { readonly type: 'uncross'; readonly symbol: string }
  /** A dated contract's end: orders are cancelled, positions closed at the delivery price, a fee of rate × value taken. */
  | { readonly type: 'deliver'; readonly symbol: string; readonly ticks: number; readonly feeRateE8: number }

export type PlaceCommand = Extract<EngineCommand, { type: 'place' }>

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
  | { readonly kind: 'insufficientBalance'; readonly requiredE8: number; readonly availableE8: number }
  | { readonly kind: 'riskLimitExceeded'; readonly limitE8: number }
  | { readonly kind: 'reduceOnlyRefused' }
  | { readonly kind: 'tooManyOrders'; readonly limit: number }
  | { readonly kind: 'orderNotFound' }
  | { readonly kind: 'orderFinished'; readonly status: OrderStatus }
  | { readonly kind: 'qtyNotAboveFilled'; readonly filledLots: number }
  | { readonly kind: 'nothingToChange' }
  | { readonly kind: 'leverageInvalid'; readonly maxLeverageE2: number }
  | { readonly kind: 'leverageUnchanged' }
  | { readonly kind: 'amountInvalid' }
  /** The price is beyond the trigger already; `direction` is what the order expected. */
  | { readonly kind: 'triggerPassed'; readonly direction: 1 | 2; readonly by: TriggerBy }
  | { readonly kind: 'tooManyConditionals'; readonly limit: number }
  | { readonly kind: 'tooManyTpSl'; readonly limit: number }
  | {
      readonly kind: 'tpSlWrongSide'
      readonly which: 'longTakeProfit' | 'longStopLoss' | 'shortTakeProfit' | 'shortStopLoss'
      readonly by: TriggerBy
    }
  /** Reduce-only orders and orders that have filled in part take none. */
  | { readonly kind: 'tpSlNotAllowed'; readonly reason: 'reduceOnly' | 'partlyFilled' | 'limitInFullMode' }
  | { readonly kind: 'tpSlModeLocked' }
  /** No position to guard. */
  | { readonly kind: 'noPosition' }
  | { readonly kind: 'trailingInvalid' }
  | { readonly kind: 'slippageInvalid'; readonly unit: EngineSlippage['unit'] }
  /** The position index does not fit the position mode. */
  | { readonly kind: 'positionIdxInvalid' }
  /** 110024: the position mode cannot change while a position is open. */
  | { readonly kind: 'modeHasPosition' }
  /** 110028: nor while orders are. */
  | { readonly kind: 'modeHasOrders' }
  /** The contract knows one-way mode only. */
  | { readonly kind: 'hedgeNotAllowed' }
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
  /** 110076 */
  | { readonly kind: 'autoMarginNotIsolated' }
  /** 110033: no position to change the margin of. */
  | { readonly kind: 'noMarginPosition' }
  /** 110011 or 110039: the position would be liquidated at once. */
  | { readonly kind: 'wouldLiquidate' }
  | { readonly kind: 'marginModeRefused'; readonly reasons: readonly MarginModeReason[] }

/** Why an account cannot change its margin mode. `symbol` null: the account as a whole. */
export interface MarginModeReason {
  readonly kind: 'insufficientBalance' | 'wouldLiquidate' | 'leverageSidesDiffer'
  readonly symbol: string | null
}

export type EngineResult =
  | { readonly ok: true; readonly orderId?: string; readonly ticks?: number; readonly orderIds?: readonly string[] }
  | { readonly ok: false; readonly refusal: EngineRefusal }

/** A snapshot of an order at one event. A plain copy: safe to keep. */
export interface EngineOrder {
  readonly id: string
  readonly linkId: string
  readonly account: string
  readonly symbol: string
  readonly side: Side
  readonly orderType: OrderType
  readonly ticks: number
  readonly lots: number
  readonly filledLots: number
  readonly filledValueE8: number
  readonly feeE8: number
  readonly status: OrderStatus
  readonly timeInForce: TimeInForce
  readonly reduceOnly: boolean
  readonly closeOnTrigger: boolean
  readonly createType: string
  readonly cancelType: string | null
  readonly rejectReason: string | null
  readonly createdAtMs: number
  readonly updatedAtMs: number
  readonly positionIdx?: PositionIdx
  /** Rises with every event of the engine. */
  readonly seq: number
  /** `null` for an ordinary order. */
  readonly stop: EngineStop | null
  readonly tpSl: EngineTpSl | null
  /** What it is a part of; `null` for an order by itself. */
  readonly parentId: string | null
}

export interface EngineExecution {
  readonly id: string
  readonly account: string
  readonly orderId: string
  readonly linkId: string
  readonly symbol: string
  readonly side: Side
  readonly ticks: number
  readonly lots: number
  readonly valueE8: number
  readonly feeE8: number
  readonly feeRateE8: number
  readonly isMaker: boolean
  readonly execType: string
  readonly closedPnlE8: number
  readonly closedLots: number
  /** The wallet and the (signed) position after it: what the transaction log shows. */
  readonly walletE8: number
  readonly positionLots: number
  readonly timeMs: number
  readonly seq: number
}

/**
 * What one order (or a delivery) has closed so far: Σ over all rows of a position that came back to zero is what the
 * engine realised on it, fees and funding included, to the last unit. A later row of the same `id` replaces the former.
 */
export interface EngineClosedPnl {
  readonly id: string
  readonly account: string
  readonly symbol: string
  readonly positionIdx: PositionIdx
  /** `''` for a delivery, which has no order. */
  readonly orderId: string
  /** Of the closing order: `sell` closed a long. */
  readonly side: Side
  readonly orderType: OrderType
  readonly ticks: number
  readonly lots: number
  readonly leverageE2: number
  readonly execType: string
  readonly closedLots: number
  readonly fills: number
  readonly entryValueE8: number
  readonly exitValueE8: number
  readonly openFeeE8: number
  readonly closeFeeE8: number
  /** Funding paid by the closed part; negative was received. */
  readonly fundingE8: number
  readonly pnlE8: number
  readonly createdAtMs: number
  readonly updatedAtMs: number
  readonly seq: number
}

/** `lots` is signed: negative is short. `costE8` = Σ value of the open part (entry price = cost / lots). */
export interface EnginePosition {
  readonly account: string
  readonly symbol: string
  readonly lots: number
  readonly costE8: number
  readonly leverageE2: number
  readonly markTicks: number
  readonly unrealisedE8: number
  /** Since this holding was opened, fees and funding included. */
  readonly realisedE8: number
  readonly cumRealisedE8: number
  readonly initialMarginE8: number
  readonly maintenanceMarginE8: number
  /** `null` outside the price range of the contract. */
  readonly liquidationTicks: number | null
  readonly bankruptcyTicks: number | null
  readonly positionIdx?: PositionIdx
  readonly marginMode?: MarginMode
  /** Margin added by hand or by auto-add-margin, less funding taken from it; isolated only. */
  readonly extraMarginE8?: number
  readonly isAutoAddMargin?: boolean
  /** Σ value of the open part at the prices paid, never reset by a session settlement (`avgPrice`). */
  readonly openCostE8?: number
  /** Place in the queue of auto-deleveraging: 0 no position, 1 the last fifth … 5 the first; at most 10 s old. */
  readonly adlRank?: number
  readonly createdAtMs: number
  readonly updatedAtMs: number
  readonly seq: number
  /** `null` while nothing guards it. */
  readonly protection: EngineProtection | null
}

export interface EnginePreview {
  readonly refusal: EngineRefusal | null
  readonly before: readonly EngineBalance[]
  /** With the order placed; too little money is told beside it, other refusals leave `null`. */
  readonly after: readonly EngineBalance[] | null
}

export interface EngineBalance {
  readonly coin: string
  readonly walletE8: number
  readonly unrealisedE8: number
  readonly positionMarginE8: number
  readonly orderMarginE8: number
  readonly maintenanceE8: number
  readonly availableE8: number
  readonly cumRealisedE8: number
}

export type EngineEvent =
  /** `action` says what made it; for user and house accounts only — makers' orders make `book` events alone. */
  | {
      readonly type: 'order'
      readonly order: EngineOrder
      readonly action: 'newed' | 'replaced' | 'canceled' | 'filled'
    }
  | { readonly type: 'execution'; readonly execution: EngineExecution }
  | { readonly type: 'closedPnl'; readonly closed: EngineClosedPnl }
  /** Money from outside reached a user's wallet. */
  | {
      readonly type: 'credit'
      readonly account: string
      readonly coin: string
      readonly amountE8: number
      readonly walletE8: number
      readonly timeMs: number
      readonly seq: number
    }
  /** Funding was paid between the holders of a contract. */
  | {
      readonly type: 'funding'
      readonly symbol: string
      readonly rateE8: number
      readonly timeMs: number
      readonly seq: number
    }
  /** Everything about a position that changed other than by the mark price alone. */
  | { readonly type: 'position'; readonly position: EnginePosition }
  /** The account's balances changed (fill, fee, funding, credit, order margin). The reader asks `balances`. */
  | { readonly type: 'wallet'; readonly account: string }
  /** A position was cut or lost against its holder's will; `ticks` is the price (the bankruptcy price of a takeover). */
  | {
      readonly type: 'liquidation'
      readonly stage: LiquidationStage
      readonly account: string
      readonly symbol: string
      readonly positionIdx: PositionIdx
      /** Of the position: `buy` is a long. */
      readonly side: Side
      readonly ticks: number
      readonly lots: number
      readonly markTicks: number
      readonly timeMs: number
    }
  /** One price level's new total; zero removes it. */
  | {
      readonly type: 'level'
      readonly symbol: string
      readonly side: Side
      readonly ticks: number
      readonly lots: number
    }
  /** A public print; `side` is the taker's. */
  | {
      readonly type: 'trade'
      readonly id: string
      readonly symbol: string
      readonly side: Side
      readonly ticks: number
      readonly lots: number
      readonly timeMs: number
      readonly makerOrderId: string
      readonly takerOrderId: string
      readonly makerAccount: string
      readonly takerAccount: string
      /** Set for a fill past the book (takeover, deleveraging): no public print. */
      readonly isHidden?: true
    }

/** What happened: part sold through the book, taken over by the exchange, or closed to deleverage a bankrupt one. */
export type LiquidationStage = 'partial' | 'takeover' | 'adl'

export interface EngineOutcome {
  readonly result: EngineResult
  readonly events: readonly EngineEvent[]
}

export interface MatchingEngine {
  handle(command: EngineCommand, nowMs: number): EngineOutcome
  /**
   * Adds an instrument, or changes a known one (fees, limits, tiers, status, tick size; never the lot size or the coin).
   * A new `valueUnitE8` is a new tick size: prices at rest are restated, and orders whose price is not a whole number
   * of the new ticks are cancelled (`CancelByAdmin`). Call it in ledger order like a command.
   */
  updateInstrument(instrument: EngineInstrument, nowMs: number): EngineOutcome
  /** Forgets a contract without positions and orders. Call it in ledger order like a command. */
  retireInstrument(symbol: string): void
  /** Best first, at most `levels` a side, `[ticks, lots]`. */
  book(
    symbol: string,
    levels: number,
  ): { readonly bids: readonly (readonly [number, number])[]; readonly asks: readonly (readonly [number, number])[] }
  openOrders(account: string, symbol?: string): readonly EngineOrder[]
  /** An order by either id, finished ones included for as long as the engine remembers them (`RECENT_ORDERS_MAX`). */
  findOrder(account: string, ids: { readonly orderId?: string; readonly linkId?: string }): EngineOrder | null
  /** Only positions with size, unless `symbol` is named. */
  positions(account: string, symbol?: string): readonly EnginePosition[]
  balances(account: string): readonly EngineBalance[]
  /** What an order would do to the balances: all its checks, and nothing changes. `null` for an unknown account. */
  preview(command: PlaceCommand): EnginePreview | null
  hasAccount(account: string): boolean
  accounts(): readonly { readonly account: string; readonly role: AccountRole; readonly kind: AccountKind }[]
  marginMode(account: string): MarginMode
  positionMode(account: string, symbol: string): 'oneWay' | 'hedge'
  /** What a call auction would fill now; `null` where nothing meets, or there is none. */
  auction(symbol: string): { readonly ticks: number; readonly lots: number } | null
  /** Limit prices that an order may have now, in ticks; `null` for an unknown symbol. */
  priceBand(symbol: string): { readonly maxBuyTicks: number; readonly minSellTicks: number } | null
  /** The insurance pool: wallet and unrealised results of what it took over. */
  insurancePool(coin: string): { readonly balanceE8: number; readonly isDeleveraging: boolean }
  /** Highest P&L of the pool − P&L, and its highest balance, within the eight hours before `nowMs`. */
  insuranceDrawdown(coin: string, nowMs: number): { readonly lossE8: number; readonly maxBalanceE8: number }
  /** Open interest: lots held long (equal to lots held short). */
  openInterestLots(symbol: string): number
  /** Σ balances − Σ signed position cost per coin, in E8 as text: equals Σ credits, to the last unit. */
  conservation(): readonly { readonly coin: string; readonly sumE8: string; readonly creditedE8: string }[]
  /** The whole state as plain JSON; `restoreEngine(instruments, state)` gives an engine that goes on identically. */
  snapshot(): unknown
}
