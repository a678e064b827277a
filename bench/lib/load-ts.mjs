import { createHash } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'vite'
import { threadText } from '../../scripts/lib/thread-text.mjs'

const ROOT = resolve(import.meta.dirname, '../..')

/**
 * Bundles a TypeScript module of the product as it stands and imports it: a bench measures the shipped code.
 * @template T what the module exports: the caller names it (`typeof import('…')`)
 * @param {string} entry path from the root of the project
 * @returns {Promise<{ module: T, file: string }>} the module, and the bundle (so that a child process can load it too)
 */
export async function loadTs(entry) {
  const name = `${entry.replaceAll('/', '-').replace(/\.tsx?$/, '')}-${createHash('sha256').update(entry).digest('hex').slice(0, 8)}`
  const outDir = join(ROOT, 'node_modules/.cache/halyard', name)
  mkdirSync(outDir, { recursive: true })
  await build({
    root: ROOT,
    configFile: false,
    plugins: [threadText()],
    logLevel: 'warn',
    build: {
      ssr: join(ROOT, entry),
      outDir,
      emptyOutDir: true,
      target: 'node20',
      minify: false,
      rolldownOptions: { output: { entryFileNames: 'index.mjs', format: 'es' } },
    },
  })
  const file = join(outDir, 'index.mjs')
  return { module: await import(`${pathToFileURL(file).href}?${Date.now()}`), file }
}
