import type { NewOrder } from '../../src/domain/order/new-order'
import type { OrderChange, OrderReference } from '../../src/domain/order/order-change'
import type { TradingStop } from '../../src/domain/position/position-settings'
import type { AccountKind } from '../../src/domain/account/wallet'
import type { NewStrategy } from '../../src/domain/order/strategy'
import type { MarginMode, PositionIdx } from '../engine/accounts/account-settings'
import type { CancelFilter } from '../engine/commands'
import type { Markets, SymbolSets } from '../listings/catalogue'
import type { ProductFamily } from '../listings/product-family'
import type { FeedStep } from '../simulation/feed-step'
import type { LendingChange } from './lending-change'
import type { ProtectionChange } from './protection-change'

/** One external input: exactly one ledger line (decisions 34). Plain JSON. */
export type VenueInput = PlainInput | Declined

/**
 * A press that was refused for what the exchange was then, before there was a whole input of it: no position to close, no
 * mark to price it by, the compliance wall. It changes nothing and is kept for its repeats (ADR-1101).
 */
export interface Declined {
  readonly type: 'declined'
  readonly account: string
  /** What was asked for; what the exchange was to work out stands in it as 0. */
  readonly asked: Pressed
  readonly refusal: DeclinedRefusal
}

/** The inputs that a press may be declined of. */
export type Pressed = Extract<PlainInput, { readonly type: 'place' | 'openStrategy' | 'lending' }>

/** As it was answered. */
export interface DeclinedRefusal {
  readonly kind: 'declined'
  readonly retCode: number
  readonly message: string
  readonly extMap: Readonly<Record<string, string>>
}

type PlainInput =
  | {
      readonly type: 'genesis'
      readonly seed: number
      readonly region: string
      readonly feedSymbol: string | null
      /** Left out, linear perpetuals alone. */
      readonly markets?: Markets
      /** Whether perpetuals have a premium of their own over their index. */
      readonly premiums?: boolean
      /** Whether premiums follow what is traded, and options' open interest their trades. */
      readonly orderFlow?: boolean
      /** Whether options and dated contracts are valued by the mean that they are delivered at. */
      readonly meanValues?: boolean
      /** Whether buying back short options in a liquidation costs the liquidation fee. */
      readonly liquidationFee?: boolean
      /** Whether averages of inverse contracts are made of what was paid before it was rounded. */
      readonly exactAverages?: boolean
      /** Whether a fill of a spread may use the margin that its legs free. */
      readonly freedMargin?: boolean
      /** Whether rows say apart what a liquidation and a conversion cost, and why a conversion was made. */
      readonly namedFees?: boolean
      /** Whether closing a part of a position leaves its average where it was. */
      readonly steadyAverages?: boolean
      /** Whether an order of a contract or an option is asked with the debt that it makes. */
      readonly orderDebts?: boolean
      /** Of the rules that came after the flags: see `VenueGenesis`. */
      readonly edition?: number
      /** Which USDC and inverse perpetuals; left out, `'former'`. */
      readonly sets?: SymbolSets
      /** What is listed beside contracts: options, pairs, spreads. Left out, nothing. */
      readonly families?: readonly ProductFamily[]
    }
  /** `accountWide`: portfolio margin is of all coins together. Lines of before have it not. */
  | {
      readonly type: 'openAccount'
      readonly account: string
      readonly kind: AccountKind
      readonly name: string
      readonly accountWide?: true
    }
  | { readonly type: 'faucet'; readonly account: string; readonly coin: string; readonly amount: string }
  /** `isHalved`, control alone: of an order that is split the second half of the parts is not taken. */
  | {
      readonly type: 'place'
      readonly account: string
      readonly linkId: string
      readonly order: NewOrder
      readonly isHalved?: true
      /** Of an option: market-maker protection pulls it. */
      readonly isProtected?: true
      /** Of a pair's market order with a trigger: its quantity counts the quote coin. Lines of before have it not. */
      readonly waitsWithAmount?: true
      /** What its contract has from then on, if it is taken (ADR-1084). Lines of before have it set by one of their own. */
      readonly leverage?: string
    }
  | { readonly type: 'replace'; readonly account: string; readonly order: OrderChange }
  /** `withPair`: the linked leg of a take-profit and stop-loss set goes too. */
  | {
      readonly type: 'cancel'
      readonly account: string
      readonly order: OrderReference
      readonly withPair?: boolean
    }
  | {
      readonly type: 'cancelAll'
      readonly account: string
      readonly symbol: string | null
      readonly filter?: CancelFilter
      /** Disconnect protection asks: every order, with its own reason. */
      readonly isDisconnect?: true
      /** Control alone: the second half of the orders stays. */
      readonly isHalved?: true
    }
  | {
      readonly type: 'openStrategy'
      readonly account: string
      readonly linkId: string
      readonly strategy: NewStrategy
    }
  | { readonly type: 'cancelStrategy'; readonly account: string; readonly strategyId: string }
  | { readonly type: 'setTpSl'; readonly account: string; readonly order: TradingStop }
  | {
      readonly type: 'setLeverage'
      readonly account: string
      readonly symbol: string
      readonly leverage: string
      readonly sellLeverage?: string
    }
  | {
      readonly type: 'setMarginMode'
      readonly account: string
      readonly mode: MarginMode
      /** See `openAccount`. */
      readonly accountWide?: true
    }
  | {
      readonly type: 'setPositionMode'
      readonly account: string
      readonly symbol: string | null
      readonly coin: string | null
      readonly mode: 'oneWay' | 'hedge'
    }
  /** `amount` in the settle coin; negative takes added margin back. */
  | {
      readonly type: 'addMargin'
      readonly account: string
      readonly symbol: string
      readonly positionIdx: PositionIdx
      readonly amount: string
    }
  | {
      readonly type: 'setAutoAddMargin'
      readonly account: string
      readonly symbol: string
      readonly positionIdx: PositionIdx
      readonly isOn: boolean
    }
  /** Collateral of the account and what it owes. */
  | { readonly type: 'lending'; readonly account: string; readonly change: LendingChange }
  | { readonly type: 'makerProtection'; readonly account: string; readonly change: ProtectionChange }
  /** One step of the market (every `TICK_MS`). `feed` holds what the recorded feed did since the last tick, if one is replayed. */
  | { readonly type: 'tick'; readonly feed?: readonly FeedStep[] }
  /**
   * Control (decisions 35): pins the index or last price of a symbol. `besideLeader`: a contract on another one's index is
   * measured by that one's price of now; lines of ledgers from before that have it by its last step.
   */
  | {
      readonly type: 'setPrice'
      readonly symbol: string
      readonly index?: string
      readonly last?: string
      readonly besideLeader?: true
    }
  /** `level` counts `FEE_TIERS` from 0. */
  | { readonly type: 'setFeeTier'; readonly account: string; readonly level: number }
  | { readonly type: 'setFunding'; readonly symbol: string; readonly rate: string }
  | { readonly type: 'setTickSize'; readonly symbol: string; readonly tickSize: string }
  /**
   * Control: delivers a dated contract now. `withSpreads`: its spreads end in the same step, as in their time; by lines of
   * before they are listed to the day of their name.
   */
  | { readonly type: 'expire'; readonly symbol: string; readonly withSpreads?: true }
