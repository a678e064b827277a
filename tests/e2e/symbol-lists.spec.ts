import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type BrowserContext, type Locator, type Page } from '@playwright/test'
import { CHROMIUM_ARGS } from '../../scripts/lib/chromium-args.mjs'
import type { ExchangeProcess } from './lib/exchange-process'
import { CHROMIUM_ONLY, expect, expectFeed, NO_SHARED_WORKER, test } from './lib/trading'

const LISTS = [
  '/contract/v5/product/brief-symbol-list',
  '/spot/api/basic/symbol_list_all',
  '/spot/api/basic/symbol_list_v3',
  '/spot/api/basic/symbol_list_v2',
]

/** Opens the diagnostics in a new browser process over a profile, does something there, and ends the process. */
async function inBrowser(
  profile: string,
  exchange: ExchangeProcess,
  work: (page: Page) => Promise<void>,
): Promise<void> {
  const context: BrowserContext = await chromium.launchPersistentContext(profile, {
    executablePath: process.env['HALYARD_CHROMIUM'] ?? '',
    args: [...CHROMIUM_ARGS],
  })
  try {
    const page = await context.newPage()
    await page.goto(`${exchange.origin}/diagnostics`)
    await work(page)
  } finally {
    await context.close()
  }
}

/** A figure of the page by its name. */
function fact(page: Page, name: string): Locator {
  return page.locator(`dt:text-is("${name}") + dd`)
}

/** The codes stand among the faults, once each. */
async function expectCodes(page: Page, codes: readonly number[]): Promise<void> {
  for (const code of codes) await expect(page.getByText(String(code)), String(code)).toHaveCount(1, { timeout: 20_000 })
}

async function empty(page: Page, databases: readonly string[]): Promise<void> {
  await page.evaluate(async (names) => {
    for (const name of await caches.keys()) if (/symbols|spot/.test(name)) await caches.delete(name)
    for (const name of names)
      await new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open(name)
        opening.addEventListener('error', () => reject(new Error(`${name} did not open`)))
        opening.addEventListener('success', () => {
          const change = opening.result.transaction('lists', 'readwrite')
          change.objectStore('lists').clear()
          change.addEventListener('complete', () => resolve())
        })
      })
  }, databases)
}

test.use({ exchangeEnv: { HALYARD_MARKETS: 'all' } })

test('lists of symbols do not come (spec §4): the copies of the service worker, then the hub’s, then the built-in lists @long', async ({
  exchange,
  browserName,
}) => {
  test.skip(browserName !== 'chromium', CHROMIUM_ONLY.steersStorage)
  test.skip(NO_SHARED_WORKER, 'a leader’s hub is the same, and this starts four browsers')
  test.setTimeout(240_000)
  const profile = mkdtempSync(join(tmpdir(), 'halyard-lists-'))
  try {
    let pairs = ''
    await inBrowser(profile, exchange, async (page) => {
      await expectFeed(page, 'live', 30_000)
      await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
      await expect(fact(page, 'Spot pairs')).toContainText('Resolved')
      await expect(fact(page, 'Contracts')).toContainText('Resolved')
      pairs = (await fact(page, 'Spot pairs').textContent()) ?? ''
      await page.reload()
      // Through the service worker, which keeps them.
      await expect.poll(() => page.evaluate(async () => (await caches.keys()).join(' '))).toContain('halyard-symbols')
    })
    for (const call of LISTS) await exchange.control('http-status', { call, status: 503, n: 100_000 })

    // The service worker's copy of the contracts is a hit; the hub's copy stands in for the pairs. Nothing of it is logged
    // as a failure of the contracts.
    await inBrowser(profile, exchange, async (page) => {
      await expect(fact(page, 'Contracts')).toContainText('Resolved')
      await expect(fact(page, 'Spot pairs')).toHaveText(pairs)
      await empty(page, [])
    })

    // Without the service worker's copies the hub's stand in for both.
    await inBrowser(profile, exchange, async (page) => {
      await expectCodes(page, [10011505, 10011502, 11511506, 11511505, 11511501, 11511507, 11511508, 11511502])
      await expect(fact(page, 'Contracts')).toContainText('Resolved')
      await expect(fact(page, 'Spot pairs')).toHaveText(pairs)
      await empty(page, ['symbolData'])
    })

    // Without those either, the built-in ones: 31 + 6 + 5 contracts and two pairs.
    await inBrowser(profile, exchange, async (page) => {
      await expectCodes(page, [10011505, 10011507, 11511503])
      await expect(fact(page, 'Contracts')).toContainText('Rejected · 42 symbols')
      await expect(fact(page, 'Spot pairs')).toContainText('Rejected · 2 symbols')
      await exchange.control('reset')
      await expect(fact(page, 'Contracts')).toContainText('Resolved', { timeout: 20_000 })
    })
  } finally {
    rmSync(profile, { recursive: true, force: true })
  }
})
