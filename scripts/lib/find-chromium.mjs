import { existsSync } from 'node:fs'
import { canInstall, installPackages, onPath } from './programs.mjs'
import { runBin } from './run.mjs'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']
const SHELL = 'chromium-headless-shell'
/** Where Debian's package puts its browser. */
const DEBIANS = '/usr/bin/chromium'

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
    await installPackages(['chromium'])
    const fromDebian = onPath(...NAMES)
    if (fromDebian !== null) return fromDebian
  }
  await runBin('playwright', ['install', 'chromium'])
  const { chromium } = await import('@playwright/test')
  const downloaded = chromium.executablePath()
  if (existsSync(downloaded)) return downloaded
  throw new Error('no Chromium: set HALYARD_CHROMIUM, or install Debian’s chromium, or let Playwright download one')
}

/**
 * A Chromium without windows for pages that nobody looks at: Debian's `chromium-headless-shell`, installed (as root) where
 * it is missing. It has the same engine without the user interface around it, and takes a sixth less processor; tabs it
 * neither hides nor freezes. Where another browser is used, or there is no such package, `chromium` itself.
 * @param {string} chromium what `findChromium` has found
 * @returns {Promise<string>} path of the executable
 */
export async function findHeadlessShell(chromium) {
  const named = process.env.HALYARD_HEADLESS_SHELL
  if (named !== undefined && named !== '') return named
  // Only beside Debian's own browser, so that both are of one version.
  if (chromium !== DEBIANS) return chromium
  if (onPath(SHELL) === null && canInstall()) await installPackages([SHELL])
  return onPath(SHELL) ?? chromium
}

/**
 * Installs at once what browser tests take of Debian's packages and is missing, as root; it says nothing, so that other
 * work can go on meanwhile. What it could not install is looked for again, aloud, by whoever needs it.
 */
export async function provideBrowser() {
  if (!canInstall() || process.env.HALYARD_CHROMIUM !== undefined) return
  const installed = onPath(...NAMES)
  const missing = [
    ...(installed === null ? ['chromium'] : []),
    ...((installed ?? DEBIANS) === DEBIANS && onPath(SHELL) === null ? [SHELL] : []),
    ...(process.env.HALYARD_XVFB === undefined && onPath('Xvfb') === null ? ['xvfb'] : []),
  ]
  if (missing.length > 0) await installPackages(missing, { silent: true })
}
