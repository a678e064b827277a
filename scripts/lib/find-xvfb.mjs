import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { run } from './run.mjs'

/**
 * A display server for tests in which a tab has to be hidden: a headless browser hides none. Debian's package is installed
 * where we may; HALYARD_XVFB names another one, or none.
 * @returns {Promise<string | null>} path of Xvfb; `null` where there is none and none can be installed
 */
export async function findXvfb() {
  const named = process.env.HALYARD_XVFB
  if (named !== undefined) return named === '' ? null : named
  const installed = onPath()
  if (installed !== null || process.getuid?.() !== 0 || process.platform !== 'linux') return installed
  await run('apt-get', ['update', '-q'])
  await run('apt-get', ['install', '-y', '-q', '--no-install-recommends', 'xvfb'], {
    env: { DEBIAN_FRONTEND: 'noninteractive' },
  })
  return onPath()
}

function onPath() {
  for (const folder of (process.env.PATH ?? '').split(delimiter))
    if (existsSync(join(folder, 'Xvfb'))) return join(folder, 'Xvfb')
  return null
}
