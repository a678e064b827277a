/**
 * `npm run test:leader [-- FILE …]`: the browser suite with SharedWorker deleted, so that a leader tab runs the hub (H9).
 * What cannot hold then skips itself aloud; nothing is run a second time. Nothing of it is part of `npm test`.
 */
import { build } from './build.mjs'
import { browse } from './lib/browse.mjs'
import { ensureInstalled } from './lib/ensure-installed.mjs'
import { conclude } from './lib/playwright-report.mjs'
import { timed } from './lib/steps.mjs'

const named = process.argv.slice(2)
const files = named.length > 0 ? named : ['tests/e2e']

await timed('install', ensureInstalled)
if ((await timed('build', () => build())) === 0)
  conclude(await timed('browser', () => browse('leader', files, { HALYARD_NO_SHARED_WORKER: '1' })))
else conclude({ passed: 0, failed: 1, names: ['build'], skipped: [] })
