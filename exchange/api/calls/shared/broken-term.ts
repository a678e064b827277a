import { Exact, isZero, toText, type DecimalText } from '../../../../src/domain/decimal'
import type { Instrument } from '../../../../src/domain/instrument/instrument'
import type { Side } from '../../../../src/domain/order/order'
import type { OrderChange } from '../../../../src/domain/order/order-change'
import type { TpSl, TpSlLeg } from '../../../../src/domain/order/tp-sl'
import type { TradingStop } from '../../../../src/domain/position/position-settings'
import { CODE } from '../../../../src/wire/rest/codes'
import type { LendingChange } from '../../../venue/lending-change'
import type { VenueInput } from '../../../venue/venue-input'
import type { VenueRefusal } from '../../../venue/venue-port'
import { amountInvalid, amountOutOfBounds, AMOUNT_BOUNDS, isOfAmount } from './amount-bounds'
import { isOfAccount, planName } from './asked-plan'
import type { Dialect, RefusalAnswer } from './refusal-answer'
import { namedSlippage } from './slippage-refusals'
import { strategyBounds, strategyMinimum, strategyQty } from './strategy-bounds'
import { activationName, brokenTrailingOrder, brokenTrailingStop, type TrailedMarket } from './trailing-terms'

type Unit = 'price' | 'qty'

/** A number of an input, under the name that its sender gave it. */
interface Term {
  readonly name: string
  readonly unit: Unit
  readonly value: DecimalText
}

/** Steps that are no contract's: of added margin (semantics.md §2.8), of leverage, and of a maintenance rate. */
const MARGIN_STEP = '0.0001'
const LEVERAGE_STEP = '0.01'
const RATE_STEP = '0.0001'
const LEVERAGE_MIN = '1' as DecimalText

interface CallOf {
  readonly dialect: Dialect
  readonly instrument: Instrument | null
  /** What the other side of the book asks or bids of an order now; `null` without one. */
  readonly touch: DecimalText | null
  readonly trailed: TrailedMarket
}

/**
 * Names in a refusal the number that its sender has to mend. The venue says which bound was broken, in its own units and
 * of a price or a quantity; an input may hold several of both (a trigger, two legs and their limits). What was refused is
 * a line of the ledger as it stands, so the name is found here and not in the engine.
 * @param answer the refusal as it is written for an input with one price and one quantity
 */
export function nameBrokenTerm(
  answer: RefusalAnswer,
  refusal: VenueRefusal,
  input: VenueInput,
  { dialect, instrument, touch, trailed }: CallOf,
): RefusalAnswer {
  switch (refusal.kind) {
    case 'noTriggers':
      return rename(answer, planName(input))
    case 'crossOnly':
      return input.type === 'lending' ? sharedAlone(answer, input.change.kind) : answer
    case 'portfolioMargin':
      return isOfAccount(input) ? nameless(answer) : answer
    case 'spreadRefused':
      return rename(answer, modeName(input))
    case 'priceInvalid':
    case 'qtyInvalid':
      // It is at market: what it has of prices are those of its plan, which are no amounts.
      if (refusal.kind === 'qtyInvalid' && isOfAmount(input))
        return amountOutOfBounds(answer, input, { instrument, touch })
      if (refusal.kind === 'qtyInvalid' && input.type === 'openStrategy') return strategyQty(answer, input.strategy)
      return (
        (refusal.kind === 'priceInvalid' ? lackedLimit(answer, input, termsOf(input, dialect)) : null) ??
        rename(answer, outOfBounds(termsOf(input, dialect), answer, refusal.kind === 'priceInvalid' ? 'price' : 'qty'))
      )
    case 'notMultiple':
      return noMultiple(answer, termsOf(input, dialect), instrument, input)
    case 'belowMinNotional':
      return input.type === 'openStrategy' ? strategyMinimum(answer, input.strategy) : answer
    case 'slippageInvalid':
    case 'slippageNotAllowed':
      return namedSlippage(answer, input)
    case 'trailingInvalid':
      if (input.type === 'place') return brokenTrailingOrder(answer, input.order, trailed)
      return input.type === 'setTpSl' ? brokenTrailingStop(answer, input.order, dialect, trailed) : answer
    case 'tpSlNotAllowed':
      return refusal.reason === 'partlyFilled' ? answer : rename(answer, unfitLeg(input))
    case 'mmRateInvalid':
      return rate(answer, input.type === 'place' || input.type === 'replace' ? input.order.mmRate : undefined)
    case 'leverageInvalid':
      if (input.type === 'setLeverage') return leverage(answer, input, dialect, refusal.side)
      if (input.type === 'place') return leverage(answer, { leverage: input.leverage ?? '' }, dialect)
      return isOfBorrowLeverage(input) ? { ...answer, extMap: { ...answer.extMap, step: LEVERAGE_STEP } } : answer
    case 'spotMarginOff':
      if (input.type !== 'lending') return answer
      return isOfBorrowLeverage(input) ? rename(answer, 'leverage') : nameless(answer)
    case 'unknownCollateral':
      return isOfBorrowLeverage(input) ? rename(answer, 'currency') : answer
    case 'amountInvalid':
      if (input.type === 'addMargin') return margin(answer, input.amount, dialect)
      if (isOfAmount(input)) return amountInvalid(answer, input, instrument)
      return input.type === 'lending' ? { ...answer, extMap: { field: 'amount', ...AMOUNT_BOUNDS } } : answer
    case 'insufficientBalance':
      if (input.type === 'addMargin') return rename(answer, marginName(dialect))
      return input.type === 'setLeverage' || refusal.ofLeverage === true
        ? rename(answer, leverageNames(dialect)[0])
        : answer
    case 'nothingToChange':
      return input.type === 'setTpSl'
        ? noGuardChanged(answer, input.order)
        : input.type === 'replace'
          ? notModified(answer, input.order)
          : answer
    case 'orderNotFound':
      return input.type === 'setTpSl' ? unknownGuard(answer, input.order) : answer
    default:
      return answer
  }
}

