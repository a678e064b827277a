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
 * Opens a browser of its own, with service workers as the caller says.
 * @param {{ serviceWorkers?: 'allow' | 'block', profile?: string }} [options] `profile` is the folder of a browser that
 *   was closed, which this one goes on with; else it is a fresh one
 */
export async function openBrowser({ serviceWorkers = 'allow', profile: former } = {}) {
  const { chromium } = await import('@playwright/test')
  const profile = former ?? mkdtempSync(join(tmpdir(), 'halyard-profile-'))
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
    /** @param {{ keeps?: boolean }} [options] `keeps` leaves the profile's folder to whoever goes on with it, and removes it */
    async close({ keeps = false } = {}) {
      await context.close()
      if (!keeps) rmSync(profile, { recursive: true, force: true })
    },
  }
}
