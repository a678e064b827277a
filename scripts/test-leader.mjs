/**
 * `npm run test:leader [-- FILE …]`: the browser suite with SharedWorker deleted, so that a leader tab runs the hub (H9).
 * What cannot hold then skips itself aloud; nothing is run a second time. Nothing of it is part of `npm test`.
 */
import { mkdirSync, rmSync } from 'node:fs'
import { build } from './build.mjs'
import { ensureInstalled } from './lib/ensure-installed.mjs'
import { findChromium } from './lib/find-chromium.mjs'
import { conclude, readReport } from './lib/playwright-report.mjs'
import { root, runBin } from './lib/run.mjs'
import { timed } from './lib/steps.mjs'

const named = process.argv.slice(2)
const files = named.length > 0 ? named : ['tests/e2e']

await timed('install', ensureInstalled)
if ((await timed('build', () => build())) === 0) conclude(await timed('browser', browse))
else conclude({ passed: 0, failed: 1, skipped: [] })

async function browse() {
  const results = `${root}test-results`
  const file = `${results}/leader.json`
  mkdirSync(results, { recursive: true })
  rmSync(file, { force: true })
  const env = {
    HALYARD_CHROMIUM: await findChromium(),
    HALYARD_NO_SHARED_WORKER: '1',
    PLAYWRIGHT_JSON_OUTPUT_NAME: file,
  }
  return readReport(file, await runBin('playwright', ['test', ...files, '--reporter=line,json'], { env }))
}
