import { build } from './build.mjs'
import { ensureInstalled } from './lib/ensure-installed.mjs'
import { root } from './lib/run.mjs'

endWithNpm()
await ensureInstalled()
const code = await build()
if (code !== 0) process.exit(code)
// In this very process, so that a signal sent to `npm start` reaches the exchange.
await import(`${root}dist/exchange/main.js`)

/**
 * Between npm and this process stands a shell that passes no signal on: without this, `kill` of npm would leave an
 * exchange behind that still holds its port and its folder. Started by hand, it may outlive whoever started it.
 */
function endWithNpm() {
  if (process.env['npm_lifecycle_event'] === undefined) return
  const parent = process.ppid
  setInterval(() => {
    if (process.ppid !== parent) process.kill(process.pid, 'SIGTERM')
  }, 250).unref()
}
