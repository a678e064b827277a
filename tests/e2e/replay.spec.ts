import { readFile, writeFile } from 'node:fs/promises'
import type { BrowserContext, Page } from '@playwright/test'
import { chooseTheme, unreadable, violations } from './lib/axe'
import type { ExchangeProcess } from './lib/exchange-process'
import { followTouches, notedSoFar, noteTouches } from './lib/live-touches'
import {
  connection,
  expect,
  expectFeed,
  farBelow,
  openTrade,
  press,
  showTable,
  accountTest as test,
  test as ownTest,
  ticket,
} from './lib/trading'

/** A tab with a position, an order in the book and some seconds of market, as it shows them. */
async function tradedTab(context: BrowserContext, exchange: ExchangeProcess): Promise<Page> {
  const page = await openTrade(context, exchange)
  await press(page, { side: 'Buy / Long', price: null, qty: '0.01' })
  await press(page, { side: 'Buy / Long', price: await farBelow(exchange), qty: '0.01' })
  const table = await showTable(page, 'Open orders')
  await expect(table.locator('[data-order-state="live"]')).toHaveCount(1)
  // Prices that moved, and moved again, are minutes to play.
  const last = page.getByLabel('Last price').first()
  for (let move = 0; move < 3; move++) await expect(last).not.toHaveText((await last.textContent()) ?? '')
  return page
}

async function openReplay(context: BrowserContext, exchange: ExchangeProcess): Promise<Page> {
  const page = await context.newPage()
  await page.goto(`${exchange.origin}/replay`)
  return page
}

const lastMinutes = (page: Page) => page.getByRole('button', { name: 'Play the last minutes' })
const controls = (page: Page) => page.getByRole('region', { name: 'Replay' })

async function savedText(page: Page): Promise<string> {
  await page.keyboard.press('Alt+Shift+KeyD')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save recording', exact: true }).click(),
  ])
  return readFile(await download.path(), 'utf8')
}

async function choose(page: Page, name: string, text: string | Buffer): Promise<void> {
  const buffer = typeof text === 'string' ? Buffer.from(text) : text
  await page.getByLabel('Recording file').setInputFiles({ name, mimeType: 'application/json', buffer })
}

const positionMs = async (page: Page) =>
  Number(await page.locator('[data-replay-position]').getAttribute('data-replay-position'))

test('/replay opened first of all is a whole page, on a desktop and on a phone, in both themes @long', async ({
  context,
  exchange,
  complaints,
}) => {
  const page = await context.newPage()
  complaints.watch(page)
  await page.goto(`${exchange.origin}/replay`)
  for (const [name, size] of [
    ['desktop', { width: 1440, height: 900 }],
    ['phone', { width: 390, height: 844 }],
  ] as const) {
    await page.setViewportSize(size)
    await expect(page.getByRole('heading', { name: 'Replay', level: 1 })).toBeVisible()
    await expect(page.getByText(/nothing is live and nothing can be sent/)).toBeVisible()
    await expect(page.getByText('Files of up to 64 MB are opened.')).toBeVisible()
    await expect(page.getByText('Nothing is recorded yet.')).toBeVisible()
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
    await expect(page).toHaveTitle('Replay · Halyard')
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth), name)
      .toBeLessThanOrEqual(size.width)
    await page.getByLabel('Recording file').focus()
    await chooseTheme(page, 'dark')
    expect(await violations(page), `${name}, dark`).toEqual([])
    await chooseTheme(page, 'light')
    expect(await unreadable(page), `${name}, light`).toEqual([])
  }
  expect(complaints.lines().filter((line) => !line.includes('style'))).toEqual([])
})

