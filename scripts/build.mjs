import { pathToFileURL } from 'node:url'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { buildId } from './lib/build-id.mjs'
import { ensureInstalled } from './lib/ensure-installed.mjs'
import { packApp } from './lib/pack-app.mjs'
import { root, runBin } from './lib/run.mjs'

const stamp = `${root}dist/build-id`

/** Builds app and exchange into `dist`, unless these sources are what `dist` was built from. @returns {Promise<number>} exit code */
export async function build({ force = false } = {}) {
  const id = buildId()
  if (!force && existsSync(stamp) && readFileSync(stamp, 'utf8') === id) return 0
  // The stamp says "complete", so it goes first and comes back last.
  rmSync(stamp, { force: true })
  const quiet = ['--logLevel', 'warn']
  process.stdout.write(`Building ${id}\n`)
  for (const config of ['vite.config.ts', 'vite.exchange.config.ts']) {
    const code = await runBin('vite', ['build', '--config', config, ...quiet], { env: { HALYARD_BUILD: id } })
    if (code !== 0) return code
  }
  await packApp()
  writeFileSync(stamp, id)
  return 0
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await ensureInstalled()
  process.exit(await build({ force: process.argv.includes('--force') }))
}