/** The leg that the order does not take: of two the first, a limit leg of full mode before one at market. */
function unfitLeg(input: VenueInput): string | null {
  const tpSl = input.type === 'place' || input.type === 'replace' ? input.order.tpSl : null
  if (input.type !== 'setTpSl' && (tpSl === null || tpSl === undefined)) return null
  const { takeProfit, stopLoss } = input.type === 'setTpSl' ? input.order : tpSl!
  const sent = [['takeProfit', takeProfit] as const, ['stopLoss', stopLoss] as const].filter(
    ([, leg]) => leg !== null && !isZero(leg.price),
  )
  return (sent.find(([, leg]) => leg?.orderType === 'limit') ?? sent[0])?.[0] ?? null
}

/** A rate between two steps is out of step, one that the venue cannot count above its largest. */
function rate(answer: RefusalAnswer, value: DecimalText | undefined): RefusalAnswer {
  const { field, max = '' } = answer.extMap
  if (value === undefined || isHeld(value, RATE_STEP))
    return { ...answer, extMap: { ...answer.extMap, step: RATE_STEP } }
  if (isBelow(max, value)) return { ...answer, extMap: { field: field ?? 'mmRate', max, step: RATE_STEP } }
  const retMsg = `mmRate has to be a multiple of ${RATE_STEP}`
  return { ...answer, retMsg, extMap: { field: field ?? 'mmRate', step: RATE_STEP } }
}

/** A leg of type limit that is to keep a limit price which it has not. */
function lackedLimit(answer: RefusalAnswer, input: VenueInput, terms: readonly Term[]): RefusalAnswer | null {
  if (input.type !== 'replace' && input.type !== 'setTpSl') return null
  if (terms.some((one) => one.unit === 'price' && breaks(one, answer))) return null
  const tpSl = input.type === 'setTpSl' ? input.order : input.order.tpSl
  const field = isLacking(tpSl?.takeProfit) ? 'tpLimitPrice' : isLacking(tpSl?.stopLoss) ? 'slLimitPrice' : null
  if (field === null) return null
  return { retCode: CODE.badRequest, retMsg: `${field} is needed`, extMap: { field } }
}

/** A partial guard that is named is changed in place, and its type is none of what changes. */
function noGuardChanged(
  answer: RefusalAnswer,
  { takeProfit, tpOrderId, stopLoss, slOrderId }: TradingStop,
): RefusalAnswer {
  const field = isTyped(takeProfit, tpOrderId) ? 'tpOrderType' : isTyped(stopLoss, slOrderId) ? 'slOrderType' : null
  return field === null
    ? { ...rename(answer, 'takeProfit'), retMsg: 'takeProfit, stopLoss or trailingStop is needed' }
    : { ...rename(answer, field), retMsg: 'a partial take-profit or stop-loss keeps its order type' }
}

/** The first of what was sent; of nothing at all there is nothing to name. */
function notModified(answer: RefusalAnswer, order: OrderChange): RefusalAnswer {
  const sent = {
    // The price beside a volatility was made of it.
    orderIv: order.orderIv,
    price: order.price,
    qty: order.qty,
    triggerPrice: order.triggerPrice,
    triggerBy: order.triggerBy,
    mmRate: order.mmRate,
    takeProfit: order.tpSl?.takeProfit,
    stopLoss: order.tpSl?.stopLoss,
  }
  const name = Object.entries(sent).find(([, value]) => value !== undefined && value !== null)?.[0]
  return name === undefined ? nameless(answer) : rename(answer, name)
}

