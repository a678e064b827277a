import type { CoinBalance } from '../../../domain/account/wallet'
import { compare, Exact, toText, type Money, type Price, type Qty, type Rate } from '../../../domain/decimal'
import { preListingOf } from '../../../domain/instrument/instrument'
import { isInAuction } from '../../../domain/instrument/pre-listing'
import type { Side } from '../../../domain/order/order'
import { averageOf } from '../../../domain/position/average-entry'
import { tradingFee } from '../../../domain/risk/fees'
import { exhaustionPrice, roundRiskPrice, withinPriceRange } from '../../../domain/risk/liquidation-price'
import { breakEvenPrice } from '../../../domain/risk/break-even'
import { closingFee } from '../../../domain/risk/order-cost'
import { payoffOf, type Payoff } from '../../../domain/instrument/payoff'
import { direction, exactValue } from '../../../domain/risk/payoff'
import type { TicketFigures } from './figure-values'
import { afterFills, orderOutlay, requiredFor } from '../../../domain/risk/order-outlay'
import { averageEntry, pricePnl, type Fill } from '../../../domain/risk/pnl'
import { maintenanceMargin } from '../../../domain/risk/risk-tier'
import { isDollar, sharesMargin } from '../margin-rate/position-rate'
import { isBackedTogether } from '../reckons-orders'
import { meetBook, notesOf, type Meeting } from './meet-book'
import { isolatedLiquidation } from '../../../domain/risk/tiered-liquidation'
import { closable, smallerOf } from './largest-of'
import { accountTerms, mayRest, withinLimits, type BookMeeting, type TicketInput } from './ticket-terms'

/** What an order that fills nothing has none of: nothing is paid, and nothing is held of it. */
const NOTHING_FILLS = { fee: null, feeHeld: null, liquidationPrice: null, breakEvenPrice: null } as const
/** What nobody knows of an order whose fills nobody knows, and what an order that comes to nothing has none of. */
const NO_FILL = { ...NOTHING_FILLS, cost: null, freeBefore: null, after: null } as const

/** By so much more than its cost, as a share of that, has to be free before it is said: less is the mark beside the fills. */
const CLEARLY_MORE = '1.01'

/** Value, cost, fee and liquidation price of an order: what meets the book is reckoned at the book's prices. */
export function ticketFigures(asked: TicketInput): TicketFigures {
  const whole = withinLimits(asked)
  // The exchange cuts what only reduces to what it closes before it looks at the book.
  const input = whole.reduceOnly === true ? { ...whole, qty: smallerOf(whole.qty, closable(whole)) } : whole
  const payoff = payoffOf(input.instrument.kind)
  const { side, qty } = input
  const meeting = input.meeting ?? allAtOnce(input)
  const { limit, timeInForce } = meeting
  const levels = timeInForce === 'postOnly' ? [] : meeting.levels
  const ends = !mayRest(meeting)
  const met = meetBook(levels, { side, qty, limit, own: input.own ?? [], isMarket: ends })
  const kept = isKilled(meeting, met) ? { ...met, fills: [], canceled: [], maybeCanceled: [] } : met
  const done = meeting.isAtLimit === true && limit !== null ? atLimit(kept, input.price) : kept
  const fills = ends ? done.fills : withLeftover(done, input.price)
  const price = averageEntry(payoff, fills) ?? input.price
  const filled = { ...input, price, qty: sumOf(fills), feeRate: ends ? input.feeRate : meanFeeRate(input, done) }
  const after = holdingAfter(input, fills)
  const required = requiredOf(input, meeting, met)
  const cost = outlayOf(input, meeting, done)
  const { takerFeeRate } = input.instrument
  const worth = (all: readonly Fill[]): Money | null => (qty === '0' ? null : toText<Money>(valueOf(payoff, all)))
  const asWhole = worth(withLeftover(done, input.price))
  const figures: TicketFigures = {
    required,
    value: ends && limit !== null ? worth(fills) : asWhole,
    cost,
    freeBefore: new Exact(cost).times(CLEARLY_MORE).lt(required) ? required : null,
    fee: tradingFee({ payoff, ...filled, rate: expectedFeeRate(filled) }),
    feeHeld: tradingFee({ payoff, ...filled, rate: takerFeeRate }),
    liquidationPrice: after === null ? null : liquidationAfter(filled, after),
    breakEvenPrice: after === null ? null : breakEvenAfter(filled, after),
    after: { side: after?.side ?? side, qty: after?.qty ?? ('0' as Qty) },
    atOnce: input.meeting == null ? null : atOnce(payoff, done, ends || qty === '0' ? 'ends' : 'rests'),
    met: input.meeting == null ? null : notesOf(done),
  }
  if (timeInForce === 'postOnly' && isMatching(meeting, side))
    return { ...figures, ...NO_FILL, atOnce: { qty: '0' as Qty, impact: null, leftover: 'matches' } }
  // What lies beyond the book that is seen has no price: the last one that is seen is none of it.
  if (met.beyond !== '0') return { ...figures, ...NO_FILL, value: limit === null ? null : asWhole }
  // How much of it is within the order's price nobody sees there, and what does not fill at once ends.
  if (ends && limit !== null && met.isUnseen) return { ...figures, ...NO_FILL, value: asWhole }
  return filled.qty === '0' ? { ...figures, ...NOTHING_FILLS } : figures
}

