/**
 * Rules of prices and limits whose worked examples come in many forms: index, mark, price band, smallest quantity,
 * hedged positions, session settlement, slippage. `x` is as in order-formulas.
 */
import {
  add,
  compare,
  Exact,
  negate,
  subtract,
  toText,
  zero,
  type Money,
  type Price,
  type Rate,
} from '../../src/domain/decimal'
import { priceBand } from '../../src/domain/market/price-band'
import type { Side } from '../../src/domain/order/order'
import { minOrderQty } from '../../src/domain/order/quantity-rules'
import { slippageLimit } from '../../src/domain/order/slippage-limit'
import { isDeleveraging } from '../../src/domain/risk/deleveraging'
import { fundingRate } from '../../src/domain/risk/funding-rate'
import { inverseLongBankruptcyPrice } from '../../src/domain/risk/liquidation-price'
import { pricePnl } from '../../src/domain/risk/pnl'
import { filledQty, FINEST_TICK, one, over, sessionPnl, sum, times } from './arithmetic'
import type { Inputs } from './inputs'
import { formula, type Having } from './rule'

const EIGHT_HOURS = toText(new Exact(8))

/** P1 = index·(1 + last funding rate × time left / interval); both times in one unit (semantics.md §1.6). */
const p1 = (x: Having<'index' | 'fundingRate' | 'timeToFunding'>): Price =>
  times(x.index, add(one(), times<Rate>(x.fundingRate, over(x.timeToFunding, x.interval ?? EIGHT_HOURS))))
/** P2 = index + five-minute mean of mid − index. */
const p2 = (x: Having<'index' | 'basisMean'>): Price => add(x.index, x.basisMean)

function median(values: readonly [Price, Price, Price]): Price | null {
  return values.toSorted(compare)[1] ?? null
}

/** Side by side, so that a price far off the touch needs only its own. */
const slippage = <B extends 'ask1' | 'bid1'>(name: string, side: Side, best: B) => [
  formula({
    topics: ['slippage'],
    needs: [best, 'amount'],
    gives: { [name]: (x) => slippageLimit(side, x[best], { unit: 'price', value: x.amount }) },
  }),
  formula({
    topics: ['slippage'],
    needs: [best, 'percent'],
    gives: { [name]: (x) => slippageLimit(side, x[best], { unit: 'percent', value: x.percent }) },
  }),
  formula({
    topics: ['slippage'],
    needs: [best, 'ticks', 'tick'],
    gives: { [name]: (x) => slippageLimit(side, x[best], { unit: 'price', value: times(x.ticks, x.tick) }) },
  }),
]

const bandOf = (x: Having<'mark' | 'index' | 'X' | 'Y'>) =>
  priceBand(
    { markPrice: x.mark, indexPrice: x.index, premium: times(x.premium ?? zero(), x.alpha ?? one()) },
    { priceLimitRatioX: x.X, priceLimitRatioY: x.Y, tickSize: x.tick ?? FINEST_TICK },
  )

/** Funding of a position of which only the value is known: what a long pays, a short receives. */
function paidOnValue(x: Having<'value' | 'rate'>): Money {
  const amount = times<Money>(x.value, x.rate)
  return (x.side ?? 'buy') === 'buy' ? negate(amount) : amount
}

function capped(rate: Rate, { upper, lower }: Inputs): Rate {
  const below = upper === undefined ? new Exact(rate) : Exact.min(rate, upper)
  return toText<Rate>(lower === undefined ? below : Exact.max(below, lower))
}

