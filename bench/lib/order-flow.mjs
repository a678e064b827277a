// What the flows of orders have in common: into the engine alone (memory-flow.mjs) and into the whole exchange
// (durable-flow.mjs).

/**
 * @typedef {'BTCUSDT' | 'ETHUSDT'} BenchSymbol
 * @typedef {import('../../src/base/random').Random} Random
 */

export const ACCOUNTS = 1_000
/** @type {readonly BenchSymbol[]} */
export const SYMBOLS = ['BTCUSDT', 'ETHUSDT']
export const OPEN_ORDERS = 10
/** Share of commands; what is missing to 1 is cancels. */
export const LIMIT_SHARE = 0.6
export const MARKET_SHARE = 0.15

/**
 * @template T
 * @param {readonly T[]} list not empty
 * @param {Random} random
 * @returns {T}
 */
export function pick(list, random) {
  const one = list[random.int(0, list.length - 1)]
  if (one === undefined) throw new Error('nothing to pick from')
  return one
}

/**
 * Removes one at random; the last one gets its place.
 * @template T
 * @param {T[]} list not empty
 * @param {Random} random
 * @returns {T}
 */
export function take(list, random) {
  const at = random.int(0, list.length - 1)
  const [one, last] = [list[at], list.pop()]
  if (one === undefined || last === undefined) throw new Error('nothing to take')
  if (at < list.length) list[at] = last
  return one
}
