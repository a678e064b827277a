import type { Random } from '../../src/base/random'

/** Poisson count by Knuth's product; means here stay below 30. */
export function poisson(random: Random, mean: number): number {
  const floor = Math.exp(-Math.min(mean, 30))
  let product = random.next()
  let count = 0
  while (product > floor) {
    product *= random.next()
    count += 1
  }
  return count
}

const ROUND_MANTISSAS = [1, 2, 2.5, 5, 10]

/** The nearest number a person would type: 1, 2, 2.5 or 5 times a power of ten. */
export function roundNumber(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value))
  const mantissa = value / power
  let best = 1
  for (const one of ROUND_MANTISSAS) if (Math.abs(one - mantissa) < Math.abs(best - mantissa)) best = one
  return best * power
}