function isTyped(leg: TpSlLeg | null, id: string | null): boolean {
  return id !== null && leg !== null && leg.leftOut?.type === undefined
}

function isLacking(leg: TpSlLeg | null | undefined): boolean {
  return leg?.leftOut?.limitPrice === true
}

/** Of two that are named the refusal does not say which. */
function unknownGuard(
  answer: RefusalAnswer,
  { takeProfit, tpOrderId, stopLoss, slOrderId }: TradingStop,
): RefusalAnswer {
  const isOfTakeProfit = takeProfit !== null && tpOrderId !== null
  const isOfStopLoss = stopLoss !== null && slOrderId !== null
  if (isOfTakeProfit && isOfStopLoss) return nameless(answer)
  return rename(answer, isOfTakeProfit ? 'tpStopOrderId' : 'slStopOrderId')
}

/** Settings of coins that back each other, which isolated margin has not, by the word of their calls. */
const SHARED_SETTINGS: Readonly<Partial<Record<LendingChange['kind'], string>>> = {
  collateral: 'collateralSwitch',
  spotMargin: 'spotMarginMode',
  repaymentMode: 'autoRepayMode',
}

function sharedAlone(answer: RefusalAnswer, kind: LendingChange['kind']): RefusalAnswer {
  const retMsg = 'the account has isolated margin, with which coins do not back each other'
  return { ...rename(nameless(answer), SHARED_SETTINGS[kind] ?? null), retMsg }
}

/** Of a call that may name no symbol, what it asks to change. */
function modeName(input: VenueInput): string | null {
  if (input.type === 'setMarginMode') return 'setMarginMode'
  return input.type === 'setPositionMode' && input.symbol === null ? 'coin' : null
}

/** No parameter of the call is wrong: the account is in a state in which it is not taken. */
function nameless(answer: RefusalAnswer): RefusalAnswer {
  const { field: _field, ...extMap } = answer.extMap
  return { ...answer, extMap }
}

function rename(answer: RefusalAnswer, name: string | null): RefusalAnswer {
  return name === null ? answer : { ...answer, extMap: { ...answer.extMap, field: name } }
}

/** In the order in which the venue reads them. */
function termsOf(input: VenueInput, dialect: Dialect): readonly Term[] {
  const terms: Term[] = []
  const add = (name: string, unit: Unit, value: DecimalText | null | undefined): void => {
    if (value !== null && value !== undefined) terms.push({ name, unit, value })
  }
  const addLegs = (tpSl: Pick<TpSl, 'takeProfit' | 'stopLoss'> | undefined): void => {
    const isNative = dialect === 'native'
    add('takeProfit', 'price', unlessZero(tpSl?.takeProfit?.price))
    add(isNative ? 'limitTakeProfit' : 'tpLimitPrice', 'price', tpSl?.takeProfit?.limitPrice)
    add('stopLoss', 'price', unlessZero(tpSl?.stopLoss?.price))
    add(isNative ? 'limitStopLoss' : 'slLimitPrice', 'price', tpSl?.stopLoss?.limitPrice)
  }
  switch (input.type) {
    case 'place':
      add('qty', 'qty', input.order.qty)
      add('price', 'price', input.order.price)
      add('triggerPrice', 'price', input.order.trigger?.price)
      addLegs(input.order.tpSl)
      add('activationPrice', 'price', input.order.activationPrice)
      add('trailValue', 'price', input.order.trailValue)
      break
    case 'replace':
      add('price', 'price', input.order.price)
      add('qty', 'qty', input.order.qty)
      add('triggerPrice', 'price', input.order.triggerPrice)
      addLegs(input.order.tpSl)
      break
    case 'openStrategy': {
      const { strategy } = input
      add('qty', 'qty', strategy.qty)
      if (strategy.kind === 'chaseLimit') add('maxChaseDistance', 'price', strategy.maxDistance)
      else add('price', 'price', strategy.price)
      if (strategy.kind === 'iceberg') add('showQty', 'qty', strategy.showQty)
      break
    }
    case 'setTpSl':
      addLegs(input.order)
      add('tpSize', 'qty', input.order.takeProfit === null ? null : input.order.tpSize)
      add('slSize', 'qty', input.order.stopLoss === null ? null : input.order.slSize)
      add(activationName(dialect), 'price', input.order.trailing?.activationPrice)
      add('trailingStop', 'price', input.order.trailing?.distance)
      break
    default:
  }
  return terms
}

