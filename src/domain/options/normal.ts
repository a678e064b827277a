const ROOT_TWO_PI = Math.sqrt(2 * Math.PI)
/** Where the tail is no longer told from zero in a double. */
const NO_TAIL = 37.5
const SWITCH = 7.071_067_811_865_475
/** Of the tail's continued fraction beyond that: its value is as exact there, relative to itself, as before. */
const FRACTION_TERMS = 16

/** Hart's rational approximation of the tail, highest power first. */
const ABOVE = [
  0.035_262_496_599_891_1, 0.700_383_064_443_688, 6.373_962_203_531_65, 33.912_866_078_383, 112.079_291_497_871,
  221.213_596_169_931, 220.206_867_912_376,
] as const
const BELOW = [
  0.088_388_347_648_318_4, 1.755_667_163_182_64, 16.064_177_579_207, 86.780_732_202_946_1, 296.564_248_779_674,
  637.333_633_378_831, 793.826_512_519_948, 440.413_735_824_752,
] as const

/** Density of the standard normal distribution. */
export function normalDensity(x: number): number {
  return Math.exp(-0.5 * x * x) / ROOT_TWO_PI
}

/** The standard normal distribution, to 1e-14 (West 2005, after Hart 1968). */
export function normalDistribution(x: number): number {
  const size = Math.abs(x)
  const tail = size > NO_TAIL ? 0 : tailOf(size)
  return x > 0 ? 1 - tail : tail
}

function tailOf(x: number): number {
  const density = Math.exp(-0.5 * x * x)
  if (x < SWITCH) return (density * polynomial(ABOVE, x)) / polynomial(BELOW, x)
  let fraction = x
  for (let term = FRACTION_TERMS; term >= 1; term--) fraction = x + term / fraction
  return density / fraction / ROOT_TWO_PI
}

function polynomial(coefficients: readonly number[], x: number): number {
  let value = 0
  for (let at = 0; at < coefficients.length; at++) value = value * x + coefficients[at]!
  return value
}
