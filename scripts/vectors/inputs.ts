/** The inputs of a worked example under canonical names, each with its unit. */
import type { DecimalText, Leverage, Money, Price, Qty, Rate } from '../../src/domain/decimal'
import type { Side } from '../../src/domain/order/order'
import type { Payoff } from '../../src/domain/instrument/payoff'
import type { CollateralTier } from '../../src/domain/risk/collateral'
import type { Fill } from '../../src/domain/risk/pnl'

/** One worked example, as the published file has it. */
export interface Vector {
  readonly id: string
  readonly topic: string
  readonly formula?: string
  readonly inputs: Readonly<Record<string, unknown>>
  readonly expected: Readonly<Record<string, unknown>>
  readonly status?: string
  readonly rounding?: string
  readonly tolerance?: number | string
}

/** A row of a published table of risk limits. */
export interface TierRow {
  readonly limit: Money
  readonly maintenanceMarginRate: Rate
}

/** Of an index: the price on one exchange, and the share that it has. */
export interface Component {
  readonly price: Price
  readonly weight: Rate
}

/** A coin of an account: how much there is, what one is worth, and which part of which slice counts. */
export interface CoinRow {
  readonly qty: Qty
  readonly usd: Price | undefined
  /** By the dollars of the coin, or by its quantity. */
  readonly tiersUsd: readonly CollateralTier[] | undefined
  readonly tiersQty: readonly CollateralTier[] | undefined
}

/** A row of a published table of tiers: up to which amount it reaches, and its number. */
export interface NumberedTier {
  readonly limit: Money
  readonly tier: DecimalText
}

/** An order that sets prices of its own for the position. */
export interface GuardedOrder {
  readonly side: Side
  readonly qty: Qty
  readonly tp: Price | null
  readonly sl: Price | null
}

/** What an example says itself. Amounts are of the settle coin, times are in one unit within an example. */
export interface GivenTypes {
  readonly kind: string
  readonly mode: string
  readonly basis: string
  readonly side: Side
  readonly positionSide: Side
  readonly wasTriggered: boolean

  readonly qty: Qty
  readonly longQty: Qty
  readonly shortQty: Qty
  readonly fillableAtOrBelowLimit: Qty
  readonly openInterest: Qty
  readonly lot: Qty
  readonly minQty: Qty
  /** Signed: a short is negative. */
  readonly position: DecimalText

  readonly price: Price
  readonly entry: Price
  readonly exit: Price
  /** The price that the position is held to. */
  readonly now: Price
  readonly longEntry: Price
  readonly shortEntry: Price
  readonly execPrice: Price
  readonly leg1Price: Price
  readonly leg2Price: Price
  readonly mark: Price
  readonly index: Price
  readonly last: Price
  readonly ltp: Price
  readonly prev24h: Price
  readonly ask1: Price
  readonly bid1: Price
  readonly tick: Price
  readonly tp: Price
  readonly sl: Price
  /** Of a trailing stop: the distance is a price, `activation` the one from which it follows. */
  readonly distance: Price
  readonly activation: Price
  /** The three prices whose middle one is the mark are these two and `last`. */
  readonly p1: Price
  readonly p2: Price
  /** Mean of mid − index. */
  readonly basisMean: Price
  /** Mean of mid − mark. */
  readonly premium: Price
  /** A tolerance in price, in per cent of the best price, or in ticks. */
  readonly amount: Price
  readonly percent: DecimalText
  readonly ticks: DecimalText

  readonly leverage: Leverage
  readonly effectiveLeverage: Leverage

  /** A fraction; of a trailing stop, per cent. */
  readonly rate: Rate
  readonly takerFee: Rate
  readonly makerFee: Rate
  readonly makerRebate: Rate
  readonly openFeeRate: Rate
  readonly closeFeeRate: Rate
  readonly leg1Rate: Rate
  readonly leg2Rate: Rate
  readonly mmr: Rate
  readonly fundingRate: Rate
  readonly basisRate: Rate
  readonly pnlRatio: Rate
  readonly X: Rate
  readonly Y: Rate
  readonly ratio: Rate
  readonly alpha: Rate
  readonly I: Rate
  readonly P: Rate
  readonly upper: Rate
  readonly lower: Rate
  readonly roiPercent: DecimalText
  readonly pnlPercent: DecimalText

