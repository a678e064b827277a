import { isOpen } from '../../../../src/domain/order/order-status'
import type { Order } from '../../../../src/domain/order/order'
import type { TradingStop } from '../../../../src/domain/position/position-settings'
import { CODE } from '../../../../src/wire/rest/codes'
import { TPSL_MODE_WORD } from '../../../../src/wire/words'
import { Refused, type Core } from '../../core'
import type { REPLACE_FIELDS, TP_SL_FIELDS } from './order-fields'
import { firstGuard } from './press'
import { readTag } from './commit'
import type { Read } from './route/field'
import type { RouteCall } from './route/route'
import { checkLimitLegs, isPartial, isSet, LEGS, refused, type LegWords } from './v5-order-words'

/*
 * What a change of take-profit and stop-loss leaves out stays (ADR-1063), so what it does say may need what is there to be
 * understood: a limit price alone is that of a limit leg, an order that is named has its mode, and a mode that is named
 * has to go with the legs that stay (ADR-1083).
 */

type AmendInput = Read<typeof REPLACE_FIELDS>
type GuardInput = Read<typeof TP_SL_FIELDS>
type Changed = { -readonly [Name in keyof LegWords]?: LegWords[Name] }

const TRIGGER = ['triggerPrice', 'triggerBy'] as const

/**
 * An amendment of v5 does not say of what type a leg is, nor has it to say the mode: a limit price makes a limit order of
 * it, and the mode stays. @throws Refused 10001 naming the parameter
 */
export function completeAmend(core: Core, account: string, input: AmendInput): AmendInput {
  const change: Changed = {}
  for (const { price, limits, type, by } of LEGS) {
    if (input[price] === null) {
      const alone = [...limits, by, type].find((name) => isSet(input[name]))
      if (alone !== undefined) throw refused(alone, `is not taken without ${price}`)
    } else if (limits.some((name) => isSet(input[name])) && input[type] === null) change[type] = 'Limit'
  }
  checkLimitLegs({ ...input, ...change })
  checkSlippage(input)
  const order = namedOrder(core, account, input)
  const ofTrigger = TRIGGER.find((name) => isSet(input[name]))
  if (ofTrigger !== undefined && order !== null && isOpen(order) && order.status !== 'untriggered')
    throw refused(ofTrigger, 'is of an order that waits for its trigger')
  checkMode(core, order, input)
  const isBare = (input.tpslMode ?? input.tpSlMode) === null
  if (isBare && (input.takeProfit !== null || input.stopLoss !== null) && order?.tpSlMode === 'partial')
    change.tpslMode = 'Partial'
  return { ...input, ...change }
}

/** The same of the native dialect, which says the type of a leg that is to change it. @throws Refused 10001 naming the parameter */
export function completeReplace<Input extends AmendInput>(core: Core, account: string, input: Input): Input {
  const order = namedOrder(core, account, input)
  const change: Changed = {}
  for (const { price, limits, type, by, known } of LEGS) {
    const alone = input[price] === null ? [type, by].find((name) => input[name] !== null) : undefined
    if (alone !== undefined) throw refused(alone, `is not taken without ${price}`)
    const isLimit = order === null || !isOpen(order) || order[known] != null
    const hasLimit = limits.some((name) => isSet(input[name]))
    if (input[price] !== null && input[type] === null && hasLimit && isLimit) change[type] = 'Limit'
  }
  checkLimitLegs({ ...input, ...change })
  checkSlippage(input)
  checkMode(core, order, input)
  return { ...input, ...change }
}

/**
 * A change of what guards a position, either dialect's. A limit price is enough of a limit order that is named: its trigger
 * stays. @throws Refused 10001 naming the parameter
 */
export async function completeGuard(
  { core, caller: { account }, http }: Pick<RouteCall<'trader', typeof TP_SL_FIELDS>, 'core' | 'caller' | 'http'>,
  input: GuardInput,
): Promise<GuardInput> {
  const first = LEGS.some(({ id }) => input[id] !== null) ? await firstGuard(core, account, readTag(http)) : null
  return first === null ? completeByOrders(core, account, input) : completeAsFirst(input, first)
}

/** A repeat, whose orders may have changed or ended since: what was found of them is in the first input (ADR-1100). */
function completeAsFirst(input: GuardInput, first: TradingStop): GuardInput {
  const change: Changed = modeOf(input) === null ? { tpslMode: TPSL_MODE_WORD[first.mode] } : {}
  for (const { price, limits, type, id } of LEGS) {
    const leg = first[price]
    if (input[id] === null || leg === null || limits.every((name) => !isSet(input[name]))) continue
    if (input[type] === null && leg.orderType === 'limit') change[type] = 'Limit'
    if (input[price] === null) change[price] = leg.price
  }
  return { ...input, ...change }
}

