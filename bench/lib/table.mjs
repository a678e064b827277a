/**
 * @typedef {import('../../scripts/lib/figures.mjs').BenchOptions} Options
 * @typedef {import('../../scripts/lib/figures.mjs').Row} Row
 * @typedef {import('../../scripts/lib/figures.mjs').Table} Table
 */

/**
 * @param {string} label
 * @param {number | null} value
 * @param {string} unit
 * @param {number | null} floor `null` where nothing is comparable
 * @returns {Row}
 */
export function row(label, value, unit, floor) {
  return { label, value, unit, floor, ratio: value === null || floor === null || floor === 0 ? null : value / floor }
}
