/** When a trade page shows a book that lives, and when a bare or thin page has its first message. */
export const TRADE_IS_LIVE = `document.querySelector('[data-feed-state]')?.getAttribute('data-feed-state') === 'live' && halyardBench.updateId > 0`
export const BARE_IS_LIVE = `halyardBench.updateId > 0`

/** @typedef {import('./flood.mjs').Flood} Flood */

/** @param {Flood} flood */
export const tradePage = (flood) => `${flood.origin}/trade/usdt/BTCUSDT`
/** @param {Flood} flood */
export const thinPage = (flood) => `${flood.origin}/thin/thin.html`
/**
 * @param {Flood} flood
 * @param {{ isShared?: boolean }} [options] on one bare worker, or each on a socket of its own
 */
export const barePage = (flood, { isShared = false } = {}) =>
  `${flood.bareOrigin}/bare.html${isShared ? '?shared' : ''}`

/**
 * @param {number} ms
 * @returns {Promise<void>}
 */
export const pause = (ms) => new Promise((done) => setTimeout(done, ms))
