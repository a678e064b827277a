import { build } from './build.mjs'
import { ensureInstalled } from './lib/ensure-installed.mjs'
import { root } from './lib/run.mjs'

await ensureInstalled()
const code = await build()
if (code !== 0) process.exit(code)
// In this very process, so that a signal sent to `npm start` reaches the exchange.
await import(`${root}dist/exchange/main.js`)
