import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { canInstall, installPackages, onPath } from './programs.mjs'

const LIBRARIES = '/usr/lib'
const MINI_BROWSER = 'webkit2gtk-4.1/MiniBrowser'

/**
 * Firefox ESR to test with: the one HALYARD_FIREFOX names, an installed one, else Debian's package (as root).
 * @returns {Promise<string>} path of the executable
 * @throws {Error} saying what is missing and what was tried
 */
export async function findFirefox() {
  const named = process.env.HALYARD_FIREFOX
  if (named !== undefined && named !== '') {
    if (!existsSync(named)) throw new Error(`HALYARD_FIREFOX names ${named}, where there is no file`)
    return named
  }
  return installed(() => onPath('firefox-esr'), 'Firefox ESR', 'firefox-esr')
}

/**
 * WebKitGTK with its driver and a display to show its windows on, from Debian's packages.
 * @returns {Promise<{ driver: string, browser: string, xvfb: string }>} paths
 * @throws {Error} saying what is missing and what was tried
 */
export async function findWebKit() {
  return {
    driver: await installed(() => onPath('WebKitWebDriver'), 'WebKitWebDriver', 'webkit2gtk-driver'),
    browser: await installed(miniBrowser, 'WebKitGTK’s MiniBrowser', 'webkit2gtk-driver'),
    xvfb: await installed(() => onPath('Xvfb'), 'Xvfb', 'xvfb'),
  }
}

/**
 * @param {() => string | null} find
 * @param {string} what its name in a message
 * @param {string[]} packages Debian's, that bring it
 */
async function installed(find, what, ...packages) {
  const found = find()
  if (found !== null) return found
  const by = `apt-get install ${packages.join(' ')}`
  if (!canInstall()) throw new Error(`${what} is not here, and installing it takes root and apt-get (${by})`)
  const code = await installPackages(packages)
  const fromDebian = find()
  if (fromDebian === null) throw new Error(`${what} is not here, and ${by} ended with ${code}`)
  return fromDebian
}

/** Each architecture's libraries lie in a folder of their own. */
function miniBrowser() {
  if (!existsSync(LIBRARIES)) return null
  const paths = readdirSync(LIBRARIES).map((folder) => join(LIBRARIES, folder, MINI_BROWSER))
  return paths.find((path) => existsSync(path)) ?? null
}
