import type { CDPSession, Locator, Page } from '@playwright/test'
import { violations } from './lib/axe'
import { createByHand } from './lib/by-hand'
import { accountTest as test, expect, farBelow, lastPrice, openTrade } from './lib/trading'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

interface Point {
  readonly x: number
  readonly y: number
}

const STEPS = 6

/** Puts fingers down, moves each to where it is let go, and lifts them; `holdMs` is how long they rest before they move. */
async function touch(session: CDPSession, fingers: readonly (readonly [from: Point, to: Point])[], holdMs = 0) {
  const at = (step: number) =>
    fingers.map(([from, to], id) => ({
      id,
      x: from.x + ((to.x - from.x) * step) / STEPS,
      y: from.y + ((to.y - from.y) * step) / STEPS,
    }))
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(0) })
  if (holdMs > 0) await new Promise((resolve) => setTimeout(resolve, holdMs))
  for (let step = 1; step <= STEPS; step++)
    await session.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(step) })
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
}

const tap = (session: CDPSession, at: Point) => touch(session, [[at, at]])

interface Seen {
  /** How wide a bar is drawn, px: the longest run of its colours in any row. */
  readonly barWidth: number
  /** The rows between which drawings are, px: those with pixels of their blue; −1 without any. */
  readonly drawn: readonly [top: number, bottom: number]
  /** Where one is nearest to their middle row: its first pixel of their blue, which not every row of a thin line has. */
  readonly middle: Point
}

/** What a picture of the canvas shows left of the scale. */
async function seenOn(page: Page, canvas: Locator): Promise<Seen> {
  const picture = (await canvas.screenshot()).toString('base64')
  return page.evaluate(async (data) => {
    const bytes = Uint8Array.from(atob(data), (char) => char.charCodeAt(0))
    const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')!
    context.drawImage(bitmap, 0, 0)
    const width = Math.floor(bitmap.width * 0.8)
    const { data: pixels } = context.getImageData(0, 0, width, bitmap.height)
    let barWidth = 0
    const rows: number[] = []
    const lefts: number[] = []
    for (let y = 0; y < bitmap.height; y++) {
      let run = 0
      let left = -1
      for (let x = 0; x < width; x++) {
        const [red, green, blue] = pixels.subarray((y * width + x) * 4)
        run = Math.abs(red! - green!) > 60 ? run + 1 : 0
        barWidth = Math.max(barWidth, run)
        if (left < 0 && blue! - red! > 110) left = x
      }
      lefts.push(left)
      if (left >= 0) rows.push(y)
    }
    const [top, bottom] = [rows.at(0) ?? -1, rows.at(-1) ?? -1]
    const away = (y: number): number => Math.abs(y - (top + bottom) / 2)
    const y = rows.toSorted((a, b) => away(a) - away(b))[0] ?? -1
    return { barWidth, drawn: [top, bottom] as const, middle: { x: lefts[y] ?? -1, y } }
  }, picture)
}

