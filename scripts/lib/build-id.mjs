import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './run.mjs'

const SOURCES = [
  'CHANGELOG.md',
  'index.html',
  'src',
  'exchange',
  'public',
  'locales',
  'package-lock.json',
  'vite.config.ts',
  'vite.exchange.config.ts',
]

/** @returns {string} twelve hex digits that change when any source of the build does (no git needed) */
export function buildId() {
  const hash = createHash('sha256')
  for (const path of SOURCES) addPath(hash, path)
  return hash.digest('hex').slice(0, 12)
}

/**
 * @param {import('node:crypto').Hash} hash
 * @param {string} path below the root
 */
function addPath(hash, path) {
  const full = join(root, path)
  if (!existsSync(full)) return
  if (statSync(full).isDirectory()) {
    for (const name of readdirSync(full).toSorted()) addPath(hash, `${path}/${name}`)
    return
  }
  hash.update(`${path}\0`).update(readFileSync(full)).update('\0')
}
