import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import type { Page } from '@playwright/test'
import { ExchangeProcess } from './lib/exchange-process'
import { openOrders, openThrough, placements, test as hostile } from './lib/hostile'
import {
  connection,
  expect,
  expectFeed,
  farBelow,
  lastPrice,
  NO_SHARED_WORKER,
  openTrade,
  openWindow,
  press,
  ticket,
} from './lib/trading'

const ROOT = resolve(import.meta.dirname, '../..')
const SECOND = 'second-build'
const BROKEN_HUB = 'hub.shared-b0b0b0b0.js'
const CHANGE = 'Orders can be placed by carrier pigeon.'
const NEXT_HUB = 'hub.shared-a1a1a1a1.js'

/** Another build of the same sources. @returns its folder */
async function buildNext(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'halyard-next-'))
  const vite = join(ROOT, 'node_modules/.bin/vite')
  await promisify(execFile)(process.execPath, [vite, 'build', '--outDir', folder, '--logLevel', 'error'], {
    cwd: ROOT,
    env: { ...process.env, HALYARD_BUILD: SECOND },
  })
  const release = join(folder, 'release.json')
  const { changes, ...rest } = JSON.parse(readFileSync(release, 'utf8')) as { readonly changes: readonly object[] }
  writeFileSync(release, JSON.stringify({ ...rest, changes: [...changes, { id: 'pigeon', text: CHANGE }] }))
  return folder
}

/** A server whose files a test may replace with those of another build. */
class Site {
  readonly #folder = mkdtempSync(join(tmpdir(), 'halyard-site-'))
  /** A part that only the build deployed last has. */
  #newest = ''

