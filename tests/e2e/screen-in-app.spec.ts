import type { Page } from '@playwright/test'
import { CHROMIUM_ARGS } from '../../scripts/lib/chromium-args.mjs'
import { violations } from './lib/axe'
import { openOrders } from './lib/hostile'
import { keptTexts } from './lib/kept-texts'
import { CHROMIUM_ONLY, expect, expectFeed, farBelow, openWindow, press, accountTest as test } from './lib/trading'
import { WireTap } from './lib/wire-tap'

const APP =
  'Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Mobile Safari/537.36 HalyardApp/1.0'

// The hub's worker has the browser's own user agent, whatever its pages are given. All that is kept is looked through.
test.use({
  hasServiceWorker: true,
  userAgent: APP,
  launchOptions: {
    executablePath: process.env['HALYARD_HEADLESS_SHELL']!,
    args: [...CHROMIUM_ARGS, `--user-agent=${APP}`],
  },
})
test.describe.configure({ mode: 'parallel' })
test.skip(({ browserName }) => browserName !== 'chromium', CHROMIUM_ONLY.steersStorage)

const accountButton = (page: Page, kind: string) => page.getByRole('button', { name: `Paper · ${kind}` })

test('in the app’s own browser the token is the hub’s alone, and account and orders are as elsewhere (issue 23.8) @long', async ({
  context,
  exchange,
}) => {
  const wire = await WireTap.start(Number(new URL(exchange.origin).port))
  try {
    const page = await context.newPage()
    await page.goto(`${wire.origin}/trade/usdt/BTCUSDT`)
    await expectFeed(page, 'live', 30_000)
    // Through the same wire.
    const wired = Object.defineProperty(Object.create(exchange) as typeof exchange, 'origin', { value: wire.origin })
    const other = await openWindow(page, wired)
    await press(page, { side: 'Buy / Long', price: await farBelow(exchange), qty: '0.012' })
    for (const tab of [page, other]) await expect(await openOrders(tab)).toHaveCount(1)
    const [first, ...others] = wire.header('usertoken')
    expect(first).toMatch(/^[\w-]{43}$/)
    expect(others).toEqual([])

    // No install is offered: this is the app already.
    await page.evaluate(() => {
      const offer = new Event('beforeinstallprompt', { cancelable: true })
      dispatchEvent(Object.assign(offer, { prompt: () => undefined }))
    })
    await expect(page.getByRole('button', { name: 'Install Halyard' })).toHaveCount(0)

    // Paper money, a name, another kind and the sign-out go through the hub, for all tabs.
    await accountButton(page, 'UTA2').click()
    const menu = page.getByRole('menu', { name: 'Account' })
    await expect(menu).toContainText('In this app the account ends with its last page')
    expect(await violations(page)).toEqual([])
    await menu.getByRole('menuitem', { name: '+10,000 USDT' }).click()
    await expect(page.getByRole('status').filter({ hasText: '10,000 USDT were added' })).toBeVisible()
    await accountButton(page, 'UTA2').click()
    await menu.getByRole('menuitem', { name: 'Rename…' }).click()
    await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Swing trades')
    await page.keyboard.press('Enter')
    await accountButton(other, 'UTA2').click()
    await expect(other.getByRole('menu', { name: 'Account' })).toContainText('Swing trades')
    await other.getByRole('menuitemradio', { name: /^Portfolio margin/ }).click()
    for (const tab of [page, other]) {
      await expect(accountButton(tab, 'PM')).toBeVisible()
      await expectFeed(tab, 'live', 15_000)
    }
    await expect.poll(() => wire.header('usertoken').length).toBe(2)
    await accountButton(page, 'PM').click()
    await page.getByRole('menuitem', { name: 'Sign out…' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click()
    for (const tab of [page, other]) {
      await expect(accountButton(tab, 'UTA2')).toBeVisible()
      await expectFeed(tab, 'live', 15_000)
    }
    await expect.poll(() => wire.header('usertoken').length).toBe(3)

    const seen = [wire.addresses(), await page.content(), await other.content(), await keptTexts(page)].join('\n')
    for (const part of ['/sandbox/session', 'halyard']) expect(seen).toContain(part)
    for (const token of wire.header('usertoken')) expect(seen.includes(token)).toBe(false)
    expect(wire.hasSetCookie).toBe(false)
    expect(await context.cookies()).toEqual([])
  } finally {
    await wire.close()
  }
})

test('a page keeps clear of a notch, of round corners and of the lower edge, upright and on its side (issue 23.8) @long', async ({
  context,
  exchange,
}) => {
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  // About what a phone with a notch takes from each side; what stands there may not be seen or touched.
  for (const { width, height, insets } of [
    { width: 390, height: 844, insets: { top: 47, left: 0, bottom: 34, right: 0 } },
    { width: 844, height: 390, insets: { top: 0, left: 47, bottom: 21, right: 47 } },
  ]) {
    await page.setViewportSize({ width, height })
    await devtools.send('Emulation.setSafeAreaInsetsOverride', { insets })
    await page.goto(`${exchange.origin}/trade/usdt/BTCUSDT`)
    await expectFeed(page, 'live', 30_000)
    const { root, lowest } = await page.evaluate(() => {
      const { left, top, right } = document.querySelector('#root')!.getBoundingClientRect()
      const links = [...document.querySelectorAll('nav a')].map((one) => one.getBoundingClientRect().bottom)
      return { root: { left, top, right: innerWidth - right }, lowest: innerHeight - Math.max(...links) }
    })
    expect(root).toEqual({ left: insets.left, top: insets.top, right: insets.right })
    // Upright the page ends with its ways; on its side it is a desk, which is scrolled.
    if (width < height) expect(lowest).toBeGreaterThanOrEqual(insets.bottom)
  }
})
