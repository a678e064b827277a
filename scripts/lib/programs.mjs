import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { run } from './run.mjs'

/**
 * @param {string[]} names
 * @returns {string | null} path of the first of these programs that is on PATH
 */
export function onPath(...names) {
  for (const folder of (process.env.PATH ?? '').split(delimiter))
    for (const name of names) if (existsSync(join(folder, name))) return join(folder, name)
  return null
}

/** Whether Debian's packages can be installed here: that takes root and apt-get. */
export function canInstall() {
  return process.getuid?.() === 0 && onPath('apt-get') !== null
}

/**
 * Installs packages of the distribution, without what they recommend.
 * @param {readonly string[]} packages
 * @param {{ silent?: boolean }} [options]
 * @returns {Promise<number>} apt-get's exit code
 */
export async function installPackages(packages, { silent = false } = {}) {
  await run('apt-get', ['update', '-q'], { silent })
  return run('apt-get', ['install', '-y', '-q', '--no-install-recommends', ...packages], {
    env: { DEBIAN_FRONTEND: 'noninteractive' },
    silent,
  })
}
