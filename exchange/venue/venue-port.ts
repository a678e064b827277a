import type { NewOrder } from '../../src/domain/order/new-order'
import type { AccountKind, Wallet } from '../../src/domain/account/wallet'
import type { InterestCharge } from '../../src/domain/account/interest-charge'
import type { Transaction } from '../../src/domain/account/transaction'
import type { Instrument } from '../../src/domain/instrument/instrument'
import type { QuoteGroup } from '../../src/domain/instrument/quote-group'
import type { Candle, CandleInterval, CandleSource, Ticker, Trade } from '../../src/domain/market/market'
import type { FundingRate } from '../../src/domain/market/funding-rate'
import type { Execution } from '../../src/domain/order/execution'
import type { DecimalText, Money, Price, Qty, Rate } from '../../src/domain/decimal'
import type { InstrumentSymbol, Order, OrderId, Side } from '../../src/domain/order/order'
import type { ClosedPnl } from '../../src/domain/position/closed-pnl'
import type { Strategy } from '../../src/domain/order/strategy'
import type { Position } from '../../src/domain/position/position'
import type { PortfolioReport, WhatIf, WhatIfTrade } from '../../src/domain/risk/portfolio-report'
import type { MarginMode, PositionIdx } from '../engine/accounts/account-settings'
import type { LiquidationStage } from '../engine/events'
import type { AccountLending } from '../engine/lending/lending-info'
import type { SpotPower } from '../engine/lending/spot-power'
import type { EngineRefusal } from '../engine/result'
import type { FeedStep } from '../simulation/feed-step'
import type { Follows } from './follows'
import type { Delivery } from './past-deliveries'
import type { ProtectionInForce } from './protection-change'
import type { StrategyRefusal } from './algo-orders/strategy-state'
import type { DeclinedRefusal, VenueInput } from './venue-input'

/**
 * The venue: engine, makers, prices and candles as one deterministic machine in the house's own (decimal) terms.
 * `apply` is called in ledger order, live and in recovery alike; it draws no random number that is not in its
 * state and reads no clock. The journal makes inputs durable before anybody hears the outputs.
 */

export type { FeedStep }

/** The account before an order and with it; see `EnginePreview`. */
export interface OrderPreview {
  readonly refusal: VenueRefusal | null
  readonly before: Wallet
  readonly after: Wallet | null
}

/** semantics.md §1.5. */
export interface InsurancePool {
  readonly coin: string
  readonly balance: Money
  /** Highest of the last eight hours. */
  readonly maxBalance: Money
  /** (P&L − highest P&L of eight hours) / highest balance: zero or below. At −0.3 deleveraging starts, above −0.25 it ends. */
  readonly pnlRatio: Rate
  /** Whether its losses make the exchange deleverage now. */
  readonly isDeleveraging: boolean
}

export type VenueRefusal =
  | EngineRefusal
  | { readonly kind: 'unknownCoin' }
  | { readonly kind: 'unknownFeeTier'; readonly max: number }
  | StrategyRefusal
  | { readonly kind: 'notMultiple'; readonly field: 'price' | 'qty'; readonly step: string }
  | { readonly kind: 'tpSlSizesDiffer' }
  | DeclinedRefusal

export type VenueResult =
  | {
      readonly ok: true
      readonly order?: Order
      readonly orders?: readonly Order[]
      /** Of a split order: what of it was not taken. */
      readonly failedQty?: Qty
      /** Beside `failedQty`, in exchanges that began with it. */
      readonly split?: SplitParts
      readonly strategyId?: string
      /** What was repaid of each coin that was owed. */
      readonly repaid?: readonly RepaidCoin[]
    }
  | { readonly ok: false; readonly refusal: VenueRefusal }

/** Of a split order that was not taken whole. */
export interface SplitParts {
  /** How many it was to be. */
  readonly parts: number
  readonly placed: number
  /** Of the first that was refused; none where the others were not tried. */
  readonly refusal?: VenueRefusal
}

export interface RepaidCoin {
  readonly coin: string
  readonly amount: Money
}

/** What stands at a price of a book. */
export interface BookLevel {
  readonly side: Side
  /** The price in ticks of its contract: one number, one level. */
  readonly ticks: number
  /** `[price, qty]`; quantity `'0'` removes the level. */
  readonly row: readonly [string, string]
}

