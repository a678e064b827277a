/**
 * How the exchange is run: `npm start` and `npm run bench` name the same in package.json. What an order leaves behind dies
 * young, so the young generation is large and collected rarely; the old one is collected once it has doubled, where it would
 * grow fourfold of what makers' orders leave there; and the collector gets no more threads than there are
 * cores, or on two of them it keeps the thread waiting that takes orders.
 * @type {readonly string[]}
 */
export const EXCHANGE_FLAGS = ['--max-semi-space-size=64', '--heap-growing-percent=100', '--v8-pool-size=0']
