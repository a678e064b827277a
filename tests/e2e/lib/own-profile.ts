import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
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
    /** Ends the browser as a crash does: none of its processes does anything more. */
    kill(): void {
      for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name)))
        if (commandOf(pid).includes(profile)) process.kill(Number(pid), 'SIGKILL')
    },
    remove: () => rmSync(profile, { recursive: true, force: true, maxRetries: 10 }),
  }
}

/** Of a process that may have ended meanwhile. */
function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}
