/** Reads what a worked example gives: other names of the same thing, and each value as what its name says. */
import { Exact, toText, type DecimalText, type Money, type Price, type Qty, type Rate } from '../../src/domain/decimal'
import type { Side } from '../../src/domain/order/order'
import type { Fill } from '../../src/domain/risk/pnl'
import type { CollateralTier } from '../../src/domain/risk/collateral'
import type { CoinRow, Component, Given, GivenName, GivenTypes, GuardedOrder, NumberedTier, TierRow } from './inputs'

/** Other names of the same thing. What a name means is the same in every topic. */
const INPUT_NAMES: Readonly<Record<string, GivenName>> = {
  size: 'qty',
  orderQty: 'qty',
  orderPrice: 'price',
  limitPrice: 'price',
  entryPrice: 'entry',
  avgEntry: 'entry',
  avgEntryPrice: 'entry',
  exitPrice: 'exit',
  markPrice: 'mark',
  indexPrice: 'index',
  lastPrice: 'last',
  taker: 'takerFee',
  takerFeeRate: 'takerFee',
  takerRate: 'takerFee',
  feeRate: 'rate',
  tickSize: 'tick',
  closedSide: 'positionSide',
  maintenanceMarginRate: 'mmr',
  addedMargin: 'extraMargin',
  makerRate: 'makerFee',
  makerFeeRate: 'makerFee',
  fundingFee: 'fundingPaid',
  availableBalance: 'available',
  mmDeduction: 'deduction',
  minOrderQty: 'minQty',
  minOrderValue: 'minNotional',
  minNotionalValue: 'minNotional',
  qtyStep: 'lot',
  lotSize: 'lot',
  basisAverage: 'basisMean',
  movingAverage: 'basisMean',
  lastFunding: 'fundingRate',
  lastFundingRate: 'fundingRate',
  hoursToFunding: 'timeToFunding',
  fundingInterval: 'interval',
  P1: 'p1',
  P2: 'p2',
  prem30s: 'premium',
  priceLimitRatioX: 'X',
  priceLimitRatioY: 'Y',
  α: 'alpha',
  retracementRate: 'rate',
  callbackRate: 'rate',
  activationPrice: 'activation',
  activePrice: 'activation',
  trailingStop: 'distance',
  upperFundingRate: 'upper',
  lowerFundingRate: 'lower',
  premium8h: 'P',
  interestRate: 'I',
  fundingFeeRate: 'rate',
}

const SIDES: Readonly<Record<string, Side>> = { buy: 'buy', long: 'buy', sell: 'sell', short: 'sell' }

type Reader<T> = (value: unknown) => T | undefined

export const NUMBER = /^-?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i

/** @returns decimal text, `undefined` for what is no number; `T` is the unit that the example's own name says */
export function decimal<T extends DecimalText>(value: unknown): T | undefined {
  const isNumber = typeof value === 'number' || (typeof value === 'string' && NUMBER.test(value))
  return isNumber ? toText<T>(new Exact(value)) : undefined
}

const word: Reader<string> = (value) => (typeof value === 'string' ? value : undefined)
const flag: Reader<boolean> = (value) => (typeof value === 'boolean' ? value : undefined)
const side: Reader<Side> = (value) => (typeof value === 'string' ? SIDES[value.toLowerCase()] : undefined)

/** A list with one value that cannot be read is no list of that kind. */
function list<T>(read: Reader<T>): Reader<readonly T[]> {
  return (value) => {
    if (!Array.isArray(value)) return undefined
    const all: T[] = []
    for (const one of value) {
      const known = read(one)
      if (known === undefined) return undefined
      all.push(known)
    }
    return all
  }
}

/** A row of two numbers; the published files write such rows as lists. */
function row<A extends DecimalText, B extends DecimalText, T>(make: (first: A, second: B) => T): Reader<T> {
  return (value) => {
    if (!Array.isArray(value)) return undefined
    const [first, second] = [decimal<A>(value[0]), decimal<B>(value[1])]
    return first === undefined || second === undefined ? undefined : make(first, second)
  }
}

const componentOf = row((price: Price, weight: Rate): Component => ({ price, weight }))

function component(value: unknown): Component | undefined {
  const fields = fieldsOf(value)
  return componentOf(fields === null ? value : [fields['price'] ?? fields['equivalentPrice'], fields['weight']])
}

function guardedOrder(value: unknown): GuardedOrder | undefined {
  const fields = fieldsOf(value)
  const qty = decimal<Qty>(fields?.['qty'])
  if (fields === null || qty === undefined) return undefined
  const isSell = /^s/i.test(String(fields['side']))
  const [tp, sl] = [decimal<Price>(fields['tp']) ?? null, decimal<Price>(fields['sl']) ?? null]
  return { side: isSell ? 'sell' : 'buy', qty, tp, sl }
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null
}

const numberedTier = row((limit: Money, tier: DecimalText): NumberedTier => ({ limit, tier }))

/** A slice without an end is written as `null`. */
function slice(value: unknown): CollateralTier | undefined {
  if (!Array.isArray(value)) return undefined
  const [upTo, ratio] = [value[0] === null ? null : decimal<Qty>(value[0]), decimal<Rate>(value[1])]
  return upTo === undefined || ratio === undefined ? undefined : { upTo, ratio }
}