/** Whether it fills whole or not at all, and the book has not enough within its price. */
function isKilled({ limit, timeInForce }: BookMeeting, { leavesQty }: Meeting): boolean {
  return limit !== null && timeInForce === 'fillOrKill' && leavesQty !== '0'
}

function sumOf(fills: readonly Fill[]): Qty {
  return toText<Qty>(fills.reduce((sum, fill) => sum.plus(fill.qty), new Exact(0)))
}

function valueOf(payoff: Payoff, fills: readonly Fill[]): Exact {
  return fills.reduce((sum, fill) => sum.plus(exactValue(payoff, fill.qty, fill.price)), new Exact(0))
}

/** What fills, as if at the order's own price. */
function atLimit(met: Meeting, price: Price): Meeting {
  return { ...met, fills: met.fills.map((fill) => ({ ...fill, price })) }
}

/** Whether the best price of the other side is within the order's own. */
function isMatching({ levels, limit }: BookMeeting, side: Side): boolean {
  const [best] = levels
  return best !== undefined && limit !== null && compare(best.price, limit) !== direction(side)
}

/** How much of the order fills at once, and how far its mean price is from the best one. */
function atOnce(
  payoff: Payoff,
  { fills, isUnseen }: Meeting,
  leftover: 'rests' | 'ends',
): NonNullable<TicketFigures['atOnce']> {
  const [best] = fills
  const mean = averageEntry(payoff, fills)
  if (best === undefined || mean === null) return { qty: '0' as Qty, impact: '0' as Rate, leftover }
  const impact = isUnseen ? null : toText<Rate>(new Exact(mean).div(best.price).minus(1).abs())
  return { qty: sumOf(fills), impact, leftover }
}

/** What the order would fill at as the book stands, what is left over at its own price. */
function withLeftover({ fills, leavesQty }: Meeting, price: Price): readonly Fill[] {
  return leavesQty === '0' ? fills : [...fills, { qty: leavesQty, price }]
}

/**
 * The mean rate of what may wait: what meets the book at once pays as it was asked, what waits the maker's. Of a book that
 * nobody sees it is the one that was asked: who knows what waits?
 */
function meanFeeRate(
  { instrument, feeRate, price, meeting }: TicketInput,
  { fills, leavesQty, isBookKnown }: Meeting,
): Rate {
  if (meeting == null || !isBookKnown || leavesQty === '0') return feeRate
  const payoff = payoffOf(instrument.kind)
  const [atOnce, waits] = [valueOf(payoff, fills), exactValue(payoff, leavesQty, price)]
  const fee = atOnce.times(feeRate).plus(waits.times(instrument.makerFeeRate))
  return toText<Rate>(fee.div(atOnce.plus(waits)))
}

