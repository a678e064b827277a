import { violations } from './lib/axe'
import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import {
  confirmClose,
  accountTest as test,
  expect,
  lastPrice,
  openTrade,
  press,
  showTable,
  ticket,
  typeInto,
} from './lib/trading'

async function expectAccessible(page: Page, where: string): Promise<void> {
  expect(await violations(page), where).toEqual([])
}

test('the chart draws an order before it is sent, and a position is guarded, turned over and closed from its line @ci', async ({
  context,
  exchange,
  complaints,
}) => {
  const page = await openTrade(context, exchange)
  complaints.watch(page)
  const form = ticket(page)
  const chart = page.getByRole('region', { name: 'Chart' })
  const drafts = chart.locator('[data-chip][data-kind="preorder"]')
  const last = await lastPrice(exchange)
  const at = (share: number) => (last * share).toFixed(1)
  const shown = (price: string) => Number(price).toLocaleString('en', { minimumFractionDigits: 1 })
  // With the buttons of the sides that the ticket would send.
  const unsent = (text: string, price: string) => new RegExp(`^${text}(Buy)?(Sell)?${shown(price)}$`)
  // 0.01 BTC: a tick of 0.1 is a thousandth of a USDT.
  const result = (above: string, below: string) =>
    (Math.round(Math.round((Number(above) - Number(below)) * 10) / 10) / 100).toFixed(2)

  // A price alone is no order yet; with a quantity it has a line, and its take-profit and stop-loss have theirs.
  await typeInto(form.getByLabel('Price', { exact: true }), at(0.998))
  await expect(drafts).toHaveCount(0)
  await typeInto(form.getByLabel('Quantity', { exact: true }), '0.01')
  await expect(drafts).toHaveText([unsent('Not sent 0.010', at(0.998))])
  await form.getByRole('checkbox', { name: 'TP/SL' }).check()
  await typeInto(form.getByLabel('Take profit price'), at(1.003))
  await typeInto(form.getByLabel('Stop loss price'), at(0.995))
  await expect(drafts).toHaveText([
    unsent('Not sent 0.010', at(0.998)),
    `Not sent, TP 0.010+${result(at(1.003), at(0.998))}${shown(at(1.003))}`,
    `Not sent, SL 0.010−${result(at(0.998), at(0.995))}${shown(at(0.995))}`,
  ])
  await typeInto(form.getByLabel('Price', { exact: true }), at(0.997))
  await expect(drafts.first()).toHaveText(unsent('Not sent 0.010', at(0.997)))
  await form.getByRole('checkbox', { name: 'TP/SL' }).uncheck()
  await expect(drafts).toHaveCount(1)
  // Sent, it has the line of an order, once.
  await form.getByRole('button', { name: 'Buy / Long' }).click()
  await expect(chart.getByText('Buy limit 0.010')).toBeVisible()
  await expect(drafts).toHaveCount(0)
  await chart.getByRole('button', { name: /^Cancel: Buy limit 0\.010 at/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel order' }).click()
  await expect(chart.getByText('Buy limit 0.010')).toHaveCount(0)

  await press(page, { side: 'Buy / Long', price: null, qty: '0.05' })
  // A picture of the chart has the labels of its lines, which are no part of the canvas.
  const label = chart.locator('[data-chip][data-kind="position"] [data-chip-price]')
  await expect(label).toBeVisible()
  // The label moves with the scale of a live market, perhaps between the picture and the look at it.
  await expect(async () => {
    const shown = await label.evaluate((one) => getComputedStyle(one).backgroundColor)
    expect(await colorInPicture(page, label)).toBe(shown)
  }).toPass()
  // On a page of its own it is as it was taken.
  await chart.getByRole('button', { name: 'Screenshot' }).press('Enter')
  const [snapshot] = await Promise.all([
    context.waitForEvent('page'),
    page.getByRole('menuitem', { name: 'Open on a page of its own' }).press('Enter'),
  ])
  complaints.watch(snapshot)
  await expect(snapshot.getByRole('img', { name: /^Chart of BTCUSDT, 30m, taken/ })).toBeVisible()
  await snapshot.close()
  const guard = chart.getByRole('button', { name: 'TP/SL: Long 0.050' })
  await guard.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('tab', { name: 'Partial position' })).toHaveAccessibleDescription(/NEW/)
  await expectAccessible(page, 'dialog')
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(guard).toBeFocused()
  await chart.getByRole('button', { name: 'Reverse: Long 0.050' }).click()
  await expect(dialog).toContainText('Reverse')
  await page.keyboard.press('Escape')

  await typeInto(form.getByLabel('Quantity', { exact: true }), '0.02')
  await form.getByRole('tab', { name: 'Conditional' }).click()
  await typeInto(form.getByLabel('Trigger price', { exact: true }), at(1.004))
  await expect(drafts).toHaveText([unsent('Not sent, trigger 0.020', at(1.004))])
  // Of days the prices in view reach far beyond the break-even, wherever a day's market stands.
  await chart.getByRole('button', { name: '1D' }).press('Enter')
  await expect(chart.locator('[aria-busy="true"]')).toHaveCount(0)
  for (const theme of ['dark', 'light'] as const) {
    await page.getByRole('button', { name: `Switch to the ${theme} theme` }).click()
    await expectAccessible(page, theme)
    await page.setViewportSize({ width: 390, height: 844 })
    // No ticket is open there: nothing is about to be sent.
    await expect(drafts).toHaveCount(0)
    const [held, even] = ['position', 'breakeven'].map((kind) =>
      chart.locator(`[data-chip][data-kind="${kind}"] [data-chip-text]`),
    )
    await expect
      .poll(async () => {
        const [one, other] = [await held?.boundingBox(), await even?.boundingBox()]
        if (one == null || other == null) return 'not drawn'
        const isApart = other.x + other.width <= one.x || Math.abs(one.y - other.y) >= one.height
        return one.x >= 0 && isApart
      })
      .toBe(true)
    await expectAccessible(page, `${theme}, phone`)
    await page.setViewportSize({ width: 1440, height: 900 })
    // The desk is drawn: a question that a phone's page asked would go with it.
    await expect(drafts).toHaveCount(1)
  }

  await chart.getByRole('button', { name: 'Close at market: Long 0.050' }).click()
  await confirmClose(page)
  const region = await showTable(page, 'Positions')
  await expect(region.locator('tr[data-symbol="BTCUSDT"]')).toHaveCount(0)
  await expect(chart.locator('[data-chip][data-kind="position"]')).toHaveCount(0)
  expect(complaints.lines()).toEqual([])
})

/** The color of a chart's picture where a label begins on the screen. */
async function colorInPicture(page: Page, label: Locator): Promise<string> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page
      .getByRole('region', { name: 'Chart' })
      .getByRole('button', { name: 'Screenshot' })
      .press('Enter')
      .then(() => page.getByRole('menuitem', { name: 'Save as a file' }).press('Enter')),
  ])
  const bytes = await readFile(await download.path())
  return label.evaluate(async (one, encoded) => {
    const blob = new Blob([Uint8Array.from(atob(encoded), (sign) => sign.charCodeAt(0))], { type: 'image/png' })
    const bitmap = await createImageBitmap(blob)
    const canvas = document.createElement('canvas')
    canvas.width = bitmap.width
    canvas.height = bitmap.height
    const ctx = canvas.getContext('2d')!
    ctx.drawImage(bitmap, 0, 0)
    const frame = one.closest('[data-chart-lines]')!.getBoundingClientRect()
    const box = one.getBoundingClientRect()
    const scale = bitmap.width / frame.width
    // Left of its text, in the middle of its height.
    const at = [(box.left - frame.left + 3) * scale, (box.top - frame.top + box.height / 2) * scale].map(Math.round)
    const [red, green, blue] = ctx.getImageData(at[0]!, at[1]!, 1, 1).data
    return `rgb(${red}, ${green}, ${blue})`
  }, bytes.toString('base64'))
}
