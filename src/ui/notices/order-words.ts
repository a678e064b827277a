import type { Price, Rate } from '../../domain/decimal'
import type { NewOrder } from '../../domain/order/new-order'
import { namedEffect } from '../../domain/order/order-effect'
import { limitPrice, type Order, type Side } from '../../domain/order/order'
import { isTrailing, legOfPlan } from '../../domain/order/plan-type'
import type { OrderTrigger } from '../../domain/order/tp-sl'
import { formatPercent, formatPrice } from '../format'
import { say } from '../i18n/instance'

type Values = Readonly<Record<string, string>>

interface Leg {
  readonly price: Price
  /** Of a leg that goes to the book with a limit. */
  readonly limit: Price | null
}

interface Legs {
  readonly takeProfit: Leg | null
  readonly stopLoss: Leg | null
}

/** What a message says of an order beside side, quantity and price: what it waits for, and what it brings. */
interface Terms extends Legs {
  readonly side: Side
  readonly trigger: OrderTrigger | null
  readonly trail: {
    readonly value: Price | null
    readonly rate: Rate | null
    readonly from: Price | null
  } | null
}

function termsOfPress(order: NewOrder): Terms {
  const { side, trigger = null, tpSl, trailValue = null, trailRate = null, activationPrice = null } = order
  const trails = trailValue !== null || trailRate !== null
  const asLeg = (leg: 'takeProfit' | 'stopLoss'): Leg | null => {
    const asked = tpSl?.[leg] ?? null
    return asked === null ? null : { price: asked.price, limit: asked.limitPrice }
  }
  return {
    side,
    trigger,
    trail: trails ? { value: trailValue, rate: trailRate, from: activationPrice } : null,
    takeProfit: asLeg('takeProfit'),
    stopLoss: asLeg('stopLoss'),
  }
}

function termsOfOrder(order: Order): Terms {
  const { side, status, triggerPrice = null, triggerBy, triggerDirection } = order
  const isWaiting = status === 'untriggered'
  const trails = isTrailing(order)
  const trigger =
    !isWaiting || trails || triggerPrice === null
      ? null
      : { price: triggerPrice, by: triggerBy ?? 'last', direction: triggerDirection ?? 1 }
  const trail = {
    value: order.trailingStop ?? null,
    rate: order.trailingRate ?? null,
    from: order.planType === 'trailingProfit' && order.stopPrice == null ? triggerPrice : null,
  }
  return {
    side,
    trigger,
    trail: isWaiting && trails ? trail : null,
    takeProfit: order.takeProfit == null ? null : { price: order.takeProfit, limit: order.tpLimitPrice ?? null },
    stopLoss: order.stopLoss == null ? null : { price: order.stopLoss, limit: order.slLimitPrice ?? null },
  }
}

/** A press that is two legs over one amount, whole; `null` of any other. */
export function legsPlaced(order: NewOrder | undefined, values: Values, tick: Price | null): string | null {
  if (order === undefined || (order.heldFor !== 'oco' && order.heldFor !== 'bidirectionalTpSl')) return null
  const kind = order.heldFor === 'oco' ? 'oco' : 'tpSl'
  return say(`notices:terms.legs.${kind}.${order.side}`, { ...values, ...legValues(termsOfPress(order), tick) })
}

/** What a leg waits for, and the limit it then goes to the book with. */
export function legOf(one: Order): Leg | null {
  return one.triggerPrice == null ? null : { price: one.triggerPrice, limit: limitPrice(one) }
}

/** Both legs over one amount, cancelled together. */
export function legsCanceled(order: Order, pair: Order, values: Values, tick: Price | null): string {
  const [first, second] = [legOf(order), legOf(pair)]
  const isProfit = legOfPlan(order) === 'takeProfit'
  const legs = { takeProfit: isProfit ? first : second, stopLoss: isProfit ? second : first }
  const kind = order.planType === 'oco' ? 'oco' : 'tpSl'
  return say(`notices:terms.legsCanceled.${kind}.${order.side}`, { ...values, ...legValues(legs, tick) })
}