/** An auction has a fee rate of its own; what an order costs reserves the ordinary one all the same. */
function expectedFeeRate({ instrument, feeRate }: TicketInput): Rate {
  return isInAuction(instrument) ? (preListingOf(instrument)?.auctionFeeRate ?? feeRate) : feeRate
}

/** What is sent later meets a book that nobody knows: it is reckoned as filled at its own price, with the mark there. */
function allAtOnce({ price, qty }: TicketInput): BookMeeting {
  return { limit: price, levels: [{ qty, price }], timeInForce: 'immediateOrCancel', markPrice: price }
}

/** What the order takes when it meets the book as it stands: `orderOutlay`, which is held against the engine. */
function outlayOf(input: TicketInput, meeting: BookMeeting, { fills, leavesQty, canceled }: Meeting): Money {
  const rests = mayRest(meeting) && leavesQty !== '0'
  return orderOutlay({
    ...accountTerms(input, meeting.markPrice),
    fills,
    rest: rests ? { qty: leavesQty, price: input.price } : null,
    canceled,
  })
}

/** What has to be free: at its own price, at market at the worst price that it reaches. */
function requiredOf(input: TicketInput, { limit, markPrice }: BookMeeting, { fills, leavesQty }: Meeting): Money {
  const { instrument, side } = input
  const worst = leavesQty === '0' ? (fills.at(-1)?.price ?? input.price) : input.price
  const price = limit ?? worst
  // Where it fills at better prices than its own, a linear sell is worth more, and an inverse buy.
  const isDearer = (payoffOf(instrument.kind) === 'linear') === (side === 'sell')
  const dearest = isDearer ? (fills[0]?.price ?? price) : price
  return requiredFor({ ...accountTerms(input, markPrice), fills, qty: input.qty, price, dearest })
}

/** The holding after the fills: added to, cut down, or turned over. */
interface Holding {
  readonly side: Side
  readonly qty: Qty
  readonly entryPrice: Price
  readonly entryValue: Exact
  /** Price result of the part that the fills closed. */
  readonly realised: Exact
}

/**
 * Where the account would be liquidated after the fill, as the row of the position will say it (ADR-027): the mark at which
 * its equity is used up to its maintenance margin, that margin held as it is at the mark of now.
 */
function liquidationAfter(input: TicketInput, after: Holding): Price | null {
  const { instrument, position, price, qty, feeRate, leverage, opposite } = input
  const payoff = payoffOf(instrument.kind)
  if (input.marginMode === 'isolated') return isolatedAfter(input, after)
  const balance = backingOf(input)
  if (balance === null) return null
  // Of two sides only what one has more can lose (semantics.md §1.4).
  const net = new Exact(after.qty).minus(opposite?.size ?? '0')
  if (!net.gt(0)) return null
  const { side, entryPrice } = after
  const markPrice = input.meeting?.markPrice ?? price
  const held = { payoff, side, qty: after.qty }
  const { takerFeeRate, riskTiers } = instrument
  // The fee to close is part of the maintenance margin, and stands on the entry.
  const maintenance = new Exact(balance.maintenanceMargin)
    .minus(position?.maintenanceMargin ?? 0)
    .plus(maintenanceMargin(toText<Money>(exactValue(payoff, after.qty, markPrice)), riskTiers))
    .plus(closingFee(after.entryValue, { payoff, side, leverage, takerFeeRate }))
  const buffer = new Exact(balance.equity)
    .minus(position?.unrealisedPnl ?? 0)
    .plus(after.realised)
    .plus(pricePnl({ ...held, entryPrice, price: markPrice }))
    .minus(tradingFee({ payoff, qty, price, rate: feeRate }))
    .minus(maintenance)
  const terms = { ...held, qty: toText<Qty>(net), markPrice, buffer: toText<Money>(buffer) }
  const liquidation = exhaustionPrice(terms)
  if (liquidation === null) return null
  return withinPriceRange(roundRiskPrice(liquidation, side, instrument.tickSize), instrument)
}

