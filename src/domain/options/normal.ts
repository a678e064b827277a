const ROOT_TWO_PI = Math.sqrt(2 * Math.PI)
/** Where the tail is no longer told from zero in a double. */
const NO_TAIL = 37.5
const SWITCH = 7.071_067_811_865_475
/** Of the tail's continued fraction beyond that: its value is exact to 3e-14 of itself there. */
const FRACTION_TERMS = 12

/** Density of the standard normal distribution. */
export function normalDensity(x: number): number {
  return Math.exp(-0.5 * x * x) / ROOT_TWO_PI
}

/** The standard normal distribution, to 1e-14 (West 2005, after Hart 1968). */
export function normalDistribution(x: number): number {
  const size = Math.abs(x)
  const tail = size > NO_TAIL ? 0 : Math.exp(-0.5 * x * x) * tailShare(size)
  return x > 0 ? 1 - tail : tail
}

/** The tail beyond `x`, zero or above, as a share of e^(−x²/2): whoever asks for two of one density multiplies once. */
export function tailShare(x: number): number {
  return x < SWITCH ? above(x) / below(x) : farShare(x)
}

/** x + term ÷ (x + …), kept as one fraction and divided once. */
function farShare(x: number): number {
  let over = x
  let under = 1
  for (let term = FRACTION_TERMS; term >= 1; term--) {
    const next = x * over + term * under
    under = over
    over = next
  }
  return under / (over * ROOT_TWO_PI)
}

/*
 * Hart's rational approximation of the tail. Written out, since an account's portfolio margin asks for it some three
 * thousand times: a loop over coefficients takes twice as long.
 */

function above(x: number): number {
  let value = 0.035_262_496_599_891_1 * x + 0.700_383_064_443_688
  value = value * x + 6.373_962_203_531_65
  value = value * x + 33.912_866_078_383
  value = value * x + 112.079_291_497_871
  value = value * x + 221.213_596_169_931
  return value * x + 220.206_867_912_376
}

function below(x: number): number {
  let value = 0.088_388_347_648_318_4 * x + 1.755_667_163_182_64
  value = value * x + 16.064_177_579_207
  value = value * x + 86.780_732_202_946_1
  value = value * x + 296.564_248_779_674
  value = value * x + 637.333_633_378_831
  value = value * x + 793.826_512_519_948
  return value * x + 440.413_735_824_752
}
