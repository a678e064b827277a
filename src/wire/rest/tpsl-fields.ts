import type { OrderTrigger, TpSl, TpSlLeg } from '../../domain/order/tp-sl'
import { Exact, type DecimalText, type Price } from '../../domain/decimal'
import type { Slippage, TriggerBy } from '../../domain/order/order'
import {
  isGiven,
  readDecimal,
  readInteger,
  readOptionalDecimal,
  readOptionalText,
  readWord,
  WireError,
  type JsonObject,
} from '../json'
import { ORDER_TYPE_OF, ORDER_TYPE_WORD, TPSL_MODE_OF, TPSL_MODE_WORD, TRIGGER_BY_OF, TRIGGER_BY_WORD } from '../words'

const NAMES = {
  takeProfit: {
    by: 'tpTriggerBy',
    orderType: 'tpOrderType',
    limit: ['limitTakeProfit', 'tpLimitPrice'],
    slippage: ['tpMaxSlippageType', 'tpMaxSlippage'],
  },
  stopLoss: {
    by: 'slTriggerBy',
    orderType: 'slOrderType',
    limit: ['limitStopLoss', 'slLimitPrice'],
    slippage: ['slMaxSlippageType', 'slMaxSlippage'],
  },
} as const

const SLIPPAGE_UNIT: ReadonlyMap<string, Slippage['unit']> = new Map([
  ['TickSize', 'tick'],
  ['Percent', 'percent'],
])
const SLIPPAGE_WORD: Readonly<Record<Slippage['unit'], string>> = { tick: 'TickSize', percent: 'Percent' }

/** `triggerPrice` with v5's `triggerDirection`, or with the native dialect's `basePrice` (the price it was typed at). */
export function parseTrigger(json: JsonObject): OrderTrigger | null {
  const price = readOptionalDecimal<Price>(json, 'triggerPrice')
  if (price === null || price === '0') return null
  return { price, by: parseTriggerBy(json, 'triggerBy') ?? 'last', direction: parseDirection(json, price) }
}

function parseDirection(json: JsonObject, price: Price): 1 | 2 {
  const given = json['triggerDirection']
  if (given === undefined || given === null || given === '' || given === 0) {
    return new Exact(price).gt(readDecimal<Price>(json, 'basePrice')) ? 1 : 2
  }
  const direction = readInteger(json, 'triggerDirection')
  if (direction !== 1 && direction !== 2) throw new WireError('triggerDirection', given)
  return direction
}

export function parseTriggerBy(json: JsonObject, field: string): TriggerBy | null {
  return readOptionalText(json, field) === null ? null : readWord(json, field, TRIGGER_BY_OF)
}

/**
 * A change, in both dialects' names: what is left out of a leg stays. @returns `null` when neither leg is named
 * @param isOfKnown whether an order is named, which may have a limit price already
 */
export function parseTpSl(json: JsonObject, isOfKnown: boolean): TpSl | null {
  const read = (which: 'takeProfit' | 'stopLoss'): TpSlLeg | null => {
    const leg = parseLeg(json, which, isOfKnown)
    return leg === null ? null : { ...leg, ...leftOutOf(json, which, leg) }
  }
  const takeProfit = read('takeProfit')
  const stopLoss = read('stopLoss')
  return takeProfit === null && stopLoss === null ? null : { mode: parseTpSlMode(json), takeProfit, stopLoss }
}

/** The same of an order, whose mode stays as well. */
export function parseTpSlChange(json: JsonObject): TpSl | null {
  const read = parseTpSl(json, true)
  const isModeNamed = ['tpslMode', 'tpSlMode'].some((field) => readOptionalText(json, field) !== null)
  return read === null || isModeNamed ? read : { ...read, keepsMode: true }
}

function leftOutOf(
  json: JsonObject,
  which: 'takeProfit' | 'stopLoss',
  { orderType, limitPrice }: TpSlLeg,
): Pick<TpSlLeg, 'leftOut'> {
  const isLeftOut = (field: string): boolean => readOptionalText(json, field) === null
  const leftOut = {
    ...(isLeftOut(NAMES[which].by) ? { by: true as const } : {}),
    ...(isLeftOut(NAMES[which].orderType) ? { type: true as const } : {}),
    ...(orderType === 'limit' && limitPrice === null ? { limitPrice: true as const } : {}),
  }
  return Object.keys(leftOut).length === 0 ? {} : { leftOut }
}