/** What stands behind the contract: its settle coin, or where coins back each other all of them, in that coin. */
function backingOf({ balance, wallet = null, instrument, meeting, price }: TicketInput): Backing | null {
  // Before anything is held, rates tell nothing of it.
  if (wallet === null || !(sharesMargin(wallet) || isBackedTogether(wallet))) return balance
  const { totalMarginBalance, totalMaintenanceMargin } = wallet
  const worth = isDollar(instrument.settleCoin) ? new Exact(1) : worthOf(balance, meeting?.markPrice ?? price)
  const inCoin = (dollars: Money): Money => toText<Money>(new Exact(dollars).div(worth))
  return { equity: inCoin(totalMarginBalance), maintenanceMargin: inCoin(totalMaintenanceMargin) }
}

/** US dollars for one coin that an inverse contract settles in: as the wallet has it, and its mark where there is none of it. */
function worthOf(balance: CoinBalance | null, markPrice: Price): Exact {
  const { equity, usdValue } = balance ?? {}
  const isHeld =
    equity !== undefined && usdValue !== undefined && new Exact(equity).abs().gt(0) && !new Exact(usdValue).isZero()
  return isHeld ? new Exact(usdValue).div(equity) : new Exact(markPrice)
}

type Backing = Pick<CoinBalance, 'equity' | 'maintenanceMargin'>

/** What was realised on the holding goes on with it; one that is turned round begins anew, with the fee of what opens. */
function breakEvenAfter({ position, price, qty, feeRate, instrument }: TicketInput, after: Holding): Price | null {
  const payoff = payoffOf(instrument.kind)
  const goesOn = position !== null && position.side === after.side
  const fee = goesOn ? tradingFee({ payoff, qty, price, rate: feeRate }) : after.entryValue.times(feeRate)
  const realisedPnl = goesOn
    ? new Exact(position.realisedPnl).plus(after.realised).minus(fee)
    : new Exact(fee).negated()
  const breakEven = breakEvenPrice({
    payoff,
    side: after.side,
    qty: after.qty,
    entryPrice: after.entryPrice,
    realisedPnl: toText<Money>(realisedPnl),
    takerFeeRate: instrument.takerFeeRate,
  })
  return breakEven === null ? null : roundRiskPrice(breakEven, after.side, instrument.tickSize)
}

/** In isolated margin only what the position holds itself counts; what was added to it stays with it while it grows. */
function isolatedAfter({ leverage, instrument, position }: TicketInput, after: Holding): Price | null {
  const liquidation = isolatedLiquidation(
    {
      payoff: payoffOf(instrument.kind),
      ...after,
      leverage,
      extraMargin: position?.side === after.side ? (position.extraMargin ?? ('0' as Money)) : ('0' as Money),
      takerFeeRate: instrument.takerFeeRate,
    },
    instrument.riskTiers,
  )
  if (liquidation === null) return null
  return withinPriceRange(roundRiskPrice(liquidation, after.side, instrument.tickSize), instrument)
}

/** @returns `null` where nothing is held any more */
function holdingAfter(input: TicketInput, fills: readonly Fill[]): Holding | null {
  const payoff = payoffOf(input.instrument.kind)
  const { position, realised } = afterFills({ ...accountTerms(input, null), fills })
  if (position === null || position.qty.isZero()) return null
  const { side, entryValue } = position
  const qty = toText<Qty>(position.qty)
  const entryPrice = averageOf(payoff, { qty, value: toText<Money>(entryValue) })
  return { side, qty, entryPrice, entryValue, realised }
}

export { bandFor, takenAt } from './taken-price'
export { levelsFor } from './book-levels'
export { ownOrdersFor } from './meet-book'
export { largestOf, smallerOf } from './largest-of'
export { splitProblem } from './split-problem'
export type { BookMeeting, TicketInput } from './ticket-terms'
