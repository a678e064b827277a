import { err, ok, type Result } from '../../base/result'
import { compare, Exact, toText, type DecimalText, type Money, type Price, type Qty, type Rate } from '../decimal'
import type { SpotPair } from '../instrument/spot-pair'
import type { NewOrder } from './new-order'
import type { OrderType, Side, TimeInForce } from './order'
import { amountProblemAt, pairProblem, qtyBounds, type SpotProblem } from './spot-order'
import type { TpSl, TpSlLeg } from './tp-sl'
import { isMultipleOf } from './typed-number'

/** One price that an order waits for, and what goes to the book there. */
export interface SpotLeg {
  readonly trigger: Price | null
  readonly type: OrderType
  /** Of a limit order. */
  readonly limit: Price | null
}

/** A take-profit and a stop-loss of the same side and size; one that is `null` is not asked for. */
export interface SpotLegs {
  readonly takeProfit: SpotLeg | null
  readonly stopLoss: SpotLeg | null
}

/** What a pair's order waits for (spec §3 "Spot plan types"). */
export type SpotPlan =
  | { readonly kind: 'conditional'; readonly leg: SpotLeg; readonly timeInForce: TimeInForce }
  | ({ readonly kind: 'takeProfitStopLoss' | 'oco' } & SpotLegs)
  | {
      readonly kind: 'trailing'
      readonly by: 'value' | 'rate'
      /** A distance of the price, or a fraction of it. */
      readonly distance: DecimalText | null
      /** `undefined`: it trails at once; `null`: none is typed. */
      readonly activation: Price | null | undefined
    }

export interface SpotPlanDraft {
  readonly side: Side
  /** Base coin. */
  readonly qty: Qty | null
  readonly plan: SpotPlan
  readonly lastPrice: Price | null
}

/** The field that a problem is about. */
export type PlanPart = PricePart | 'distance' | 'order'
type PricePart = 'trigger' | 'limit' | 'tpTrigger' | 'tpLimit' | 'slTrigger' | 'slLimit' | 'activation'

export type PlanProblem =
  | { readonly part: 'size' | 'order'; readonly problem: SpotProblem }
  | {
      readonly part: PlanPart
      readonly problem:
        | { readonly kind: 'priceMissing' }
        | { readonly kind: 'atPrice' | 'legsMissing' | 'distanceMissing' | 'plansNotTaken' }
        | { readonly kind: 'priceBelowMin' | 'priceAboveMax' | 'priceStep'; readonly bound: Price }
        /** The price has to lie above, or below, the last price or the order's own. */
        | { readonly kind: 'notAbove' | 'notBelow'; readonly of: 'last' | 'order'; readonly bound: Price }
        /** `range`: it has to be less. */
        | {
            readonly kind: 'distanceStep' | 'distanceRange'
            readonly by: 'value' | 'rate'
            readonly bound: DecimalText
          }
    }

/** What a leg pays or is paid at: its limit price, at market its trigger. */
export function legPrice({ type, trigger, limit }: SpotLeg): Price | null {
  return type === 'limit' ? limit : trigger
}

/** The legs that are asked for, the take-profit first. */
export function legsOf(plan: SpotPlan): readonly SpotLeg[] {
  if (plan.kind === 'trailing') return []
  if (plan.kind === 'conditional') return [plan.leg]
  return [plan.takeProfit, plan.stopLoss].filter((leg) => leg !== null)
}

/**
 * The price at which a plan is sized: of two legs over one amount the dearer one, which holds the amount back for both
 * (semantics.md §2.6); what trails is at market, and may fire anywhere, so it is sized at the last price.
 */
export function planPrice(plan: SpotPlan, lastPrice: Price | null): Price | null {
  if (plan.kind === 'trailing') return lastPrice
  const prices = legsOf(plan).map(legPrice)
  if (prices.length === 0 || prices.includes(null)) return null
  return prices.reduce((dearest, price) => (compare(price!, dearest!) > 0 ? price : dearest)) ?? null
}

/** Whether the exchange holds the amount back from now on (ADR-358); else it is looked at when the order fires. */
export function holdsBack({ kind }: SpotPlan): boolean {
  return kind === 'takeProfitStopLoss' || kind === 'oco'
}

/** A sale takes its profit above the price and stops its loss below, a purchase the other way round. */
export function isAbove(side: Side, leg: 'takeProfit' | 'stopLoss'): boolean {
  return (side === 'sell') === (leg === 'takeProfit')
}

