// node reopen-child.mjs BUNDLE FOLDER: opens a ledger, prints what its recovery did, and closes it.
import { pathToFileURL } from 'node:url'
import { openLedger } from './durable-flow.mjs'

const [bundle = '', dataDir = ''] = process.argv.slice(2)
/** @type {typeof import('./engine-product')} */
const product = await import(pathToFileURL(bundle).href)
const journal = await openLedger(product, dataDir)
const { replayedInputs, mismatches } = journal.recovery
process.stdout.write(`${JSON.stringify({ replayedInputs, mismatches })}\n`)
await journal.close()
