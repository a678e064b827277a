/**
 * `npm run weaker-venue [-- browser [FILE …]]`: the hub's tests against an exchange that gives less than the sandbox does (no
 * sequences, no checksums, a receive window, ids refused the second time); with `browser` the browser suite, whose hub takes
 * the sandbox for one. `tests/workers/weaker-setup.ts` and `tests/e2e/lib/weaker-venue.ts` name what is left out, and why.
 */
import { build } from './build.mjs'
import { browse } from './lib/browse.mjs'
import { ensureInstalled } from './lib/ensure-installed.mjs'
import { conclude } from './lib/playwright-report.mjs'
import { runBin } from './lib/run.mjs'
import { timed } from './lib/steps.mjs'

const [what, ...named] = process.argv.slice(2)
await timed('install', ensureInstalled)
if (what !== 'browser')
  process.exitCode = await runBin('vitest', ['run', '--project', 'weaker-venue'], { env: { HALYARD_WEAKER: 'all' } })
else if ((await timed('build', () => build())) === 0) {
  const files = named.length > 0 ? named : ['tests/e2e']
  conclude(await timed('browser', () => browse('weaker-venue', files, { HALYARD_VENUE: 'sandbox-weaker' })))
} else conclude({ passed: 0, failed: 1, names: ['build'], skipped: [] })