test('a chart is pinched, drawn on and searched, and an order is dragged, all by touch @long', async ({
  context,
  exchange,
  complaints,
}) => {
  test.setTimeout(180_000)
  const page = await openTrade(context, exchange)
  complaints.watch(page)
  const session = await context.newCDPSession(page)
  const chart = page.getByRole('region', { name: 'Chart' })
  await expect(chart.getByRole('button', { name: 'Indicators' })).toBeEnabled()
  await expect(chart.locator('[aria-busy="true"]')).toHaveCount(0)
  const canvas = chart.locator('canvas').first()
  const box = (await canvas.boundingBox())!
  const at = (x: number, y: number): Point => ({ x: box.x + box.width * x, y: box.y + box.height * y })

  await test.step('two fingers apart make the bars wider, together narrower', async () => {
    const before = (await seenOn(page, canvas)).barWidth
    await touch(session, [
      [at(0.45, 0.5), at(0.2, 0.5)],
      [at(0.55, 0.5), at(0.8, 0.5)],
    ])
    await expect.poll(async () => (await seenOn(page, canvas)).barWidth).toBeGreaterThan(before * 1.5)
    await touch(session, [
      [at(0.2, 0.5), at(0.45, 0.5)],
      [at(0.8, 0.5), at(0.55, 0.5)],
    ])
    await expect.poll(async () => (await seenOn(page, canvas)).barWidth).toBeLessThan(before * 1.5)
    // It was the chart that grew, not the page.
    expect(await page.evaluate(() => visualViewport!.scale)).toBe(1)
  })

  await test.step('a line by two taps; its list, where it is named and deleted', async () => {
    await chart.getByRole('button', { name: 'Drawing tools' }).tap()
    const tools = chart.getByRole('toolbar', { name: 'Drawing tools' })
    // Tools and panes take the room of the book below.
    const book = page.getByRole('region', { name: 'Order book' })
    await expect(book).toBeHidden()
    await tools.getByRole('button', { name: 'Lines' }).tap()
    await page.getByRole('menuitem', { name: 'Trend line' }).tap()
    const narrow = (await canvas.boundingBox())!
    await tap(session, { x: narrow.x + narrow.width * 0.3, y: narrow.y + narrow.height * 0.3 })
    await tap(session, { x: narrow.x + narrow.width * 0.6, y: narrow.y + narrow.height * 0.5 })
    await expect(chart.getByRole('group', { name: 'Chosen: Trend line' })).toBeVisible()
    expect(await violations(page), 'tools and a chosen line').toEqual([])

    // A finger on its lower end moves that end alone.
    const [upper, lower] = (await seenOn(page, canvas)).drawn
    const end = { x: narrow.x + narrow.width * 0.6, y: narrow.y + narrow.height * 0.5 }
    await touch(session, [[end, { x: end.x, y: end.y + 40 }]])
    await expect.poll(async () => (await seenOn(page, canvas)).drawn[1] - lower).toBeGreaterThanOrEqual(30)
    expect(Math.abs((await seenOn(page, canvas)).drawn[0] - upper)).toBeLessThanOrEqual(2)

    // A copy of it, and both are chosen: a finger on one takes the other along, while it is still down.
    await chart.getByRole('application').focus()
    for (const key of ['c', 'v']) await page.keyboard.press(`Control+${key}`)
    const both = chart.getByRole('group', { name: 'Chosen: 2 drawings' })
    await expect(async () => {
      await page.keyboard.press('Control+a')
      await expect(both).toBeVisible({ timeout: 500 })
    }).toPass()
    const settled = (await canvas.boundingBox())!
    const seen = await seenOn(page, canvas)
    const [top] = seen.drawn
    // Where the first one's middle is, which its ends on bars decide: both have the same rows.
    const from = { x: settled.x + seen.middle.x, y: settled.y + seen.middle.y }
    const finger = (type: string, by: number | null) =>
      session.send('Input.dispatchTouchEvent', {
        type: type as 'touchStart',
        touchPoints: by === null ? [] : [{ x: from.x, y: from.y + by, id: 0 }],
      })
    await finger('touchStart', 0)
    for (const by of [5, 10, 15, 20]) await finger('touchMove', by)
    // Had one stayed, the rows would begin where they began.
    await expect.poll(async () => (await seenOn(page, canvas)).drawn[0] - top).toBeGreaterThanOrEqual(15)
    await finger('touchEnd', null)
    // The move, and the copy.
    for (let undo = 0; undo < 2; undo++) await page.keyboard.press('Control+z')
    await expect(both).toHaveCount(0)
    await chart.getByRole('button', { name: 'Objects' }).tap()
    const sheet = page.getByRole('dialog', { name: 'Objects' })
    await expect(sheet.getByRole('button', { name: 'Trend line', exact: true })).toBeVisible()
    expect(await violations(page), 'objects').toEqual([])
    await sheet.getByRole('button', { name: 'Delete Trend line' }).tap()
    await expect(sheet.getByRole('button', { name: 'Trend line', exact: true })).toHaveCount(0)
    await page.keyboard.press('Escape')
    await chart.getByRole('button', { name: 'Drawing tools' }).tap()
    await expect(book).toBeVisible()
  })

  await test.step('the indicators and the menu of a price stand within the screen', async () => {
    await chart.getByRole('button', { name: 'Indicators' }).tap()
    const picker = page.getByRole('dialog', { name: 'Indicators' })
    await picker.getByRole('searchbox').fill('exp mov')
    await expect(picker.getByRole('list', { name: 'All indicators' }).getByRole('listitem')).toHaveCount(1)
    expect(await violations(page), 'indicators').toEqual([])
    await picker.getByRole('button', { name: 'Dismiss' }).tap()
    await expect(picker).toHaveCount(0)
    const held = at(0.4, 0.7)
    await touch(session, [[held, held]], 900)
    const menu = page.getByRole('menu')
    await expect(menu.getByRole('menuitem').first()).toContainText('Copy price')
    expect(await violations(page), 'menu of a price').toEqual([])
    const shown = (await menu.boundingBox())!
    expect(shown.x).toBeGreaterThanOrEqual(0)
    expect(shown.x + shown.width).toBeLessThanOrEqual(390)
    // What fills the ticket shows it: below the market a buyer's, above it a seller's.
    const item = menu.getByRole('menuitem', { name: /^Limit order at .* in the ticket$/ })
    const price = /at ([\d,.]+) in/.exec(await item.innerText())?.[1] ?? 'none'
    const last = await lastPrice(exchange)
    await item.tap()
    const ticket = page.getByRole('dialog', { name: 'Order entry' })
    await expect(ticket.getByLabel('Price', { exact: true })).toHaveValue(price.replaceAll(',', ''))
    // Where the press falls hangs on how the bars lie after the pinches: below the last price, or above it.
    const side = Number(price.replaceAll(',', '')) < last ? 'Buy / Long' : 'Sell / Short'
    await expect(ticket.getByRole('button', { name: side })).toBeVisible()
    await ticket.getByRole('button', { name: 'Dismiss' }).tap()
    await expect(ticket).toHaveCount(0)
    await expect(menu).toHaveCount(0)

    // A price of seven digits is read whole where an alert is set.
    await touch(session, [[held, held]], 900)
    await menu.getByRole('menuitem', { name: 'Alerts…' }).tap()
    const alerts = page.getByRole('dialog', { name: 'Price alerts of BTCUSDT' })
    const level = alerts.getByRole('textbox', { name: 'Alert price' })
    await expect(level).toHaveValue(/^\d{5}\.\d$/)
    expect(await level.evaluate((field) => field.scrollWidth - field.clientWidth)).toBeLessThanOrEqual(0)
    await alerts.getByRole('button', { name: 'Dismiss' }).tap()
    await expect(alerts).toHaveCount(0)
  })

  await test.step('a picture goes to the clipboard, and to a page of its own that fits', async () => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const opener = chart.locator('[data-picture]')
    await opener.scrollIntoViewIfNeeded()
    await opener.tap()
    const menu = page.getByRole('menu')
    expect(await violations(page), 'menu of a picture').toEqual([])
    await menu.getByRole('menuitem', { name: /^Copy/ }).tap()
    await expect
      .poll(() => page.evaluate(async () => (await navigator.clipboard.read()).flatMap(({ types }) => types)))
      .toEqual(['image/png'])
    await opener.tap()
    const [snapshot] = await Promise.all([
      context.waitForEvent('page'),
      menu.getByRole('menuitem', { name: /^Open/ }).tap(),
    ])
    complaints.watch(snapshot)
    const picture = snapshot.getByRole('img', { name: /^Chart of BTCUSDT/ })
    await expect(picture).toBeVisible()
    expect((await picture.boundingBox())!.width).toBeLessThanOrEqual(390)
    expect(await snapshot.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    await snapshot.close()
    await page.bringToFront()
  })

  await test.step('an order is dragged by its label: one replace, on a tick', async () => {
    const price = await farBelow(exchange, 'BTCUSDT', 0.998)
    expect(await createByHand(page, { price, orderLinkId: 'touched' })).toBe(0)
    const handle = chart.getByRole('slider', { name: 'Move: Buy limit 0.010' })
    await expect(handle).toBeVisible()
    const label = (await handle.boundingBox())!
    const from = { x: label.x + label.width / 2, y: label.y + label.height / 2 }
    await touch(session, [[from, { x: from.x, y: from.y + 24 }]])
    const replaced = () =>
      exchange.ledger().flatMap(({ command }) => (command?.type === 'replace' ? [command as { ticks?: number }] : []))
    await expect.poll(replaced).toHaveLength(1)
    const axis = chart.locator('[data-chip][data-kind="order"] [data-chip-price]')
    await expect.poll(async () => Number((await axis.innerText()).replaceAll(',', ''))).toBeLessThan(Number(price))
    expect(await page.evaluate(() => scrollY)).toBe(0)
  })
  expect(complaints.lines()).toEqual([])
})
