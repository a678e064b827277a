// Books for the socket bench: 60 levels a side that are all there at first, of which a few change in each step, as a
// busy book does. Prices stay; quantities are what changes, so that no level leaves the window.
export const STEP_MS = 20
export const LEVELS = 60
const CHANGES = 4

/**
 * @typedef {[price: string, qty: string]} BookRow
 *
 * @param {number} book
 * @param {number} step
 * @returns the level changes of one step of a book; step 0 is the whole book
 */
export function nextChange(book, step) {
  const mid = 1000 + book * 10
  /** @param {1 | -1} direction */
  const side = (direction) => {
    /** @type {BookRow[]} */
    const rows = []
    for (let level = 0; level < LEVELS; level++) {
      const isChanged = step === 0 || (level * 7 + step * 3) % LEVELS < CHANGES
      if (isChanged)
        rows.push([(mid + direction * (level + 1) * 0.1).toFixed(1), String(1 + ((step + level) % 97) / 8)])
    }
    return rows
  }
  return { bids: side(-1), asks: side(1) }
}