  readonly value: Money
  readonly cumEntryValue: Money
  readonly cumExitValue: Money
  readonly initialMargin: Money
  readonly maintenanceMargin: Money
  readonly positionMargin: Money
  readonly extraMargin: Money
  readonly deduction: Money
  readonly balance: Money
  readonly walletBalance: Money
  readonly available: Money
  readonly cost: Money
  readonly orderCost: Money
  readonly openFee: Money
  readonly closeFee: Money
  readonly funding: Money
  readonly fundingPaid: Money
  readonly cashFlow: Money
  readonly realisedPnl: Money
  readonly pnl: Money
  readonly maxPnl: Money
  readonly maxBalance: Money
  readonly threshold: Money
  readonly minNotional: Money
  /** What a spot buyer and a spot seller receive, before the fee. */
  readonly filledBase: Money
  readonly filledQuote: Money

  readonly timeToFunding: DecimalText
  readonly interval: DecimalText

  readonly borrowAmount: Money
  readonly hourlyBorrowRate: Rate
  readonly wallet: Money
  readonly upl: Money
  readonly buyNotional: Money
  readonly debtQty: Money
  readonly baseBorrowed: Money
  readonly quoteBorrowed: Money
  /** Of the debt's dollars: up to where, at which maintenance rate. */
  readonly tiersUsd: readonly TierRow[]
  readonly baseTiers: readonly NumberedTier[]
  readonly quoteTiers: readonly NumberedTier[]
  readonly coins: readonly CoinRow[]

  readonly days: DecimalText
  readonly power: DecimalText
  readonly range: DecimalText
  readonly factor: Rate
  readonly yearBasis: Rate
  /** Options of one strike, signed, and what each that is short net asks for. */
  readonly call: Qty
  readonly put: Qty
  readonly perOption: Rate
  readonly longA: Money
  readonly shortB: Money
  readonly q: readonly Qty[]
  readonly underlying: Price
  readonly callStrike: Price
  readonly putStrike: Price

  /** Of one option: call or put by its first letter; volatilities are of a year, `T` is in years. */
  readonly type: string
  readonly strike: Price
  readonly settle: Price
  readonly avg: Price
  readonly markIv: Rate
  readonly tsMs: DecimalText
  readonly expiryMs: DecimalText
  readonly daysToExpiry: DecimalText
  readonly T: DecimalText
  /** Of portfolio margin: parts of the contingency, and what they are added to. */
  readonly option: Money
  readonly vega: Money
  readonly futureDelta: Money
  readonly future: Money
  readonly usdtUsdc: Money
  readonly assetMM: Money
  readonly maxLoss: Money
  readonly contingency: Money

  readonly fills: readonly Fill[]
  /** The part of the position that is closed, and at which price. */
  readonly close: Fill
  readonly tiers: readonly TierRow[]
  readonly values: readonly Money[]
  readonly imr: readonly Rate[]
  readonly premiums: readonly Rate[]
  /** `P` of examples that ask for several at once. */
  readonly eachP: readonly Rate[]
  readonly prices: readonly Price[]
  readonly weights: readonly Rate[]
  readonly components: readonly Component[]
  readonly newOrder: GuardedOrder
}

/** What follows from that at once. */
interface DerivedTypes {
  /** The money behind an inverse long. */
  readonly backing: Money
  readonly spotReceived: Money
  /** The price around which the limits of a price lie. */
  readonly bandPrice: Price
}

export type GivenName = keyof GivenTypes
export type InputTypes = GivenTypes & DerivedTypes
export type InputName = keyof InputTypes
export type Inputs = { readonly payoff: Payoff } & { readonly [N in InputName]?: InputTypes[N] | undefined }

/** As much of it as an example has. */
export type Given = { -readonly [N in GivenName]?: GivenTypes[N] | undefined }
