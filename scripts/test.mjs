import { mkdirSync, rmSync } from 'node:fs'
import { build } from './build.mjs'
import { browse } from './lib/browse.mjs'
import { ensureInstalled } from './lib/ensure-installed.mjs'
import { findChromium, provideBrowser } from './lib/find-chromium.mjs'
import { messageOf } from './lib/message-of.mjs'
import { failedIn, readReport } from './lib/playwright-report.mjs'
import { root, runBin } from './lib/run.mjs'
import { checkSizes } from './lib/size-budget.mjs'
import { steps, timed } from './lib/steps.mjs'
import { readUnitReport } from './lib/vitest-report.mjs'

/**
 * `npm test` is what a change is held to before it is pushed: twelve minutes on two cores. `npm test -- ci` is the gate,
 * as CI runs it: all rules, laws in full counts, and of the browser also what ends its title with `@ci`. `npm test -- whole`
 * takes along the tests that end it with `@long`: rare faults, their second and third case, and long walks through a
 * screen (ADR-1030).
 */
const LEVELS = /** @type {const} */ (['short', 'ci', 'whole'])
const level = LEVELS.find((one) => one === (process.argv[2] ?? 'short'))
if (level === undefined || process.argv.length > 3) {
  process.stderr.write(`npm test takes \`ci\` or \`whole\`, and was given ${process.argv.slice(2).join(' ')}\n`)
  process.exit(2)
}
const isShort = level === 'short'
const isWhole = level === 'whole'
const results = `${root}test-results`
const total = { passed: 0, failed: 0 }
/**
 * What failed, named once more at the end: of a long log the last lines are kept.
 * @type {string[]}
 */
const failures = []

/** Of `npm run chaos` the gate takes a few faulted creates; the whole takes one return of each kind and one stopped process of each besides. */
const CHAOS = isWhole ? ['creates', 'returns', 'stopped'] : ['creates']
const BROWSER_TESTS = [
  'tests/e2e',
  ...CHAOS.map((name) => `tests/chaos/${name}.spec.ts`),
  ...(isWhole ? [] : [`--grep-invert=${isShort ? '@ci|@long' : '@long'}`]),
]

/** The gate takes a slice of the walk through the hub, which takes minutes, and of laws that `npm run laws` takes further. */
const CI_COUNTS = { HALYARD_WALK_STEPS: '20000', HALYARD_LAWS_STEPS: '40000', HALYARD_ORACLE_CASES: '5000' }
const WHOLE_COUNTS = { HALYARD_WALK_STEPS: '30000', HALYARD_LAWS_STEPS: '60000', HALYARD_ORACLE_CASES: '10000' }
/** Of laws that are counted the short run takes a part; the files that it leaves out stand in vitest.config.ts. */
const SHORT_COUNTS = {
  HALYARD_WALK_STEPS: '6000',
  HALYARD_MIXED_COMMANDS: '40000',
  HALYARD_LAWS_STEPS: '12000',
  HALYARD_ORACLE_CASES: '2000',
  HALYARD_KILLS: '1',
  HALYARD_HOSTILE_MESSAGES: '4000',
  HALYARD_TYPING: '60',
}

/** And of `npm run weaker-venue -- browser` an order's whole life, and a lost message. */
const WEAKER_TESTS = [
  'tests/e2e/one-order.spec.ts',
  'tests/e2e/account-truth.spec.ts',
  '--grep=one order, from the press|a message is lost and the poll fails twice',
]

// A fresh machine gets its browser while everything else is checked.
const provided = provideBrowser()
await timed('install', ensureInstalled)
rmSync(results, { recursive: true, force: true })
mkdirSync(results, { recursive: true })

// The compiler of types waits for files as often as not: the other checks and the build run beside it.
const [, isBuilt] = await Promise.all([mustPass('types', steps.types), lintAndBuild()])
await timed('unit', unit)
if (isBuilt && (await timed('browser', playwright)) && !isShort) await timed('weaker venue', weakerVenue)

