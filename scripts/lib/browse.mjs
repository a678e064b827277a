import { mkdirSync, rmSync } from 'node:fs'
import { findChromium } from './find-chromium.mjs'
import { readReport } from './playwright-report.mjs'
import { root, runBin } from './run.mjs'

/**
 * Runs browser tests of the built app.
 * @param {string} name of the report
 * @param {readonly string[]} files tests or folders of them
 * @param {NodeJS.ProcessEnv} env what makes this run another one than that of `npm test`
 * @returns {Promise<import('./playwright-report.mjs').Totals>}
 */
export async function browse(name, files, env) {
  const results = `${root}test-results`
  const file = `${results}/${name}.json`
  mkdirSync(results, { recursive: true })
  rmSync(file, { force: true })
  const all = { ...env, HALYARD_CHROMIUM: await findChromium(), PLAYWRIGHT_JSON_OUTPUT_NAME: file }
  return readReport(file, await runBin('playwright', ['test', ...files, '--reporter=line,json'], { env: all }))
}
