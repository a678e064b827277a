import { axeOf } from './lib/axe'
import { accountTest as test, expect, openTrade } from './lib/trading'

test.describe.configure({ timeout: 180_000 })

test('charts stand beside each other, are saved as a layout, and go through a file; the depth says what a sweep costs; the past is replayed @long', async ({
  context,
  exchange,
  complaints,
}) => {
  const page = await openTrade(context, exchange)
  complaints.watch(page)
  const chart = page.getByRole('region', { name: 'Chart', exact: true })
  const opener = chart.getByRole('button', { name: 'Layouts' })
  await expect(opener).toBeEnabled()
  await opener.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Layouts' })
  await dialog.getByRole('radio', { name: '2' }).press('Space')
  await dialog.getByRole('checkbox', { name: 'Interval' }).press('Space')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'BTCUSDT: symbol of chart 2' }).press('Enter')
  const search = page.getByRole('dialog', { name: 'Symbol search' })
  await expect(search.getByRole('searchbox')).toBeFocused()
  // Spec §5: an underscore is looked for in tickers.
  await page.keyboard.type('ethusdt_')
  await expect(search.getByRole('link')).toHaveText(/ETHUSDT/)
  await page.keyboard.press('Enter')
  const second = page.getByRole('region', { name: 'Chart 2, ETHUSDT' })
  await expect(second.getByRole('button', { name: 'Indicators' })).toBeEnabled()
  // An interval that one of them is given both show.
  await second.getByLabel('More intervals').selectOption('5')
  await expect(chart.getByRole('button', { name: '5m' })).toHaveAttribute('aria-pressed', 'true')

  await opener.press('Enter')
  await dialog.getByLabel('Name', { exact: true }).fill('Pairs')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('status')).toHaveText('“Pairs” is saved.')
  await expect(opener).toHaveAccessibleName('Layouts, open: Pairs')
  const { violations } = await axeOf(page).include('dialog[open]').analyze()
  expect(violations.map(({ id }) => id)).toEqual([])
  await dialog.getByRole('radio', { name: '1' }).press('Space')
  await expect(second).toHaveCount(0)
  await expect(opener).toHaveAccessibleName('Layouts, open: Pairs, changed since')
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Export Pairs as a file' }).press('Enter'),
  ])
  expect(file.suggestedFilename()).toBe('Pairs.halyard-layout.json')
  await dialog.getByLabel('Import a file').setInputFiles(await file.path())
  await expect(dialog.getByRole('status')).toHaveText('The file is saved as “Pairs (2)”.')
  await dialog
    .getByLabel('Import a file')
    .setInputFiles({ name: 'bad.json', mimeType: 'application/json', buffer: Buffer.from('{"format":1}') })
  await expect(dialog.getByRole('alert')).toHaveText('This file is not a chart layout. Nothing was changed.')

  // What was imported is there after a reload, and opens both charts again. What was chosen just before is there, too.
  await dialog.getByRole('radio', { name: '3' }).press('Space')
  await dialog.getByRole('radio', { name: '1' }).press('Space')
  await page.reload()
  await expect(opener).toBeEnabled()
  await opener.press('Enter')
  await expect(dialog.getByRole('radio', { name: '1' })).toBeChecked()
  await expect(opener).toHaveAccessibleName('Layouts, open: Pairs, changed since')
  await dialog.getByRole('button', { name: 'Open Pairs (2)' }).press('Enter')
  await expect(second).toBeVisible()
  // Deleted and brought back, it is the one that is open.
  await dialog.getByRole('button', { name: 'Delete Pairs (2)' }).press('Enter')
  await expect(opener).toHaveAccessibleName('Layouts')
  await dialog.getByRole('button', { name: 'Undo' }).press('Enter')
  await expect(opener).toHaveAccessibleName('Layouts, open: Pairs (2)')
  await page.keyboard.press('Escape')
  await expect(opener).toHaveAccessibleName('Layouts, open: Pairs (2)')

  await chart.getByRole('button', { name: 'Depth chart' }).press('Enter')
  const level = chart.getByRole('slider', { name: 'Price level' })
  await level.press('ArrowRight')
  await expect(level).toHaveAttribute('aria-valuetext', /^Buy up to [\d,.]+: [\d.]+ BTC for [\d,.]+ USDT, average/)
  await level.press('Home')
  await expect(level).toHaveAttribute('aria-valuetext', /^Sell down to .* levels$/)
  await chart.getByRole('button', { name: 'Depth chart' }).press('Enter')
  await opener.press('Enter')
  await dialog.getByRole('radio', { name: '1' }).press('Space')
  await page.keyboard.press('Escape')

  // The past is replayed from a chosen bar, and nothing is sent meanwhile.
  await chart.getByRole('button', { name: '30m' }).press('Enter')
  const replayer = chart.getByRole('button', { name: 'Bar replay' })
  await expect(replayer).toBeEnabled()
  await replayer.press('Enter')
  const replay = chart.getByRole('group', { name: 'Bar replay' })
  const beginMs = Math.floor((Date.now() - 10 * 3_600_000) / 1_800_000) * 1_800_000
  const textOf = (bars: number): string =>
    `Until ${new Date(beginMs + bars * 1_800_000).toISOString().slice(0, 16).replace('T', ' ')}`
  await replay.getByLabel('Bar at, UTC').fill(new Date(beginMs + 60_000).toISOString().slice(0, 16))
  await page.keyboard.press('Enter')
  await expect(replay.getByRole('status')).toHaveText(textOf(1))
  await replay.getByRole('button', { name: 'One bar on' }).press('Enter')
  await expect(replay.getByRole('status')).toHaveText(textOf(2))
  const reason = 'A bar replay runs on the chart of this market. End it to trade.'
  await expect(page.getByText(reason)).toBeVisible()
  await expect(page.getByRole('button', { name: /Buy/ }).last()).toBeDisabled()
  await replay.getByLabel('Speed').selectOption('10')
  await replay.getByRole('button', { name: 'Play', exact: true }).press('Enter')
  await expect(replay.getByRole('status')).not.toHaveText(textOf(2))
  await replay.getByRole('button', { name: 'Pause' }).press('Enter')
  await replay.getByRole('button', { name: 'End replay' }).press('Enter')
  await expect(page.getByText(reason)).toHaveCount(0)
  await expect(replay).toHaveCount(0)
  expect(complaints.lines()).toEqual([])
})