test('a tab’s minutes and files of them: played by the keyboard, left cleanly, refused by name, dropped @ci', async ({
  context,
  exchange,
  complaints,
}) => {
  const live = await tradedTab(context, exchange)
  const page = await openReplay(context, exchange)
  await test.step('it pauses, goes at four speeds, goes to any moment and ends, all by the keyboard', async () => {
    await lastMinutes(page).press('Enter')
    const bar = controls(page)
    await bar.getByRole('button', { name: 'Pause' }).press('Space')
    await expect(bar.getByRole('button', { name: 'Play' })).toBeFocused()
    const still = await positionMs(page)
    await page.waitForTimeout(600)
    expect(await positionMs(page)).toBe(still)

    const slider = bar.getByRole('slider', { name: 'Position' })
    await slider.press('Home')
    const begin = await positionMs(page)
    expect(begin).toBeLessThanOrEqual(still)
    await slider.press('ArrowRight')
    expect(await positionMs(page)).toBeGreaterThan(begin)
    await slider.press('End')
    const end = await positionMs(page)
    await expect(page.getByText('End of the recording')).toBeVisible()

    // From the end it begins anew. A quarter of the speed: 1,200 ms are at most some 400 of the recording, and some.
    await bar.getByRole('combobox', { name: 'Speed' }).selectOption('0.25')
    await bar.getByRole('button', { name: 'Play' }).press('Enter')
    await page.waitForTimeout(1_200)
    const slow = (await positionMs(page)) - begin
    expect(slow).toBeGreaterThan(0)
    expect(slow).toBeLessThan(1_200)
    await bar.getByRole('combobox', { name: 'Speed' }).selectOption('16')
    await expect(page.getByText('End of the recording')).toBeVisible({ timeout: (end - begin) / 4 + 5_000 })
    expect(await positionMs(page)).toBe(end)
    await expect(bar.getByRole('button', { name: 'Play' })).toBeVisible()
    await bar.getByRole('combobox', { name: 'Speed' }).selectOption('1')
    await bar.getByRole('button', { name: 'Close recording' }).press('Enter')
    await expect(lastMinutes(page)).toBeVisible()
  })
  await test.step('it plays the minutes of the tab that showed a market; all of it says Replay, and it leaves cleanly', async () => {
    complaints.watch(page)
    await expect(page.getByText(/BTCUSDT, the .+ up to/)).toBeVisible()
    await lastMinutes(page).press('Enter')
    await expect(page.getByText('Replay. Not live, nothing can be sent.')).toBeVisible()
    await expect(controls(page).getByRole('button', { name: 'Pause' })).toBeFocused()
    for (const region of ['Chart', 'Order book', 'Recent trades', 'Order entry', 'Positions and orders'])
      await expect(page.getByRole('region', { name: region, exact: true })).toBeVisible()
    await expect(connection(page)).toHaveText('Replay')
    await expect(page.locator('[data-feed-state]')).toHaveAttribute('data-feed-state', 'replay')
    await expect(page).toHaveTitle(/^Replay · .*BTCUSDT · Halyard$/)
    await expect(page.locator('[data-state="live"]')).toHaveCount(0)
    await expect(page.getByRole('contentinfo')).toContainText('replay')
    // The minutes of the other tab: its position and, in the end, its order.
    await page.getByRole('slider', { name: 'Position' }).press('End')
    await expect(page.getByText('End of the recording')).toBeVisible()
    const orders = await showTable(page, 'Open orders')
    await expect(orders.locator('[data-order-link-id]')).toHaveCount(1)
    // Beside the chip stands the recorded time, and it stands still with the recording.
    const header = page.getByRole('banner')
    const shown = await header.innerText()
    const time = await page.evaluate(
      (ms) => {
        const format = { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' } as const
        return new Intl.DateTimeFormat('en', format).format(ms)
      },
      await positionMs(page),
    )
    expect(shown).toContain(time)
    await page.waitForTimeout(1_200)
    expect(await header.innerText()).toBe(shown)

    await controls(page).getByRole('button', { name: 'Close recording' }).press('Enter')
    await expect(page.getByRole('heading', { name: 'Replay', level: 1 })).toBeFocused()
    await expectFeed(page, 'live', 10_000)
    await expect(page).toHaveTitle('Replay · Halyard')
    await page.getByRole('link', { name: 'Derivatives' }).click()
    await expectFeed(page, 'live', 10_000)
    await expect(page).not.toHaveTitle(/Replay/)
    await expect(ticket(page).getByRole('button', { name: 'Buy / Long' })).not.toHaveAttribute('aria-disabled', 'true')
    await expectFeed(live, 'live', 10_000)
    expect(complaints.lines()).toEqual([])
  })
  const text = await savedText(live)
  await page.goto(`${exchange.origin}/replay`)
  await test.step('a file that cannot be played says why: no recording, too new, too large, damaged, without a market', async () => {
    const problem = page.getByRole('alert')
    for (const [name, content, words] of [
      ['song.json', '{"format":"song"}', 'song.json is not a Halyard recording.'],
      ['photo.png', Buffer.from([0x89, 0x50, 0x4e, 0x47]), 'photo.png is not a Halyard recording.'],
      ['empty.json', '', 'empty.json is not a Halyard recording.'],
      ['new.json', text.replace(/"version":\d+/, '"version":99'), 'recorded by a newer version of Halyard'],
      ['old.json', text.replace(/"version":\d+/, '"version":1'), 'recorded by an older version of Halyard'],
      ['cut.json', text.slice(0, text.length / 2), 'it is damaged'],
      ['odd.json', text.replaceAll('"type":"book"', '"type":"song"'), 'it is damaged: “type”'],
      [
        'none.json',
        text.replaceAll('"type":"book"', '"type":"candleReset","symbol":"X","interval":"1","source":"last"'),
        'shows no market',
      ],
    ] as const) {
      await choose(page, name, content)
      await expect(problem).toContainText(words)
      await expect(page.getByLabel('Recording file')).toBeEnabled()
    }
    // One byte above the bound.
    const large = test.info().outputPath('large.json')
    await writeFile(large, Buffer.alloc((64 << 20) + 1, 0x20))
    await page.getByLabel('Recording file').setInputFiles(large)
    await expect(problem).toContainText('large.json is too large: it has 65 MB, and recordings of up to 64 MB')
    await choose(page, 'good.json', text)
    await expect(page.getByText('Replay. Not live, nothing can be sent.')).toBeVisible()
    await controls(page).getByRole('button', { name: 'Close recording' }).press('Enter')
  })
  await test.step('a file dropped anywhere on the page is opened', async () => {
    await expect(page.getByRole('heading', { name: 'Replay', level: 1 })).toBeVisible()
    const dropped = await page.evaluateHandle((content) => {
      const data = new DataTransfer()
      data.items.add(new File([content], 'dropped.json', { type: 'application/json' }))
      return data
    }, text)
    await page.locator('header').dispatchEvent('dragover', { dataTransfer: dropped })
    await page.locator('header').dispatchEvent('drop', { dataTransfer: dropped })
    await expect(page.getByText('Replay. Not live, nothing can be sent.')).toBeVisible()
  })
})

test('while it plays nothing can be sent, and nothing of the live app is touched @long', async ({
  context,
  exchange,
}) => {
  await noteTouches(context)
  const live = await tradedTab(context, exchange)
  // What it counts it does count: the live ticket called its hub, and kept its draft.
  const seen = await notedSoFar(live)
  expect(seen.filter((one) => one.startsWith('hub placeOrder')).length).toBeGreaterThan(0)
  expect(seen.some((one) => one.startsWith('store halyard.ticket.'))).toBe(true)
  const page = await openReplay(context, exchange)
  await lastMinutes(page).click()
  await expect(page.getByRole('region', { name: 'Chart' })).toBeVisible()
  await page.waitForTimeout(1_000)
  const touched = followTouches(page)
  const ofAccounts = () => exchange.ledger().filter(({ account }) => account !== undefined && account !== '').length
  const lines = ofAccounts()

  await page.getByRole('slider', { name: 'Position' }).press('End')
  const form = ticket(page)
  for (const side of ['Buy / Long', 'Sell / Short'])
    await expect(form.getByRole('button', { name: side })).toHaveAttribute('aria-disabled', 'true')
  await expect(form.getByText('This is a recording. Nothing can be sent from it.')).toBeVisible()
  await form.getByLabel('Quantity', { exact: true }).fill('0.01')
  await form.getByRole('button', { name: 'Buy / Long' }).click({ force: true })
  await form.getByLabel('Quantity', { exact: true }).press('Enter')

  const positions = await showTable(page, 'Positions')
  for (const name of ['Close market', 'Reverse'])
    await expect(positions.getByRole('button', { name, exact: true })).toHaveAttribute('aria-disabled', 'true')
  const orders = await showTable(page, 'Open orders')
  for (const name of ['Cancel', 'Cancel all']) {
    const button = orders.getByRole('button', { name, exact: true })
    await expect(button).toBeDisabled()
    await expect(button).toHaveAttribute('title', /This is a recording/)
  }
  // Whatever else can be pressed there, and in the dialogs that it opens.
  const dialog = page.getByRole('dialog')
  const sending: string[] = []
  // Run by whatever is done or expected while one is open: a slow computer opens it when the next press has begun. What it
  // asks of the page at once: an expectation in here would wait for this very handler.
  await page.addLocatorHandler(dialog, async () => {
    const submits = dialog.locator('[data-sends], [type="submit"]')
    sending.push(
      ...(await submits.evaluateAll((all) =>
        all.flatMap((one) => ((one as HTMLButtonElement).disabled ? [] : [one.textContent ?? ''])),
      )),
    )
    await page.keyboard.press('Escape')
  })
  for (const table of ['Positions', 'Open orders', 'Strategies', 'Order history', 'Trade history', 'Assets']) {
    const region = await showTable(page, table)
    await page.waitForTimeout(500)
    // A dialog that comes late stands in the panel, too, and is gone by the next press.
    const buttons = region.locator('[role="tabpanel"] button:enabled:not([aria-disabled="true"], dialog *):visible')
    for (let at = 0; at < (await buttons.count()); at++) {
      await buttons.nth(at).click({ timeout: 20_000 })
      const opened = dialog.waitFor({ state: 'visible', timeout: 700 })
      if (await opened.then(() => true).catch(() => false)) await expect(dialog).toHaveCount(0)
    }
  }
  await page.waitForTimeout(1_000)
  expect(sending).toEqual([])
  expect(await touched()).toEqual({ requests: [], calls: [] })
  expect(ofAccounts()).toBe(lines)
})

ownTest(
  'without the exchange, after a reload and on a phone, a file is played all the same @long',
  async ({ context, exchange }) => {
    const live = await tradedTab(context, exchange)
    const text = await savedText(live)
    await live.evaluate(() => navigator.serviceWorker.ready.then(() => true))
    await exchange.close()
    const page = await context.newPage()
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(`${exchange.origin}/replay`)
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Replay', level: 1 })).toBeVisible()
    await choose(page, 'recording.json', text)
    await expect(connection(page)).toHaveText('Replay')
    await expect(page.getByRole('region', { name: 'Chart' })).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    const height = await page.evaluate(() => document.documentElement.scrollHeight)
    expect(height).toBeLessThanOrEqual(844)
    await expect(page.getByText('Replay. Not live, nothing can be sent.')).toBeVisible()
    for (const name of ['Buy / Long', 'Sell / Short']) await expect(page.getByRole('button', { name })).toBeDisabled()
  },
)
