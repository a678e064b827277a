/**
 * `npm run test:browsers [-- firefox|webkitgtk …]`: the core journeys of tests/e2e in Debian's Firefox ESR, and those of
 * tests/browsers in WebKitGTK, against the built exchange. Browsers are installed where we may; one that is not here is
 * skipped aloud. Nothing of it is part of `npm test`.
 */
import { mkdirSync, rmSync } from 'node:fs'
import { build } from './build.mjs'
import { ensureInstalled } from './lib/ensure-installed.mjs'
import { findFirefox, findWebKit } from './lib/find-other-browsers.mjs'
import { messageOf } from './lib/message-of.mjs'
import { conclude, readReport } from './lib/playwright-report.mjs'
import { root, runBin } from './lib/run.mjs'
import { timed } from './lib/steps.mjs'

const results = `${root}test-results`
/**
 * By the name of its project in playwright.browsers.config.ts: what the tests need to know of the browser.
 * @type {Readonly<Record<string, () => Promise<NodeJS.ProcessEnv>>>}
 */
const BROWSERS = {
  firefox: async () => ({ HALYARD_FIREFOX: await findFirefox() }),
  webkitgtk: async () => ({ HALYARD_WEBKIT: JSON.stringify(await findWebKit()) }),
}

const wanted = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(BROWSERS)
for (const name of wanted) {
  if (Object.hasOwn(BROWSERS, name)) continue
  process.stderr.write(`no browser here is called ${name}; there are ${Object.keys(BROWSERS).join(' and ')}\n`)
  process.exit(2)
}
/** @type {import('./lib/playwright-report.mjs').Totals} */
const total = { passed: 0, failed: 0, names: [], skipped: [] }

await timed('install', ensureInstalled)
mkdirSync(results, { recursive: true })
if ((await timed('build', () => build())) === 0) for (const name of wanted) await timed(name, () => browse(name))
else {
  total.names.push('build')
  total.failed += 1
}

conclude(total)

/** @param {string} name */
async function browse(name) {
  /** @type {NodeJS.ProcessEnv | undefined} */
  let env
  try {
    env = await BROWSERS[name]?.()
  } catch (error) {
    total.skipped.push(`all of ${name}: ${messageOf(error)}`)
    return
  }
  const file = `${results}/browsers-${name}.json`
  rmSync(file, { force: true })
  const args = ['--config', 'playwright.browsers.config.ts', `--project=${name}`, '--reporter=list,json']
  const code = await runBin('playwright', ['test', ...args], { env: { ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: file } })
  const { passed, failed, names, skipped } = readReport(file, code)
  total.passed += passed
  total.failed += failed
  total.names.push(...names.map((line) => `${name}: ${line}`))
  total.skipped.push(...skipped.map((line) => `${name}: ${line}`))
}