if (total.passed === 0 && total.failed === 0) process.stdout.write('\nno test ran: that is a failure\n')
if (failures.length > 0) process.stdout.write(`\nfailed:\n  ${failures.join('\n  ')}\n`)
process.stdout.write(`\n${total.passed} passed, ${total.failed} failed\n`)
process.exitCode = total.passed === 0 || total.failed > 0 ? 1 : 0

/**
 * A step that is not a test counts only when it fails.
 * @param {string} name
 * @param {() => Promise<number>} step resolves to an exit code
 */
async function mustPass(name, step) {
  const code = await timed(name, step)
  if (code !== 0) {
    process.stdout.write(`${name} failed\n`)
    failures.push(name)
    total.failed += 1
  }
  return code
}

/** @returns {Promise<boolean>} whether there is a build for the browser */
async function lintAndBuild() {
  await mustPass('lint', steps.lint)
  await mustPass('boundaries', steps.boundaries)
  if ((await mustPass('build', () => build())) !== 0) return false
  await mustPass('size budget', async () => checkSizes())
  return true
}

/** What the caller counts by himself. */
function givenCounts() {
  return Object.fromEntries(
    Object.keys(SHORT_COUNTS).flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
  )
}

async function unit() {
  const { HALYARD_SEED = '1' } = process.env
  const counts = isShort ? SHORT_COUNTS : isWhole ? WHOLE_COUNTS : CI_COUNTS
  const env = { ...counts, HALYARD_SEED, HALYARD_TESTS: level, ...givenCounts() }
  /**
   * @param {string} name of the report
   * @param {readonly string[]} args
   */
  const run = async (name, args) => {
    const file = `${results}/${name}.json`
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
    return readUnitReport(file, await runBin('vitest', ['run', ...args, ...reporters], { env }), root)
  }
  const beside = await run('vitest', [])
  if (beside.files.length === 0) {
    add(beside)
    return
  }
  // As with a browser's tests: what hung on the other core's work passes alone, and a fault fails again.
  tellMissed(beside.names)
  const alone = await run('vitest-alone', ['--maxWorkers=1', ...beside.files])
  add(alone.failed === 0 ? { passed: beside.passed + beside.failed, failed: 0 } : { ...alone, passed: beside.passed })
}

/** @param {readonly string[]} names */
function tellMissed(names) {
  process.stdout.write(`\nmissed beside others, and run again alone:\n  ${names.join('\n  ')}\n`)
}

/** @returns {Promise<boolean>} whether there is a browser at all */
async function playwright() {
  await provided
  /** @type {string} */
  let chromium
  try {
    chromium = await findChromium()
  } catch (error) {
    process.stdout.write(`${messageOf(error)}\n`)
    failures.push(messageOf(error))
    total.failed += 1
    return false
  }
  /**
   * @param {string} name of the report
   * @param {readonly string[]} args
   */
  const browseAll = async (name, args) => {
    const file = `${results}/${name}.json`
    const env = { HALYARD_CHROMIUM: chromium, PLAYWRIGHT_JSON_OUTPUT_NAME: file }
    return {
      file,
      code: await runBin('playwright', ['test', ...BROWSER_TESTS, '--reporter=line,json', ...args], { env }),
    }
  }
  const beside = await browseAll('playwright', ['--workers=2'])
  const missed = failedIn(beside.file)
  if (beside.code === 0 || missed.length === 0) {
    add(readReport(beside.file, beside.code))
    return true
  }
  // What the user is promised is promised on a machine that does nothing else: beside another browser a deadline may be
  // missed, and then the run alone is what counts.
  tellMissed(missed)
  add({ passed: readReport(beside.file, 0).passed, failed: 0 })
  const alone = await browseAll('playwright-alone', ['--workers=1', '--last-failed'])
  add(readReport(alone.file, alone.code))
  return true
}

async function weakerVenue() {
  add(await browse('weaker-venue', WEAKER_TESTS, { HALYARD_VENUE: 'sandbox-weaker' }))
}

/** @param {{ readonly passed: number, readonly failed: number, readonly names?: readonly string[] }} counted */
function add({ passed, failed, names = [] }) {
  total.passed += passed
  total.failed += failed
  failures.push(...names)
}
