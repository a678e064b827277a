import type { Locator, Page } from '@playwright/test'
import { chooseTheme, unreadable, violations } from './lib/axe'
import type { ExchangeProcess } from './lib/exchange-process'
import { accountTest as test, expect, openTrade } from './lib/trading'

const PICTURES = process.env['HALYARD_PICTURES']

function notice(exchange: ExchangeProcess, id: string, body: Readonly<Record<string, unknown>>): Promise<unknown> {
  return exchange.control('notice', { id, ...body })
}

const lineOf = (page: Page): Locator => page.getByRole('region', { name: 'Notices of the exchange' })

test('issue 21.10: what the exchange announces is one line with its kind, validity and link, dismissed for this tab @long', async ({
  context,
  exchange,
}) => {
  const page = await openTrade(context, exchange)
  const line = lineOf(page)
  const text = 'Trading pauses for ten minutes for an upgrade of the matching engine <b>tonight</b>'
  const untilMs = Date.now() + 3_600_000
  await notice(exchange, 'pause', { kind: 'maintenance', text, url: '/settings', atMs: Date.now(), untilMs })
  await expect(line).toContainText('Maintenance')
  // The operator's words are words.
  await expect(line.getByText(text).first()).toBeVisible()
  await notice(exchange, 'gone', { kind: 'delisting', symbols: ['ETHUSDT'], atMs: Date.now() + 60_000, untilMs })
  // One more than what the calendar has: on the day before an expiry its deliveries are among them.
  await expect(line).toContainText(/[1-9] more/)

  // By keyboard: opened for all of it, and followed.
  await line.locator('summary').focus()
  await page.keyboard.press('Enter')
  await expect(line.getByText(/^Shown until /)).toBeVisible()
  await expect(line.getByRole('link', { name: 'More about this' })).toHaveAttribute('href', '/settings')
  for (const theme of ['dark', 'light'] as const) {
    await chooseTheme(page, theme)
    for (const [width, height] of [
      [390, 844],
      [1440, 900],
    ] as const) {
      await page.setViewportSize({ width, height })
      await expect(line).toBeVisible()
      const sideways = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      await expect.poll(sideways, `${width}: sideways`).toBeLessThanOrEqual(0)
      const wrong = theme === 'dark' ? violations : unreadable
      expect(await wrong(page), `${theme}, ${width}`).toEqual([])
      if (PICTURES !== undefined) await page.screenshot({ path: `${PICTURES}/notice-${theme}-${width}.png` })
    }
  }

  await line.getByRole('button', { name: 'Dismiss this notice' }).click()
  await expect(line).toContainText(/Delisting.*ETHUSDT is delisted on /)
  await page.reload()
  await expect(line).toContainText('ETHUSDT is delisted on ')
  await expect(line).not.toContainText('Maintenance')
  // Taken back by the exchange: gone from every tab.
  await notice(exchange, 'gone', { off: true })
  await notice(exchange, 'pause', { off: true })
  await expect(line.getByText('ETHUSDT is delisted')).toHaveCount(0)
})

test('on a phone a notice comes and goes over the chart, and moves nothing (issue 21.10) @long', async ({
  context,
  exchange,
}) => {
  const page = await openTrade(context, exchange)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.reload()
  const line = lineOf(page)
  const chart = page.getByRole('region', { name: 'Chart' })
  await expect(chart.getByRole('button', { name: 'Indicators' })).toBeVisible()
  // On the day before an expiry the calendar has notices of its own.
  const dismiss = line.getByRole('button', { name: 'Dismiss this notice' })
  while ((await dismiss.count()) > 0) await dismiss.click()
  const places = (): Promise<unknown> =>
    Promise.all(
      [chart, page.getByRole('region', { name: 'Order book' }), page.getByRole('button', { name: 'Buy / Long' })].map(
        (one) => one.boundingBox(),
      ),
    )
  const before = await places()
  await page.evaluate(() => {
    const shifts: number[] = []
    Object.assign(globalThis, { halyardShifts: shifts })
    new PerformanceObserver((list) =>
      shifts.push(...list.getEntries().map((entry) => (entry as unknown as { readonly value: number }).value)),
    ).observe({ type: 'layout-shift' })
  })
  const untilMs = Date.now() + 3_600_000
  await notice(exchange, 'over', { kind: 'maintenance', text: 'Trading pauses tonight', atMs: Date.now(), untilMs })
  await expect(line).toContainText('Maintenance')
  expect(await places()).toEqual(before)
  // What the chart is worked with is free, its prices too: the line ends before the axis of at least 58 px.
  const box = (await line.boundingBox())!
  const tools = (await chart.getByRole('button', { name: 'Indicators' }).boundingBox())!
  expect(box.y).toBeGreaterThanOrEqual(tools.y + tools.height)
  expect(box.x + box.width).toBeLessThanOrEqual(390 - 58)
  // In another view it lies over no button: the tab of the chart says that it is there.
  await page.getByRole('tab', { name: 'Book' }).click()
  await expect(line).toHaveCount(0)
  const chartTab = page.getByRole('tab', { name: 'Chart' })
  await expect(chartTab).toHaveAccessibleDescription('A notice of the exchange')
  if (PICTURES !== undefined) await page.screenshot({ path: `${PICTURES}/notice-elsewhere.png` })
  await chartTab.click()
  await expect(chartTab).toHaveAccessibleDescription('')
  await expect(line).toContainText('Maintenance')
  // A finger finds the way to be rid of it.
  expect((await dismiss.boundingBox())!.height).toBeGreaterThanOrEqual(36)
  await dismiss.click()
  await expect(line).toHaveCount(0)
  expect(await places()).toEqual(before)
  const shifts = await page.evaluate(() => (globalThis as unknown as { halyardShifts: number[] }).halyardShifts)
  // Prices change their widths, which is some thousandth; the notice moved the page by 0.027.
  expect(shifts.reduce((sum, one) => sum + one, 0)).toBeLessThan(0.01)
  await notice(exchange, 'over', { off: true })
})
