import { defineConfig } from '@playwright/test'

/**
 * Which of the Chromium journeys Firefox takes, too; CONTRIBUTING.md says why not the others. A test in one of these
 * files that Firefox cannot take skips itself with the reason.
 */
const IN_FIREFOX = [
  'first-minute',
  'one-order',
  'many-tabs',
  'exchange-stops',
  'screen-offline',
  'sign-out',
  'hub-orders',
  'hub-feeds',
  'hub-lives',
  'hub-leader',
  'hub-storage',
]

/** `npm run test:browsers`: the core journeys in the other two engines, as far as their drivers go. */
export default defineConfig({
  testDir: 'tests',
  outputDir: 'test-results/browsers',
  workers: 1,
  forbidOnly: true,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  projects: [
    {
      name: 'firefox',
      testMatch: IN_FIREFOX.map((name) => `e2e/${name}.spec.ts`),
      use: {
        browserName: 'firefox',
        // Speaks WebDriver BiDi with an unpatched Firefox; the ordinary channel wants Playwright's own build.
        channel: 'moz-firefox',
        viewport: { width: 1440, height: 900 },
        screenshot: 'only-on-failure',
        launchOptions: { executablePath: process.env['HALYARD_FIREFOX'] ?? 'firefox-esr' },
      },
    },
    { name: 'webkitgtk', testMatch: 'browsers/webkitgtk.spec.ts' },
  ],
})
