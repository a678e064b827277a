import type { Browser, Page } from '@playwright/test'
import type { FaultProxy } from './lib/fault-proxy'
import { accountTest as test } from './lib/hostile'
import { expect, expectFeed, farBelow, NO_SHARED_WORKER, press, showTable, ticket, typeInto } from './lib/trading'

/** What the page says of parts that it still asks for. */
const note = (page: Page) => page.getByRole('status').filter({ hasText: 'Not loaded yet' })

/** `npm run chaos` cuts every file, the gate one of each kind. */
const isWhole = process.env['HALYARD_CHAOS'] === 'full'

/** The app's own script, one that it imports, a sheet, words, and a part's sheet: the hub and parts are cut off below. */
function someOf(files: ReadonlySet<string>): readonly string[] {
  const kinds = [/\/index-.*js$/, /\/react-.*js$/, /\/trade-.*css$/, /\/en-.*js$/, /\/dialogs-.*css$/]
  const found = kinds.map((kind) => [...files].find((file) => kind.test(file)))
  return found.filter((file) => file !== undefined)
}

/** A visitor without anything from before, and without a service worker that would have the files. */
async function visit(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ serviceWorkers: 'block', viewport: { width: 1440, height: 900 } })
  if (NO_SHARED_WORKER) await context.addInitScript(() => Reflect.deleteProperty(globalThis, 'SharedWorker'))
  return context.newPage()
}

/** Everything that a first screen has: styles, font, chart, book, ticket. */
async function expectWhole(page: Page, file: string): Promise<void> {
  await expectFeed(page, 'live', 20_000)
  await expect(page.getByRole('region', { name: 'Chart' }).locator('canvas').first(), file).toBeVisible()
  await expect(page.getByRole('region', { name: 'Order book' }).getByRole('row').nth(8), file).toBeAttached()
  await expect(note(page), file).toHaveCount(0)
  await expect(page.locator('#late'), file).toBeHidden()
  await expect
    .poll(
      () =>
        page.evaluate(() => {
          const isStyled = ({ sheet }: HTMLLinkElement): boolean => {
            try {
              return (sheet?.cssRules.length ?? 0) > 0
            } catch {
              // A sheet that failed keeps its rules to itself.
              return false
            }
          }
          return {
            // Named where one has not come.
            unstyled: [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')]
              .filter((link) => !isStyled(link))
              .map(({ href }) => new URL(href).pathname),
            font: [...document.fonts].some(({ status }) => status === 'loaded'),
          }
        }),
      { message: file },
    )
    .toEqual({ unstyled: [], font: true })
}

test('S10: the line breaks at each file of a first screen in turn: the page becomes whole by itself @long', async ({
  browser,
  exchange,
  wire,
}) => {
  test.setTimeout(400_000)
  const address = `${wire.origin}/trade/usdt/BTCUSDT`
  const files = new Set<string>()
  const first = await visit(browser)
  first.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/assets/')) files.add(pathname)
  })
  await first.goto(address)
  await expectWhole(first, 'nothing')
  await first.mouse.move(300, 300)
  await expect.poll(() => [...files].some((file) => file.includes('/dialogs-'))).toBe(true)
  await first.context().close()
  // The hub's own script is asked for by the browser, past the page.
  if (!NO_SHARED_WORKER) files.add('/assets/hub.shared-')
  expect(files.size).toBeGreaterThan(12)
  for (const file of isWhole ? files : someOf(files)) {
    wire.bar(file)
    const struck = wire.struck
    const page = await visit(browser)
    await page.goto(address, { waitUntil: 'commit' })
    await page.mouse.move(300, 300)
    // What comes at the first sign is asked for by a sign after the app has begun.
    await expect
      .poll(
        async () => {
          await page.mouse.move(300 + 50 * Math.random(), 300)
          return wire.struck
        },
        { message: file },
      )
      .toBeGreaterThan(struck + 1)
    await new Promise((done) => setTimeout(done, 1_200))
    expect(await page.getByText('crashed').count(), file).toBe(0)
    wire.heal()
    await expectWhole(page, file)
    await page.context().close()
  }
  expect((await exchange.state()).sockets.public).toBeLessThanOrEqual(1)
})

/** The page says so for as long as a file does not come, and is whole when it does. */
async function expectSaid(browser: Browser, wire: FaultProxy, file: string, words: RegExp): Promise<void> {
  wire.bar(file)
  const page = await visit(browser)
  await page.goto(`${wire.origin}/trade/usdt/BTCUSDT`, { waitUntil: 'commit' })
  const said = page.getByRole('status').filter({ hasText: words })
  await expect(said, file).toBeVisible()
  await expect(said, file).toBeInViewport()
  // Nobody takes it back while nothing has come.
  await new Promise((done) => setTimeout(done, 2_000))
  await expect(said, file).toBeVisible()
  wire.heal()
  await expectWhole(page, file)
  await expect(said, file).toBeHidden()
  await page.context().close()
}

test('S10: the hub’s script does not come: the page says that its connection has not loaded @ci', async ({
  browser,
  wire,
}) => {
  const file = NO_SHARED_WORKER ? '/assets/hub.dedicated-' : '/assets/hub.shared-'
  await expectSaid(browser, wire, file, /Not loaded yet: the connection/)
})

test('S10: a style sheet of the page itself does not come: what is drawn without it says that something is missing @long', async ({
  browser,
  exchange,
  wire,
}) => {
  const page = await (await fetch(`${exchange.origin}/trade/usdt/BTCUSDT`)).text()
  const one = /\/assets\/[\w.-]+\.css/.exec(page)?.[0] ?? ''
  expect(one).not.toBe('')
  // With the others the page has some of its looks, which `npm run chaos` looks at; without any of them, none.
  for (const sheet of isWhole ? [one, '.css'] : ['.css'])
    await expectSaid(browser, wire, sheet, /A part of this page has not loaded/)
})

