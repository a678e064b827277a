import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CHROMIUM_ARGS } from './chromium-args.mjs'
import { findChromium } from './find-chromium.mjs'
import { startExchange as start } from './start-exchange.mjs'

/**
 * The built exchange in a folder of its own.
 * @param {Record<string, string>} [env]
 * @returns its origin and a function that ends it and removes the folder
 */
export async function startExchange(env = {}) {
  const { url, dataDir, pid, kill } = await start({ env: { HALYARD_SEED: '7', ...env } })
  return {
    origin: url,
    pid,
    async stop() {
      await kill()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/**
 * Opens a browser of its own (fresh profile), with service workers as the caller says.
 * @param {{ serviceWorkers?: 'allow' | 'block' }} [options]
 */
export async function openBrowser({ serviceWorkers = 'allow' } = {}) {
  const { chromium } = await import('@playwright/test')
  const profile = mkdtempSync(join(tmpdir(), 'halyard-profile-'))
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: await findChromium(),
    headless: true,
    args: [...CHROMIUM_ARGS],
    viewport: { width: 1440, height: 900 },
    serviceWorkers,
  })
  return {
    context,
    profile,
    async close() {
      await context.close()
      rmSync(profile, { recursive: true, force: true })
    },
  }
}