/** What the world may hear of an input, once that input is on disk. In order. */
export type VenueEvent =
  | {
      readonly type: 'order'
      readonly account: string
      readonly order: Order
      readonly action: 'newed' | 'replaced' | 'canceled' | 'filled'
    }
  | {
      readonly type: 'execution'
      readonly account: string
      readonly execution: Execution
      readonly effect: ExecutionEffect
    }
  | { readonly type: 'closedPnl'; readonly account: string; readonly closedPnl: ClosedPnl }
  /** Money from outside, borrowed, repaid or exchanged. */
  | { readonly type: 'transfer'; readonly account: string; readonly transaction: Transaction }
  /** A debt was charged interest. */
  | { readonly type: 'interest'; readonly account: string; readonly interest: InterestCharge }
  | { readonly type: 'funding'; readonly fundingRate: FundingRate }
  | { readonly type: 'position'; readonly account: string; readonly position: Position }
  | { readonly type: 'wallet'; readonly account: string; readonly wallet: Wallet }
  /** A position was cut, taken over or deleveraged; `side` is the position's (`buy`: a long). */
  | { readonly type: 'liquidation'; readonly account: string; readonly liquidation: Liquidation }
  /** A strategy was opened, has sent or filled an order, or ended. */
  | { readonly type: 'strategy'; readonly account: string; readonly strategy: Strategy }
  /** Levels that one input changed, in its order: of a price that is there twice the later one counts. */
  | { readonly type: 'book'; readonly symbol: string; readonly levels: readonly BookLevel[]; readonly timeMs: number }
  | { readonly type: 'trade'; readonly trade: Trade }
  /** A fill in which at least one side is not a maker of the exchange: these have a ledger line. */
  | {
      readonly type: 'fill'
      readonly execId: string
      readonly symbol: string
      readonly price: string
      readonly qty: string
      readonly makerOrderId: string
      readonly takerOrderId: string
      readonly timeMs: number
    }
  | { readonly type: 'ticker'; readonly ticker: Ticker }
  | {
      readonly type: 'candle'
      readonly symbol: string
      readonly source: CandleSource
      readonly interval: CandleInterval
      readonly candle: Candle
    }
  | { readonly type: 'instrument'; readonly instrument: Instrument }

/** What a fill did to its account, for the transaction log; the fill itself says the rest. */
export interface ExecutionEffect {
  readonly coin: string
  readonly walletBalance: Money
  /** What is held of it then: of a contract the position, of a pair the base coin's wallet. */
  readonly positionSize: Qty
}

export interface Liquidation {
  readonly stage: LiquidationStage
  readonly symbol: InstrumentSymbol
  readonly positionIdx: PositionIdx
  readonly side: Side
  /** The bankruptcy price of a takeover. */
  readonly price: Price
  readonly qty: Qty
  readonly markPrice: Price
  readonly timeMs: number
}

export interface VenueOutput {
  readonly result: VenueResult
  readonly events: readonly VenueEvent[]
}

export interface CandleQuery {
  readonly symbol: string
  readonly source: CandleSource
  readonly interval: CandleInterval
  readonly startMs: number | null
  readonly endMs: number | null
  /** 1–1000. */
  readonly limit: number
}

/** What is asked of the time before the exchange's first start. */
export interface PastQuery {
  readonly startMs: number | null
  readonly endMs: number | null
  readonly limit: number
}

export interface InterestQuery extends PastQuery {
  readonly stepMs: number
  readonly endMs: number
}

export type PastFunding = Omit<FundingRate, 'seq'>
export interface PastInterest {
  readonly timeMs: number
  readonly openInterest: Qty
}

/** A strategy as the venue knows it: with the orders that it sent, oldest first. */
export type VenueStrategy = Strategy & { readonly orderIds: readonly OrderId[] }

/** Which open orders are asked for. */
export interface OpenOrderPage {
  readonly symbol: string | null
  /** Whether orders of a contract are listed: those that wait for their trigger as this, or with `null` the others. */
  readonly isListed: (
    symbol: string,
    waitsAs: Pick<Order, 'stopOrderType' | 'planType' | 'pairOrderId'> | null,
  ) => boolean
  readonly limit: number
  /** `next` of the page before. It is a place, not an order: the order that stood there may be gone. */
  readonly after: string | null
}

/** Takes what is told. */
export type Emit = (event: VenueEvent) => void