/** A haircut is one slice, of which the rest counts. */
function coin(value: unknown): CoinRow | undefined {
  const fields = fieldsOf(value)
  const qty = decimal<Qty>(fields?.['qty'])
  if (fields === null || qty === undefined) return undefined
  const haircut = decimal<Rate>(fields['haircut'])
  const cut = haircut && [{ upTo: null, ratio: toText<Rate>(new Exact(1).minus(haircut)) }]
  const slices = list(slice)
  return {
    qty,
    usd: decimal<Price>(fields['usd']),
    tiersUsd: cut ?? slices(fields['tiersUsd']),
    tiersQty: slices(fields['tiersQty']),
  }
}

const fill = row((qty: Qty, price: Price): Fill => ({ qty, price }))
const tier = row((limit: Money, maintenanceMarginRate: Rate): TierRow => ({ limit, maintenanceMarginRate }))

const READERS: { readonly [N in GivenName]: Reader<GivenTypes[N]> } = {
  kind: word,
  mode: word,
  basis: word,
  side: side,
  positionSide: side,
  wasTriggered: flag,
  qty: decimal,
  longQty: decimal,
  shortQty: decimal,
  fillableAtOrBelowLimit: decimal,
  openInterest: decimal,
  lot: decimal,
  minQty: decimal,
  position: decimal,
  price: decimal,
  entry: decimal,
  exit: decimal,
  now: decimal,
  longEntry: decimal,
  shortEntry: decimal,
  execPrice: decimal,
  leg1Price: decimal,
  leg2Price: decimal,
  mark: decimal,
  index: decimal,
  last: decimal,
  ltp: decimal,
  prev24h: decimal,
  ask1: decimal,
  bid1: decimal,
  tick: decimal,
  tp: decimal,
  sl: decimal,
  distance: decimal,
  activation: decimal,
  p1: decimal,
  p2: decimal,
  basisMean: decimal,
  premium: decimal,
  amount: decimal,
  percent: decimal,
  ticks: decimal,
  leverage: decimal,
  effectiveLeverage: decimal,
  rate: decimal,
  takerFee: decimal,
  makerFee: decimal,
  makerRebate: decimal,
  openFeeRate: decimal,
  closeFeeRate: decimal,
  leg1Rate: decimal,
  leg2Rate: decimal,
  mmr: decimal,
  fundingRate: decimal,
  basisRate: decimal,
  pnlRatio: decimal,
  X: decimal,
  Y: decimal,
  ratio: decimal,
  alpha: decimal,
  I: decimal,
  P: decimal,
  upper: decimal,
  lower: decimal,
  roiPercent: decimal,
  pnlPercent: decimal,
  value: decimal,
  cumEntryValue: decimal,
  cumExitValue: decimal,
  initialMargin: decimal,
  maintenanceMargin: decimal,
  positionMargin: decimal,
  extraMargin: decimal,
  deduction: decimal,
  balance: decimal,
  walletBalance: decimal,
  available: decimal,
  cost: decimal,
  orderCost: decimal,
  openFee: decimal,
  closeFee: decimal,
  funding: decimal,
  fundingPaid: decimal,
  cashFlow: decimal,
  realisedPnl: decimal,
  pnl: decimal,
  maxPnl: decimal,
  maxBalance: decimal,
  threshold: decimal,
  minNotional: decimal,
  filledBase: decimal,
  filledQuote: decimal,
  timeToFunding: decimal,
  interval: decimal,
  borrowAmount: decimal,
  hourlyBorrowRate: decimal,
  wallet: decimal,
  upl: decimal,
  buyNotional: decimal,
  debtQty: decimal,
  baseBorrowed: decimal,
  quoteBorrowed: decimal,
  tiersUsd: list(tier),
  baseTiers: list(numberedTier),
  quoteTiers: list(numberedTier),
  coins: list(coin),
  days: decimal,
  power: decimal,
  range: decimal,
  factor: decimal,
  yearBasis: decimal,
  call: decimal,
  put: decimal,
  perOption: decimal,
  longA: decimal,
  shortB: decimal,
  q: list(decimal<Qty>),
  underlying: decimal,
  callStrike: decimal,
  putStrike: decimal,
  type: word,
  strike: decimal,
  settle: decimal,
  avg: decimal,
  markIv: decimal,
  tsMs: decimal,
  expiryMs: decimal,
  daysToExpiry: decimal,
  T: decimal,
  option: decimal,
  vega: decimal,
  futureDelta: decimal,
  future: decimal,
  usdtUsdc: decimal,
  assetMM: decimal,
  maxLoss: decimal,
  contingency: decimal,
  fills: list(fill),
  close: fill,
  tiers: list(tier),
  values: list(decimal<Money>),
  imr: list(decimal<Rate>),
  premiums: list(decimal<Rate>),
  eachP: list(decimal<Rate>),
  prices: list(decimal<Price>),
  weights: list(decimal<Rate>),
  components: list(component),
  newOrder: guardedOrder,
}

const isGivenName = (name: string): name is GivenName => Object.hasOwn(READERS, name)

function take<N extends GivenName>(given: Given, name: N, value: unknown): void {
  given[name] = READERS[name](value)
}

/** What cannot be read as what its name says is left out: no rule then asks for it. */
export function readInputs(inputs: Readonly<Record<string, unknown>>): Given {
  const given: Given = {}
  for (const [name, value] of Object.entries(inputs)) {
    const one = (Object.hasOwn(INPUT_NAMES, name) ? INPUT_NAMES[name] : undefined) ?? name
    const canonical =
      one === 'P' && Array.isArray(value)
        ? 'eachP'
        : // A name of two things: what a sum is made by, and what a forward is above its index in a year.
          one === 'basis' && word(value) === undefined
          ? 'yearBasis'
          : one
    if (isGivenName(canonical)) take(given, canonical, value)
  }
  return given
}
