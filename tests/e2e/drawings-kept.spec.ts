import type { Page } from '@playwright/test'
import { DRAWING_KINDS, DRAWING_POINTS } from '../../src/ui/chart/drawings/drawing-kind'
import { FIRST_STYLE } from '../../src/ui/chart/drawings/drawing-styles'
import { expect, expectFeed, openControlled, openWindow, test } from './lib/trading'

const SYMBOLS = 50
const PER_SYMBOL = 200

type Kept = readonly (readonly [id: string, count: number, tab: string, drawing: { readonly name: string } | null])[]

/** Two hundred drawings of every kind, as a browser keeps them: some locked, some hidden, each with a name of its own. */
function drawingsOf(symbol: string, price: number, nowMs: number): Kept {
  return Array.from({ length: PER_SYMBOL }, (_, at) => {
    const kind = DRAWING_KINDS[at % DRAWING_KINDS.length]!
    const points = Array.from({ length: DRAWING_POINTS[kind] }, (_, point) => ({
      timeMs: nowMs - (PER_SYMBOL - at + 3 * point) * 1_800_000,
      price: price * (1 + (at - PER_SYMBOL / 2) / 20_000 + (point * 3) / 1_000),
    }))
    const drawing = {
      id: `${symbol}-${at}`,
      kind,
      points,
      name: `${symbol} no. ${at}`,
      text: kind === 'text' || kind === 'callout' ? `${symbol} no. ${at}` : '',
      ...FIRST_STYLE,
      isLocked: at % 7 === 0,
      isHidden: at % 11 === 0,
      order: at,
    }
    return [drawing.id, at + 1, 'first', drawing] as const
  })
}

/** Does something with the one store of the browser's database. */
function withStore(page: Page, records: readonly (readonly [symbol: string, entries: Kept])[] | null) {
  return page.evaluate(
    (given) =>
      new Promise<Record<string, Kept>>((resolve, reject) => {
        const opening = indexedDB.open('tradingview-store')
        opening.addEventListener('error', () => reject(new Error('no database')))
        opening.addEventListener('success', () => {
          const transaction = opening.result.transaction('settings', 'readwrite')
          const store = transaction.objectStore('settings')
          const found: Record<string, Kept> = {}
          const owner = store.get('chart-owner')
          owner.addEventListener('success', () => {
            for (const [symbol, entries] of given ?? []) store.put({ entries }, `drawings/${symbol}/${owner.result}`)
            const walk = store.openCursor(IDBKeyRange.bound('drawings/', 'drawings/\uffff'))
            walk.addEventListener('success', () => {
              const cursor = walk.result
              if (cursor === null) return
              found[String(cursor.key).split('/')[1] ?? ''] = (cursor.value as { readonly entries: Kept }).entries
              cursor.continue()
            })
          })
          transaction.addEventListener('complete', () => {
            opening.result.close()
            resolve(found)
          })
        })
      }),
    records,
  )
}

const rowsOf = (page: Page) =>
  page.getByRole('region', { name: 'Objects' }).getByRole('region', { name: 'Drawings' }).getByRole('listitem')

async function showObjects(page: Page): Promise<void> {
  const chart = page.getByRole('region', { name: 'Chart', exact: true })
  await expect(chart.getByRole('button', { name: 'Indicators' })).toBeEnabled()
  const objects = page.getByRole('region', { name: 'Objects' })
  // A page opens with the list when it was left with it, some time after the chart: a press then would close it.
  await expect(async () => {
    if (!(await objects.isVisible())) await chart.getByRole('button', { name: 'Objects' }).click()
    await expect(rowsOf(page)).not.toHaveCount(0, { timeout: 2_000 })
  }).toPass()
}

