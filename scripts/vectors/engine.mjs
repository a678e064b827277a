/** The same quantities through the exchange's integer rules, where it has them: linear contracts, money in E8. */
import { feeE8, initialMarginE8, feeToCloseE8, orderCostE8, unrealisedE8 } from '../../exchange/engine/risk'
import { startTrailing, trail } from '../../exchange/engine/trailing'
import { Exact } from '../../src/domain/decimal'

/** @returns a safe integer, or `null` when the number does not fit the scale: then the engine has nothing to say */
function scaled(text, scale) {
  if (text === undefined) return null
  const value = new Exact(text).times(new Exact(10).pow(scale))
  return value.isInteger() && value.abs().lte(Number.MAX_SAFE_INTEGER) ? value.toNumber() : null
}

const text = (amountE8) => new Exact(amountE8).div(1e8).toFixed()

/** @returns the engine's numbers by name; empty where the vector is not one of its contracts */
export function throughTheEngine(topic, x) {
  if (topic === 'trailing-stop') return trailingStop(x)
  if (x.payoff !== 'linear' || x.kind === 'spot' || x.qty === undefined) return {}
  const price = x.price ?? x.entry
  const valueE8 = price === undefined ? null : scaled(new Exact(x.qty).times(price).toFixed(), 8)
  if (valueE8 === null) return {}
  const direction = x.side === 'sell' ? -1 : 1
  const rateE8 = scaled(x.takerFee ?? x.rate, 8)
  const leverageE2 = scaled(x.leverage, 2)
  if (topic === 'order-cost' && rateE8 !== null && leverageE2 !== null && x.side !== undefined) {
    return {
      initialMargin: text(initialMarginE8(valueE8, leverageE2)),
      feeToOpen: text(feeE8(valueE8, rateE8)),
      feeToClose: text(feeToCloseE8(valueE8, leverageE2, direction, rateE8)),
      orderCost: text(orderCostE8(valueE8, leverageE2, direction, rateE8)),
    }
  }
  if ((topic === 'fee' || topic === 'execution') && rateE8 !== null && x.price !== undefined) {
    return { fee: text(feeE8(valueE8, rateE8)), execFee: text(feeE8(valueE8, rateE8)), execValue: text(valueE8) }
  }
  if (topic === 'pnl' && x.entry !== undefined && x.now !== undefined && x.side !== undefined) {
    const costE8 = scaled(new Exact(x.qty).times(x.entry).toFixed(), 8)
    const nowE8 = scaled(new Exact(x.qty).times(x.now).toFixed(), 8)
    if (costE8 === null || nowE8 === null) return {}
    const pnl = text(unrealisedE8(nowE8, costE8, direction))
    return { upnl: pnl, pnl }
  }
  return {}
}

/** Prices in ticks of 0.0001. */
const TICK_SCALE = 4

function trailingStop(x) {
  const isLong = x.side === 'buy'
  const distanceTicks = scaled(x.distance, TICK_SCALE)
  if (distanceTicks === null) return {}
  const activationTicks = scaled(x.activation, TICK_SCALE) ?? 0
  const prices = (x.prices ?? [x.activation]).map((price) => scaled(price, TICK_SCALE))
  if (prices.length === 0 || prices.some((price) => price === null)) return {}
  let stop = startTrailing({ distanceTicks, rateE8: null, activationTicks }, isLong, prices[0])
  for (const price of prices) stop = trail(stop, isLong, price)
  if (stop.stopTicks === null) return {}
  const price = new Exact(stop.stopTicks).div(new Exact(10).pow(TICK_SCALE)).toFixed()
  return x.prices === undefined ? { firstStop: price } : { stop: price }
}