export const FURTHER_FORMULAS = [
  formula({
    topics: ['index-mark'],
    needs: ['components'],
    gives: { index: (x) => sum(x.components.map(({ price, weight }) => times<Price>(price, weight))) },
  }),
  formula({
    topics: ['index-mark'],
    needs: ['prices', 'weights'],
    gives: {
      index: (x) => over(sum(x.prices.map((price, at) => times(price, x.weights[at] ?? zero()))), sum(x.weights)),
    },
  }),
  formula({ topics: ['index-mark'], needs: ['index', 'fundingRate', 'timeToFunding'], gives: { p1 } }),
  formula({ topics: ['index-mark'], needs: ['index', 'basisMean'], gives: { p2 } }),
  formula({
    topics: ['index-mark'],
    needs: ['p1', 'p2', 'last'],
    gives: { mark: (x) => median([x.p1, x.p2, x.last]) },
  }),
  formula({
    topics: ['index-mark'],
    needs: ['index', 'fundingRate', 'timeToFunding', 'basisMean', 'last'],
    gives: { mark: (x) => median([p1(x), p2(x), x.last]) },
  }),
  formula({
    // A dated contract: index × (1 + basis rate).
    topics: ['index-mark'],
    needs: ['index', 'basisRate'],
    gives: { mark: (x) => times(x.index, add(one(), x.basisRate)) },
  }),
  formula({
    topics: ['price-limit'],
    needs: ['mark', 'index', 'X', 'Y'],
    gives: {
      maxBuy: (x) => bandOf(x).maxBuy,
      buyLmt: (x) => bandOf(x).maxBuy,
      minSell: (x) => bandOf(x).minSell,
      sellLmt: (x) => bandOf(x).minSell,
    },
  }),
  formula({
    topics: ['min-qty'],
    needs: ['minQty', 'minNotional', 'price', 'lot'],
    gives: {
      smallestQty: (x) =>
        minOrderQty(
          { lotSize: x.lot, minQty: x.minQty, minNotional: x.minNotional, maxLimitQty: zero(), maxMarketQty: zero() },
          x.price,
        ),
    },
  }),
  formula({
    // Both sides of a contract stand for their difference alone (semantics.md §1.4).
    topics: ['hedge', 'liquidation', 'margin', 'pnl'],
    needs: ['longQty', 'shortQty'],
    gives: {
      netQty: (x) => subtract(x.longQty, x.shortQty),
      netSide: (x) => ['Sell', 'None', 'Buy'][compare(x.longQty, x.shortQty) + 1] ?? null,
    },
  }),
  formula({
    topics: ['hedge', 'liquidation', 'margin', 'pnl'],
    needs: ['longQty', 'longEntry', 'shortQty', 'shortEntry', 'mark'],
    gives: {
      upnl: ({ payoff, mark: price, ...x }) =>
        add(
          pricePnl({ payoff, side: 'buy', qty: x.longQty, entryPrice: x.longEntry, price }),
          pricePnl({ payoff, side: 'sell', qty: x.shortQty, entryPrice: x.shortEntry, price }),
        ),
    },
  }),
  formula({
    // A session that settles an open position: its result is paid, its entry becomes the mark.
    topics: ['session-settlement'],
    needs: ['fills', 'mark'],
    gives: {
      settledPnl: (x) => sessionPnl(x, { qty: filledQty(x.fills), price: x.mark }),
      newSessionAvg: (x) => x.mark,
    },
  }),
  formula({
    topics: ['session-settlement'],
    needs: ['side', 'qty', 'entry', 'mark'],
    gives: {
      settledPnl: (x) => pricePnl({ payoff: 'linear', side: x.side, qty: x.qty, entryPrice: x.entry, price: x.mark }),
      realisedPnl: (x) => pricePnl({ payoff: 'linear', side: x.side, qty: x.qty, entryPrice: x.entry, price: x.mark }),
      newSessionAvg: (x) => x.mark,
    },
  }),
  formula({
    topics: ['funding'],
    needs: ['value', 'rate'],
    gives: { funding: paidOnValue, change: paidOnValue },
  }),
  formula({
    topics: ['funding'],
    needs: ['I', 'P'],
    gives: { F: (x) => capped(fundingRate(x.P, x.I), x) },
  }),
  formula({
    // Cross: one balance backs an inverse long.
    topics: ['bankruptcy'],
    needs: ['qty', 'entry', 'backing', 'takerFee'],
    when: (x) => x.payoff === 'inverse' && x.side === 'buy',
    gives: {
      bustPrice: (x) =>
        inverseLongBankruptcyPrice({
          qty: x.qty,
          entryPrice: x.entry,
          balance: x.backing,
          takerFeeRate: x.takerFee,
        }),
    },
  }),
  ...slippage('buyLimit', 'buy', 'ask1'),
  ...slippage('sellLimit', 'sell', 'bid1'),
  formula({
    topics: ['adl'],
    needs: ['pnlRatio', 'balance'],
    gives: { triggered: (x) => isDeleveraging({ ...x, threshold: x.threshold ?? zero() }, x.wasTriggered === true) },
  }),
  formula({
    // Who is deleveraged first: leveraged return, divided where it is a loss (semantics.md §1.5).
    topics: ['adl'],
    needs: ['pnlPercent', 'effectiveLeverage'],
    gives: {
      rank: (x) => (new Exact(x.pnlPercent).gt(0) ? times : over)(x.pnlPercent, x.effectiveLeverage),
    },
  }),
]
