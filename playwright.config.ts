import { defineConfig, devices } from '@playwright/test'
import { CHROMIUM_ARGS } from './scripts/lib/chromium-args.mjs'
import { findChromium } from './scripts/lib/find-chromium.mjs'
import { findXvfb } from './scripts/lib/find-xvfb.mjs'

// Workers inherit both, and so do tests that start a browser of their own.
process.env['HALYARD_CHROMIUM'] = await findChromium()
process.env['HALYARD_XVFB'] = (await findXvfb()) ?? ''

/** Each test starts its own exchange on a port of its own (`scripts/lib/start-exchange.mjs`), so there is no web server here. */
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
      executablePath: process.env['HALYARD_CHROMIUM'],
      args: [...CHROMIUM_ARGS],
    },
  },
})
