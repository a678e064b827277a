import type { AccountKind } from '../../src/domain/account/wallet'
import type { Payoff } from '../../src/domain/risk/payoff'
import type { OrderStatus, OrderType, Side, TimeInForce } from '../../src/domain/order/order'

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
}

/** Whose the account is: a user's, a market maker's inside the engine, or the exchange's own (fees, insurance). */
export type AccountRole = 'user' | 'maker' | 'house'
/** All positions of a coin share its wallet (cross), or each stands with its own margin (isolated). */
export type MarginMode = 'cross' | 'isolated'
/** 0: the one position of one-way mode. 1 and 2: the long and the short one of hedge mode (semantics.md §2.8). */
export type PositionIdx = 0 | 1 | 2
export type SelfMatch = 'cancelMaker' | 'cancelTaker' | 'cancelBoth'

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
      /** Left out, 0. */
      readonly positionIdx?: PositionIdx
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
    }
  | {
      readonly type: 'cancel'
      readonly account: string
      readonly symbol: string
      readonly orderId: string | null
      readonly linkId: string | null
    }
  /** `symbol` null is every symbol. */
  | { readonly type: 'cancelAll'; readonly account: string; readonly symbol: string | null }
  /** New mark and index prices in ticks; moves unrealised P&L, margin and bands. */
  | { readonly type: 'mark'; readonly symbol: string; readonly markTicks: number; readonly indexTicks: number }
  /** Pays rate × value at mark between longs and shorts; positive: longs pay. */
  | { readonly type: 'funding'; readonly symbol: string; readonly rateE8: number }
  /** A dated contract's end: orders are cancelled, positions closed at the delivery price, a fee of rate × value taken. */
  | { readonly type: 'deliver'; readonly symbol: string; readonly ticks: number; readonly feeRateE8: number }

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
  /** 110076 */
  | { readonly kind: 'autoMarginNotIsolated' }
  /** 110033 */
  | { readonly kind: 'noPosition' }
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
  readonly timeMs: number
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
  hasAccount(account: string): boolean
  accounts(): readonly { readonly account: string; readonly role: AccountRole; readonly kind: AccountKind }[]
  marginMode(account: string): MarginMode
  positionMode(account: string, symbol: string): 'oneWay' | 'hedge'
  /** The insurance pool: wallet and unrealised results of what it took over. */
  insurancePool(coin: string): { readonly balanceE8: number; readonly isDeleveraging: boolean }
  /** Open interest: lots held long (equal to lots held short). */
  openInterestLots(symbol: string): number
  /** Σ balances − Σ signed position cost per coin, in E8 as text: equals Σ credits, to the last unit. */
  conservation(): readonly { readonly coin: string; readonly sumE8: string; readonly creditedE8: string }[]
  /** The whole state as plain JSON; `restoreEngine(instruments, state)` gives an engine that goes on identically. */
  snapshot(): unknown
}
