import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { readReport } from '../../scripts/lib/playwright-report.mjs'
import { readUnitReport } from '../../scripts/lib/vitest-report.mjs'

/** Who reads the end of a long log has to find there what failed, and why. */
const folder = mkdtempSync(join(tmpdir(), 'halyard-reports-'))
afterAll(() => rmSync(folder, { recursive: true }))

function written(report: unknown): string {
  const file = join(folder, 'report.json')
  writeFileSync(file, JSON.stringify(report))
  return file
}

describe('the report of the rules', () => {
  const broken = {
    name: '/house/tests/money.test.ts',
    status: 'failed',
    message: 'Cannot find ./fee\n at',
    assertionResults: [],
  }
  const missed = {
    name: '/house/tests/book.test.ts',
    status: 'failed',
    message: '',
    assertionResults: [
      { fullName: 'a book is sorted', status: 'passed', failureMessages: [] },
      { fullName: 'a book is whole', status: 'failed', failureMessages: ['expected 2 to be 3\n    at book.test.ts:4'] },
    ],
  }

  it('names each test that failed, with its file and the first line of why', () => {
    const file = written({ numPassedTests: 1, numFailedTests: 1, testResults: [missed] })
    expect(readUnitReport(file, 1, '/house/')).toEqual({
      passed: 1,
      failed: 1,
      names: ['tests/book.test.ts › a book is whole: expected 2 to be 3'],
      files: ['tests/book.test.ts'],
    })
  })

  it('takes a file that does not load for a failure, though none of its tests failed', () => {
    const file = written({ numPassedTests: 0, numFailedTests: 0, testResults: [broken] })
    expect(readUnitReport(file, 1, '/house/')).toMatchObject({
      failed: 1,
      names: ['tests/money.test.ts: Cannot find ./fee'],
      files: ['tests/money.test.ts'],
    })
  })

  it('names a runner that failed though no test did', () => {
    const file = written({ numPassedTests: 3, numFailedTests: 0, testResults: [] })
    expect(readUnitReport(file, 1, '/house/')).toEqual({
      passed: 3,
      failed: 1,
      names: ['the runner ended with 1'],
      files: [],
    })
  })

  it('takes a runner that wrote nothing for a failure', () => {
    const { passed, failed, names } = readUnitReport(join(folder, 'nothing.json'), 1, '/house/')
    expect([passed, failed, names.length]).toEqual([0, 1, 1])
  })
})

describe('the report of the browser tests', () => {
  it('names each test that failed, with the first line of why', () => {
    const tests = [
      { status: 'unexpected', annotations: [], results: [{ errors: [{ message: 'no row\n  at line 3' }] }] },
    ]
    const specs = [{ file: 'one-order.spec.ts', title: 'one order', ok: false, tests }]
    const file = written({ stats: { expected: 4, flaky: 1, unexpected: 1 }, suites: [{ suites: [{ specs }] }] })
    expect(readReport(file, 1)).toEqual({
      passed: 5,
      failed: 1,
      names: ['one-order.spec.ts › one order: no row'],
      skipped: [],
    })
  })
})