  constructor(private readonly next: string) {
    cpSync(join(ROOT, 'dist'), join(this.#folder, 'dist'), { recursive: true })
    symlinkSync(join(ROOT, 'node_modules'), join(this.#folder, 'node_modules'))
  }

  get main(): string {
    return join(this.#folder, 'dist/exchange/main.js')
  }

  /** Puts the next build in the place of the first. @param keepOld whether parts of the first one stay there */
  deploy({ keepOld }: { readonly keepOld: boolean }): void {
    if (!keepOld) rmSync(this.#app, { recursive: true })
    cpSync(this.next, this.#app, { recursive: true })
    const first = new Set(readdirSync(join(ROOT, 'dist/app/assets')))
    this.#newest = readdirSync(join(this.next, 'assets')).find((name) => !first.has(name)) ?? ''
    if (this.#newest === '') throw new Error('the next build has no part of its own')
  }

  /** Waits until the exchange has read its folder again and serves what was deployed last. */
  async served(exchange: ExchangeProcess): Promise<void> {
    const path = `assets/${this.#newest}`
    await expect.poll(async () => (await fetch(`${exchange.origin}/${path}`)).status).toBe(200)
  }

  /** Puts the first build back, as an operator does who finds the next one broken. */
  rollBack(): void {
    cpSync(join(ROOT, 'dist/app'), this.#app, { recursive: true })
  }

  /** Puts a next build in place whose hub is another one, and does not run. */
  deployBroken(): void {
    this.#deployHub(BROKEN_HUB, () => 'throw new Error("broken build")')
  }

  /** Puts a next build in place whose hub is another one: tabs of the two builds share no worker. */
  deployOtherHub(): void {
    this.#deployHub(NEXT_HUB, (text) => text)
  }

  #deployHub(name: string, change: (text: string) => string): void {
    this.deploy({ keepOld: true })
    const assets = join(this.#app, 'assets')
    const hub = readdirSync(join(this.next, 'assets')).find((name) => /^hub\.shared-.*\.js$/.test(name))
    if (hub === undefined) throw new Error('the build has no hub')
    const parts = readdirSync(join(this.next, 'assets')).map((name) => join(assets, name))
    for (const path of [...parts, join(this.#app, 'sw.js')]) {
      if (!path.endsWith('.js')) continue
      const text = readFileSync(path, 'utf8')
      if (text.includes(hub)) writeFileSync(path, text.replaceAll(hub, name))
    }
    writeFileSync(join(assets, name), change(readFileSync(join(assets, hub), 'utf8')))
    this.#newest = name
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true })
  }

  get #app(): string {
    return join(this.#folder, 'dist/app')
  }
}

const test = hostile.extend<{ readonly site: Site }, { readonly next: string }>({
  next: [
    // oxlint-disable-next-line no-empty-pattern -- a fixture's first parameter has to be a pattern, even an empty one
    async ({}, use) => {
      const folder = await buildNext()
      await use(folder)
      rmSync(folder, { recursive: true, force: true })
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  site: async ({ next }, use) => {
    const site = new Site(next)
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

/** Draws a line by keyboard, into the middle of what is in view. */
async function drawLine(page: Page): Promise<void> {
  const chart = page.getByRole('region', { name: 'Chart' })
  await expect(chart.getByRole('button', { name: 'Indicators' })).toBeEnabled()
  await chart.getByRole('toolbar', { name: 'Drawing tools' }).getByRole('button', { name: 'Trend line' }).press('Enter')
  await expect(chart.getByRole('group', { name: 'Chosen: Trend line' })).toBeVisible()
}

/** Counts the drawings in the list of objects, and closes the list again. */
async function expectLines(page: Page, count: number): Promise<void> {
  const chart = page.getByRole('region', { name: 'Chart' })
  await expect(chart.getByRole('button', { name: 'Indicators' })).toBeEnabled()
  const opener = chart.getByRole('button', { name: 'Objects', exact: true })
  await opener.click()
  await expect(page.getByRole('region', { name: 'Objects' }).locator('[data-drawing]')).toHaveCount(count)
  await opener.click()
  await expect(page.getByRole('region', { name: 'Objects' })).toHaveCount(0)
}

test('S1, S2: a new build comes under two open tabs: they go on trading, say what changes, and reload when told @ci', async ({
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
  await drawLine(page)
  site.deploy({ keepOld: false })
  await site.served(exchange)
  await lookForUpdate(page)
  for (const tab of [page, other])
    await expect(tab.getByText('A new version is ready.')).toBeVisible({ timeout: 20_000 })
  // In words, and with what changes: one line more than this build's changelog has.
  await page.getByText(`(${SECOND}): 1 line`).click()
  await expect(page.getByText(CHANGE)).toBeVisible()
  // Nothing reloads by itself, and the old build still trades.
  expect(await buildOf(page)).toBe(first)
  const price = String(Math.floor((await lastPrice(exchange)) * 0.995))
  await press(page, { side: 'Buy / Long', price, qty: '0.01' })
  await expect(await openOrders(page)).toHaveCount(1)
  await page.getByRole('button', { name: 'Reload' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-build', SECOND, { timeout: 15_000 })
  await expectFeed(page, 'live', 10_000)
  await expect(await openOrders(page)).toHaveCount(1)
  // What was drawn is there in the new build, and a line that is drawn in it stands beside it.
  await expectLines(page, 1)
  await drawLine(page)
  await expectLines(page, 2)
  expect(await buildOf(other)).toBe(first)
  // Neither the server nor the browser's own cache has the parts of the old build: the new worker has kept them.
  await (await context.newCDPSession(other)).send('Network.clearBrowserCache')
  await other.getByRole('link', { name: 'Settings' }).first().click()
  await expect(other.getByRole('heading', { name: 'Settings' })).toBeVisible({ timeout: 10_000 })
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

test('S2: the new build has a hub of its own: it alone is logged in, and the old one comes back by the user’s word @long', async ({
  context,
  exchange,
  site,
}) => {
  test.skip(NO_SHARED_WORKER, 'a leader’s hub is of the build of its tab, and others join it')
  test.setTimeout(120_000)
  const page = await openTrade(context, exchange)
  const old = await openWindow(page, exchange)
  await controlled(page)
  const privateSockets = async (): Promise<number> => (await exchange.state()).sockets.private
  site.deployOtherHub()
  await site.served(exchange)
  await lookForUpdate(page)
  await page.getByRole('button', { name: 'Reload' }).click({ timeout: 20_000 })
  await expect(page.locator('html')).toHaveAttribute('data-build', SECOND, { timeout: 15_000 })
  await expectFeed(page, 'live', 10_000)
  await expectFeed(old, 'elsewhere', 1_000)
  await expect.poll(privateSockets).toBe(1)
  // The old one does not fight for it, and sends nothing.
  await expect(ticket(old).getByRole('button', { name: 'Buy / Long' })).toBeDisabled()
  await old.evaluate(() => dispatchEvent(new Event('online')))
  const price = await farBelow(exchange)
  await press(page, { side: 'Buy / Long', price, qty: '0.01' })
  await expect(await openOrders(page)).toHaveCount(1)
  await expectFeed(old, 'elsewhere', 1_000)
  await old.getByRole('button', { name: /take over|use here/i }).click()
  await expectFeed(old, 'live', 5_000)
  await expectFeed(page, 'elsewhere', 1_000)
  await expect(await openOrders(old)).toHaveCount(1)
  await press(old, { side: 'Buy / Long', price, qty: '0.02' })
  await expect(await openOrders(old)).toHaveCount(2)
  await expect.poll(privateSockets).toBe(1)
  await old.getByRole('button', { name: 'Reload' }).click()
  await expect(old.locator('html')).toHaveAttribute('data-build', SECOND, { timeout: 15_000 })
  // All tabs in the new build's hub: it has the account again.
  for (const tab of [old, page]) {
    await expectFeed(tab, 'live', 10_000)
    await expect(await openOrders(tab)).toHaveCount(2)
  }
  await expect.poll(privateSockets).toBe(1)
  expect(placements(exchange)).toBe(2)
})

test('S3: a part of the old build is gone: one reload, then the new build shows the page that was asked for @long', async ({
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
  await site.served(exchange)
  let loads = 0
  page.on('load', () => loads++)
  // This part names its build, so the next build has another one under another name.
  await page.getByRole('link', { name: 'Settings' }).first().click()
  await expect(page.locator('html')).toHaveAttribute('data-build', SECOND, { timeout: 15_000 })
  await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible({ timeout: 10_000 })
  expect(loads).toBe(1)
})

test.describe('before the service worker has kept the parts', () => {
  test.use({ serviceWorkers: 'block' })

  test('S3, S8: a part is asked for while the exchange is away: the page stays, and the part comes when it is back @long', async ({
    context,
    exchange,
  }) => {
    const page = await openTrade(context, exchange)
    await ticket(page).getByLabel('Quantity', { exact: true }).fill('0.123')
    let loads = 0
    page.on('load', () => loads++)
    await exchange.stop('SIGKILL')
    await ticket(page).getByRole('tab', { name: 'Conditional', exact: true }).click()
    await expect(page.getByText(/Not loaded yet: .*a part of the order ticket/)).toBeVisible()
    await exchange.resume()
    await expect(ticket(page).getByLabel('Trigger price', { exact: true })).toBeVisible({ timeout: 12_000 })
    await expect(page.getByText('Not loaded yet')).toHaveCount(0)
    await expect(ticket(page).getByLabel('Quantity', { exact: true })).toHaveValue('0.123')
    await expectFeed(page, 'live', 20_000)
    expect(loads).toBe(0)
  })
})

test('S5: a build with a broken hub is deployed: it never trades, the old tab does, and the next build is offered @long', async ({
  context,
  exchange,
  site,
}) => {
  test.setTimeout(120_000)
  const page = await openTrade(context, exchange)
  const old = await openWindow(page, exchange)
  await controlled(page)
  site.deployBroken()
  await site.served(exchange)
  await lookForUpdate(page)
  await page.getByRole('button', { name: 'Reload' }).click({ timeout: 20_000 })
  await expect(page.locator('html')).toHaveAttribute('data-build', SECOND, { timeout: 15_000 })
  const price = String(Math.floor((await lastPrice(exchange)) * 0.995))
  if (NO_SHARED_WORKER) {
    // The old tab led as soon as this one was left, and its hub, of the build that works, serves both.
    await expectFeed(page, 'live', 10_000)
  } else {
    // Said, and nothing can be sent from it.
    await expect(connection(page)).not.toHaveAttribute('data-feed-state', 'live')
    await expect(ticket(page).getByRole('button', { name: 'Buy / Long' })).toBeDisabled()
  }
  await expectFeed(old, 'live', 5_000)
  await press(old, { side: 'Buy / Long', price, qty: '0.01' })
  await expect(await openOrders(old)).toHaveCount(1)
  expect(placements(exchange)).toBe(1)
  site.rollBack()
  await lookForUpdate(page)
  await page.getByRole('button', { name: 'Reload' }).click({ timeout: 20_000 })
  await expect(page.locator('html')).not.toHaveAttribute('data-build', SECOND, { timeout: 15_000 })
  await expectFeed(page, 'live', 10_000)
  await expect(await openOrders(page)).toHaveCount(1)
})

test('S7: the line breaks while a new build is installed: the old one goes on, offline too, until it comes whole @long', async ({
  page,
  exchange,
  site,
  wire,
}) => {
  test.setTimeout(120_000)
  await openThrough(page, wire)
  await controlled(page)
  const first = await buildOf(page)
  site.deploy({ keepOld: true })
  await site.served(exchange)
  wire.loseAnswer('GET /assets/')
  const looked = lookForUpdate(page).catch(() => undefined)
  await expect.poll(() => wire.struck).toBe(1)
  wire.refuse()
  wire.cut('reset', 'http')
  await looked
  // Without a network, as the old worker has it: nothing of the new build is mixed in.
  await page.reload()
  expect(await buildOf(page)).toBe(first)
  wire.heal()
  await expectFeed(page, 'live', 10_000)
  await lookForUpdate(page)
  await expect(page.getByText('A new version is ready.')).toBeVisible({ timeout: 20_000 })
  // The page is loaded again in the very moment of the press: the old worker is then kept at work by the new page.
  await page.getByRole('button', { name: 'Reload' }).evaluate((button: HTMLButtonElement) => {
    button.click()
    location.reload()
  })
  await expect(page.locator('html')).toHaveAttribute('data-build', SECOND, { timeout: 15_000 })
  await expectFeed(page, 'live', 10_000)
  // A worker of the page's own build that comes into force later is no update.
  await expect(page.getByText('A new version is ready.')).toHaveCount(0)
})
