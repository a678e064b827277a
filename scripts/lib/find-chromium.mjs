import { existsSync } from 'node:fs'
import { canInstall, installPackages, onPath } from './programs.mjs'
import { runBin } from './run.mjs'

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
  const installed = onPath(...NAMES)
  if (installed !== null) return installed
  if (canInstall()) {
    await installPackages('chromium')
    const fromDebian = onPath(...NAMES)
    if (fromDebian !== null) return fromDebian
  }
  await runBin('playwright', ['install', 'chromium'])
  const { chromium } = await import('@playwright/test')
  const downloaded = chromium.executablePath()
  if (existsSync(downloaded)) return downloaded
  throw new Error('no Chromium: set HALYARD_CHROMIUM, or install Debian’s chromium, or let Playwright download one')
}
