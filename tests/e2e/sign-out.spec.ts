import { keptTexts } from './lib/kept-texts'
import {
  expect,
  expectFeed,
  lastPrice,
  openTrade,
  openWindow,
  press,
  showTable,
  accountTest as test,
} from './lib/trading'

// It looks through all that the browser keeps, the caches of the service worker too.
test.use({ hasServiceWorker: true })

test('signed out: no tab shows anything of the account, and nothing that the browser keeps holds it (I12)', async ({
  context,
  exchange,
}) => {
  const first = await openTrade(context, exchange)
  const tabs = [first, await openWindow(first, exchange)]
  await press(first, { side: 'Buy / Long', price: null, qty: '0.05' })
  const far = String(Math.floor((await lastPrice(exchange)) * 0.995))
  await press(first, { side: 'Buy / Long', price: far, qty: '0.01' })
  for (const tab of tabs) {
    const region = await showTable(tab, 'Positions')
    await expect(region.locator('tr[data-symbol="BTCUSDT"]')).toContainText('0.050')
    await showTable(tab, 'Open orders')
    await expect(region.locator('tr[data-order-id]')).toHaveCount(1)
  }
  const account = exchange.ledger().find((line) => line.command?.type === 'place')?.account ?? ''
  expect(account).not.toBe('')
  await expect.poll(() => keptTexts(first)).toContain(account)
  const orderId = (await first.locator('tr[data-order-id]').getAttribute('data-order-id')) ?? ''
  for (const tab of tabs) expect(await tab.content()).toContain(account)

  await first.evaluate(async () => {
    await fetch('/sandbox/session', { method: 'DELETE', headers: { 'x-requested-with': 'test' } })
  })
  for (const tab of tabs) {
    // The visitor is a newcomer again, with a paper account of another name.
    await expect.poll(() => tab.content()).not.toContain(account)
    await expectFeed(tab, 'live', 10_000)
    const region = await showTable(tab, 'Positions')
    await expect(region.locator('tr[data-symbol]')).toHaveCount(0)
    await showTable(tab, 'Order history')
    await expect(region.locator('tr[data-order-id]')).toHaveCount(0)
    const html = await tab.content()
    for (const secret of [account, orderId]) expect(html).not.toContain(secret)
  }
  const kept = await keptTexts(first)
  for (const secret of [account, orderId]) expect(kept).not.toContain(secret)
  await expect.poll(async () => (await exchange.state()).sockets).toMatchObject({ public: 1, private: 1 })
})
