import { readFileSync } from 'node:fs'
import { messageOf } from './message-of.mjs'

/**
 * What a run of Vitest came to, from its JSON report. A runner that failed without a failed test (a crash) is one failure.
 *
 * @typedef {object} UnitReport
 * @property {number} passed
 * @property {number} failed
 * @property {readonly string[]} names of the tests that failed, each with its file and the first line of its failure
 * @property {readonly string[]} files in which one failed, or which did not load
 */

/**
 * @param {string} file the report
 * @param {number} code the runner's exit code
 * @param {string} root what stands before the names of files
 * @returns {UnitReport}
 */
export function readUnitReport(file, code, root) {
  const leastFailed = code === 0 ? 0 : 1
  try {
    const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(file, 'utf8'))
    /** @type {readonly FileResult[]} */
    const failing = testResults.filter((/** @type {FileResult} */ { status }) => status === 'failed')
    const names = failing.flatMap((one) => failuresIn(one, root))
    return {
      passed: numPassedTests,
      failed: Math.max(numFailedTests, leastFailed),
      names: code !== 0 && names.length === 0 ? [`the runner ended with ${code}`] : names,
      files: [...new Set(failing.map(({ name }) => name.replace(root, '')))],
    }
  } catch (error) {
    const why = `no report from the runner: ${messageOf(error)}`
    process.stdout.write(`${why}\n`)
    return { passed: 0, failed: 1, names: [why], files: [] }
  }
}

/**
 * @typedef {{ name: string, status: string, message: string, assertionResults: readonly TestResult[] }} FileResult
 * @typedef {{ fullName: string, status: string, failureMessages: readonly string[] }} TestResult
 *
 * @param {FileResult} result
 * @param {string} root
 * @returns {readonly string[]}
 */
function failuresIn({ name, message, assertionResults }, root) {
  const file = name.replace(root, '')
  const failed = assertionResults.filter(({ status }) => status === 'failed')
  if (failed.length === 0) return [`${file}: ${firstLine(message)}`]
  return failed.map(({ fullName, failureMessages }) => `${file} › ${fullName}: ${firstLine(failureMessages[0])}`)
}

/** @param {string | undefined} text */
const firstLine = (text) => (text ?? '').split('\n', 1)[0]?.slice(0, 300) ?? ''
