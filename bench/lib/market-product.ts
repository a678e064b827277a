/** What `bench/market.mjs` measures: the shipped code, bundled as it stands. */
export { playFeed } from '../../exchange/feed-reader'
export { createRandom } from '../../src/base/random'
export { calibrationOf } from '../../exchange/market/calibration'
export { catalogue, referencePrice } from '../../exchange/market/catalogue'
export { FeedBook } from '../../exchange/market/feed-book'
export { startProcess, stepProcess, TICK_MS } from '../../exchange/market/reference-process'
export { createVenue, restoreVenue } from '../../exchange/venue/create-venue'