/** Whether a plan may be sent as it stands, and as which order. Balances are not looked at. */
export function checkSpotPlan(draft: SpotPlanDraft, pair: SpotPair): Result<NewOrder, PlanProblem> {
  const { side, plan, lastPrice, qty } = draft
  const ofPair = pairProblem({ side, type: 'market', marketPrice: lastPrice }, pair)
  if (ofPair !== null) return err({ part: 'order', problem: ofPair })
  if (!pair.takesPlanOrders) return err({ part: 'order', problem: { kind: 'plansNotTaken' } })
  const ofPlan = planProblem(draft, pair)
  if (ofPlan !== null) return err(ofPlan)
  const ofSize = sizeProblem(draft, pair)
  if (ofSize !== null) return err({ part: 'size', problem: ofSize })
  return ok(orderOf({ side, qty: qty!, plan, lastPrice: lastPrice! }, pair))
}

function planProblem({ side, plan, lastPrice }: SpotPlanDraft, pair: SpotPair): PlanProblem | null {
  const last = lastPrice!
  switch (plan.kind) {
    case 'conditional': {
      const { trigger } = plan.leg
      const ofTrigger = gridProblem('trigger', trigger, pair)
      if (ofTrigger !== null) return ofTrigger
      if (compare(trigger!, last) === 0) return { part: 'trigger', problem: { kind: 'atPrice' } }
      return plan.leg.type === 'limit' ? gridProblem('limit', plan.leg.limit, pair) : null
    }
    case 'oco':
      if (plan.takeProfit === null) return missing('tpTrigger')
      if (plan.stopLoss === null) return missing('slTrigger')
      return legsProblem(plan, { side, reference: last, of: 'last' }, pair)
    case 'takeProfitStopLoss':
      return legsProblem(plan, { side, reference: last, of: 'last' }, pair)
    case 'trailing':
      return trailProblem(plan, { side, last }, pair)
  }
}

interface Around {
  /** Of the legs. */
  readonly side: Side
  /** What take-profit and stop-loss lie around. */
  readonly reference: Price
  readonly of: 'last' | 'order'
}

/** What is wrong with a take-profit and a stop-loss; at least one of them is asked for. */
export function legsProblem({ takeProfit, stopLoss }: SpotLegs, around: Around, pair: SpotPair): PlanProblem | null {
  if (takeProfit === null && stopLoss === null) return { part: 'order', problem: { kind: 'legsMissing' } }
  return legProblem('takeProfit', takeProfit, around, pair) ?? legProblem('stopLoss', stopLoss, around, pair)
}

function legProblem(
  name: 'takeProfit' | 'stopLoss',
  leg: SpotLeg | null,
  { side, reference, of }: Around,
  pair: SpotPair,
): PlanProblem | null {
  if (leg === null) return null
  const [trigger, limit] =
    name === 'takeProfit' ? (['tpTrigger', 'tpLimit'] as const) : (['slTrigger', 'slLimit'] as const)
  const ofTrigger =
    gridProblem(trigger, leg.trigger, pair) ??
    sideProblem(trigger, leg.trigger!, { isAbove: isAbove(side, name), reference, of })
  return ofTrigger ?? (leg.type === 'limit' ? gridProblem(limit, leg.limit, pair) : null)
}

function sideProblem(
  part: PlanPart,
  price: Price,
  { isAbove: wantsAbove, reference, of }: { readonly isAbove: boolean } & Pick<Around, 'reference' | 'of'>,
): PlanProblem | null {
  const distance = compare(price, reference)
  if (wantsAbove ? distance > 0 : distance < 0) return null
  return { part, problem: { kind: wantsAbove ? 'notAbove' : 'notBelow', of, bound: reference } }
}

function trailProblem(
  { by, distance, activation }: Extract<SpotPlan, { kind: 'trailing' }>,
  { side, last }: { readonly side: Side; readonly last: Price },
  pair: SpotPair,
): PlanProblem | null {
  if (activation !== undefined) {
    const ofActivation =
      gridProblem('activation', activation, pair) ??
      sideProblem('activation', activation!, { isAbove: side === 'sell', reference: last, of: 'last' })
    if (ofActivation !== null) return ofActivation
  }
  if (distance === null || distance === '0') return { part: 'distance', problem: { kind: 'distanceMissing' } }
  // The wire counts hundredths of a per cent.
  const step = by === 'rate' ? RATE_STEP : pair.tickSize
  if (!isMultipleOf(distance, step)) return { part: 'distance', problem: { kind: 'distanceStep', by, bound: step } }
  const end = by === 'rate' ? ('1' as DecimalText) : (activation ?? last)
  return compare(distance, end) < 0 ? null : { part: 'distance', problem: { kind: 'distanceRange', by, bound: end } }
}

/** A fraction: 0.01 %. */
const RATE_STEP = '0.0001' as DecimalText

function missing(part: PlanPart): PlanProblem {
  return { part, problem: { kind: 'priceMissing' } }
}

