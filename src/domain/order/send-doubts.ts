import { Exact, toText, type Money, type Price, type Qty, type Rate } from '../decimal'
import type { Instrument } from '../instrument/instrument'
import {
  ASK_BOOK_TIMES,
  ASK_EQUITY_TIMES,
  ASK_PRICE_AWAY,
  ASK_PRICE_BEYOND,
  ASK_SPREAD_AWAY,
  ASK_VALUE_USD,
} from '../limits'
import { payoffOf } from '../instrument/payoff'
import type { OrderType, Side } from './order'

/** What is about to be sent, as far as its size and its prices go. */
export interface SendTerms {
  readonly side: Side
  readonly type: OrderType
  /** The limit price; `null` at market. */
  readonly price: Price | null
  /** What is still to be filled. */
  readonly qty: Qty
  /** Of an order that was in the book already, what of it has filled. */
  readonly filledQty?: Qty
  /** `null` for an order that goes to the book at once. */
  readonly triggerPrice: Price | null
  readonly reduceOnly: boolean
  /** It only rests: where it would fill at once, it is not placed. */
  readonly postOnly?: boolean
  /** The price only bounds orders that are sent at the market's. */
  readonly isBound?: boolean
  /** It rested, and is moved by hand: that it would match at once may be a slip. */
  readonly isMoved?: boolean
  /** What meets the book at once; left out where that is all of it. A strategy sends part after part. */
  readonly partQty?: Qty
}

/** The market and the account at this moment; `null` is not known, and asks nothing. */
export interface SendWorld {
  readonly instrument: Pick<Instrument, 'kind' | 'quoteCoin'>
  readonly markPrice: Price | null
  /** Best price of the side that the order would take from. */
  readonly bestPrice: Price | null
  /** A call auction: nothing is taken before it ends. */
  readonly isAuction?: boolean
  /** A price that is nearer than this is not far, whatever the share; left out where the share alone counts. */
  readonly nearby?: Exact
  /**
   * Of a spread, what its first leg costs: its own price may be zero or below, so distances are shares of that, and so much
   * each unit is worth.
   */
  readonly scale?: Price
  /** The price that the exchange takes in place of the order's own; left out where that stays. */
  readonly taken?: Price | null
  /** What the screen shows of that side. */
  readonly shownQty: Qty | null
  /** In US dollars. */
  readonly equity: Money | null
  /** Of the position that it would close first. */
  readonly closableQty: Qty
}

/** A reason to ask before an order is sent. Distances are fractions of the price that they are from. */
export type SendDoubt =
  | {
      readonly kind: 'farPrice'
      /** What the distance is from: the mark price, or the order's own trigger price. */
      readonly from: 'mark' | 'trigger'
      readonly price: Price
      readonly reference: Price
      readonly distance: Rate
      readonly isAbove: boolean
      /** From which price on it is asked. */
      readonly bound: Price
      /** Whether it would fill at once, at other prices than its own. */
      readonly fills: boolean
    }
  | {
      readonly kind: 'farTrigger'
      readonly price: Price
      readonly reference: Price
      readonly distance: Rate
      readonly isAbove: boolean
      readonly bound: Price
    }
  /** What rested would match at the best price of the other side, and beyond. */
  | { readonly kind: 'takes'; readonly side: Side; readonly price: Price; readonly bestPrice: Price }
  /** `most` is the largest quantity that is not asked about. */
  | { readonly kind: 'beyondBook'; readonly qty: Qty; readonly shownQty: Qty; readonly most: Qty }
  /** Asked from `limit` on. */
  | { readonly kind: 'largeValue'; readonly value: Money; readonly limit: Money }
  /** `times` the equity, with one decimal; asked from `limit` times on. */
  | { readonly kind: 'largeForEquity'; readonly value: Money; readonly times: Rate; readonly limit: number }

/** Everything that makes an order far or large (decisions 45); none for one that is sent without a question. */
export function sendDoubts(terms: SendTerms, world: SendWorld): readonly SendDoubt[] {
  const price = priceDoubt(terms, world)
  return [
    price,
    // A far price that fills says so itself.
    price?.kind === 'farPrice' && price.fills ? null : takingDoubt(terms, world),
    triggerDoubt(terms, world),
    bookDoubt(terms, world),
    ...valueDoubts(terms, world),
  ].filter((one) => one !== null)
}

/** Value in US dollars at the order's own price, or where it would fill; `null` where that is not known. */
export function dollarValue(qty: Qty, price: Price | null, { kind, quoteCoin }: SendWorld['instrument']): Money | null {
  // Contracts of one dollar.
  if (payoffOf(kind) === 'inverse') return toText<Money>(new Exact(qty))
  if (price === null || !DOLLARS.has(quoteCoin)) return null
  return toText<Money>(new Exact(qty).times(price))
}

const DOLLARS: ReadonlySet<string> = new Set(['USDT', 'USDC', 'USD'])

interface Distance {
  readonly distance: Rate
  readonly isAbove: boolean
}

/** |price − reference| / scale, and on which side of it. */
function distanceOf(price: Price, reference: Price, scale = reference): Distance | null {
  if (!new Exact(scale).gt(0)) return null
  const distance = new Exact(price).minus(reference).div(scale)
  return { distance: toText<Rate>(distance.abs()), isAbove: distance.isPositive() }
}

/** reference ± scale · limit, on the side that the price is on. */
function boundOf(reference: Price, { isAbove }: Distance, limit: Rate, scale = reference): Price {
  return toText<Price>(
    new Exact(scale)
      .times(limit)
      .times(isAbove ? 1 : -1)
      .plus(reference),
  )
}

