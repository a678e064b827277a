import type { AccountKind } from '../../src/domain/account/wallet'
import type { Rate } from '../../src/domain/decimal'
import type { OrderType, Side, TimeInForce, TriggerBy } from '../../src/domain/order/order'
import type { CarriedTerms } from '../../src/domain/order/order'
import type { AccountRole, EngineFees, MarginMode, PositionIdx } from './accounts/account-settings'
import type {
  AskedTpSl,
  AskedTpSlLeg,
  AskedTrailingTerms,
  EngineOcoLegs,
  EngineSlippage,
  EngineTpSl,
  EngineTrailingTerms,
  EngineTrigger,
} from './orders/order-terms'
import type { SelfMatch } from './matching/self-match'
import type { RepaymentMode } from './risk/backing'
import type { ResetMakerProtection, SetMakerProtection } from './protection/maker-protection'

/** Which open orders a cancel-all takes; left out, all of them. */
export type CancelFilter = 'active' | 'stop' | 'conditional' | 'tpSl' | 'partialTpSl' | 'oco' | 'bidirectionalTpSl'

export type EngineCommand =
  | {
      readonly type: 'openAccount'
      readonly account: string
      readonly role: AccountRole
      readonly kind: AccountKind
      readonly defaultLeverageE2: number
      /** See `setMarginMode`. */ readonly accountWide?: true
    }
  | { readonly type: 'credit'; readonly account: string; readonly coin: string; readonly amountE8: number }
  | {
      readonly type: 'setLeverage'
      readonly account: string
      readonly symbol: string
      readonly leverageE2: number
      /** The short side's, in hedge mode with isolated margin; left out, both are the same. */ readonly sellLeverageE2?: number
    }
  /** `accountWide`: with portfolio margin all coins are margined as one; left out, each by itself, as before there was a choice. */
  | { readonly type: 'setMarginMode'; readonly account: string; readonly mode: MarginMode; readonly accountWide?: true }
  /** With portfolio margin, whether a coin of the wallet hedges what is short of it; from then on all coins are one. */
  | { readonly type: 'setSpotHedge'; readonly account: string; readonly isOn: boolean }
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
  /** Whether its orders of pairs may borrow; from then on all its coins back everything. */
  | { readonly type: 'setSpotMargin'; readonly account: string; readonly isOn: boolean }
  /** Whether coins count as collateral. */
  | {
      readonly type: 'setCollateral'
      readonly account: string
      readonly coins: readonly string[]
      readonly isOn: boolean
      /** Switched off in the same step: all of it comes about, or nothing. */
      readonly alsoOff?: readonly string[]
    }
  /** How many times what it has may be borrowed, of one coin or, `null`, of all. */
  | {
      readonly type: 'setBorrowLeverage'
      readonly account: string
      readonly coin: string | null
      readonly leverageE2: number
    }
  /** Whether what is free of a coin repays what is owed of it, of one coin or, `null`, of all. */
  | {
      readonly type: 'setRepaymentMode'
      readonly account: string
      readonly coin: string | null
      readonly mode: RepaymentMode
    }
  /** Borrows coins without an order. */
  | { readonly type: 'borrow'; readonly account: string; readonly coin: string; readonly amountE8: number }
  /** Repays debts with their coin and then with others; `null` is every coin, and all that is owed. */
  | {
      readonly type: 'repay'
      readonly account: string
      readonly coin: string | null
      readonly amountE8: number | null
      /** Left out, other coins repay too. */
      readonly isOwnCoinOnly?: true
    }
  | SetMakerProtection
  | ResetMakerProtection
  | {
      readonly type: 'place'
      readonly account: string
      /** Unique per account for ever; `''` when the sender gave none. */
      readonly linkId: string
      readonly symbol: string
      readonly side: Side
      readonly orderType: OrderType
      /**
       * Of a market order instead of lots: as many as the book gives for this value, E8 of the settle coin; of one that
       * waits, when it fires.
       */
      readonly amountE8?: number
      /** Ignored for market orders: those are limited by the protected price of the band. */
      readonly ticks: number
      readonly lots: number
      /** Of a question alone: how many orders it may become, whose lots together these are. */
      readonly mostParts?: number
      readonly timeInForce: TimeInForce
      readonly reduceOnly: boolean
      readonly closeOnTrigger: boolean
      readonly selfMatch: SelfMatch
      readonly createType: string
      /** Makes it a conditional order: it reserves nothing until it fires. */
      readonly trigger?: EngineTrigger
      /** Of a pair: while it waits it holds back what it will pay with. */
      readonly reserves?: boolean
      /** Of a pair, instead of a trigger: two legs over one amount, of which the first to trigger ends the other. */
      readonly oco?: EngineOcoLegs
      /** Of a pair, instead of a trigger: a market order that follows the best price. It reserves nothing. */
      readonly trailing?: EngineTrailingTerms
      /** Of a pair: it may pay with what it borrows. */
      readonly isLeverage?: true
      /** Of an option: market-maker protection pulls it. */
      readonly isProtected?: true
      /** Of a contract, which has it from then on. An order that is refused changes none. */
      readonly leverageE2?: number
      /** It closes its position once the maintenance rate is this, hundredths of a per cent. */
      readonly rateE4?: number
      readonly tpSl?: EngineTpSl
      /** Market orders only. */
      readonly slippage?: EngineSlippage
      /** Left out, 0. */
      readonly positionIdx?: PositionIdx
      readonly carried?: CarriedTerms
    }
  /** `lots` is the new total, filled part included; `null` leaves a value as it is. */
  | {
      readonly type: 'amend'
      readonly account: string
      readonly symbol: string
      readonly orderId: string | null
      readonly linkId: string | null
      readonly ticks: number | null
      /** Of which the new price was made; what the order was asked with before goes with its price. */
      readonly orderIv?: Rate
      readonly lots: number | null
      /** New trigger price of an order that has not fired. */
      readonly triggerTicks?: number
      readonly triggerBy?: TriggerBy
      /** New rate of an order that waits for one. */
      readonly rateE4?: number
      /** New attached take-profit and stop-loss: a leg of 0 ticks removes it, `null` leaves it. */
      readonly tpSl?: AskedTpSl
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
      readonly takeProfit: AskedTpSlLeg | null
      readonly stopLoss: AskedTpSlLeg | null
      /** Partial only: the size of both legs; 0 is the whole position. */
      readonly lots: number
      readonly takeProfitId: string | null
      readonly stopLossId: string | null
      readonly trailing: AskedTrailingTerms | null
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
      /** Of an option: what its expiry trades at, and the volatility that its mark has, of a year in 1e-8. */
      readonly forwardTicks?: number
      readonly volatilityE8?: number
    }
  /** The marks of a moment are complete: liquidates what only all of them together can say (portfolio margin). */
  | { readonly type: 'reviewAccounts' }
  /** Pays rate × value at mark between longs and shorts; positive: longs pay. */
  | { readonly type: 'funding'; readonly symbol: string; readonly rateE8: number }
  /** Charges debts the interest of so many hours, one after the other. @param firstMs when the first fell due; left out, now */
  | { readonly type: 'interest'; readonly hours: number; readonly firstMs?: number }
  /** The end of a call auction: what meets is filled at one price. The result says which, if any. */
  | { readonly type: 'uncross'; readonly symbol: string }
  /**
   * A dated contract's end: orders are cancelled, positions closed at the delivery price, a fee of rate × value taken.
   * `cancelType` is how the orders end; left out, as those of a settlement.
   */
  | {
      readonly type: 'deliver'
      readonly symbol: string
      readonly ticks: number
      readonly feeRateE8: number
      readonly cancelType?: 'CancelByDelivery'
    }

export type PlaceCommand = Extract<EngineCommand, { type: 'place' }>