/** A price of a plan is on the tick and in range; how far it may lie is looked at when it fires. */
function gridProblem(part: PlanPart, price: Price | null, pair: SpotPair): PlanProblem | null {
  if (price === null) return missing(part)
  if (compare(price, pair.minPrice) < 0) return { part, problem: { kind: 'priceBelowMin', bound: pair.minPrice } }
  if (compare(price, pair.maxPrice) > 0) return { part, problem: { kind: 'priceAboveMax', bound: pair.maxPrice } }
  if (isMultipleOf(price, pair.tickSize)) return null
  return { part, problem: { kind: 'priceStep', bound: pair.tickSize } }
}

/** Each leg is an order of its own size; of the bounds the first that one of them breaks. */
function sizeProblem({ qty, plan, lastPrice }: SpotPlanDraft, pair: SpotPair): SpotProblem | null {
  const legs =
    plan.kind === 'trailing'
      ? [{ type: 'market' as const, at: lastPrice! }]
      : legsOf(plan).map((leg) => ({ type: leg.type, at: legPrice(leg)! }))
  for (const { type } of legs) {
    const problem = qtyBounds(type, qty, pair)
    if (problem !== null) return problem
  }
  for (const { at } of legs) {
    const problem = amountProblemAt(qty!, at, pair)
    if (problem !== null) return problem
  }
  return null
}

interface Whole {
  readonly side: Side
  readonly qty: Qty
  readonly plan: SpotPlan
  readonly lastPrice: Price
}

function orderOf({ side, qty, plan, lastPrice }: Whole, { symbol }: SpotPair): NewOrder {
  const plain: NewOrder = {
    symbol,
    side,
    type: 'market',
    price: null,
    qty,
    timeInForce: 'immediateOrCancel',
    reduceOnly: false,
    closeOnTrigger: false,
    positionIdx: 0,
  }
  if (plan.kind === 'trailing') {
    const { by, distance, activation } = plan
    return {
      ...plain,
      ...(by === 'rate'
        ? { trailRate: distance as DecimalText as Rate }
        : { trailValue: distance as DecimalText as Price }),
      ...(activation === undefined ? {} : { activationPrice: activation! }),
    }
  }
  if (plan.kind === 'conditional') return ofLeg(plain, plan.leg, lastPrice, plan.timeInForce)
  const { kind, takeProfit, stopLoss } = plan
  if (takeProfit !== null && stopLoss !== null)
    return { ...plain, heldFor: kind === 'oco' ? 'oco' : 'bidirectionalTpSl', tpSl: tpSlOf({ takeProfit, stopLoss }) }
  return { ...ofLeg(plain, (takeProfit ?? stopLoss)!, lastPrice, 'goodTillCancel'), heldFor: 'takeProfitStopLoss' }
}

function ofLeg(
  plain: NewOrder,
  { type, trigger, limit }: SpotLeg,
  lastPrice: Price,
  timeInForce: TimeInForce,
): NewOrder {
  const direction = compare(trigger!, lastPrice) > 0 ? 1 : 2
  return {
    ...plain,
    type,
    price: type === 'limit' ? limit : null,
    timeInForce: type === 'limit' ? timeInForce : 'immediateOrCancel',
    trigger: { price: trigger!, by: 'last', direction },
  }
}

/** What an order brings, or is made of: its legs as they are sent. */
export function tpSlOf({ takeProfit, stopLoss }: SpotLegs): TpSl {
  return { mode: 'partial', takeProfit: sentLeg(takeProfit), stopLoss: sentLeg(stopLoss) }
}

/** A pair's legs watch its last price. */
function sentLeg(leg: SpotLeg | null): TpSlLeg | null {
  if (leg === null) return null
  const { trigger, type, limit } = leg
  return {
    price: trigger!,
    by: 'last',
    orderType: type,
    limitPrice: type === 'limit' ? limit : null,
    slippage: null,
  }
}

/** What a leg pays or brings once it fills at its own price, with the fee of what it receives. */
export interface LegOutcome {
  readonly price: Price
  /** Quote coin. */
  readonly amount: Money
  readonly fee: Money
  readonly received: Money
}

/**
 * A limit price that the trigger does not reach, such as that of a sale above it, waits and pays as a maker; everything
 * else takes.
 */
export function legOutcome(
  leg: SpotLeg,
  {
    side,
    qty,
    takerFeeRate,
    makerFeeRate,
  }: Pick<SpotPair, 'takerFeeRate' | 'makerFeeRate'> & {
    readonly side: Side
    readonly qty: Qty
  },
): LegOutcome | null {
  const price = legPrice(leg)
  if (price === null || leg.trigger === null) return null
  const distance = compare(price, leg.trigger)
  const waits = leg.type === 'limit' && (side === 'buy' ? distance < 0 : distance > 0)
  const amount = new Exact(qty).times(price)
  const coins = side === 'buy' ? new Exact(qty) : amount
  const fee = coins.times(waits ? makerFeeRate : takerFeeRate)
  return {
    price,
    amount: toText<Money>(amount),
    fee: toText<Money>(fee),
    received: toText<Money>(coins.minus(fee)),
  }
}
