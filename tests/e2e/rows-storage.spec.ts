import type { BrowserContext, Page } from '@playwright/test'
import { expectAgreement } from './lib/agreement'
import type { ExchangeProcess } from './lib/exchange-process'
import { openOrders, placements, WorkerHandle } from './lib/hostile'
import {
  accountTest as test,
  CHROMIUM_ONLY,
  expect,
  expectFeed,
  farBelow,
  NO_SHARED_WORKER,
  openTrade,
  press,
  ticket,
} from './lib/trading'

/** A page of the same origin without the app: another program with the same storage. */
async function openBare(context: BrowserContext, exchange: ExchangeProcess): Promise<Page> {
  const page = await context.newPage()
  await page.goto(`${exchange.origin}/healthz`)
  return page
}

/** Opens the house's database at a version and keeps it open, deaf to anybody who wants another. */
async function holdDatabase(page: Page, version: number): Promise<void> {
  await page.evaluate(
    (number) =>
      new Promise<void>((resolve, reject) => {
        const request = indexedDB.open('halyard', number)
        request.addEventListener('upgradeneeded', () => {
          const { result } = request
          if (!result.objectStoreNames.contains('later')) result.createObjectStore('later')
        })
        request.addEventListener('success', () => {
          Object.assign(globalThis, { held: request.result })
          resolve()
        })
        request.addEventListener('error', () => reject(new Error(String(request.error))))
      }),
    version,
  )
}

test('D1: storage does not open: live all the same, an order goes out, and it is said that nothing is remembered @long', async ({
  context,
  exchange,
}) => {
  // An older version stays open and does not give way: opening the newer one waits for ever.
  await holdDatabase(await openBare(context, exchange), 1)
  const page = await openTrade(context, exchange)
  // On the trade page itself, beside what it is about.
  await expect(ticket(page).getByText('cannot remember orders')).toBeVisible()
  await press(page, { side: 'Buy / Long', price: await farBelow(exchange), qty: '0.01' })
  await expect(await openOrders(page)).toHaveAttribute('data-order-state', 'live')
  await expectAgreement(page, exchange, { orders: 1 })
  await page.goto(`${exchange.origin}/diagnostics`)
  await expect(page.getByText('Memory only: nothing is remembered')).toBeVisible()
})

test('D2: a later build makes the database newer under an open page: it is let in, and orders still go out @long', async ({
  context,
  exchange,
}) => {
  const page = await openTrade(context, exchange)
  const price = await farBelow(exchange)
  await press(page, { side: 'Buy / Long', price, qty: '0.01' })
  const rows = await openOrders(page)
  await expect(rows).toHaveCount(1)
  const later = await openBare(context, exchange)
  await holdDatabase(later, 1_000)
  await press(page, { side: 'Buy / Long', price, qty: '0.02' })
  await expect(rows).toHaveCount(2)
  // And an older build that finds it so.
  await page.reload()
  await expectFeed(page, 'live', 15_000)
  await press(page, { side: 'Buy / Long', price, qty: '0.03' })
  await expect(await openOrders(page)).toHaveCount(3)
  expect(placements(exchange)).toBe(3)
  await expectAgreement(page, exchange, { orders: 3 })
})

test('D3: the disk is full: a press that cannot be recorded is not sent, and says so; a cancel goes out @ci', async ({
  context,
  exchange,
  browser,
  browserName,
}) => {
  test.skip(browserName !== 'chromium', CHROMIUM_ONLY.steersStorage)
  test.skip(NO_SHARED_WORKER, 'a leader’s hub is no shared worker')
  const page = await openTrade(context, exchange)
  const price = await farBelow(exchange)
  await press(page, { side: 'Buy / Long', price, qty: '0.01' })
  const rows = await openOrders(page)
  await expect(rows).toHaveAttribute('data-order-state', 'live')
  const note = ticket(page).getByText('The last order could not be saved')
  await expect(note).toBeHidden()
  // The browser keeps no account of writes as small as these against its quota: the hub's own store says that it is full.
  const worker = await WorkerHandle.attach(browser)
  await worker.run(`{
    const { put } = IDBObjectStore.prototype
    globalThis.halyardEmptyDisk = () => (IDBObjectStore.prototype.put = put)
    IDBObjectStore.prototype.put = () => { throw new DOMException('full', 'QuotaExceededError') }
  }`)
  await press(page, { side: 'Buy / Long', price, qty: '0.02' })
  await expect(page.getByText('this browser could not save the order first').first()).toBeVisible()
  await expect(note).toBeVisible()
  expect(placements(exchange)).toBe(1)
  await expectAgreement(page, exchange, { orders: 1 })
  await rows.getByRole('button', { name: 'Cancel', exact: true }).click()
  await expect(rows).toHaveCount(0)
  await worker.run('halyardEmptyDisk()')
  await press(page, { side: 'Buy / Long', price, qty: '0.03' })
  await expect(rows).toHaveAttribute('data-order-state', 'live')
  await expect(note).toBeHidden()
  expect(placements(exchange)).toBe(2)
  await expectAgreement(page, exchange, { orders: 1 })
})
