import { spawn } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { EXCHANGE_FLAGS } from './exchange-flags.mjs'
import { root } from './run.mjs'

const READY = /Halyard is ready at (http:\/\/\S+)/

/**
 * Starts the built exchange as a process of its own (tests, benches and screenshots): a port the system picks,
 * a fresh data folder unless one is given, test control on.
 *
 * @param {{ env?: Record<string, string>, dataDir?: string }} [options]
 * @returns {Promise<{ url: string, dataDir: string, pid: number, kill(signal?: NodeJS.Signals): Promise<void> }>}
 *   `kill` resolves when the process is gone
 * @throws {Error} with the process's own words when it ends before it is ready
 */
export function startExchange({ env = {}, dataDir = mkdtempSync(join(tmpdir(), 'halyard-')) } = {}) {
  const child = spawn(process.execPath, [...EXCHANGE_FLAGS, `${root}dist/exchange/main.js`], {
    cwd: root,
    env: { ...process.env, PORT: '0', HALYARD_CONTROL: '1', HALYARD_DATA_DIR: dataDir, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const gone = new Promise((resolve) => child.once('exit', resolve))
  return new Promise((resolve, reject) => {
    let said = ''
    /** @param {string} chunk */
    const listen = (chunk) => {
      said += chunk
      const url = READY.exec(said)?.[1]
      if (url === undefined || child.pid === undefined) return
      said = ''
      resolve({
        url,
        dataDir,
        pid: child.pid,
        async kill(signal = 'SIGTERM') {
          child.kill(signal)
          await gone
        },
      })
    }
    child.stdout.setEncoding('utf8').on('data', listen)
    child.stderr.setEncoding('utf8').on('data', listen)
    child.once('error', reject)
    void gone.then((code) => reject(new Error(`the exchange ended with ${code} before it was ready:\n${said}`)))
  })
}
