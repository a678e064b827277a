import { violations } from './lib/axe'
import type { Locator, Page } from '@playwright/test'
import { accountTest as test, expect, openTrade, ticket } from './lib/trading'

test.describe.configure({ timeout: 240_000 })

async function expectAccessible(page: Page, where: string): Promise<void> {
  expect(await violations(page), where).toEqual([])
}

const chartOf = (page: Page) => page.getByRole('region', { name: 'Chart' })

test('one page of a chart: indicators, drawings, a plan for the ticket, and another time @long', async ({
  context,
  exchange,
  complaints,
}) => {
  const page = await openTrade(context, exchange)
  complaints.watch(page)

  await test.step('indicators are found, set and kept, and a pane is closed at its own corner', async () => {
    const chart = chartOf(page)
    const opener = chart.getByRole('button', { name: 'Indicators' })
    // Until the chart's engine has come it does nothing, and a key goes to it all the same.
    await expect(opener).toBeEnabled()
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

    // A pane changes places, and its buttons go with it: those that stay would close another one.
    await opener.press('Enter')
    for (const name of ['Relative strength index', 'On-balance volume'])
      await list.getByRole('button', { name: `Add ${name}` }).press('Enter')
    await page.keyboard.press('Escape')
    const [rsi, obv] = [
      chart.getByRole('button', { name: 'Move the pane of RSI 14' }),
      chart.getByRole('button', { name: 'Move the pane of OBV' }),
    ]
    const topOf = async (pane: Locator): Promise<number> => (await pane.boundingBox())?.y ?? Number.NaN
    await expect.poll(async () => (await topOf(obv)) - (await topOf(rsi))).toBeGreaterThan(40)
    await obv.press('ArrowUp')
    await expect.poll(async () => (await topOf(rsi)) - (await topOf(obv))).toBeGreaterThan(40)
    for (const pane of ['RSI 14', 'OBV']) await chart.getByRole('button', { name: `Remove ${pane}` }).click()
    await expect.poll(() => storedNames(page)).toEqual(['ema'])
  })

  await test.step('drawings are made by pointer and by keyboard, undone, named, and stay with the account in every tab', async () => {
    const chart = chartOf(page)
    const tools = chart.getByRole('toolbar', { name: 'Drawing tools' })
    await expect(chart.getByRole('button', { name: 'Indicators' })).toBeEnabled()
    await expect(tools.getByRole('button', { name: 'Undo' })).toHaveAttribute('aria-disabled', 'true')
    // By pointer: one press for a line at a price. The tool comes out of its group, and stays before it.
    await tools.getByRole('button', { name: 'More of Lines' }).click()
    const lines = page.getByRole('menu', { name: 'Lines' })
    await lines.getByRole('menuitem', { name: 'Horizontal line' }).click()
    const line = tools.getByRole('button', { name: 'Horizontal line' })
    await expect(line).toHaveAttribute('aria-pressed', 'true')
    const canvas = await chart.locator('canvas').first().boundingBox()
    if (canvas === null) throw new Error('the chart has no canvas')
    await page.mouse.move(canvas.x + canvas.width / 2, canvas.y + canvas.height / 3)
    await page.mouse.down()
    await page.mouse.up()
    await expect(line).toHaveAttribute('aria-pressed', 'false')
    // By keyboard: into the middle of what is in view, then a bar to the left and away.
    await tools.getByRole('button', { name: 'Cursor' }).focus()
    await page.keyboard.press('ArrowDown')
    await expect(line).toBeFocused()
    await page.keyboard.press('ArrowRight')
    await expect(lines.getByRole('menuitem', { name: 'Trend line' })).toBeFocused()
    await expectAccessible(page, 'tools and a group of them')
    await page.keyboard.press('Enter')
    await expect.poll(() => storedDrawings(page)).toEqual(['horizontalLine', 'trendLine'])
    const [, first] = await storedPoints(page)
    await page.keyboard.press('ArrowLeft')
    await expect.poll(async () => (await storedPoints(page))[1]).toBe((first ?? 0) - 30 * 60_000)
    await page.keyboard.press('Delete')
    await expect.poll(() => storedDrawings(page)).toEqual(['horizontalLine'])
    await tools.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => storedDrawings(page)).toEqual(['horizontalLine', 'trendLine'])

    // Another tab has them too, and what it names is named here.
    const other = await openTrade(context, exchange)
    await chartOf(other).getByRole('button', { name: 'Objects' }).click()
    const objects = other.getByRole('region', { name: 'Objects' })
    await objects.getByRole('button', { name: 'Trend line', exact: true }).click()
    await objects.getByRole('textbox', { name: 'Name of Trend line' }).fill('Support')
    await objects.getByRole('button', { name: 'Lock Trend line' }).click()
    await expect(objects.getByRole('button', { name: 'Lock Support' })).toHaveAttribute('aria-pressed', 'true')
    await expectAccessible(other, 'objects')
    await other.close()
    // A row of the list takes the keys of the bars: all are chosen, copied and pasted, and one is deleted.
    await chart.getByRole('button', { name: 'Objects' }).click()
    const here = page.getByRole('region', { name: 'Objects' })
    const lock = here.getByRole('button', { name: 'Lock Support' })
    await expect(lock).toHaveAttribute('aria-pressed', 'true')
    await lock.click()
    const row = here.getByRole('button', { name: 'Support', exact: true })
    await row.focus()
    await page.keyboard.press('Control+c')
    await page.keyboard.press('Control+v')
    await expect(row).toHaveCount(2)
    await expect.poll(() => storedDrawings(page)).toEqual(['horizontalLine', 'trendLine', 'trendLine'])
    await row.first().focus()
    await page.keyboard.press('Delete')
    await expect(row).toBeFocused()
    await page.keyboard.press('Delete')
    await expect.poll(() => storedDrawings(page)).toEqual(['horizontalLine'])
    await here.getByRole('button', { name: 'Close the list of objects' }).press('Enter')
  })

  await test.step('a position that is drawn goes into the ticket, sized by its risk', async () => {
    const chart = chartOf(page)
    const tools = chart.getByRole('toolbar', { name: 'Drawing tools' })
    await expect(chart.getByRole('button', { name: 'Indicators' })).toBeEnabled()
    await tools.getByRole('button', { name: 'Long position' }).press('Enter')
    const bar = chart.getByRole('group', { name: 'Chosen: Long position' })
    await bar.getByRole('button', { name: 'To ticket' }).press('Enter')
    const form = ticket(page)
    const numberOf = async (label: string) =>
      Number(await form.getByRole('textbox', { name: label, exact: true }).inputValue())
    await expect.poll(() => numberOf('Stop loss price')).toBeGreaterThan(0)
    const [entry, target, stop] = [
      await numberOf('Price'),
      await numberOf('Take profit price'),
      await numberOf('Stop loss price'),
    ]
    expect(target).toBeGreaterThan(entry)
    expect(stop).toBeLessThan(entry)
    // Two tenths of the prices in view above it, one tenth below.
    expect((target - entry) / (entry - stop)).toBeCloseTo(2, 1)
    await expect(form.getByRole('button', { name: /^Buy/ })).toBeEnabled()
    await expectAccessible(page, 'chosen drawing')
    await bar.getByRole('button', { name: 'Delete Long position' }).click()
    await expect(bar).toHaveCount(0)

    // A text is typed where it stands, as soon as it is placed, in several lines.
    await tools.getByRole('button', { name: 'Text', exact: true }).press('Enter')
    const words = chart.getByRole('textbox', { name: 'Words of Text' })
    await expect(words).toBeFocused()
    await page.keyboard.type('Breakout')
    await page.keyboard.press('Enter')
    await page.keyboard.type('above the range of the last two weeks, on volume')
    await page.keyboard.press('Control+Enter')
    const named = chart.getByRole('group', { name: 'Chosen: Breakout' })
    await expect(named).toBeVisible()
    await expect(words).toHaveCount(0)
    await named.getByRole('button', { name: 'Edit the words of Breakout' }).press('Enter')
    await expect(words).toHaveValue('Breakout\nabove the range of the last two weeks, on volume')
    await page.keyboard.type('Other')
    await page.keyboard.press('Escape')
    await expect(named).toBeVisible()

    // By hand: from the press to where the pointer is let go.
    await tools.getByRole('button', { name: 'More of Shapes' }).click()
    await page.getByRole('menuitem', { name: 'Brush' }).click()
    const canvas = await chart.locator('canvas').first().boundingBox()
    if (canvas === null) throw new Error('the chart has no canvas')
    // Right of the labels of what stands in the ticket, and below their lines.
    const [x, y] = [canvas.x + canvas.width * 0.6, canvas.y + canvas.height * 0.72]
    await page.mouse.move(x, y)
    await page.mouse.down()
    for (const [dx, dy] of [
      [20, 30],
      [45, 5],
      [70, 40],
      [90, 10],
    ] as const)
      await page.mouse.move(x + dx, y + dy)
    await page.mouse.up()
    await expect(chart.getByRole('group', { name: 'Chosen: Brush' })).toBeVisible()

    // An end is taken where it was just clicked, by a mouse that has not moved: the end goes, and not the bars.
    await tools.getByRole('button', { name: 'More of Lines' }).click()
    await page.getByRole('menuitem', { name: 'Trend line' }).click()
    await page.mouse.click(x - 200, y - 60)
    await page.mouse.click(x - 60, y - 100)
    await expect(chart.getByRole('group', { name: 'Chosen: Trend line' })).toBeVisible()
    await expect.poll(async () => (await storedDrawings(page)).at(-1)).toBe('trendLine')
    const drawn = await lastPoints(page)
    // Until the line is painted nothing can be taken of it; no hand is back within three frames.
    await page.evaluate(async () => {
      for (let n = 0; n < 3; n++) await new Promise(requestAnimationFrame)
    })
    await page.mouse.down()
    await page.mouse.move(x - 40, y - 90)
    await page.mouse.move(x - 20, y - 80)
    await page.mouse.up()
    await expect.poll(async () => (await lastPoints(page))[1]?.timeMs).toBeGreaterThan(drawn[1]?.timeMs ?? Infinity)
    expect((await lastPoints(page))[0]).toEqual(drawn[0])
  })

  await test.step('the chart goes to a date and back, and shows its bars in every way', async () => {
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
  })
  expect(complaints.lines()).toEqual([])
})

