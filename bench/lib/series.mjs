/** Statistics of a series of prices. Plain numbers: these are shapes, not money. */

/**
 * @param {readonly number[]} prices
 * @returns {number[]} log returns
 */
export function logReturns(prices) {
  return prices.slice(1).map((price, n) => Math.log(price / (prices[n] ?? price)))
}

/**
 * Fourth moment over squared variance, less 3: 0 for a normal distribution.
 * @param {readonly number[]} values
 */
export function excessKurtosis(values) {
  const mean = average(values)
  let second = 0
  let fourth = 0
  for (const value of values) {
    const square = (value - mean) ** 2
    second += square
    fourth += square * square
  }
  return second === 0 ? 0 : (fourth * values.length) / second ** 2 - 3
}

/**
 * Mean autocorrelation of |values| over the lags 1 … `lags`.
 * @param {readonly number[]} values
 * @param {number} lags
 */
export function clustering(values, lags) {
  const sizes = values.map(Math.abs)
  const mean = average(sizes)
  let variance = 0
  for (const size of sizes) variance += (size - mean) ** 2
  let sum = 0
  for (let lag = 1; lag <= lags; lag++) {
    for (const [n, size] of sizes.slice(lag).entries()) sum += (size - mean) * ((sizes[n] ?? mean) - mean)
  }
  return variance === 0 ? 0 : sum / lags / variance
}

/**
 * Standard deviation in basis points.
 * @param {readonly number[]} values
 */
export function deviationBp(values) {
  const mean = average(values)
  return Math.sqrt(average(values.map((value) => (value - mean) ** 2))) * 10_000
}

/** @param {readonly number[]} values */
export function average(values) {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length
}

/**
 * @param {readonly number[]} values
 * @param {number} share 0.5 is the median
 */
export function quantile(values, share) {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

/**
 * Of two series of one length, −1 to 1.
 * @param {readonly number[]} one
 * @param {readonly number[]} other
 */
export function correlation(one, other) {
  const [mean, otherMean] = [average(one), average(other)]
  let [both, square, otherSquare] = [0, 0, 0]
  for (const [at, value] of one.entries()) {
    const [a, b] = [value - mean, (other[at] ?? otherMean) - otherMean]
    both += a * b
    square += a * a
    otherSquare += b * b
  }
  return square === 0 || otherSquare === 0 ? 0 : both / Math.sqrt(square * otherSquare)
}
