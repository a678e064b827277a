/**
 * Rules of prices and limits whose worked examples come in many forms: index, mark, price band, smallest quantity,
 * hedged positions, session settlement, slippage. `x` is as in formulas.mjs.
 */
import { Exact } from '../../src/domain/decimal'
import { priceBand } from '../../src/domain/market/price-band'
import { minOrderQty } from '../../src/domain/order/quantity-rules'
import { slippageLimit } from '../../src/domain/order/slippage-limit'
import { isDeleveraging } from '../../src/domain/risk/deleveraging'
import { fundingRate } from '../../src/domain/risk/funding-rate'
import { inverseLongBankruptcyPrice } from '../../src/domain/risk/liquidation-price'
import { averageEntry, pricePnl } from '../../src/domain/risk/pnl'

const plus = (a, b) => new Exact(a).plus(b).toFixed()
const minus = (a, b) => new Exact(a).minus(b).toFixed()
const times = (a, b) => new Exact(a).times(b).toFixed()
const over = (a, b) => new Exact(a).div(b).toFixed()
const sum = (values) => values.reduce(plus, '0')
const FINE = '0.00000001'

/** A component of an index: `[price, weight]` or `{price, weight}`. */
const priceOf = (one) => (Array.isArray(one) ? one[0] : (one.price ?? one.equivalentPrice))
const weightOf = (one) => (Array.isArray(one) ? one[1] : one.weight)

/** P1 = index·(1 + last funding rate × time left / interval); both times in one unit (semantics.md §1.6). */
const p1 = (x) => times(x.index, plus('1', times(x.fundingRate, over(x.timeToFunding, x.interval ?? '8'))))
/** P2 = index + five-minute mean of mid − index. */
const p2 = (x) => plus(x.index, x.basisMean)

function median(values) {
  return values
    .map((value) => new Exact(value))
    .toSorted((a, b) => a.comparedTo(b))[1]
    .toFixed()
}

const fillsOf = (rows) => rows.map(([qty, price]) => ({ qty, price }))
const filledQty = (x) => sum(x.fills.map(([qty]) => qty))

/** Side by side, so that a price far off the touch needs only its own. */
const slippage = (name, side, best) =>
  [
    { needs: ['amount'], tolerance: (x) => ({ unit: 'price', value: x.amount }) },
    { needs: ['percent'], tolerance: (x) => ({ unit: 'percent', value: x.percent }) },
    { needs: ['ticks', 'tick'], tolerance: (x) => ({ unit: 'price', value: times(x.ticks, x.tick) }) },
  ].map(({ needs, tolerance }) => ({
    topics: ['slippage'],
    needs: [best, ...needs],
    gives: { [name]: (x) => slippageLimit(side, x[best], tolerance(x)) },
  }))

const bandOf = (x) =>
  priceBand(
    { markPrice: x.mark, indexPrice: x.index, premium: times(x.premium ?? '0', x.alpha ?? '1') },
    { priceLimitRatioX: x.X, priceLimitRatioY: x.Y, tickSize: x.tick ?? FINE },
  )