/** Zero takes a leg away, and is no price. */
function unlessZero(value: DecimalText | undefined): DecimalText | undefined {
  return value === undefined || isZero(value) ? undefined : value
}

function outOfBounds(terms: readonly Term[], answer: RefusalAnswer, unit: Unit): string | null {
  const of = terms.filter((one) => one.unit === unit)
  const broken = of.find((one) => breaks(one, answer))
  return (broken ?? of[0])?.name ?? null
}

function breaks({ value }: Term, { extMap: { min, max } }: RefusalAnswer): boolean {
  return isBelow(value, min) || isBelow(max, value)
}

function isBelow(value: string | undefined, bound: string | undefined): boolean {
  return value !== undefined && bound !== undefined && value !== '' && bound !== '' && new Exact(value).lt(bound)
}

/** A number that no contract takes, however fine its steps are, is out of bounds and not out of step. */
function noMultiple(
  answer: RefusalAnswer,
  terms: readonly Term[],
  instrument: Instrument | null,
  input: VenueInput,
): RefusalAnswer {
  const { field, step = '' } = answer.extMap
  const unit = field === 'price' ? 'price' : 'qty'
  const broken = terms.find((one) => one.unit === unit && !isHeld(one.value, step))
  if (broken === undefined) return answer
  if (instrument !== null && new Exact(broken.value).mod(step).isZero()) {
    const { minPrice, maxPrice, minQty, maxLimitQty } = instrument
    const bounds =
      unit === 'price'
        ? { min: minPrice, max: maxPrice }
        : input.type === 'openStrategy'
          ? strategyBounds(broken.name, input.strategy, instrument)
          : { min: minQty, max: maxLimitQty }
    return { ...answer, retMsg: `${unit} out of bounds`, extMap: { field: broken.name, ...bounds } }
  }
  return rename(answer, broken.name)
}

/** Whether a whole number of steps says it, that an exchange can count (`toSteps`). */
function isHeld(value: DecimalText, step: string): boolean {
  const steps = new Exact(value).div(step)
  return steps.isInteger() && steps.abs().lt(Number.MAX_SAFE_INTEGER)
}

function leverage(
  answer: RefusalAnswer,
  input: Pick<Extract<VenueInput, { type: 'setLeverage' }>, 'leverage' | 'sellLeverage'>,
  dialect: Dialect,
  side?: Side,
): RefusalAnswer {
  const { max } = answer.extMap
  const [ofBuy, ofSell] = leverageNames(dialect)
  const isBroken = (value: string): boolean => !isHeld(value as DecimalText, LEVERAGE_STEP) || isOutside(value, max)
  // Ledgers of before edition 19 do not say the side (ADR-1106).
  const isOfBuy = side === undefined ? input.sellLeverage === undefined || isBroken(input.leverage) : side === 'buy'
  const value = isOfBuy ? input.leverage : (input.sellLeverage ?? input.leverage)
  const bounds = { min: LEVERAGE_MIN, ...(max === undefined ? {} : { max }) }
  const retMsg = isOutside(value, max) ? answer.retMsg : `leverage has to be a multiple of ${LEVERAGE_STEP}`
  return { ...answer, retMsg, extMap: { field: isOfBuy ? ofBuy : ofSell, ...bounds, step: LEVERAGE_STEP } }
}

/** How many times what it has may be borrowed: v5's call of it has names of its own. */
function isOfBorrowLeverage(input: VenueInput): boolean {
  return input.type === 'lending' && input.change.kind === 'leverage'
}

function isOutside(value: string, max: string | undefined): boolean {
  return isBelow(value, LEVERAGE_MIN) || isBelow(max, value)
}

function leverageNames(dialect: Dialect): readonly [buy: string, sell: string] {
  return dialect === 'native' ? ['leverage', 'leverage'] : ['buyLeverage', 'sellLeverage']
}

function margin(answer: RefusalAnswer, amount: string, dialect: Dialect): RefusalAnswer {
  const isWhole = new Exact(amount).mod(MARGIN_STEP).isZero() && !new Exact(amount).isZero()
  const retMsg = isWhole ? 'margin out of bounds' : `margin has to be a multiple of ${MARGIN_STEP}, and not 0`
  // As many hundred-millionths as a number holds exactly, in whole steps.
  const most = new Exact(Number.MAX_SAFE_INTEGER).div(1e8).toDecimalPlaces(4, Exact.ROUND_DOWN)
  const bounds = isWhole ? { max: toText(most) } : { step: MARGIN_STEP }
  return { ...answer, retMsg, extMap: { field: marginName(dialect), ...bounds } }
}

function marginName(dialect: Dialect): string {
  return dialect === 'native' ? 'addToPositionBalanceE8' : 'margin'
}
