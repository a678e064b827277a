import type { Browser, Page } from '@playwright/test'
import { CHROMIUM_ARGS } from '../../scripts/lib/chromium-args.mjs'
import { expectAgreement } from './lib/agreement'
import { openOrders, placements, accountTest as test, WorkerHandle } from './lib/hostile'
import {
  CHROMIUM_ONLY,
  expect,
  expectFeed,
  farBelow,
  lastPrice,
  NO_SHARED_WORKER,
  openTrade,
  openWindow,
  press,
  showTable,
  ticket,
} from './lib/trading'

// Pages and workers may then ask for a collection of what nobody holds.
test.use({
  launchOptions: {
    executablePath: process.env['HALYARD_HEADLESS_SHELL']!,
    args: [...CHROMIUM_ARGS, '--js-flags=--expose-gc'],
  },
})

// A browser with flags of its own comes last in the run: on one runner after the other these would keep it waiting.
test.describe.configure({ mode: 'parallel' })

/** Longest time until a call that is never answered has ended, as the tab counts it, and a second for the screen. */
const ENDED_MS = 16_000

/** Each is placed, cancelled and looked up in the history. */
const ORDERS = 3

/** Collects right after each call has left, of the tab to the hub and of the hub to the exchange, and now and then besides. */
const COLLECT = `{
  globalThis.collections = 0
  const collect = () => setTimeout(() => { gc(); globalThis.collections++ })
  setInterval(collect, 250)
  const ask = globalThis.fetch
  globalThis.fetch = (...call) => { collect(); return ask(...call) }
  if (globalThis.document !== undefined) {
    const post = MessagePort.prototype.postMessage
    MessagePort.prototype.postMessage = function (...message) {
      if (message[0]?.type === 'APPLY') collect()
      post.apply(this, message)
    }
  }
}`

/** Runs a line in the one hub there is: a shared worker, or the leader tab's own. */
async function inHub(browser: Browser, page: Page, line: string): Promise<void> {
  if (NO_SHARED_WORKER) await page.workers()[0]!.evaluate(line)
  else await (await WorkerHandle.attach(browser)).run(line)
}

/** From now on, the first message that fits is lost between tab and hub, on whichever side the line is run. */
function loseFirst(fits: string): string {
  return `for (const { prototype } of [MessagePort, BroadcastChannel]) {
    const post = prototype.postMessage
    prototype.postMessage = function (data, ...rest) {
      if (!globalThis.hasLost && (${fits})) globalThis.hasLost = true
      else post.call(this, data, ...rest)
    }
  }`
}

test('H14: what nobody holds is collected all the while, in tab and hub: every call is answered @long', async ({
  browser,
  context,
  exchange,
  browserName,
}) => {
  test.skip(browserName !== 'chromium', CHROMIUM_ONLY.killsWorker)
  const page = await openTrade(context, exchange)
  await inHub(browser, page, COLLECT)
  await page.evaluate(COLLECT)
  const price = Math.floor((await lastPrice(exchange)) * 0.995)
  const rows = await openOrders(page)
  for (let i = 0; i < ORDERS; i++) {
    await press(page, { side: 'Buy / Long', price: String(price - i), qty: '0.01' })
    await expect(rows).toHaveAttribute('data-order-state', 'live')
    await expect(ticket(page).getByRole('button', { name: 'Buy / Long' })).not.toHaveAttribute('aria-busy')
    await rows.getByRole('button', { name: 'Cancel', exact: true }).click()
    await expect(rows).toHaveCount(0)
    const history = await showTable(page, 'Order history')
    await expect(history.getByRole('table').locator('tbody tr')).toHaveCount(i + 1)
    await openOrders(page)
  }
  expect(await page.evaluate(() => (globalThis as unknown as { collections: number }).collections)).toBeGreaterThan(
    ORDERS,
  )
  expect(placements(exchange)).toBe(ORDERS)
  await expectAgreement(page, exchange, { orders: 0 })
  await expectFeed(page, 'live', 1_000)
})

test('H14: the hub’s answers to a press and to a question never come, and a press never comes to it: all end, each order stands once @long', async ({
  browser,
  context,
  exchange,
  browserName,
}) => {
  test.skip(browserName !== 'chromium', CHROMIUM_ONLY.killsWorker)
  const page = await openTrade(context, exchange)
  const other = await openWindow(page, exchange)
  const rows = await openOrders(page)
  const otherRows = await openOrders(other)
  await inHub(browser, page, loseFirst(`data?.type === 'RAW' && data.value?.kind === 'accepted'`))
  await page.evaluate(loseFirst(`data?.type === 'APPLY' && data.path[0] === 'orderHistory'`))
  await other.evaluate(loseFirst(`data?.type === 'APPLY' && data.path[0] === 'placeOrder'`))
  const price = await farBelow(exchange)
  await press(page, { side: 'Buy / Long', price, qty: '0.01' })
  const buy = ticket(page).getByRole('button', { name: 'Buy / Long' })
  await expect(buy).toHaveAttribute('aria-busy', 'true')
  // The account's own stream tells of the order all the same.
  await expect(rows).toHaveAttribute('data-order-state', 'live')
  // The deadlines are most of it, so they run at the same time.
  await press(other, { side: 'Buy / Long', price, qty: '0.02' })
  const history = await showTable(page, 'Order history')
  await expect(history.getByText('The history could not be read.')).toBeVisible({ timeout: ENDED_MS })
  await expect(buy).not.toHaveAttribute('aria-busy', 'true', { timeout: ENDED_MS })
  await expect(page.getByRole('alert').filter({ hasText: /not placed|refused|failed/i })).toHaveCount(0)
  await history.getByRole('button', { name: 'Try again' }).click()
  await expect(history.getByText('The history could not be read.')).toBeHidden()
  // Of the press that never came to the hub nothing is known, which is said, and nothing is sent later.
  const lost = ticket(other).getByText('No answer from the exchange. This order could not be found')
  await expect(lost).toBeVisible({ timeout: ENDED_MS })
  await expect(otherRows).toHaveCount(1)
  expect(placements(exchange)).toBe(1)
  await expectAgreement(page, exchange, { orders: 1 })

  await press(other, { side: 'Buy / Long', price, qty: '0.03' })
  await expect(otherRows).toHaveCount(2)
  await expect(lost).toBeHidden()
  await press(page, { side: 'Buy / Long', price, qty: '0.04' })
  await expect(rows).toHaveCount(3)
  expect(placements(exchange)).toBe(3)
  await expectAgreement(page, exchange, { orders: 3 })
})