export interface Venue {
  /**
   * @param nowMs the input's ledger time; never falls from one input to the next
   * @param isFollowed whether somebody hears of an account's wallet; of the others no `wallet` is told. Left out, of all;
   *   `null` where an input is replayed: then the history alone hears, and no ticker and no open candle is made either
   */
  apply(input: VenueInput, nowMs: number, isFollowed?: Follows | null): VenueOutput
  instruments(): readonly Instrument[]
  /** Spot pairs by the coin they are quoted in, in the order of lists. */
  quoteGroups(): readonly QuoteGroup[]
  /** What the ticks of refusals count: the tick size of the first start, whatever it was changed to; `null` if unknown. */
  priceUnit(symbol: string): DecimalText | null
  ticker(symbol: string): Ticker | null
  /** Best first, canonical decimal text. */
  book(
    symbol: string,
    levels: number,
  ): { readonly bids: readonly (readonly [string, string])[]; readonly asks: readonly (readonly [string, string])[] }
  /** Limit prices that an order may have now; `null` for a contract that does not trade. */
  priceBand(symbol: string): { readonly maxBuy: Price; readonly minSell: Price } | null
  recentTrades(symbol: string, limit: number): readonly Trade[]
  /** Oldest first; the last one may be open (`confirmed` false). History before the first start is generated from the seed. */
  candles(query: CandleQuery): readonly Candle[]
  /**
   * Draws the generated past that `candles` of the query needs, while `hasTime` says so, so that years of it are drawn
   * in steps with orders between. The candles are the same with and without.
   *
   * @returns whether `candles` has to draw no more
   */
  drawCandles(query: CandleQuery, hasTime: () => boolean): boolean
  /**
   * Fundings from before the first start, newest first. They follow from the seed, as the candles of that time do, and
   * nobody paid them.
   */
  pastFundings(symbol: string, query: PastQuery): readonly PastFunding[]
  /** Open interest at whole steps up to `endMs`, newest first: of the public alone, which is nearly all of it. */
  pastInterest(symbol: string, query: InterestQuery): readonly PastInterest[]
  /** How many of the public hold a contract long and short; `null` for what has no open interest to publish. */
  holderCounts(symbol: string, timeMs: number): { readonly long: number; readonly short: number } | null
  openOrders(account: string, symbol: string | null): readonly Order[]
  /** The open orders of one page, newest first. */
  openOrderPage(account: string, page: OpenOrderPage): { readonly rows: readonly Order[]; readonly next: string | null }
  /** The highest `seq` that an order, execution or position may have now: what is listed is complete up to it. */
  rowSeq(): number
  findOrder(account: string, reference: { readonly orderId?: string; readonly orderLinkId?: string }): Order | null
  /** Oldest first. */
  strategies(account: string): readonly VenueStrategy[]
  positions(account: string, symbol: string | null): readonly Position[]
  wallet(account: string): Wallet | null
  /** What margins an account with portfolio margin, by underlying and settle coin; `null` of all others. */
  portfolio(account: string): readonly PortfolioReport[] | null
  /** The index of a coin in US dollars, by which all coins of an account are counted; 0 of one without. */
  usdPrice(coin: string): Money
  /** The same with trades of listed instruments that are not made, in whole lots; `null` of all others. */
  portfolioAfter(account: string, trades: readonly WhatIfTrade[]): WhatIf | null
  /** How large a position in a market may be at the prices of now, or is already if that is more; `'0'` of an unknown one. */
  mostHeld(account: string, symbol: string): Qty
  /** Cross for an account that is not known. */
  marginMode(account: string): MarginMode
  /** Its place among `FEE_TIERS`; 0 for an account that is not known. */
  feeTier(account: string): number
  accounts(): readonly { readonly account: string; readonly kind: AccountKind; readonly name: string }[]
  /** What an order would do to the account's margin, without placing it. `null` for an unknown account. */
  previewOrder(account: string, linkId: string, order: NewOrder): OrderPreview | null
  /** The largest that an order of these terms may be now; its own quantity does not count. `null` where none is taken. */
  largestOrder(account: string, order: NewOrder): Qty | null
  /** The insurance pool of each settle coin. */
  insurance(): readonly InsurancePool[]
  /** Futures and options that were delivered in the last thirty days, newest first; `null`: all. */
  deliveries(symbol: string | null): readonly Delivery[]
  /** Collateral and debts of accounts. */
  readonly lending: {
    of(account: string): AccountLending | null
    power(account: string, symbol: string): SpotPower | null
  }
  /** Market-maker protection of an account in the options on a coin; `null` where none is set. */
  readonly makerProtections: { of(account: string, coin: string): ProtectionInForce | null }
  conservation(): readonly { readonly coin: string; readonly sumE8: string; readonly creditedE8: string }[]
  snapshot(): unknown
}
