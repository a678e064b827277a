import { openOrders } from './lib/hostile'
import { accountTest as test, expect, expectFeed, farBelow, openTrade, press } from './lib/trading'

/** Spec §8: what a code does on the screen, made by the exchange and not by a model. */

test('codes of a refusal on the screen: compliance (10024), no answer in time (9000001) @ci', async ({
  context,
  exchange,
}) => {
  const page = await openTrade(context, exchange)
  const order = { side: 'Buy / Long', price: await farBelow(exchange) } as const
  await test.step('the compliance rules open a dialog, and no message (10024)', async () => {
    await exchange.control('flags', { compliance: true })
    await press(page, { ...order, qty: '0.01' })
    const wall = page.getByRole('dialog', { name: 'Not allowed by compliance rules' })
    await expect(wall).toContainText('Positions can still be made smaller')
    await expect(page.getByRole('alert').filter({ hasText: 'Order not placed' })).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(wall).toHaveCount(0)
    await exchange.control('flags', { compliance: false })
    await expect(await openOrders(page)).toHaveCount(0)
  })
  await test.step('a visitor who is shut out is led elsewhere, and the page is blocked until then (spec §2)', async () => {
    await exchange.control('flags', { isBanned: true })
    await page.reload()
    const banned = page.getByRole('dialog', { name: 'Not available where you are' })
    await banned.getByRole('button', { name: 'Open the other page' }).click()
    await expect(page).toHaveURL(/\/pt-BR\/trade\/spot\/BTC\/USDT$/)
    await exchange.control('flags', { isBanned: false })
    await page.goto(`${exchange.origin}/trade/usdt/BTCUSDT`)
    await expectFeed(page, 'live', 30_000)
  })
  await test.step('an answer that the exchange did not get to is told beside the unknown order (9000001)', async () => {
    await exchange.control('reject', { call: 'order/create', phase: 'before-commit', retCode: 9000001 })
    await press(page, { ...order, qty: '0.02' })
    await expect(page.getByRole('alert').filter({ hasText: 'The exchange did not answer in time.' })).toBeVisible()
    // It was not taken: the look-up says so.
    await expect(page.getByRole('alert').filter({ hasText: 'Order not placed' })).toBeVisible()
  })
})
