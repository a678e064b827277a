import type { Execution } from '../order/execution'
import { expiryOf } from '../instrument/contract-period'
import { readOptionName } from '../instrument/option-name'
import { tickerGreeks, YEAR_MS, type Greeks } from './black'

/**
 * By how much a fill changed the greeks of what is held, as the market was at the fill: those of one option at the
 * volatility of its mark, times what was traded; below zero of what was sold.
 *
 * @returns `null` of what is no option's fill, and where the row does not say the market
 */
export function fillGreeks({ symbol, side, qty, option, timeMs }: Execution): Greeks | null {
  const named = readOptionName(symbol)
  const expiryMs = expiryOf(symbol)
  if (named === null || expiryMs === null || option === undefined) return null
  const one = tickerGreeks({
    forward: Number(option.underlyingPrice),
    strike: Number(named.strike),
    isCall: named.isCall,
    volatility: option.markVolatility,
    years: (expiryMs - timeMs) / YEAR_MS,
  })
  const size = Number(qty) * (side === 'buy' ? 1 : -1)
  return { delta: one.delta * size, gamma: one.gamma * size, vega: one.vega * size, theta: one.theta * size }
}
