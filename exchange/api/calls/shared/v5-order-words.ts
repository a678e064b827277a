import { CODE } from '../../../../src/wire/rest/codes'
import { Refused } from '../../core'
import type { Read } from './route/field'
import type { REPLACE_FIELDS, V5_CREATE_FIELDS } from './order-fields'

/*
 * What v5's order calls say about each other's parameters. One that says nothing by itself (a limit price of a leg that is
 * at market, a size of a leg over the whole position) is refused by its name: whoever sent it meant something by it.
 */

type CreateInput = Read<typeof V5_CREATE_FIELDS>
export type LegWords = Pick<
  Read<typeof REPLACE_FIELDS>,
  | 'takeProfit'
  | 'stopLoss'
  | 'tpOrderType'
  | 'slOrderType'
  | 'tpLimitPrice'
  | 'limitTakeProfit'
  | 'slLimitPrice'
  | 'limitStopLoss'
  | 'tpslMode'
  | 'tpSlMode'
>

/** The words of a leg, and what an order that brings it shows (`known`). */
export const LEGS = [
  {
    price: 'takeProfit',
    limits: ['tpLimitPrice', 'limitTakeProfit'],
    known: 'tpLimitPrice',
    type: 'tpOrderType',
    by: 'tpTriggerBy',
    size: 'tpSize',
    id: 'tpStopOrderId',
    unit: 'tpMaxSlippageType',
    bound: 'tpMaxSlippage',
  },
  {
    price: 'stopLoss',
    limits: ['slLimitPrice', 'limitStopLoss'],
    known: 'slLimitPrice',
    type: 'slOrderType',
    by: 'slTriggerBy',
    size: 'slSize',
    id: 'slStopOrderId',
    unit: 'slMaxSlippageType',
    bound: 'slMaxSlippage',
  },
] as const

const OF_TRIGGER = ['triggerDirection', 'triggerBy', 'basePrice'] as const

/**
 * v5: the quantity of a pair's market order to buy counts the quote coin, where no other unit is said. A unit is of pairs
 * alone. @throws Refused 10001
 */
export function withMarketUnit(input: CreateInput): CreateInput {
  const { category, marketUnit, orderType, side, orderFilter } = input
  if (orderType === 'Limit' && marketUnit != null && marketUnit !== 'baseCoin')
    throw refused('marketUnit', 'is of market orders')
  // A client that means the quote coin by leaving it out would buy thousands of times as much.
  if (hasTwoLegs(orderFilter) && marketUnit == null && side === 'Buy')
    throw refused('marketUnit', `is baseCoin with ${orderFilter}, and has to be said: qty counts it`)
  if (category !== 'spot') {
    if (marketUnit != null && marketUnit !== 'baseCoin') throw refused('marketUnit', 'is of spot alone')
    return input
  }
  return marketUnit == null && orderType === 'Market' && side === 'Buy' ? { ...input, marketUnit: 'quoteCoin' } : input
}