function completeByOrders(core: Core, account: string, input: GuardInput): GuardInput {
  const change: Changed = {}
  const named = LEGS.filter(({ id }) => input[id] !== null)
  const orders = named.map(({ id }) => {
    const order = core.journal.venue.findOrder(account, { orderId: input[id]! })
    return order?.symbol === input.symbol ? order : null
  })
  for (const [i, { price, limits, type }] of named.entries()) {
    const order = orders[i]!
    if (limits.every((name) => !isSet(input[name])) || input[type] === 'Market') continue
    // Of another type than its own it is the exchange that says so: a guard keeps its type.
    if (input[type] === null && order !== null && order.type !== 'limit') continue
    change[type] = 'Limit'
    if (input[price] === null && order !== null && isOpen(order)) change[price] = order.triggerPrice ?? null
  }
  const mode = modeOf(input)
  if (mode === null && named.length > 0) change.tpslMode = orders.every(isOfWhole) ? 'Full' : 'Partial'
  if (mode === 'Full' && orders.some((order) => order !== null && isPartialGuard(order)))
    throw new Refused(CODE.tpSlModeLocked, 'an order that is named is of tpslMode Partial', { field: modeName(input) })
  const complete = { ...input, ...change }
  if (input.trailingStop !== null && input.trailingPercent !== null)
    throw refused('trailingPercent', 'is not taken beside trailingStop')
  checkLimitLegs(complete)
  checkSlippage(complete)
  if (isPartial(complete)) checkSizes(complete)
  return complete
}

/** What v5 says besides. @throws Refused 10001 naming the parameter */
export function checkGuard(input: GuardInput): void {
  for (const { size } of LEGS)
    if (!isPartial(input) && isSet(input[size])) throw refused(size, 'is of tpslMode Partial')
  if (isSet(input.activePrice) && input.trailingStop === null && input.trailingPercent === null)
    throw refused('activePrice', 'is of a trailingStop')
}

/** Full mode has no limit legs: one that would stay is changed by nobody's word, so the mode is refused. */
function checkMode(core: Core, order: Order | null, input: AmendInput): void {
  const name = modeName(input)
  const mode = input[name]
  if (mode === null || order === null || !isOpen(order) || isPair(core, order)) return
  const before = isPartialGuard(order) ? 'partial' : (order.tpSlMode ?? 'full')
  if (mode === TPSL_MODE_WORD[before]) return
  if (LEGS.every(({ price }) => input[price] === null))
    throw refused(name, 'is not changed without takeProfit or stopLoss')
  const limit = LEGS.find(
    ({ price, type, known }) =>
      order[known] != null && input[price] !== '0' && (input[price] === null || input[type] !== 'Market'),
  )
  if (mode === 'Full' && limit !== undefined)
    throw refused(name, `Full is at market alone: ${limit.price} is Limit, and stays so unless ${limit.type} is Market`)
}

/** None at all would be an order without the bound that was asked for. */
function checkSlippage(input: AmendInput | GuardInput): void {
  for (const { price, unit, bound } of LEGS) {
    if (input[unit] === null && input[bound] === null) continue
    if (isZero(input[bound])) throw refused(bound, 'is above 0: 1 to 10000 ticks, or 0.01 to 10 per cent')
    const missing = [bound, unit].find((name) => input[name] === null)
    if (missing !== undefined) throw refused(missing, 'is needed with the other')
    if (input[price] === null) throw refused(bound, `is not taken without ${price}`)
  }
}

/** Zero would be the whole position, or the size as it is. */
function checkSizes(input: GuardInput): void {
  const zero = (['tpSize', 'tpSizeX', 'slSize', 'slSizeX', 'qty', 'qtyX'] as const).find((name) => isZero(input[name]))
  if (zero !== undefined) throw refused(zero, 'is above 0')
}

function isZero(value: string | null): boolean {
  return value !== null && Number(value) === 0
}

function modeOf({ tpslMode, tpSlMode }: GuardInput): string | null {
  return tpslMode ?? tpSlMode
}

function modeName({ tpslMode, tpSlMode }: AmendInput | GuardInput): 'tpslMode' | 'tpSlMode' {
  return tpslMode === null && tpSlMode !== null ? 'tpSlMode' : 'tpslMode'
}

function namedOrder({ journal }: Core, account: string, { orderId, orderLinkId }: AmendInput): Order | null {
  return journal.venue.findOrder(account, orderId === null ? { orderLinkId: orderLinkId ?? '' } : { orderId })
}

/** What a pair's order brings are orders of their own, whose mode says nothing. */
function isPair({ catalogue }: Core, { symbol }: Order): boolean {
  return catalogue.find(symbol)?.kind === 'spot'
}

function isOfWhole(order: Order | null): boolean {
  return order?.stopOrderType === 'takeProfit' || order?.stopOrderType === 'stopLoss'
}

function isPartialGuard({ stopOrderType }: Order): boolean {
  return stopOrderType === 'partialTakeProfit' || stopOrderType === 'partialStopLoss'
}
