/** What `bench/market.mjs` measures: the shipped code, bundled as it stands. */
export { playFeed } from '../../exchange/feed-reader'
export { createRandom } from '../../src/base/random'
export { calibrationOf } from '../../exchange/simulation/calibration'
export { catalogue, referencePrice } from '../../exchange/listings/catalogue'
export { FeedBook } from '../../exchange/simulation/feed-book'
export { startProcess, stepProcess, TICK_MS } from '../../exchange/simulation/reference-process'
export { createVenue, restoreVenue } from '../../exchange/venue/create-venue'
export { PRESENT_GENESIS } from '../../exchange/venue/venue-state'
