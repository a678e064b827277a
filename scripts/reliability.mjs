/**
 * `npm run reliability`: writes docs/reliability.md, the table of failure modes with the tests that carry their ids. A
 * test counts for a row when the id stands in its title. The reports in `test-results` say how those tests ended; a row
 * of which they have none keeps the result that the table had.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { root } from './lib/run.mjs'

/**
 * Failure modes by id, in a few words of our own.
 * @type {Readonly<Record<string, Readonly<Record<string, string>>>>}
 */
const ROWS = {
  'Order path': {
    O1: 'an order is taken and its answer lost',
    O2: 'an order is lost on its way',
    O3: 'an answer after a minute',
    O4: 'the stream is faster than the answer',
    O5: 'a gateway error, with the order placed or not',
    O6: 'a definite refusal',
    O7: 'one press that comes twice',
    O8: 'two tabs press the same ticket at once',
    O9: 'the screen changes between press and send',
    O10: 'the answer to a cancel is lost',
    O11: 'a cancel races a fill',
    O12: 'the answer to an amend is lost',
    O13: 'a reverse is interrupted between its legs',
    O14: 'two tabs reverse at once',
    O15: 'a call succeeds in part',
    O16: 'the position is gone before its TP/SL is set',
    O17: 'a press while offline',
    O18: 'the tab goes right after the press',
    O19: 'a storm of presses',
    O20: 'the exchange calls an id a duplicate',
  },
  'Feeds and state': {
    F1: 'a connection goes silent and stays up',
    F2: 'connections are reset, refused or half open',
    F3: 'one market message is missing',
    F4: 'one private message is missing',
    F5: 'messages come twice or out of order',
    F6: 'the exchange starts again',
    F7: 'a crossed, negative or one-sided book',
    F8: 'changes come before their snapshot',
    F9: 'a subscription is refused or ignored',
    F10: 'one-time tokens fail',
    F11: 'another device takes the account channel',
    F12: 'the exchange cancels orders of a lost connection',
    F13: 'REST lags behind the stream',
    F14: 'many orders come back at once',
    F15: 'a burst of messages',
    F16: 'figures depend on a price that is stale',
    F17: 'rules of a contract change under the ticket',
    F18: 'bars are missing after an outage',
    F19: 'a frame that cannot be read',
    F20: 'heartbeats that are odd or missing',
    F21: 'a list with rows that may not trade',
    F22: 'REST fails while the stream goes on',
    F23: 'the exchange lists otherwise than it said before',
  },
  'Hub and tabs': {
    H1: 'the hub is killed',
    H2: 'the tab that made the hub crashes',
    H3: 'the hub hangs',
    H4: 'the browser restarts the hub behind its ports',
    H5: 'a tab goes without a word',
    H6: 'a tab is frozen',
    H7: 'a page comes back from the back-forward cache',
    H8: 'a tab is hidden for long',
    H9: 'there is no SharedWorker',
    H10: 'a leader stalls and wakes up',
    H11: 'a leader steps down while it begins',
    H12: 'there are no Web Locks',
    H13: 'two profiles, one account',
    H14: 'a call to the hub never settles',
    H15: 'the computer sleeps',
    H16: 'many tabs, many markets',
    H17: 'the code of the hub is replaced while it runs',
    H18: 'a leader goes into the back-forward cache',
    H19: 'a press comes with the return of a page',
    H20: 'the process of the hub, or of the leader, is stopped',
  },
  Deploys: {
    S1: 'a new build under open tabs',
    S2: 'a new tab beside an old hub',
    S3: 'a part of the build is gone',
    S4: 'a missing file is answered with the shell',
    S5: 'a broken build is deployed',
    S6: 'something private in a cache',
    S7: 'an update is installed by half',
    S8: 'the shell without a network',
    S9: 'the service worker itself is cached',
    S10: 'a file of the page does not come',
  },
  Storage: {
    D1: 'storage does not open',
    D2: 'another version of the database',
    D3: 'the disk is full',
    D4: 'stored data is cleared under an open page',
    D5: 'rows that are not ours',
    D6: 'stored rules are out of date',
    D7: 'local storage throws',
  },
  'Clock and numbers': {
    N1: "this computer's clock is wrong",
    N2: "the exchange's clock steps back",
    N3: 'ids beyond 2^53',
    N4: 'scaled numbers and odd steps',
    N5: 'texts that are no numbers',
    N6: 'market data without a value',
    N7: 'numbers in many languages',
    N8: 'a slip of the finger',
    N9: 'typing while prices move',
  },
  Hostile: {
    X1: 'markup in names and texts',
    X2: 'addresses that are scripts or lead elsewhere',
    X3: 'names that every object has',
    X4: 'messages that are too large, too deep or in pieces',
    X5: 'a page of another origin uses the session',
    X6: 'frames, and a press that was meant for something else',
  },
}

/**
 * Why a row has no test that drives it, where that is known.
 * @type {Readonly<Record<string, string>>}
 */
const REASONS = {
  H17: 'development only: nothing of it is in a built hub',
}

