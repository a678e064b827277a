export { createEngine } from '../../exchange/engine/create-engine'
export { catalogue } from '../../exchange/market/catalogue'
export { createListing } from '../../exchange/venue/listing'
export { createRandom } from '../../src/base/random'
