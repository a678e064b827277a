import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { run, runBin } from './run.mjs'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']

/**
 * A Chromium to test with: the one HALYARD_CHROMIUM names, an installed one, Debian's package (as root),
 * else Playwright's own download.
 * @returns {Promise<string>} path of the executable
 * @throws {Error} saying what was tried
 */
export async function findChromium() {
  const named = process.env.HALYARD_CHROMIUM
  if (named !== undefined && named !== '') {
    if (!existsSync(named)) throw new Error(`HALYARD_CHROMIUM names ${named}, where there is no file`)
    return named
  }
  const installed = onPath()
  if (installed !== null) return installed
  if (process.getuid?.() === 0) {
    await run('apt-get', ['update', '-q'])
    await run('apt-get', ['install', '-y', '-q', '--no-install-recommends', 'chromium'], {
      env: { DEBIAN_FRONTEND: 'noninteractive' },
    })
    const fromDebian = onPath()
    if (fromDebian !== null) return fromDebian
  }
  await runBin('playwright', ['install', 'chromium'])
  const { chromium } = await import('@playwright/test')
  const downloaded = chromium.executablePath()
  if (existsSync(downloaded)) return downloaded
  throw new Error('no Chromium: set HALYARD_CHROMIUM, or install Debian’s chromium, or let Playwright download one')
}

function onPath() {
  for (const folder of (process.env.PATH ?? '').split(delimiter))
    for (const name of NAMES) if (existsSync(join(folder, name))) return join(folder, name)
  return null
}
