import type { Page } from '@playwright/test'
import { openOrders } from './lib/hostile'
import { ownProfile } from './lib/own-profile'
import { expect, expectFeed, farBelow, openControlled, openTrade, press, test } from './lib/trading'

/** What the journal has of presses, from a file of the app without the app. */
async function journal(page: Page, origin: string): Promise<readonly unknown[]> {
  await page.goto(`${origin}/icons/icon.svg`)
  return page.evaluate(async () => {
    const opening = indexedDB.open('halyard')
    await new Promise((done) => opening.addEventListener('success', done))
    const reading = opening.result.transaction('intents').objectStore('intents').getAll()
    await new Promise((done) => reading.addEventListener('success', done))
    opening.result.close()
    return reading.result as { readonly state: string }[]
  })
}

test('a browser that is killed while its order is on the way: the next one has the press, looks it up and says what became of it (I1, I2, I3) @ci', async ({
  exchange,
  playwright,
  browserName,
  launchOptions,
}) => {
  test.setTimeout(90_000)
  const { browse, kill, remove } = ownProfile(playwright[browserName], launchOptions)
  let context = await browse()
  try {
    await openControlled(context, exchange)
    // A browser writes its cookies down within half a minute, and when it is closed: the session is one of yesterday.
    await context.close()
    context = await browse()
    const page = await openTrade(context, exchange)
    const price = await farBelow(exchange)
    // Longer than an order is valid: the exchange will not take it any more.
    await exchange.control('hold', { call: 'order/create', phase: 'before-commit', ms: 4_000 })
    await press(page, { side: 'Buy / Long', price, qty: '0.03' })
    await expect(await openOrders(page)).toHaveAttribute('data-order-state', 'sending')
    const closed = context.waitForEvent('close')
    kill()
    await closed

    context = await browse()
    const next = await context.newPage()
    expect(await journal(next, exchange.origin)).toMatchObject([{ state: 'sending', order: { qty: '0.03' } }])
    await next.goto(`${exchange.origin}/trade/usdt/BTCUSDT`)
    await expectFeed(next, 'live', 15_000)
    const row = await openOrders(next)
    await expect(row).toHaveAttribute('data-order-state', 'notPlaced', { timeout: 30_000 })
    // Nothing was sent again: the user decides.
    await row.getByRole('button', { name: 'Send again' }).click()
    await expect(row).toHaveAttribute('data-order-state', 'live', { timeout: 10_000 })
    await expect(row).toHaveCount(1)
  } finally {
    await context.close()
    remove()
  }
})
