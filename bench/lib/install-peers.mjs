import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Peers are other people's packages: they are fetched when a bench runs, none of their scripts with them, and their rows stay
 * away where that fails.
 * @param {string} home the folder of their `package.json`
 * @param {{ whole: readonly string[], names: string, note: (text: string) => void }} terms `whole` are files below
 *   `node_modules` that are there once all is
 * @returns {boolean} whether they are there
 */
export function installPeers(home, { whole, names, note }) {
  if (whole.every((file) => existsSync(join(home, 'node_modules', file)))) return true
  note(`installing ${names} for comparison`)
  try {
    execFileSync('npm', ['ci', '--ignore-scripts', '--legacy-peer-deps', '--no-audit', '--no-fund'], {
      cwd: home,
      stdio: 'ignore',
    })
    return true
  } catch {
    note(`${names} could not be installed; the rows are left out`)
    return false
  }
}
