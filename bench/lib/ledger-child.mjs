// node ledger-child.mjs BUNDLE FOLDER COUNT: fills a ledger, says so, and waits to be killed.
import { pathToFileURL } from 'node:url'
import { durableFlow, openLedger } from './durable-flow.mjs'

const [bundle = '', dataDir = '', count] = process.argv.slice(2)
/** @type {typeof import('./engine-product')} */
const product = await import(pathToFileURL(bundle).href)
const journal = await openLedger(product, dataDir)
const { send } = await durableFlow(product, journal)
await send(Number(count), 256)
process.stdout.write('done\n')
setInterval(() => {}, 60_000)