export const FURTHER_FORMULAS = [
  {
    topics: ['index-mark'],
    needs: ['components'],
    gives: { index: (x) => sum(x.components.map((one) => times(priceOf(one), weightOf(one)))) },
  },
  {
    topics: ['index-mark'],
    needs: ['prices', 'weights'],
    gives: {
      index: (x) => over(sum(x.prices.map((price, at) => times(price, x.weights[at]))), sum(x.weights)),
    },
  },
  { topics: ['index-mark'], needs: ['index', 'fundingRate', 'timeToFunding'], gives: { p1 } },
  { topics: ['index-mark'], needs: ['index', 'basisMean'], gives: { p2 } },
  {
    topics: ['index-mark'],
    needs: ['p1', 'p2', 'last'],
    gives: { mark: (x) => median([x.p1, x.p2, x.last]) },
  },
  {
    topics: ['index-mark'],
    needs: ['index', 'fundingRate', 'timeToFunding', 'basisMean', 'last'],
    gives: { mark: (x) => median([p1(x), p2(x), x.last]) },
  },
  {
    // A dated contract: index × (1 + basis rate).
    topics: ['index-mark'],
    needs: ['index', 'basisRate'],
    gives: { mark: (x) => times(x.index, plus('1', x.basisRate)) },
  },
  {
    topics: ['price-limit'],
    needs: ['mark', 'index', 'X', 'Y'],
    gives: {
      maxBuy: (x) => bandOf(x).maxBuy,
      buyLmt: (x) => bandOf(x).maxBuy,
      minSell: (x) => bandOf(x).minSell,
      sellLmt: (x) => bandOf(x).minSell,
    },
  },
  {
    topics: ['min-qty'],
    needs: ['minQty', 'minNotional', 'price', 'lot'],
    gives: {
      smallestQty: (x) =>
        minOrderQty(
          { lotSize: x.lot, minQty: x.minQty, minNotional: x.minNotional, maxLimitQty: '0', maxMarketQty: '0' },
          x.price,
        ),
    },
  },
  {
    // Both sides of a contract stand for their difference alone (semantics.md §1.4).
    topics: ['hedge', 'liquidation', 'margin', 'pnl'],
    needs: ['longQty', 'shortQty'],
    gives: {
      netQty: (x) => minus(x.longQty, x.shortQty),
      netSide: (x) => ['Sell', 'None', 'Buy'][new Exact(x.longQty).comparedTo(x.shortQty) + 1],
    },
  },
  {
    topics: ['hedge', 'liquidation', 'margin', 'pnl'],
    needs: ['longQty', 'longEntry', 'shortQty', 'shortEntry', 'mark'],
    gives: { upnl: (x) => sum(['buy', 'sell'].map((side) => legPnl(x, side, x.mark))) },
  },
  {
    // A session that settles an open position: its result is paid, its entry becomes the mark.
    topics: ['session-settlement'],
    needs: ['fills', 'mark'],
    gives: {
      settledPnl: (x) =>
        pricePnl({
          payoff: 'linear',
          side: x.side ?? 'buy',
          qty: filledQty(x),
          entryPrice: averageEntry('linear', fillsOf(x.fills)),
          price: x.mark,
        }),
      newSessionAvg: (x) => x.mark,
    },
  },
  {
    topics: ['session-settlement'],
    needs: ['side', 'qty', 'entry', 'mark'],
    gives: {
      settledPnl: (x) => pricePnl({ payoff: 'linear', side: x.side, qty: x.qty, entryPrice: x.entry, price: x.mark }),
      realisedPnl: (x) => pricePnl({ payoff: 'linear', side: x.side, qty: x.qty, entryPrice: x.entry, price: x.mark }),
      newSessionAvg: (x) => x.mark,
    },
  },
  {
    topics: ['funding'],
    needs: ['value', 'rate'],
    gives: Object.fromEntries(
      ['funding', 'change'].map((name) => [
        name,
        (x) => times(times(x.value, x.rate), (x.side ?? 'buy') === 'buy' ? '-1' : '1'),
      ]),
    ),
  },
  {
    topics: ['funding'],
    needs: ['I', 'P'],
    when: (x) => !Array.isArray(x.P),
    gives: { F: (x) => capped(fundingRate(x.P, x.I), x) },
  },
  {
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
          maintenanceMarginRate: x.mmr ?? '0',
          takerFeeRate: x.takerFee,
        }),
    },
  },
  ...slippage('buyLimit', 'buy', 'ask1'),
  ...slippage('sellLimit', 'sell', 'bid1'),
  {
    topics: ['adl'],
    needs: ['pnlRatio', 'balance'],
    gives: { triggered: (x) => isDeleveraging({ ...x, threshold: x.threshold ?? '0' }, x.wasTriggered === true) },
  },
  {
    // Who is deleveraged first: leveraged return, divided where it is a loss (semantics.md §1.5).
    topics: ['adl'],
    needs: ['pnlPercent', 'effectiveLeverage'],
    gives: {
      rank: (x) => (new Exact(x.pnlPercent).gt(0) ? times : over)(x.pnlPercent, x.effectiveLeverage),
    },
  },
]

function legPnl(x, side, price) {
  const leg = side === 'buy' ? 'long' : 'short'
  return pricePnl({ payoff: x.payoff, side, qty: x[`${leg}Qty`], entryPrice: x[`${leg}Entry`], price })
}

function capped(rate, { upper, lower }) {
  const below = upper === undefined ? new Exact(rate) : Exact.min(rate, upper)
  return (lower === undefined ? below : Exact.max(below, lower)).toFixed()
}
