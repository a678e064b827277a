import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import type { Page } from '@playwright/test'
import { ExchangeProcess } from './lib/exchange-process'
import { openOrders, placements, test as hostile } from './lib/hostile'
import { expect, expectFeed, lastPrice, openTrade, openWindow, press } from './lib/trading'

const ROOT = resolve(import.meta.dirname, '../..')
const SECOND = 'second-build'

/** A server whose files a test may replace, and another build of the same sources to replace them with. */
class Site {
  readonly #folder = mkdtempSync(join(tmpdir(), 'halyard-site-'))
  readonly #next = mkdtempSync(join(tmpdir(), 'halyard-next-'))

  constructor() {
    cpSync(join(ROOT, 'dist'), join(this.#folder, 'dist'), { recursive: true })
    symlinkSync(join(ROOT, 'node_modules'), join(this.#folder, 'node_modules'))
  }

  get main(): string {
    return join(this.#folder, 'dist/exchange/main.js')
  }

  async buildNext(): Promise<void> {
    const vite = join(ROOT, 'node_modules/.bin/vite')
    await promisify(execFile)(process.execPath, [vite, 'build', '--outDir', this.#next, '--logLevel', 'error'], {
      cwd: ROOT,
      env: { ...process.env, HALYARD_BUILD: SECOND },
    })
  }

  /** Puts the next build in the place of the first. @param keepOld whether parts of the first one stay there */
  deploy({ keepOld }: { readonly keepOld: boolean }): void {
    const app = join(this.#folder, 'dist/app')
    if (!keepOld) rmSync(app, { recursive: true })
    cpSync(this.#next, app, { recursive: true })
  }

  remove(): void {
    for (const folder of [this.#folder, this.#next]) rmSync(folder, { recursive: true, force: true })
  }
}

const test = hostile.extend<{ readonly site: Site }>({
  // oxlint-disable-next-line no-empty-pattern -- a fixture's first parameter has to be a pattern, even an empty one
  site: async ({}, use) => {
    const site = new Site()
    await site.buildNext()
    await use(site)
    site.remove()
  },
  exchange: async ({ site }, use) => {
    const exchange = await ExchangeProcess.start({}, site.main)
    await use(exchange)
    await exchange.close()
  },
})

const buildOf = (page: Page): Promise<string | null> => page.locator('html').getAttribute('data-build')

async function controlled(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
}

/** What the page does each hour and on return. */
async function lookForUpdate(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await (await navigator.serviceWorker.ready).update()
  })
}

test('S1, S2: a new build comes under two open tabs: they go on trading, ask, and reload when told', async ({
  context,
  exchange,
  site,
}) => {
  test.setTimeout(120_000)
  const page = await openTrade(context, exchange)
  const other = await openWindow(page, exchange)
  await controlled(page)
  const first = await buildOf(page)
  expect(first).not.toBe(SECOND)
  site.deploy({ keepOld: true })
  await page.waitForTimeout(1_100)
  await lookForUpdate(page)
  for (const tab of [page, other])
    await expect(tab.getByText('A new version is ready.')).toBeVisible({ timeout: 20_000 })
  // Nothing reloads by itself, and the old build still trades.
  expect(await buildOf(page)).toBe(first)
  const price = String(Math.floor((await lastPrice(exchange)) * 0.995))
  await press(page, { side: 'Buy / Long', price, qty: '0.01' })
  await expect(await openOrders(page)).toHaveCount(1)
  await page.getByRole('button', { name: 'Reload' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-build', SECOND, { timeout: 15_000 })
  await expectFeed(page, 'live', 10_000)
  await expect(await openOrders(page)).toHaveCount(1)
  expect(await buildOf(other)).toBe(first)
  await other.getByRole('button', { name: 'Reload' }).click()
  await expect(other.locator('html')).toHaveAttribute('data-build', SECOND, { timeout: 15_000 })
  await expectFeed(other, 'live', 10_000)
  // The hub of the old build has gone with its last tab.
  await expect
    .poll(async () => (await exchange.state()).sockets, { timeout: 15_000 })
    .toMatchObject({ public: 1, private: 1 })
  expect(placements(exchange)).toBe(1)
})

test('S3: a part of the old build is gone: one reload, then the new build shows the page that was asked for', async ({
  context,
  exchange,
  site,
}) => {
  test.setTimeout(120_000)
  const page = await openTrade(context, exchange)
  await controlled(page)
  // Neither the server nor the browser has the old parts any more.
  await page.evaluate(async () => {
    for (const registration of await navigator.serviceWorker.getRegistrations()) await registration.unregister()
    for (const name of await caches.keys()) await caches.delete(name)
  })
  const session = await context.newCDPSession(page)
  await session.send('Network.clearBrowserCache')
  site.deploy({ keepOld: false })
  await page.waitForTimeout(1_100)
  let loads = 0
  page.on('load', () => loads++)
  // This part names its build, so the next build has another one under another name.
  await page.getByRole('link', { name: 'Settings' }).first().click()
  await expect(page.locator('html')).toHaveAttribute('data-build', SECOND, { timeout: 15_000 })
  await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible({ timeout: 10_000 })
  expect(loads).toBe(1)
})
