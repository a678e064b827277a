import { readFileSync } from 'node:fs'
import { messageOf } from './message-of.mjs'

/**
 * `names` are the tests that failed; `skipped` are lines for people, each with its reason.
 * @typedef {{ passed: number, failed: number, names: string[], skipped: string[] }} Totals
 */

/**
 * What a run of Playwright came to, from its JSON report. A runner that failed without a failed test (a file that does
 * not load, a crash) is one failure.
 * @param {string} file the report
 * @param {number} code the runner's exit code
 * @returns {Totals}
 */
export function readReport(file, code) {
  const leastFailed = code === 0 ? 0 : 1
  try {
    /** @type {import('@playwright/test/reporter').JSONReport} */
    const { stats, suites } = JSON.parse(readFileSync(file, 'utf8'))
    return {
      passed: stats.expected + stats.flaky,
      failed: Math.max(stats.unexpected, leastFailed),
      names: failedIn(file),
      skipped: suites.flatMap((suite) => skippedIn(suite)),
    }
  } catch (error) {
    const why = `no report from the runner: ${messageOf(error)}`
    process.stdout.write(`${why}\n`)
    return { passed: 0, failed: 1, names: [why], skipped: [] }
  }
}

/**
 * @param {string} file the report
 * @returns {string[]} the browser tests that failed, each with the first line of why; none where the runner came to no tests
 */
export function failedIn(file) {
  /** @type {import('@playwright/test/reporter').JSONReport} */
  let report
  try {
    report = JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return []
  }
  /**
   * @param {import('@playwright/test/reporter').JSONReportSuite} suite
   * @returns {readonly import('@playwright/test/reporter').JSONReportSpec[]}
   */
  const specsOf = ({ specs = [], suites = [] }) => [...specs, ...suites.flatMap(specsOf)]
  return report.suites
    .flatMap(specsOf)
    .filter(({ ok }) => !ok)
    .map(({ file: path, title, tests }) => {
      const [error] = tests.flatMap(({ results }) => results).flatMap(({ errors }) => errors)
      return `${path} › ${title}: ${error?.message?.split('\n', 1)[0] ?? ''}`
    })
}

/**
 * Prints what was skipped and the totals, and leaves them as the exit code.
 * @param {Totals} totals
 */
export function conclude({ passed, failed, names, skipped }) {
  for (const line of skipped) process.stdout.write(`skipped: ${line}\n`)
  if (passed === 0 && failed === 0) process.stdout.write('\nno test ran: that is a failure\n')
  if (names.length > 0) process.stdout.write(`\nfailed:\n  ${names.join('\n  ')}\n`)
  process.stdout.write(`\n${passed} passed, ${failed} failed\n`)
  process.exitCode = passed === 0 || failed > 0 ? 1 : 0
}

/**
 * @param {import('@playwright/test/reporter').JSONReportSuite} suite
 * @returns {string[]} tests that skipped themselves, with their reasons
 */
function skippedIn({ specs = [], suites = [] }) {
  const own = specs
    .filter(({ tests }) => tests.some(({ status }) => status === 'skipped'))
    .map(({ file, title, tests }) => {
      const reason = tests.flatMap(({ annotations }) => annotations).find(({ type }) => type === 'skip')?.description
      return `${file} › ${title}: ${reason ?? 'no reason given'}`
    })
  return [...own, ...suites.flatMap((suite) => skippedIn(suite))]
}
