import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** The repository's root folder, whatever the caller's working directory is. */
export const root = fileURLToPath(new URL('../..', import.meta.url))

/**
 * @param {string} name
 * @returns {string} path of an installed package's executable script, to run with this very Node
 */
export const bin = (name) => `${root}node_modules/.bin/${name}`

/** @typedef {{ env?: NodeJS.ProcessEnv, silent?: boolean, cwd?: string }} RunOptions */

/**
 * Runs a program, in the repository's root unless `cwd` names another folder, with its output on ours.
 * @param {string} command
 * @param {readonly string[]} [args]
 * @param {RunOptions} [options]
 * @returns {Promise<number>} the exit code; 1 when it was killed or could not start
 */
export function run(command, args = [], { env = {}, silent = false, cwd = root } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: silent ? 'ignore' : 'inherit',
    })
    child.on('error', (error) => {
      process.stderr.write(`${command}: ${error.message}\n`)
      resolve(1)
    })
    child.on('exit', (code) => resolve(code ?? 1))
  })
}

/**
 * Runs an installed executable (`oxlint`, `tsc` …).
 * @param {string} name
 * @param {readonly string[]} args
 * @param {RunOptions} [options]
 * @returns {Promise<number>} its exit code
 */
export const runBin = (name, args, options) => run(process.execPath, [bin(name), ...args], options)
