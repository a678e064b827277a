/** Which rule of src/domain computes what of the market, of deleveraging and of stops (see order-formulas). */
import { Exact, add, isNegative, isZero, subtract, zero, type DecimalText, type Price } from '../../src/domain/decimal'
import { priceBand, ratioBand } from '../../src/domain/market/price-band'
import { trailingStopPrice, type TrailingStop } from '../../src/domain/order/trailing-stop'
import { deleveragedNotional, insurancePnlRatio, isDeleveraging } from '../../src/domain/risk/deleveraging'
import { fundingPayment } from '../../src/domain/risk/fees'
import { averagePremium, fundingRate } from '../../src/domain/risk/funding-rate'
import { positionValue } from '../../src/domain/risk/payoff'
import { FINEST_TICK, fraction, over } from './arithmetic'
import { formula, type Having } from './rule'

/** An example names its trailing stop by distance or by per cent; `null` where by neither. */
function trailingOf(x: Having<'side'>): TrailingStop | null {
  const { side, activation: activationPrice = null, distance, rate: perCent = x.percent } = x
  if (distance !== undefined) return { side, distance, rate: null, activationPrice }
  return perCent === undefined ? null : { side, distance: null, rate: fraction(perCent), activationPrice }
}

function stopAfter(x: Having<'side'>, prices: readonly Price[]): Price | null {
  const stop = trailingOf(x)
  return stop === null ? null : trailingStopPrice(stop, prices)
}

/** `null` where the example names no stop, or no price of now. */
function isActive(x: Having<'side'>): boolean | null {
  const [stop, now] = [trailingOf(x), x.ltp ?? x.last]
  return stop === null || now === undefined ? null : trailingStopPrice(stop, [now]) !== null
}

/** `null` of a pool that still has money and never had a balance to compare it with. */
function isTriggered(x: Having<'pnl' | 'maxPnl' | 'maxBalance' | 'balance'>): boolean | null {
  const pnlRatio = insurancePnlRatio(x)
  if (pnlRatio === null) return new Exact(x.balance).lte(0) ? true : null
  return isDeleveraging({ balance: x.balance, threshold: x.threshold ?? zero(), pnlRatio })
}

/** Signed: an order of the other side reduces, closes or turns the position round. */
function afterOrder({ position, newOrder }: Having<'position' | 'newOrder'>): DecimalText {
  const change: DecimalText = newOrder.qty
  return newOrder.side === 'sell' ? subtract(position, change) : add(position, change)
}

/** A closed position has no guards; a flip has the new order's alone; what adds replaces the prices that it names. */
function guardAfter(x: Having<'position' | 'newOrder'>, leg: 'tp' | 'sl'): Price | null {
  const after = afterOrder(x)
  const brought = x.newOrder[leg]
  if (isZero(after)) return null
  if (isNegative(after) !== isNegative(x.position)) return brought
  const adds = isNegative(after) === (x.newOrder.side === 'sell')
  return (adds ? brought : null) ?? x[leg] ?? null
}

/** The band of semantics.md §1.9: with X, Y and an index the rule in force, with one ratio the older ones. */
function band(name: string, side: 'maxBuy' | 'minSell') {
  return formula({
    topics: ['price-limit'],
    needs: ['bandPrice', 'X'],
    gives: {
      [name]: (x) =>
        x.Y === undefined || x.index === undefined
          ? ratioBand(x.bandPrice, x.X, x.tick ?? FINEST_TICK)[side]
          : priceBand(
              { markPrice: x.bandPrice, indexPrice: x.index, premium: x.premium ?? zero() },
              { priceLimitRatioX: x.X, priceLimitRatioY: x.Y, tickSize: x.tick ?? FINEST_TICK },
            )[side],
    },
  })
}

export const MARKET_FORMULAS = [
  formula({
    topics: ['funding'],
    needs: ['side', 'qty', 'mark', 'rate'],
    gives: {
      funding: (x) => fundingPayment({ ...x, markPrice: x.mark }),
      change: (x) => fundingPayment({ ...x, markPrice: x.mark }),
    },
  }),
  formula({
    topics: ['funding'],
    needs: ['I', 'eachP'],
    gives: { F: (x) => x.eachP.map((premium) => fundingRate(premium, x.I)) },
  }),
  formula({
    topics: ['funding'],
    needs: ['premiums'],
    gives: { averagePremium: (x) => averagePremium(x.premiums) },
  }),
  formula({
    // Derivatives cut at six places, spot rounds at four; only derivatives have an open interest.
    topics: ['index-mark'],
    needs: ['last', 'prev24h'],
    gives: {
      price24hPcnt: (x) => {
        const change = new Exact(x.last).minus(x.prev24h).div(x.prev24h)
        return (
          x.openInterest === undefined ? change.toDecimalPlaces(4) : change.toDecimalPlaces(6, Exact.ROUND_DOWN)
        ).toFixed()
      },
    },
  }),
  formula({
    topics: ['index-mark'],
    needs: ['openInterest', 'mark'],
    gives: { openInterestValue: (x) => positionValue(x.payoff, x.openInterest, x.mark) },
  }),
  formula({ topics: ['index-mark'], needs: ['last', 'index'], gives: { basis: (x) => subtract(x.last, x.index) } }),
  formula({
    topics: ['index-mark'],
    needs: ['mark', 'index'],
    gives: { basisRate: (x) => over(subtract(x.mark, x.index), x.index) },
  }),
  ...['maxBuy', 'buyLmt'].map((name) => band(name, 'maxBuy')),
  ...['minSell', 'sellLmt'].map((name) => band(name, 'minSell')),
  formula({
    topics: ['price-limit'],
    needs: ['qty', 'fillableAtOrBelowLimit'],
    gives: {
      filled: (x) => Exact.min(x.qty, x.fillableAtOrBelowLimit).toFixed(),
      rejected: (x) => new Exact(x.qty).minus(Exact.min(x.qty, x.fillableAtOrBelowLimit)).toFixed(),
    },
  }),
  formula({
    topics: ['adl'],
    needs: ['pnl', 'maxPnl', 'maxBalance'],
    gives: {
      pnlRatio: (x) => insurancePnlRatio(x),
      adlNotional: (x) => {
        const pnlRatio = insurancePnlRatio(x)
        return pnlRatio === null ? null : deleveragedNotional({ ...x, pnlRatio })
      },
    },
  }),
  formula({
    topics: ['adl'],
    needs: ['pnl', 'maxPnl', 'maxBalance', 'balance'],
    gives: {
      triggered: isTriggered,
    },
  }),
  formula({
    topics: ['trailing-stop'],
    needs: ['side', 'prices'],
    gives: { stop: (x) => stopAfter(x, x.prices) },
  }),
  formula({
    topics: ['trailing-stop'],
    needs: ['side', 'activation'],
    gives: {
      activeBelow8000: (x) => isActive(x),
      active: (x) => isActive(x),
      firstStop: (x) => stopAfter(x, [x.activation]),
    },
  }),
  formula({
    topics: ['tpsl'],
    needs: ['position', 'newOrder'],
    gives: {
      position: (x) => afterOrder(x),
      tp: (x) => guardAfter(x, 'tp'),
      sl: (x) => guardAfter(x, 'sl'),
    },
  }),
]