/** On a new order zero means unset, as empty does (decisions 23). */
export function parseNewTpSl(json: JsonObject): TpSl | null {
  const takeProfit = unlessZero(parseLeg(json, 'takeProfit'))
  const stopLoss = unlessZero(parseLeg(json, 'stopLoss'))
  return takeProfit === null && stopLoss === null ? null : { mode: parseTpSlMode(json), takeProfit, stopLoss }
}

function unlessZero(leg: TpSlLeg | null): TpSlLeg | null {
  return leg === null || leg.price === '0' ? null : leg
}

/** Either dialect's name. @throws WireError where both are given and say different things */
export function parseTpSlMode(json: JsonObject): TpSl['mode'] {
  const field = isGiven(json, 'tpslMode') ? 'tpslMode' : 'tpSlMode'
  if (isGiven(json, 'tpSlMode') && json['tpSlMode'] !== json[field]) throw new WireError('tpSlMode', json['tpSlMode'])
  return readOptionalText(json, field) === null ? 'full' : readWord(json, field, TPSL_MODE_OF)
}

function parseLeg(json: JsonObject, which: 'takeProfit' | 'stopLoss', mayLackLimit = false): TpSlLeg | null {
  const price = readOptionalDecimal<Price>(json, which)
  const names = NAMES[which]
  if (price === null) {
    const orphan = names.limit.find((field) => (readOptionalDecimal(json, field) ?? '0') !== '0')
    if (orphan !== undefined) throw new WireError(orphan, json[orphan])
    return null
  }
  const orderType =
    readOptionalText(json, names.orderType) === null ? 'market' : readWord(json, names.orderType, ORDER_TYPE_OF)
  const limitPrice = names.limit.map((field) => readOptionalDecimal<Price>(json, field)).find((one) => one !== null)
  if (orderType === 'limit' && limitPrice === undefined && price !== '0' && !mayLackLimit)
    throw new WireError(names.limit[1], undefined)
  return {
    price,
    by: parseTriggerBy(json, names.by) ?? 'last',
    orderType,
    limitPrice: orderType === 'limit' ? (limitPrice ?? null) : null,
    slippage: parseSlippage(json, names.slippage[0], names.slippage[1]),
  }
}

export function parseSlippage(json: JsonObject, typeField: string, valueField: string): Slippage | null {
  const value = readOptionalDecimal<DecimalText>(json, valueField)
  if (value === null || value === '0') return null
  return { unit: readWord(json, typeField, SLIPPAGE_UNIT), value }
}

export function writeTrigger(trigger: OrderTrigger): JsonObject {
  return {
    triggerPrice: trigger.price,
    triggerBy: TRIGGER_BY_WORD[trigger.by],
    triggerDirection: trigger.direction,
  }
}

export function writeSlippage(slippage: Slippage): JsonObject {
  return { slippageToleranceType: SLIPPAGE_WORD[slippage.unit], slippageTolerance: slippage.value }
}

export function writeTpSl({ mode, takeProfit, stopLoss }: TpSl): JsonObject {
  return {
    tpSlMode: TPSL_MODE_WORD[mode],
    ...(takeProfit === null ? {} : writeLeg(takeProfit, 'takeProfit')),
    ...(stopLoss === null ? {} : writeLeg(stopLoss, 'stopLoss')),
  }
}

function writeLeg(leg: TpSlLeg, which: 'takeProfit' | 'stopLoss'): JsonObject {
  const names = NAMES[which]
  return {
    [which]: leg.price,
    [names.by]: TRIGGER_BY_WORD[leg.by],
    [names.orderType]: ORDER_TYPE_WORD[leg.orderType],
    ...(leg.limitPrice === null ? {} : { [names.limit[0]]: leg.limitPrice }),
    ...writeSlippageAs(leg.slippage, names.slippage),
  }
}

/** @param names the field of its unit, and of its value */
export function writeSlippageAs(slippage: Slippage | null | undefined, names: readonly [string, string]): JsonObject {
  return slippage == null ? {} : { [names[0]]: SLIPPAGE_WORD[slippage.unit], [names[1]]: slippage.value }
}