/** @throws Refused 10001 naming the parameter */
export function checkNewOrder(input: CreateInput): void {
  const { orderFilter, triggerPrice, orderType, timeInForce, slippageToleranceType, slippageTolerance } = input
  if (orderFilter === 'StopOrder' && !isSet(triggerPrice)) throw refused('orderFilter', 'StopOrder has a triggerPrice')
  if (orderFilter === 'tpslOrder' && (input.category !== 'spot' || !isSet(triggerPrice)))
    throw refused('orderFilter', 'tpslOrder is of spot alone, and has a triggerPrice')
  checkLegsOfAmount(input)
  if (orderFilter === 'Order' && isSet(triggerPrice)) throw refused('orderFilter', 'Order has no triggerPrice')
  if (input.isLeverage === 1 && input.category !== 'spot') throw refused('isLeverage', 'is of spot alone')
  if (input.isLeverage === 1 && isSet(triggerPrice)) throw refused('isLeverage', 'is of an order without a trigger')
  if (input.mmp === true && input.category !== null && input.category !== 'option')
    throw refused('mmp', 'is of options alone')
  const ofTrigger = OF_TRIGGER.find((name) => isSet(input[name]))
  if (ofTrigger !== undefined && !isSet(triggerPrice)) throw refused(ofTrigger, 'is of an order with a triggerPrice')
  // The native dialect's `basePrice` says it too, and is no word of v5's.
  const needsDirection = input.category !== 'spot' && isSet(triggerPrice)
  if (needsDirection && !isSet(input.triggerDirection) && !isSet(input.basePrice))
    throw refused('triggerDirection', 'is needed with a triggerPrice: 1 rise, 2 fall')
  // At market a price says nothing and is not looked at; one below zero is a mistake all the same.
  if (orderType === 'Market' && input.price?.startsWith('-') === true) throw refused('price', 'is not below 0')
  if (orderType === 'Market' && timeInForce === 'PostOnly') throw refused('timeInForce', 'PostOnly is of limit orders')
  for (const { price, by, type } of LEGS) {
    if (isSet(input[price])) continue
    if (isSet(input[by])) throw refused(by, `is of ${price}`)
    if (input[type] === 'Limit') throw refused(type, `Limit is of ${price}`)
  }
  if (orderType !== 'Market' && isSet(slippageTolerance)) throw refused('slippageTolerance', 'is of market orders')
  if (slippageToleranceType !== null && slippageTolerance === '0')
    throw refused('slippageTolerance', 'is above 0: 1 to 10000 ticks, or 0.01 to 10 per cent')
  if (isSet(slippageTolerance) !== (slippageToleranceType !== null) && slippageTolerance !== '0')
    throw refused(
      slippageTolerance === null ? 'slippageTolerance' : 'slippageToleranceType',
      'is needed with the other',
    )
  checkLimitLegs(input)
  if (isPartial(input) && LEGS.every(({ price }) => !isSet(input[price])))
    throw refused('tpslMode', 'Partial is of takeProfit or stopLoss')
}

/**
 * Two legs over one amount are the order: no price and no trigger of its own beside them.
 * @throws Refused 10001 naming the parameter
 */
export function checkLegsOfAmount(
  input: Pick<CreateInput, 'category' | 'orderType' | 'price' | 'triggerPrice' | 'takeProfit' | 'stopLoss'> & {
    readonly orderFilter?: unknown
    readonly marketUnit?: unknown
  },
): void {
  const { orderFilter } = input
  if (!hasTwoLegs(orderFilter)) return
  if (input.marketUnit === 'quoteCoin') throw refused('marketUnit', `quoteCoin is not taken with ${orderFilter}`)
  if (input.category !== null && input.category !== 'spot')
    throw refused('orderFilter', `${orderFilter} is of spot alone`)
  const missing = (['takeProfit', 'stopLoss'] as const).find((name) => !isSet(input[name]))
  if (missing !== undefined) throw refused(missing, `is needed with ${orderFilter}`)
  if (input.orderType !== 'Market')
    throw refused('orderType', `is Market with ${orderFilter}: tpOrderType and slOrderType say the rest`)
  const beside = (['price', 'triggerPrice'] as const).find((name) => isSet(input[name]))
  if (beside !== undefined) throw refused(beside, `is not taken with ${orderFilter}`)
}

function hasTwoLegs(orderFilter: unknown): orderFilter is 'OcoOrder' | 'BidirectionalTpslOrder' {
  return orderFilter === 'OcoOrder' || orderFilter === 'BidirectionalTpslOrder'
}

/** @throws Refused 10001 naming the parameter */
export function checkLimitLegs(input: LegWords): void {
  for (const { price, limits, type } of LEGS) {
    const limit = limits.find((name) => isSet(input[name]))
    if (limit === undefined || input[type] === 'Limit') continue
    throw refused(
      limit,
      input[price] === null ? `is not taken without ${price}` : `is not taken unless ${type} is Limit`,
    )
  }
}

export function isPartial({ tpslMode, tpSlMode }: Pick<LegWords, 'tpslMode' | 'tpSlMode'>): boolean {
  return (tpslMode ?? tpSlMode) === 'Partial'
}

/** Zero is unset, as empty is. */
export const isSet = (value: unknown): boolean => value !== null && value !== '0' && value !== 0

export function refused(field: string, why: string): Refused {
  return new Refused(CODE.badRequest, `${field} ${why}`, { field })
}
