import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { build } from './build.mjs'
import { ensureInstalled } from './lib/ensure-installed.mjs'
import { findChromium } from './lib/find-chromium.mjs'
import { root, runBin } from './lib/run.mjs'
import { steps, timed } from './lib/steps.mjs'

const results = `${root}test-results`
const total = { passed: 0, failed: 0 }

/** Files whose tests hold deadlines that the user is promised: nothing else runs beside them. */
const PROMISES = /^(hub-|many-tabs|exchange-|first-minute|server-stranger)/
const browserFiles = readdirSync(`${root}tests/e2e`).filter((file) => file.endsWith('.spec.ts'))
const pathsOf = (files) => files.map((file) => `tests/e2e/${file}`)

await timed('install', ensureInstalled)
rmSync(results, { recursive: true, force: true })
mkdirSync(results, { recursive: true })

for (const name of ['types', 'lint', 'boundaries']) await mustPass(name, steps[name])
await timed('unit', vitest)
if ((await mustPass('build', () => build())) === 0) await timed('browser', playwright)

if (total.passed === 0 && total.failed === 0) process.stdout.write('\nno test ran: that is a failure\n')
process.stdout.write(`\n${total.passed} passed, ${total.failed} failed\n`)
process.exitCode = total.passed === 0 || total.failed > 0 ? 1 : 0

/** A step that is not a test counts only when it fails. */
async function mustPass(name, step) {
  const code = await timed(name, step)
  if (code !== 0) {
    process.stdout.write(`${name} failed\n`)
    total.failed += 1
  }
  return code
}

async function vitest() {
  const file = `${results}/vitest.json`
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  // The walk through the hub takes minutes where the gate takes a slice of it.
  const env = { HALYARD_WALK_STEPS: process.env.HALYARD_WALK_STEPS ?? '200000' }
  const code = await runBin('vitest', ['run', ...reporters], { env })
  count(file, code, (report) => ({ passed: report.numPassedTests, failed: report.numFailedTests }))
}

async function playwright() {
  let chromium
  try {
    chromium = await findChromium()
  } catch (error) {
    process.stdout.write(`${error.message}\n`)
    total.failed += 1
    return
  }
  const beside = pathsOf(browserFiles.filter((file) => !PROMISES.test(file)))
  // The lives of hubs and tabs are `npm run chaos`; the gate has each of their kinds among the files that run alone.
  const alone = [...pathsOf(browserFiles.filter((file) => PROMISES.test(file))), 'tests/chaos/creates.spec.ts']
  for (const [name, workers, files] of [
    ['playwright', '2', beside],
    ['playwright-alone', '1', alone],
  ]) {
    const file = `${results}/${name}.json`
    const code = await runBin('playwright', ['test', ...files, `--workers=${workers}`, '--reporter=line,json'], {
      env: { HALYARD_CHROMIUM: chromium, PLAYWRIGHT_JSON_OUTPUT_NAME: file },
    })
    count(file, code, ({ stats }) => ({ passed: stats.expected + stats.flaky, failed: stats.unexpected }))
  }
}

/** A runner that failed without a failed test (a file that does not load, a crash) is one failure. */
function count(file, code, read) {
  let counted = { passed: 0, failed: 0 }
  try {
    counted = read(JSON.parse(readFileSync(file, 'utf8')))
  } catch (error) {
    process.stdout.write(`no report from the runner: ${error.message}\n`)
    counted.failed = 1
  }
  total.passed += counted.passed
  total.failed += Math.max(counted.failed, code === 0 ? 0 : 1)
}
