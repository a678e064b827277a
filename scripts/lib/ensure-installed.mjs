import { existsSync, readFileSync } from 'node:fs'
import { root, run } from './run.mjs'

const OLDEST_NODE = /** @type {const} */ ([20, 19])

/** Installs what the lock file names, unless exactly that is installed already. Exits with a sentence when it cannot. */
export async function ensureInstalled() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major < OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor < OLDEST_NODE[1])) {
    process.stderr.write(`Halyard needs Node ${OLDEST_NODE.join('.')} or newer; this is ${process.versions.node}\n`)
    process.exit(1)
  }
  if (isInstalled()) return
  process.stdout.write('Installing packages (npm ci)\n')
  const npm = process.env.npm_execpath
  const code = npm === undefined ? await run('npm', ['ci']) : await run(process.execPath, [npm, 'ci'])
  if (code !== 0) {
    process.stderr.write('npm ci failed; its own message above says why\n')
    process.exit(1)
  }
}

/** npm keeps what it installed in a hidden lock file; times of files say nothing after a checkout, so contents are compared. */
function isInstalled() {
  const hidden = `${root}node_modules/.package-lock.json`
  if (!existsSync(hidden)) return false
  const installed = packagesOf(hidden)
  const wanted = packagesOf(`${root}package-lock.json`)
  return Object.entries(wanted).every(
    ([path, { version, optional }]) =>
      path === '' || installed[path]?.version === version || (optional === true && installed[path] === undefined),
  )
}

/**
 * @param {string} file a lock file of npm
 * @returns {Readonly<Record<string, { readonly version?: string, readonly optional?: boolean }>>} by path
 */
function packagesOf(file) {
  return JSON.parse(readFileSync(file, 'utf8')).packages
}
