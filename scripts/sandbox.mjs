/** `npm run -s sandbox -- verify [DATA FOLDER]`: whether ledger, state, history and money agree (docs/ledger.md). */
import { build } from './build.mjs'
import { ensureInstalled } from './lib/ensure-installed.mjs'
import { root, run } from './lib/run.mjs'

await ensureInstalled()
const code = await build()
if (code !== 0) process.exit(code)
// Where the caller stands, so that a folder is what he means by it.
const args = process.argv.slice(2)
process.exitCode = await run(process.execPath, [`${root}dist/exchange/verify.js`, ...args], {
  cwd: process.env.INIT_CWD ?? process.cwd(),
})
