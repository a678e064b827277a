import { defineConfig, devices } from '@playwright/test'
import { CHROMIUM_ARGS } from './scripts/lib/chromium-args.mjs'
import { findChromium, findHeadlessShell } from './scripts/lib/find-chromium.mjs'
import { findXvfb } from './scripts/lib/find-xvfb.mjs'

// Workers inherit these. A test that hides tabs, or freezes them, starts HALYARD_CHROMIUM by itself: it needs windows.
const chromium = await findChromium()
process.env['HALYARD_HEADLESS_SHELL'] = await findHeadlessShell(chromium)
process.env['HALYARD_CHROMIUM'] = chromium
process.env['HALYARD_XVFB'] = (await findXvfb()) ?? ''

/** Tests have the built exchange as a process (`tests/e2e/lib/exchange-process.ts`), one of their own or one for all of a worker: there is no web server here. */
export default defineConfig({
  testDir: 'tests',
  // `npm run soak` alone takes the long waits along.
  testMatch: ['e2e/**/*.spec.ts', process.env['HALYARD_SOAK'] === '1' ? 'soak/**/*.spec.ts' : 'chaos/**/*.spec.ts'],
  outputDir: 'test-results/browser',
  fullyParallel: false,
  // Two cores are the smallest machine this must be green on.
  workers: 2,
  forbidOnly: true,
  // Of a whole test on a busy machine; what a user is promised is asserted where it is promised.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  use: {
    ...devices['Desktop Chrome'],
    viewport: { width: 1440, height: 900 },
    // Pictures and page copies of every step cost a fifth of the run: `--trace on` for the one test that needs them.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false, sources: false },
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env['HALYARD_HEADLESS_SHELL'],
      args: [...CHROMIUM_ARGS],
    },
  },
})
