/**
 * Gathers the licences of everything that is shipped to the browser into `public/third-party-notices.txt`.
 * Run after a change of dependencies: `node scripts/third-party-notices.mjs`; the text is committed.
 */
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const root = new URL('..', import.meta.url).pathname
/** Packages of the server only, which no browser receives. */
const SERVER_ONLY = new Set(['@hono/node-server', 'hono', 'libsql', 'ws'])

/**
 * Of a package.json, what is read here.
 * @typedef {{ version: string, license?: string, dependencies?: Record<string, string> }} Manifest
 */

/** @type {Manifest} */
const manifest = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
const queue = Object.keys(manifest.dependencies ?? {}).filter((name) => !SERVER_ONLY.has(name))
/** @type {Map<string, { version: string, kind: string, licence: string }>} */
const seen = new Map()
// The queue grows while it is gone through.
for (const name of queue) {
  if (seen.has(name)) continue
  const folder = join(root, 'node_modules', name)
  const text = await readFile(join(folder, 'package.json'), 'utf8').catch(() => null)
  if (text === null) continue
  /** @type {Manifest} */
  const json = JSON.parse(text)
  const file = (await readdir(folder)).find((one) => /^(licen[cs]e|copying|ofl)/i.test(one))
  const licence = file === undefined ? '' : await readFile(join(folder, file), 'utf8')
  seen.set(name, { version: json.version, kind: json.license ?? 'see text', licence: licence.trim() })
  queue.push(...Object.keys(json.dependencies ?? {}))
}
const parts = [...seen]
  .toSorted(([a], [b]) => a.localeCompare(b))
  .map(([name, { version, kind, licence }]) => `${name} ${version} (${kind})\n\n${licence}\n`)
await writeFile(
  join(root, 'public/third-party-notices.txt'),
  `Halyard contains the following packages.\n\n${parts.join(`\n${'-'.repeat(72)}\n\n`)}`,
)
console.log(`${seen.size} packages`)