function priceDoubt(
  terms: SendTerms,
  { instrument, markPrice, bestPrice, isAuction = false, nearby, scale }: SendWorld,
): SendDoubt | null {
  const { side, type, price, triggerPrice, postOnly = false, isBound = false } = terms
  const takes = !postOnly && !isBound && !isAuction
  const reference = triggerPrice ?? markPrice
  if (type !== 'limit' || price === null || reference === null) return null
  const isSpread = instrument.kind === 'spread'
  const found = isSpread && scale === undefined ? null : distanceOf(price, reference, scale)
  if (found === null || nearby?.gt(new Exact(price).minus(reference).abs()) === true) return null
  // A buy above and a sell below what it is measured by takes what is there, and not at its own price.
  const isBeyond = found.isAbove === (side === 'buy') && takes
  const limit = isSpread ? ASK_SPREAD_AWAY : isBeyond ? ASK_PRICE_BEYOND : ASK_PRICE_AWAY
  if (new Exact(found.distance).lt(limit)) return null
  const meets = bestPrice === null ? isBeyond : meetsBest(side, price, bestPrice)
  const from = triggerPrice === null ? 'mark' : 'trigger'
  return {
    kind: 'farPrice',
    from,
    price,
    reference,
    ...found,
    bound: boundOf(reference, found, limit, scale),
    fills: triggerPrice === null ? meets && takes : isBeyond,
  }
}

function triggerDoubt({ triggerPrice }: SendTerms, { markPrice }: SendWorld): SendDoubt | null {
  if (triggerPrice === null || markPrice === null) return null
  const found = distanceOf(triggerPrice, markPrice)
  if (found === null || new Exact(found.distance).lt(ASK_PRICE_AWAY)) return null
  const bound = boundOf(markPrice, found, ASK_PRICE_AWAY)
  return { kind: 'farTrigger', price: triggerPrice, reference: markPrice, ...found, bound }
}

/** Whether an order with a limit price matches at the best price of the other side. */
export function meetsBest(side: Side, price: Price | null, bestPrice: Price | null): boolean {
  if (price === null || bestPrice === null) return false
  return side === 'buy' ? new Exact(price).gte(bestPrice) : new Exact(price).lte(bestPrice)
}

function takingDoubt(
  { side, price, triggerPrice, isMoved, postOnly }: SendTerms,
  { instrument, bestPrice, isAuction }: SendWorld,
): SendDoubt | null {
  // A side without quotes has a best price of zero; of a spread zero is a price.
  const hasBest = bestPrice !== '0' || instrument.kind === 'spread'
  const isAsked = isMoved && !postOnly && !isAuction && triggerPrice === null && hasBest
  return isAsked && meetsBest(side, price, bestPrice)
    ? { kind: 'takes', side, price: price!, bestPrice: bestPrice! }
    : null
}

function bookDoubt({ side, type, price, qty, partQty, triggerPrice }: SendTerms, world: SendWorld): SendDoubt | null {
  const { shownQty, bestPrice } = world
  if (shownQty === null || !new Exact(shownQty).gt(0) || triggerPrice !== null) return null
  const meets = type === 'market' || meetsBest(side, price, bestPrice)
  const atOnce = partQty ?? qty
  const most = toText<Qty>(new Exact(shownQty).times(ASK_BOOK_TIMES))
  if (!meets || new Exact(atOnce).lte(most)) return null
  return { kind: 'beyondBook', qty: atOnce, shownQty, most }
}

function valueDoubts(terms: SendTerms, world: SendWorld): readonly SendDoubt[] {
  const { price, qty, triggerPrice, reduceOnly } = terms
  const { instrument, bestPrice, markPrice, equity, closableQty, scale, taken } = world
  const at = scale ?? taken ?? price ?? triggerPrice ?? bestPrice ?? markPrice
  const value = dollarValue(qty, at, instrument)
  if (value === null) return []
  const doubts: SendDoubt[] = []
  if (new Exact(value).gte(ASK_VALUE_USD)) doubts.push({ kind: 'largeValue', value, limit: ASK_VALUE_USD })
  // What closes takes risk away.
  const opening = reduceOnly ? new Exact(0) : Exact.max(0, new Exact(qty).minus(closableQty))
  const opened = dollarValue(toText<Qty>(opening), at, instrument)
  if (opened === null || equity === null || !new Exact(equity).gt(0)) return doubts
  const times = new Exact(opened).div(equity)
  if (times.gte(ASK_EQUITY_TIMES))
    doubts.push({
      kind: 'largeForEquity',
      value: opened,
      times: toText<Rate>(times.toDecimalPlaces(1)),
      limit: ASK_EQUITY_TIMES,
    })
  return doubts
}

/** How far a distance may go, as a share of itself, before a question about it has to be read again. */
const SAME_DISTANCE = '0.1'
/** … and by how much at least: a percentage point. */
const SAME_POINTS = '0.01'

/**
 * Whether a question would read otherwise now: another reason, the other side of the market, a distance that is not
 * nearly the same. What the book shows changes with every tick and is no other question.
 */
export function readsOtherwise(asked: readonly SendDoubt[], now: readonly SendDoubt[]): boolean {
  if (now.some(({ kind }) => !asked.some((one) => one.kind === kind))) return true
  return asked.some((before) => {
    if (before.kind !== 'farPrice' && before.kind !== 'farTrigger') return false
    const after = now.find((one) => one.kind === before.kind)
    if (after === undefined || after.kind !== before.kind) return true
    if (after.isAbove !== before.isAbove) return true
    if (after.kind === 'farPrice' && before.kind === 'farPrice' && after.fills !== before.fills) return true
    const moved = new Exact(after.distance).minus(before.distance).abs()
    return moved.gte(Exact.max(SAME_POINTS, new Exact(before.distance).times(SAME_DISTANCE)))
  })
}