/** In hedge mode buy and sell do not say which position an order opens or closes: it stands behind them. */
export function hedgeWords(tense: 'placed' | 'filled', order: Pick<Order, 'side' | 'positionIdx'> | null | undefined) {
  const effect = order == null ? null : namedEffect(order)
  return effect === null ? [] : [say(`notices:hedge.${tense}.${effect}`)]
}

/** What a new order waits for and brings, a sentence each. */
export function placedTerms(order: NewOrder | undefined, tick: Price | null): readonly string[] {
  if (order === undefined) return []
  const terms = termsOfPress(order)
  return [...waitWords(terms, 'placed', tick), ...bringWords(terms, tick)]
}

/** What of an amended order is the news: of its size and price, the sentence `edit`; of its other terms, what it now is. */
export function amendedWords(
  order: Order,
  before: Order | undefined,
  { edit, same }: { readonly edit: string; readonly same: string },
  tick: Price | null,
): string {
  const terms = termsOfOrder(order)
  const was = before === undefined ? null : termsOfOrder(before)
  const isSame = before !== undefined && before.qty === order.qty && limitPrice(before) === limitPrice(order)
  const isNewTrigger = was !== null && !areEqual(was.trigger, terms.trigger)
  const bringsNew = was !== null && !areEqual([was.takeProfit, was.stopLoss], [terms.takeProfit, terms.stopLoss])
  const isBoth = before !== undefined && before.qty !== order.qty && legOfPlan(order) !== null
  return [
    isSame ? same : edit,
    ...(isBoth && order.pairOrderId != null ? [say('notices:terms.bothLegs')] : []),
    ...waitWords(terms, isNewTrigger ? 'changed' : 'placed', tick),
    ...(bringsNew ? guardNews(was, terms, tick) : []),
  ].join(' ')
}

function waitWords(
  { side, trigger, trail }: Terms,
  tense: 'placed' | 'changed',
  tick: Price | null,
): readonly string[] {
  if (trail !== null) {
    const distance = trail.rate === null ? formatPrice(trail.value, tick) : formatPercent(trail.rate)
    const activation = formatPrice(trail.from, tick)
    return [say(`notices:terms.${trail.from === null ? 'trails' : 'trailsFrom'}.${side}`, { distance, activation })]
  }
  if (trigger === null) return []
  const way = trigger.direction === 1 ? 'rise' : 'fall'
  return [say(`notices:terms.triggers.${tense}.${way}.${trigger.by}`, { trigger: formatPrice(trigger.price, tick) })]
}

/** What an order brings from now on, and which of the two was taken from it. */
function guardNews(was: Legs, now: Legs, tick: Price | null): readonly string[] {
  if (bringsNothing(now)) return [say('notices:terms.brings.none')]
  const gone = (['takeProfit', 'stopLoss'] as const).filter((leg) => was[leg] !== null && now[leg] === null)
  return [...gone.map((leg) => say(`notices:terms.removed.${leg}`)), ...bringWords(now, tick)]
}

function bringsNothing({ takeProfit, stopLoss }: Legs): boolean {
  return takeProfit === null && stopLoss === null
}

function bringWords(legs: Legs, tick: Price | null): readonly string[] {
  if (bringsNothing(legs)) return []
  const which = legs.takeProfit === null ? 'stopLoss' : legs.stopLoss === null ? 'takeProfit' : 'both'
  return [say(`notices:terms.brings.${which}`, legValues(legs, tick))]
}

function legValues({ takeProfit, stopLoss }: Legs, tick: Price | null): Values {
  return { takeProfit: legText(takeProfit, tick), stopLoss: legText(stopLoss, tick) }
}

export function legText(leg: Leg | null, tick: Price | null): string {
  const trigger = formatPrice(leg?.price ?? null, tick)
  if (leg === null || leg.limit === null || leg.limit === leg.price) return trigger
  return say('notices:terms.legLimit', { trigger, limit: formatPrice(leg.limit, tick) })
}

function areEqual(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}
