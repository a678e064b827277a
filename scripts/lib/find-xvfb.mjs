import { canInstall, installPackages, onPath } from './programs.mjs'

/**
 * A display server for tests in which a tab has to be hidden: a headless browser hides none. Debian's package is installed
 * where we may; HALYARD_XVFB names another one, or none.
 * @returns {Promise<string | null>} path of Xvfb; `null` where there is none and none can be installed
 */
export async function findXvfb() {
  const named = process.env.HALYARD_XVFB
  if (named !== undefined) return named === '' ? null : named
  const installed = onPath('Xvfb')
  if (installed !== null || !canInstall()) return installed
  await installPackages(['xvfb'])
  return onPath('Xvfb')
}