test('S10: the answer to the app’s own script never comes: the page says so, asks again and begins @long', async ({
  browser,
  exchange,
  wire,
}) => {
  const html = await (await fetch(`${exchange.origin}/trade/usdt/BTCUSDT`)).text()
  const script = /<script type="module"[^>]*src="([^"]+)"/.exec(html)?.[1] ?? ''
  expect(script).not.toBe('')
  wire.loseAnswer(script)
  const page = await visit(browser)
  await page.goto(`${wire.origin}/trade/usdt/BTCUSDT`, { waitUntil: 'commit' })
  await expect(page.getByText('A part of this page has not loaded')).toBeVisible()
  await expectWhole(page, script)
  await page.context().close()
})

test.describe('parts of a page that is in use', () => {
  test.use({ serviceWorkers: 'block' })

  test('S10: each part is cut off when it is first wanted: what is there stays, what is missing is said, and it comes @long', async ({
    page,
    exchange,
    wire,
  }) => {
    test.setTimeout(240_000)
    wire.bar('/assets/dialogs-')
    await page.goto(`${wire.origin}/trade/usdt/BTCUSDT`)
    await expectFeed(page, 'live', 20_000)
    let loads = 0
    page.on('load', () => loads++)
    const form = ticket(page)
    const region = page.getByRole('region', { name: 'Positions and orders' })
    const qty = form.getByLabel('Quantity', { exact: true })
    await typeInto(qty, '0.123')

    /** Bars a file, does what wants it, and lets it through once the page has said that it is missing. */
    const cut = async (file: string, part: string, want: () => Promise<unknown>, come: () => Promise<unknown>) => {
      wire.bar(file)
      await want()
      await expect(note(page), file).toContainText(part)
      // What stood there before still does, and is of use.
      await expectFeed(page, 'live', 5_000)
      await expect(region.getByRole('tab', { name: /^Positions/ })).toBeVisible()
      await expect(page.getByText('crashed')).toHaveCount(0)
      wire.heal()
      await come()
      await expect(note(page), file).toHaveCount(0)
    }

    await cut(
      '/assets/dialogs-',
      'a dialog',
      () =>
        form
          .getByRole('button', { name: /^Leverage/ })
          .first()
          .click(),
      () => expect(page.getByRole('dialog')).toBeVisible(),
    )
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await cut(
      '/assets/TriggerFields-',
      'order ticket',
      () => form.getByRole('tab', { name: 'Conditional', exact: true }).click(),
      () => expect(form.getByLabel('Trigger price', { exact: true })).toBeVisible(),
    )
    await expect(qty).toHaveValue('0.123')
    await cut(
      '/assets/StrategyTicket-',
      'order ticket',
      () => form.getByRole('tab', { name: 'Strategy', exact: true }).click(),
      () => expect(form.getByText(/TWAP/).first()).toBeVisible(),
    )
    await cut(
      '/assets/OpenOrders-',
      'open orders',
      () => showTable(page, 'Open orders'),
      () => expect(region.getByText('No open orders')).toBeVisible(),
    )
    await cut(
      '/assets/OrderHistory-',
      'order history',
      () => showTable(page, 'Order history'),
      () => expect(region.getByRole('tabpanel').locator('[aria-hidden="true"]')).toHaveCount(0),
    )
    await cut(
      // A part that several others share, and that comes with them.
      '/assets/TradeHistory-',
      'trade history',
      () => showTable(page, 'Trade history'),
      () => expect(region.getByRole('tabpanel').locator('[aria-hidden="true"]')).toHaveCount(0),
    )
    await cut(
      '/assets/AssetsTable-',
      'assets',
      () => showTable(page, 'Assets'),
      () => expect(region.getByRole('row').filter({ hasText: 'USDT' }).first()).toBeVisible(),
    )
    await cut(
      '/assets/StrategiesTable-',
      'strategies',
      () => showTable(page, 'Strategies'),
      () => expect(region.getByRole('tabpanel').locator('[aria-hidden="true"]')).toHaveCount(0),
    )
    // The style sheet alone: the table is not drawn without it.
    await form.getByRole('tab', { name: 'Limit', exact: true }).click()
    await press(page, { side: 'Buy / Long', price: await farBelow(exchange), qty: '0.01' })
    await showTable(page, 'Open orders')
    await cut(
      '/assets/AmendDialog-',
      'a dialog',
      () => region.getByRole('button', { name: 'Amend' }).click(),
      () => expect(page.getByRole('dialog')).toBeVisible(),
    )
    expect(loads).toBe(0)
  })

  test('S10: a part and its style sheet are asked for while nobody answers: both come when somebody does, by themselves @long', async ({
    page,
    wire,
  }) => {
    await page.goto(`${wire.origin}/trade/usdt/BTCUSDT`)
    await expectFeed(page, 'live', 20_000)
    wire.bar('.css')
    await page.getByRole('link', { name: 'Settings' }).first().click()
    await expect(note(page)).toContainText('settings')
    wire.heal()
    await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible()
    // Styled, and not only there: the build's loader takes a sheet that failed for one that came.
    await expect
      .poll(() =>
        page.evaluate(() =>
          [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')]
            .filter(({ href }) => /SettingsPage-.*\.css$/.test(href))
            .map(({ sheet }) => (sheet?.cssRules.length ?? 0) > 0),
        ),
      )
      .toEqual([true])
    await expect(note(page)).toHaveCount(0)
  })
})
