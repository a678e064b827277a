import { layoutFaults } from './lib/layout'
import { expect, openTrade, accountTest as test, test as ownTest, ticket } from './lib/trading'

test('book and ladder say in one line what a press sends, and their sizes are edited whole (issue 23.6)', async ({
  context,
  exchange,
}) => {
  const page = await openTrade(context, exchange)
  await page.getByRole('tab', { name: 'Ladder' }).click()
  const book = page.getByRole('region', { name: 'Order book' })
  const ladder = page.getByRole('region', { name: 'Price ladder' })
  await book.getByRole('button', { name: 'Clicks in the order book trade' }).click()
  for (const panel of [book, ladder]) {
    const row = panel.getByRole('switch', { name: 'One-press trading' }).locator('..')
    const disarmed = await row.boundingBox()
    await row.getByRole('switch').click()
    const hint = row.getByTitle('One press sends 0.001 BTC')
    // A line is 16 px high, and all of it is seen: what is cut off is wider than its box.
    await expect(hint).toContainText('Sends 0.001 BTC')
    expect((await hint.boundingBox())?.height).toBe(16)
    expect(await hint.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0)
    expect(await row.boundingBox()).toEqual(disarmed)
    await panel.getByRole('button', { name: 'Edit sizes' }).click()
    const sizes = panel.getByRole('dialog', { name: 'Edit sizes' })
    await expect(sizes.getByRole('combobox', { name: 'Unit of size 4' })).toBeVisible()
    expect((await layoutFaults(sizes, 24)).covered).toEqual([])
    await page.keyboard.press('Escape')
    await expect(sizes).toHaveCount(0)
    await row.getByRole('switch').click()
  }
})

test('on a phone the market’s name stands whole beside the button that disarms, and arming moves nothing @long', async ({
  context,
  exchange,
}) => {
  const page = await openTrade(context, exchange)
  await page.setViewportSize({ width: 390, height: 844 })
  // The longest names: of contracts without a date, and of those with one.
  const dated = (await page.evaluate(async () => {
    const answer = await fetch('/v5/market/instruments-info?category=linear&limit=500')
    const { result } = (await answer.json()) as { result: { list: { symbol: string }[] } }
    return result.list.map(({ symbol }) => symbol).find((symbol) => symbol.startsWith('ETHUSDT-'))
  }))!
  for (const symbol of ['BTCUSDT', 'MATICUSDT', dated]) {
    await page.goto(`${exchange.origin}/trade/usdt/${symbol}`)
    const name = page.getByRole('heading', { name: symbol, exact: true })
    const places = async (): Promise<unknown> => [
      await name.boundingBox(),
      await page.getByRole('button', { name: 'Choose a market' }).boundingBox(),
      // How old prices are stands behind it, and has another width with every figure.
      (await page.getByRole('status', { name: 'Connection' }).boundingBox())?.x,
    ]
    await page.getByRole('tab', { name: 'Ladder' }).click()
    const arms = page.getByRole('switch', { name: 'One-press trading' })
    await expect(arms).toBeVisible()
    await expect(page.locator('[data-feed-state="live"]')).toBeVisible()
    const disarmed = await places()
    await arms.click()
    const disarms = page.getByRole('banner').getByRole('button', { name: 'Disarm' })
    await expect(disarms).toBeVisible()
    // What is cut off is wider than its box.
    expect([symbol, await name.evaluate((one) => one.scrollWidth - one.clientWidth)]).toEqual([symbol, 0])
    expect(await places()).toEqual(disarmed)
    await disarms.click()
    await expect(disarms).toHaveCount(0)
    // The bell, whose place it took.
    await expect(page.getByRole('banner').getByRole('button', { name: /alert/i })).toBeVisible()
  }
})

ownTest.describe('where one press trades nothing', () => {
  ownTest.use({ exchangeEnv: { HALYARD_MARKETS: 'all' }, hasServiceWorker: false })

  ownTest(
    'the book of a pair offers no clicks that trade, whatever another page chose',
    async ({ context, exchange }) => {
      const page = await openTrade(context, exchange)
      // The first sign of a hand is what brings such tools.
      await page.mouse.click(300, 300)
      await page.getByRole('button', { name: 'Clicks in the order book trade' }).click()
      await expect(page.getByRole('switch', { name: 'One-press trading' })).toBeVisible()
      await page.goto(`${exchange.origin}/trade/spot/BTC/USDT`)
      const book = page.getByRole('region', { name: 'Order book' })
      await page.mouse.click(300, 300)
      await expect(book.getByRole('combobox')).toBeVisible()
      await expect(ticket(page).getByText('Pays', { exact: true })).toBeVisible()
      await expect(book.getByRole('button', { name: 'Clicks in the order book trade' })).toHaveCount(0)
      await expect(book.getByRole('switch', { name: 'One-press trading' })).toHaveCount(0)
    },
  )
})
