import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext, BrowserType, LaunchOptions } from '@playwright/test'
import { NO_SHARED_WORKER } from './trading'

/** A profile on disk, which one browser process after another opens. */
export function ownProfile(browserType: BrowserType, launchOptions: LaunchOptions) {
  const profile = mkdtempSync(join(tmpdir(), 'halyard-profile-'))
  return {
    async browse(): Promise<BrowserContext> {
      const options = { ...launchOptions, viewport: { width: 1440, height: 900 } }
      const context = await browserType.launchPersistentContext(profile, options)
      if (NO_SHARED_WORKER) await context.addInitScript(() => void Reflect.deleteProperty(globalThis, 'SharedWorker'))
      return context
    },
    remove: () => rmSync(profile, { recursive: true, force: true, maxRetries: 10 }),
  }
}
