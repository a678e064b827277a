import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from './run.mjs'

/**
 * Loads a module of the project in a plain script. Node 20 runs no TypeScript, so it is bundled first; the process id
 * keeps two runs apart. Standard output stays the script's own.
 * @template M what the module exports. The bundle's address is known only while the script runs, so the caller names the
 *   type of its constant: `typeof import('…')` of the same file.
 * @param {string} file path below the repository's root
 * @returns {Promise<M>}
 */
export async function loadModule(file) {
  if (!existsSync(join(root, 'node_modules', 'rolldown'))) {
    const { status } = spawnSync('npm', ['ci'], { cwd: root, stdio: ['ignore', 2, 2] })
    if (status !== 0) process.exit(1)
  }
  const { build } = await import('rolldown')
  const { threadText } = await import('./thread-text.mjs')
  const folder = join(root, 'node_modules', '.cache', 'halyard')
  const out = join(folder, `${file.replaceAll(/[^a-z]+/gi, '-')}-${process.pid}.mjs`)
  await mkdir(folder, { recursive: true })
  await build({
    input: join(root, file),
    plugins: [threadText()],
    output: { file: out, format: 'esm' },
    platform: 'node',
    logLevel: 'warn',
  })
  /** @type {M} */
  const loaded = await import(pathToFileURL(out).href)
  await rm(out, { force: true })
  return loaded
}
