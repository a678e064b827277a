import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { accountTest as test, expect, openTrade } from './lib/trading'

test.describe.configure({ timeout: 60_000 })

async function expectAccessible(page: Page, where: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze()
  const found = violations.map((one) => `${one.id}: ${one.nodes.map((node) => node.target.join(' ')).join(', ')}`)
  expect(found, where).toEqual([])
}

const chartOf = (page: Page) => page.getByRole('region', { name: 'Chart' })

test('indicators are found, set and kept, and a pane is closed at its own corner', async ({
  context,
  exchange,
  complaints,
}) => {
  const page = await openTrade(context, exchange)
  complaints.watch(page)
  const chart = chartOf(page)
  const opener = chart.getByRole('button', { name: 'Indicators' })
  await opener.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Indicators' })
  const list = dialog.getByRole('list', { name: 'All indicators' })
  await expect(dialog.getByRole('searchbox')).toBeFocused()
  await page.keyboard.type('exp mov')
  await expect(list.getByRole('listitem')).toHaveCount(1)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await expect(list.getByRole('button', { name: /^Favourite/ })).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  const shown = dialog.getByRole('region', { name: 'On the chart' })
  const ema = shown.getByRole('button', { name: 'Settings of EMA 20' })
  await expect(ema).toHaveAttribute('aria-expanded', 'true')

  // Its bounds are said, and a value within them holds at once.
  const length = shown.getByLabel('Length')
  await length.fill('0')
  await expect(length).toHaveAccessibleDescription('A whole number from 1 to 500.')
  await length.fill('50')
  await expect(shown.getByRole('button', { name: 'Settings of EMA 50' })).toBeVisible()
  await dialog.getByRole('searchbox').fill('rela')
  await list.getByRole('button', { name: 'Add Relative strength index' }).click()
  await dialog.getByRole('searchbox').fill('')
  await expect(list.getByRole('listitem').first()).toContainText('EMA')
  await expectAccessible(page, 'picker')
  await page.keyboard.press('Escape')
  await expect(opener).toBeFocused()
  await expect(chart.getByRole('button', { name: 'Remove RSI 14' })).toBeVisible()

  // The browser keeps them for this account.
  await expect.poll(() => storedNames(page)).toEqual(['ema', 'rsi'])
  await page.reload()
  const settings = chartOf(page).getByRole('button', { name: 'Settings of RSI 14' })
  await settings.click()
  await expect(shown.getByLabel('Length')).toHaveValue('14')
  await page.keyboard.press('Escape')
  await chart.getByRole('button', { name: 'Remove RSI 14' }).click()
  await expect(settings).toHaveCount(0)
  await expect.poll(() => storedNames(page)).toEqual(['ema'])
  expect(complaints.lines()).toEqual([])
})

test('the chart goes to a date and back, and shows its bars in every way', async ({
  context,
  exchange,
  complaints,
}) => {
  const page = await openTrade(context, exchange)
  complaints.watch(page)
  const chart = chartOf(page)
  const back = chart.getByRole('button', { name: 'Back to now' })
  await expect(chart.getByRole('button', { name: 'Indicators' })).toBeEnabled()
  await expect(back).toHaveCount(0)
  await chart.getByRole('button', { name: 'Chart settings' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Chart settings' })
  await dialog.getByLabel('Price scale').selectOption('Logarithmic')
  await dialog.getByLabel('Inverted scale').check()
  await expectAccessible(page, 'settings')
  // Ten days of half hours are 480 bars and more: the pages on the way there are read.
  const then = new Date(Date.now() - 15 * 86_400_000).toISOString().slice(0, 16)
  await dialog.getByLabel('Go to (UTC)').fill(then)
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(back).toBeVisible()
  await back.press('Enter')
  await expect(back).toHaveCount(0)
  const type = chart.getByLabel('Chart type')
  for (const name of ['Hollow', 'OHLC bars', 'Heikin-Ashi', 'Line', 'Step', 'Area', 'Baseline', 'Candles']) {
    await type.selectOption(name)
  }
  expect(complaints.lines()).toEqual([])
})

/** The indicators that the browser's database has for the account, of whichever name. */
function storedNames(page: Page): Promise<readonly string[]> {
  return page.evaluate(
    () =>
      new Promise<readonly string[]>((resolve, reject) => {
        const opening = indexedDB.open('tradingview-store')
        opening.addEventListener('error', () => reject(new Error('no database')))
        opening.addEventListener('success', () => {
          const store = opening.result.transaction('settings').objectStore('settings')
          const reading = store.getAll(IDBKeyRange.bound('studies/', 'studies0'))
          reading.addEventListener('success', () => {
            opening.result.close()
            const [record] = reading.result as readonly { readonly studies: readonly { readonly name: string }[] }[]
            resolve(record?.studies.map((one) => one.name) ?? [])
          })
        })
      }),
  )
}