test('200 drawings of 50 markets outlast a reload, two tabs that edit at once, and a start without the exchange @long', async ({
  context,
  exchange,
  complaints,
}) => {
  test.setTimeout(240_000)
  const page = await openControlled(context, exchange)
  complaints.watch(page)
  const answer = await fetch(`${exchange.origin}/v5/market/tickers?category=linear`)
  const { result } = (await answer.json()) as {
    readonly result: { readonly list: readonly { readonly symbol: string; readonly lastPrice: string }[] }
  }
  const listed = result.list.slice(0, SYMBOLS)
  // Markets that are not listed any more keep what was drawn on them, too.
  const gone = Array.from({ length: SYMBOLS - listed.length }, (_, at) => ({ symbol: `GONE${at}USDT`, lastPrice: '1' }))
  const nowMs = Math.floor(Date.now() / 1_800_000) * 1_800_000
  const made = [...listed, ...gone].map(
    ({ symbol, lastPrice }) => [symbol, drawingsOf(symbol, Number(lastPrice), nowMs)] as const,
  )
  const expected = Object.fromEntries(made)
  await withStore(page, made)

  // A reload, and two tabs of one market.
  await page.reload()
  await expectFeed(page, 'live', 10_000)
  const other = await openWindow(page, exchange)
  complaints.watch(other)
  for (const tab of [page, other]) {
    await showObjects(tab)
    await expect(rowsOf(tab)).toHaveCount(PER_SYMBOL)
  }
  expect(await withStore(page, null)).toEqual(expected)

  // Both write within the same delay: one adds and renames, the other deletes and locks.
  const tools = page.getByRole('toolbar', { name: 'Drawing tools' })
  const rename = async (): Promise<void> => {
    await rowsOf(page).getByRole('button', { name: 'BTCUSDT no. 194', exact: true }).click()
    await page.getByRole('textbox', { name: /^Name of / }).fill('Kept name')
    await tools.getByRole('button', { name: 'Cursor' }).focus()
    await tools.getByRole('button', { name: 'Trend line' }).press('Enter')
  }
  const remove = async (): Promise<void> => {
    await other.getByRole('button', { name: 'Delete BTCUSDT no. 197' }).click()
    await other.getByRole('button', { name: 'Lock BTCUSDT no. 195' }).click()
  }
  await Promise.all([rename(), remove()])
  for (const tab of [page, other]) {
    await expect(rowsOf(tab)).toHaveCount(PER_SYMBOL)
    await expect(rowsOf(tab).getByRole('button', { name: 'Kept name', exact: true })).toHaveCount(1)
    await expect(rowsOf(tab).getByRole('button', { name: 'BTCUSDT no. 197', exact: true })).toHaveCount(0)
    await expect(tab.getByRole('button', { name: 'Lock BTCUSDT no. 195' })).toHaveAttribute('aria-pressed', 'true')
  }

  // Nobody is left, the exchange is gone, and a page is opened anew.
  await other.close()
  await page.close()
  await exchange.stop('SIGKILL')
  const offline = await context.newPage()
  for (const symbol of ['BTCUSDT', listed.at(-1)!.symbol]) {
    await offline.goto(`${exchange.origin}/trade/usdt/${symbol}`)
    await expectFeed(offline, 'offline', 20_000)
    await showObjects(offline)
    await expect(rowsOf(offline)).toHaveCount(PER_SYMBOL)
  }
  const { BTCUSDT: changed, ...rest } = await withStore(offline, null)
  const { BTCUSDT: first, ...untouched } = expected
  expect(rest).toEqual(untouched)
  const names = (entries: Kept | undefined) => (entries ?? []).flatMap(([, , , drawing]) => drawing?.name ?? [])
  const wanted = names(first).filter((name) => name !== 'BTCUSDT no. 197' && name !== 'BTCUSDT no. 194')
  // What was drawn has no name of its own.
  expect(names(changed).toSorted()).toEqual([...wanted, 'Kept name', ''].toSorted())
  expect(changed).toHaveLength(PER_SYMBOL + 1)
  expect(complaints.lines()).toEqual([])
})