const tests = [...testFiles(join(root, 'tests'))].flatMap((file) => {
  const text = readFileSync(file, 'utf8')
  const titles = text.matchAll(/\b(?:\w*[tT]est|it|describe)(?:\.\w+\([^)]*\))*\(\s*(['`])((?:\\.|(?!\1).)*)\1/gs)
  return [...titles].map(([, , title = '']) => ({ file: relative(root, file), title: title.replaceAll('\n', ' ') }))
})
const results = readResults()
const former = readFormerResults()

const lines = [
  '# Failure modes and their tests',
  'Written by `npm run reliability`; a test counts for every id in its title. "unit" drives the shipped modules with clocks and sockets of its own, "browser" the built product in Chromium against the real exchange. `npm run test:browsers` takes the core ones to Firefox ESR and WebKitGTK (CONTRIBUTING.md), and its results are not in this table. How soon what is killed is back is in [docs/figures.md](figures.md#chaos). A result is that of the newest run whose report had the test when the table was written; a row whose tests did not run then keeps its former one.',
  '',
]
let covered = 0
let total = 0
for (const [title, rows] of Object.entries(ROWS)) {
  lines.push(`## ${title}`, '| id | what goes wrong | tests | result |', '|---|---|---|---|')
  for (const [id, what] of Object.entries(rows)) {
    total++
    const found = tests.filter((one) => new RegExp(`\\b${id}\\b`).test(one.title))
    if (found.length > 0) covered++
    const files = [...new Set(found.map(({ file }) => file))].map((file) => `\`${file}\` (${kindOf(file)})`)
    const where = files.length > 0 ? files.join(', ') : (REASONS[id] ?? '**open**')
    lines.push(`| ${id} | ${what} | ${where} | ${resultOf(found) || (former.get(id) ?? '')} |`)
  }
  lines.push('')
}
lines.splice(2, 0, `${covered} of ${total} rows have a test.`)
writeFileSync(join(root, 'docs/reliability.md'), `${lines.join('\n').trimEnd()}\n`)
process.stdout.write(`${covered} of ${total} rows have a test\n`)

/**
 * @param {string} folder
 * @returns {Generator<string>}
 */
function* testFiles(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) yield* testFiles(path)
    else if (/\.(test|spec)\.ts$/.test(entry.name)) yield path
  }
}

/** @param {string} file */
function kindOf(file) {
  if (file.startsWith('tests/soak')) return 'browser, in real time: `npm run soak`'
  return file.endsWith('.spec.ts') ? 'browser' : 'unit'
}

/**
 * @typedef {object} VitestReport
 * @property {readonly { readonly assertionResults: readonly VitestTest[] }[]} testResults
 *
 * @typedef {{ readonly ancestorTitles: readonly string[], readonly title: string, readonly status: string }} VitestTest
 * @typedef {import('@playwright/test/reporter').JSONReport} BrowserReport
 */

/** Titles of the last run that passed and that failed; both empty where there was none. */
function readResults() {
  /** @type {{ passed: Set<string>, failed: Set<string> }} */
  const found = { passed: new Set(), failed: new Set() }
  /**
   * @param {string} title
   * @param {boolean} isPassed
   */
  const note = (title, isPassed) => (isPassed ? found.passed : found.failed).add(title)
  try {
    /** @type {VitestReport} */
    const { testResults } = JSON.parse(readFileSync(join(root, 'test-results/vitest.json'), 'utf8'))
    for (const { assertionResults } of testResults)
      for (const { ancestorTitles, title, status } of assertionResults)
        for (const one of [...ancestorTitles, title]) note(one, status === 'passed')
  } catch {
    // No such run here.
  }
  try {
    /** @param {import('@playwright/test/reporter').JSONReportSuite} suite */
    const walk = ({ title, specs = [], suites = [] }) => {
      for (const spec of specs) for (const one of [title, spec.title]) note(one, spec.ok)
      suites.forEach(walk)
    }
    for (const file of ['playwright.json', 'playwright-alone.json']) {
      /** @type {BrowserReport} */
      const { suites } = JSON.parse(readFileSync(join(root, 'test-results', file), 'utf8'))
      suites.forEach(walk)
    }
  } catch {
    // No such run here.
  }
  return found
}

/**
 * Results by id, as the table has them.
 * @returns {ReadonlyMap<string, string>}
 */
function readFormerResults() {
  const rows = readFileSync(join(root, 'docs/reliability.md'), 'utf8').matchAll(
    /^\| ([A-Z]\d+) \|.*\| (passed|failed) \|$/gm,
  )
  return new Map([...rows].map(([, id = '', result = '']) => [id, result]))
}

/**
 * A title that is written once for several tests (`%s`, `$name`, `${value}`) has the result of each.
 * @param {string} title
 */
function titlesOf(title) {
  const fixed = title
    .split(/%[sdifjo#]|\$\{[^}]*\}|\$\w+/)
    .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${fixed.join('.*')}$`)
}

/** @param {readonly { readonly title: string }[]} found */
function resultOf(found) {
  const patterns = found.map(({ title }) => titlesOf(title))
  /** @param {ReadonlySet<string>} titles */
  const has = (titles) => [...titles].some((title) => patterns.some((pattern) => pattern.test(title)))
  if (has(results.failed)) return 'failed'
  return has(results.passed) ? 'passed' : ''
}
