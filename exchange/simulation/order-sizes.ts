import type { Random } from '../../src/base/random'
import type { Calibration } from './calibration'
import { roundNumber } from './draws'

/**
 * Value of a market order, quote coin. Sizes are U-shaped in practice: a crowd of small ones, a few very large ones,
 * and a habit of round numbers.
 */
export function drawOrderValue(random: Random, calibration: Calibration): number {
  const kind = random.next()
  const spread = Math.exp(random.normal())
  if (kind < 0.58) return calibration.orderValue * 0.35 * spread
  if (kind < 0.9) return calibration.orderValue * 2.2 * spread
  return Math.min(calibration.orderValue * 9 * (1 - random.next()) ** -0.65, calibration.orderValue * 400)
}

/** Whole lots for a value, now and then a round number of coins; at least `minLots`. */
export function lotsFor(
  random: Random,
  value: number,
  unit: { readonly price: number; readonly lotSize: number; readonly minLots: number; readonly maxLots: number },
): number {
  const coins = value / unit.price
  const wanted = random.next() < 0.3 && coins > 0 ? roundNumber(coins) : coins
  return Math.max(unit.minLots, Math.min(unit.maxLots, Math.round(wanted / unit.lotSize)))
}
