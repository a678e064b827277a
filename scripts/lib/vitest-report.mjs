import { readFileSync } from 'node:fs'
import { messageOf } from './message-of.mjs'

/**
 * What a run of Vitest came to, from its JSON report. A runner that failed without a failed test (a file that does not
 * load, a crash) is one failure.
 * @param {string} file the report
 * @param {number} code the runner's exit code
 * @returns {{ passed: number, failed: number }}
 */
export function readUnitReport(file, code) {
  const leastFailed = code === 0 ? 0 : 1
  try {
    const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(file, 'utf8'))
    return { passed: numPassedTests, failed: Math.max(numFailedTests, leastFailed) }
  } catch (error) {
    process.stdout.write(`no report from the runner: ${messageOf(error)}\n`)
    return { passed: 0, failed: 1 }
  }
}
