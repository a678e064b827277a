import { accountTest, expect, expectFeed, openControlled, openTrade, press, test, ticket } from './lib/trading'

/** Parts that only a press, a message or a position shows. */
const LATER = /\/assets\/(dialogs|notices|PositionsTable|PhoneTrade)-/

test.describe('parts of the page, before the service worker has kept them', () => {
  test.use({ serviceWorkers: 'block' })

  accountTest(
    "dialogs and messages come with the user's first movement, not with the first screen",
    async ({ context, exchange }) => {
      const asked: string[] = []
      context.on('request', (request) => asked.push(request.url()))
      const page = await openTrade(context, exchange)
      // Three seconds after the page is live they come by themselves, on a busy machine before its ticket is drawn.
      expect(asked.filter((url) => LATER.test(url))).toEqual([])
      await expect(ticket(page).getByRole('button', { name: 'Buy / Long' })).toBeVisible()
      await page.mouse.move(200, 200)
      for (const name of ['dialogs', 'notices', 'PositionsTable'])
        await expect.poll(() => asked.some((url) => url.includes(`/assets/${name}-`))).toBe(true)
    },
  )

  accountTest(
    'a window that becomes narrow keeps its page until the other one has come @long',
    async ({ context, exchange }) => {
      let letIn = (): void => {}
      const held = new Promise<void>((resolve) => (letIn = resolve))
      await context.route(/\/assets\/PhoneTrade-.*\.js/, async (route) => {
        await held
        await route.continue()
      })
      const page = await openTrade(context, exchange)
      // Prices are drawn in a commit before the ticket: the window changes once both are there.
      await expect(ticket(page).getByRole('button', { name: 'Buy / Long' })).toBeVisible()
      const asked = page.waitForRequest(/\/assets\/PhoneTrade-.*\.js/)
      await page.setViewportSize({ width: 390, height: 844 })
      await asked
      // What is there goes on: its heading, and prices that move.
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(ticket(page).getByRole('button', { name: 'Buy / Long' })).toBeVisible()
      // One way to the other pages, and not none or two.
      const ways = page.getByRole('navigation', { name: 'Main' })
      await expect(ways).toHaveCount(1)
      letIn()
      await expect(ticket(page)).toHaveCount(0)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(ways).toHaveCount(1)
    },
  )

  test('a message that cannot be loaded is told of without its words, and shown once it can @long', async ({
    context,
    exchange,
  }) => {
    // What shows messages is asked for by the first sign, or when the page has nothing to do: it does not come.
    await context.route(/\/assets\/notices-.*\.js/, (route) => route.abort())
    const page = await openTrade(context, exchange)
    await exchange.control('reject', { call: 'order/create', retCode: 30031 })
    await press(page, { side: 'Buy / Long', price: null, qty: '0.01' })
    await expect(page.getByText('A message could not be loaded yet.')).toBeVisible({ timeout: 10_000 })
    await context.unrouteAll()
    await expect(page.getByRole('alert').filter({ hasText: 'Insufficient' }).first()).toBeVisible({ timeout: 20_000 })
    await expect(page.getByText('A message could not be loaded yet.')).toHaveCount(0)
  })
})

test('a dialog opens after the exchange is gone, takes the focus and gives it back (offline, precached) @long', async ({
  context,
  exchange,
}) => {
  const page = await openControlled(context, exchange)
  await exchange.stop('SIGKILL')
  await expectFeed(page, 'offline', 15_000)
  const opener = ticket(page).getByRole('button', { name: /^Leverage / })
  await opener.click()
  const dialog = page.getByRole('dialog', { name: 'Leverage' })
  await expect(dialog).toBeVisible()
  expect(await dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(opener).toBeFocused()
})
