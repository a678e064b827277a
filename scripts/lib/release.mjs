// What a build says of itself to pages of the build before it: `release.json`, read by the prompt that offers an update.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'

const ROOT = resolve(import.meta.dirname, '../..')

/** @typedef {{ readonly id: string, readonly text: string }} Change */

/**
 * @param {string} [changelog] the text of `CHANGELOG.md`
 * @returns {readonly Change[]} the lines of its newest version, in their order; an id changes with its text
 */
export function readChanges(changelog = read('CHANGELOG.md')) {
  const newest = changelog.split(/^## /m)[1] ?? ''
  return [...newest.matchAll(/^- (.+)$/gm)].map(([, text = '']) => ({
    id: createHash('sha256').update(text).digest('hex').slice(0, 8),
    text,
  }))
}

/**
 * @param {string} build
 * @returns {import('vite').Plugin}
 */
export function release(build) {
  /** @type {{ readonly version: string }} */
  const { version } = JSON.parse(read('package.json'))
  return {
    name: 'release',
    apply: 'build',
    generateBundle() {
      const source = JSON.stringify({ version, build, changes: readChanges() })
      this.emitFile({ type: 'asset', fileName: 'release.json', source })
    },
  }
}

/** @param {string} path below the root @returns {string} empty where the file is missing */
function read(path) {
  const file = resolve(ROOT, path)
  return existsSync(file) ? readFileSync(file, 'utf8') : ''
}