/** The indicators that the browser's database has for the account, of whichever name. */
async function storedNames(page: Page): Promise<readonly string[]> {
  const record = (await stored(page, 'studies/')) as { readonly studies: readonly { readonly name: string }[] } | null
  return record?.studies.map((one) => one.name) ?? []
}

interface StoredDrawing {
  readonly kind: string
  readonly order: number
  readonly points: readonly { readonly timeMs: number }[]
}

async function storedEntries(page: Page): Promise<readonly StoredDrawing[]> {
  const record = (await stored(page, 'drawings/')) as {
    readonly entries: readonly (readonly [string, number, string, StoredDrawing | null])[]
  } | null
  return (record?.entries ?? []).flatMap(([, , , drawing]) => drawing ?? []).toSorted((a, b) => a.order - b.order)
}

async function storedDrawings(page: Page): Promise<readonly string[]> {
  return (await storedEntries(page)).map((one) => one.kind)
}

async function lastPoints(page: Page): Promise<StoredDrawing['points']> {
  return (await storedEntries(page)).at(-1)?.points ?? []
}

/** When each begins. */
async function storedPoints(page: Page): Promise<readonly (number | undefined)[]> {
  return (await storedEntries(page)).map((one) => one.points[0]?.timeMs)
}

/** The one record of the browser's database whose name begins so. */
function stored(page: Page, prefix: string): Promise<unknown> {
  return page.evaluate(
    (begin) =>
      new Promise<unknown>((resolve, reject) => {
        const opening = indexedDB.open('tradingview-store')
        opening.addEventListener('error', () => reject(new Error('no database')))
        opening.addEventListener('success', () => {
          const store = opening.result.transaction('settings').objectStore('settings')
          const reading = store.getAll(IDBKeyRange.bound(begin, `${begin}\uffff`))
          reading.addEventListener('success', () => {
            opening.result.close()
            resolve(reading.result[0] ?? null)
          })
        })
      }),
    prefix,
  )
}
