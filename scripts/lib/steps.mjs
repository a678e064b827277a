import { root, run, runBin } from './run.mjs'

const cruiser = [
  '--import',
  './scripts/lib/typescript-five.mjs',
  `${root}node_modules/.bin/depcruise`,
  '--config',
  '.dependency-cruiser.cjs',
  '--output-type',
  'err-long',
]

/** The checks that need no test runner, by name. Each resolves to an exit code. */
export const steps = {
  format: () => runBin('oxfmt', ['--check', '.']),
  lint: () => runBin('oxlint', []),
  types: () => runBin('tsc', ['-b']),
  boundaries: () => run(process.execPath, [...cruiser, 'src', 'exchange']),
}

/**
 * Runs one step and prints what it was and how long it took.
 * @template T
 * @param {string} name
 * @param {() => T | Promise<T>} step
 * @returns {Promise<T>} the step's own result
 */
export async function timed(name, step) {
  process.stdout.write(`\n== ${name}\n`)
  const startedAt = performance.now()
  const result = await step()
  process.stdout.write(`== ${name}: ${((performance.now() - startedAt) / 1000).toFixed(1)} s\n`)
  return result
}
