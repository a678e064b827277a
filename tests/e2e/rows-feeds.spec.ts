import { expectAgreement } from './lib/agreement'
import { showsTheBook } from './lib/book'
import { createByHand } from './lib/by-hand'
import {
  diary,
  keepDiary,
  openOrders,
  openThrough,
  placements,
  accountTest as test,
  test as ownTest,
} from './lib/hostile'
import {
  connection,
  expect,
  expectFeed,
  farBelow,
  lastPrice,
  openTrade,
  press,
  showTable,
  ticket,
  typeInto,
} from './lib/trading'

ownTest(
  'F12: the line is gone for longer than the exchange waits: its cancels are shown before anything looks live @ci',
  async ({ page, exchange, wire }) => {
    await exchange.control('dcp', { windowMs: 1_000 })
    await openThrough(page, wire)
    const price = await farBelow(exchange)
    const rows = await openOrders(page)
    for (const qty of ['0.01', '0.02']) {
      await press(page, { side: 'Buy / Long', price, qty })
      await expect(ticket(page).getByRole('button', { name: 'Buy / Long' })).not.toHaveAttribute('aria-busy')
    }
    await expect(rows).toHaveCount(2)
    // What a live page shows of open orders, from now on.
    await page.evaluate(() => {
      const seen: string[] = []
      Object.assign(globalThis, { halyardLiveOrders: seen })
      new MutationObserver(() => {
        const state = document.querySelector('[data-feed-state]')?.getAttribute('data-feed-state') ?? ''
        seen.push(`${state} ${document.querySelectorAll('tr[data-order-state="live"]').length}`)
      }).observe(document.body, { subtree: true, childList: true, attributeFilter: ['data-feed-state'] })
    })
    wire.refuse()
    wire.cut('reset', 'private', 'public', 'http')
    const isCanceledThere = (): boolean => exchange.ledger().some((line) => line.command?.type === 'cancelAll')
    await expect.poll(isCanceledThere).toBe(true)
    await expect(connection(page)).not.toHaveAttribute('data-feed-state', 'live')
    wire.heal()
    await expectFeed(page, 'live', 10_000)
    await expect(rows).toHaveCount(0)
    const seen = await page.evaluate(() => (globalThis as unknown as { halyardLiveOrders: string[] }).halyardLiveOrders)
    // After the loss no live screen has an order that the exchange had cancelled.
    const lost = seen.findIndex((one) => !one.startsWith('live'))
    expect(seen.slice(lost).filter((one) => /^live [1-9]/.test(one))).toEqual([])
    const region = await showTable(page, 'Order history')
    const canceled = region.getByRole('table', { name: 'Order history' }).locator('tr[data-order-state="canceled"]')
    await expect(canceled).toHaveCount(2)
    for (const row of await canceled.all()) await expect(row).toContainText('the connection was lost')
    await expectAgreement(page, exchange, { orders: 0 })
  },
)

test('F8: changes come before their snapshot, of the book and of the account: neither is shown before both are whole @long', async ({
  context,
  exchange,
}) => {
  for (const topic of ['orderBook_50.H.BTCUSDT', 'orderBook_50.L.BTCUSDT', 'instrument_info.*'])
    await exchange.control('reorder', { topic })
  const page = await openTrade(context, exchange)
  await expect.poll(() => showsTheBook(page, exchange)).toBe(true)
  await press(page, { side: 'Buy / Long', price: await farBelow(exchange), qty: '0.01' })
  const rows = await openOrders(page)
  await expect(rows).toHaveAttribute('data-order-state', 'live')
  await press(page, { side: 'Buy / Long', price: null, qty: '0.02' })
  // On a slow computer the press would otherwise meet the channel that is cut below, and be refused.
  await expectAgreement(page, exchange, { orders: 1, positions: ['BTCUSDT 20'] })
  // The account's snapshot waits for the next news of it.
  await exchange.control('reorder', { topic: 'user.order' })
  await keepDiary(page)
  await exchange.control('disconnect', { channel: 'private' })
  await expect.poll(async () => (await diary(page)).length).toBeGreaterThan(1)
  expect(await createByHand(page, { price: await farBelow(exchange), orderLinkId: 'meanwhile' })).toBe(0)
  await expectFeed(page, 'live', 10_000)
  await expect.poll(() => showsTheBook(page, exchange)).toBe(true)
  await expectAgreement(page, exchange, { orders: 2, positions: ['BTCUSDT 20'] })
})

test('F15: the line keeps messages back and lets them all go at once: marked meanwhile, nothing private is lost @long', async ({
  page,
  exchange,
  wire,
}) => {
  await openThrough(page, wire)
  await keepDiary(page)
  wire.dam('public', 'private')
  // Fills and orders of whom nobody hears: forty private messages and more, behind two seconds of market data.
  const codes = await page.evaluate(
    async (price) => {
      const headers = { 'content-type': 'application/json', 'x-requested-with': 'test' }
      const terms = { symbol: 'BTCUSDT', side: 'Buy', qty: '0.01', positionIdx: 0 }
      const limit = { ...terms, orderType: 'Limit', timeInForce: 'GoodTillCancel', price }
      const market = { ...terms, orderType: 'Market', timeInForce: 'ImmediateOrCancel' }
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, i) =>
          fetch('/contract/v5/order/create', {
            method: 'POST',
            headers,
            body: JSON.stringify({ ...(i % 2 === 0 ? limit : market), orderLinkId: `burst-${i}` }),
          }),
        ),
      )
      return Promise.all(answers.map(async (one) => ((await one.json()) as { readonly retCode: number }).retCode))
    },
    await farBelow(exchange),
  )
  expect(new Set(codes)).toEqual(new Set([0]))
  // The hub gives a silent connection up a second after it marks it.
  await page.evaluate(
    () =>
      new Promise<void>((done) => {
        const look = (): void => {
          const state = document.querySelector('[data-feed-state]')?.getAttribute('data-feed-state')
          if (state === 'live') setTimeout(look, 20)
          else done()
        }
        look()
      }),
  )
  expect(wire.release()).toBeGreaterThan(10_000)
  await expectFeed(page, 'live', 6_000)
  await expect.poll(() => showsTheBook(page, exchange)).toBe(true)
  await expect(await openOrders(page)).toHaveCount(10)
  // Ten hundredths in thousandths.
  await expectAgreement(page, exchange, { orders: 10, positions: ['BTCUSDT 100'] })
})

ownTest(
  'D6, F17: the tick of the contract grows under a filled-in ticket: the old price is not sent, a price on the new tick is @long',
  async ({ context, exchange }) => {
    const page = await openTrade(context, exchange)
    const form = ticket(page)
    const price = form.getByLabel('Price', { exact: true })
    const whole = await farBelow(exchange)
    await typeInto(price, `${whole}.3`)
    await typeInto(form.getByLabel('Quantity', { exact: true }), '0.01')
    await exchange.control('tick-size', { symbol: 'BTCUSDT', value: '0.5' })
    await expectFeed(page, 'live', 10_000)
    await form.getByRole('button', { name: 'Buy / Long' }).click()
    await expect(form.getByText('Must be a multiple of 0.5.')).toBeVisible()
    await expect(price).toHaveValue(`${whole}.3`)
    expect(placements(exchange)).toBe(0)
    await typeInto(price, `${whole}.5`)
    await form.getByRole('button', { name: 'Buy / Long' }).click()
    const rows = await openOrders(page)
    await expect(rows).toHaveAttribute('data-order-state', 'live')
    const held = await expectAgreement(page, exchange, { orders: 1 })
    expect(held.orders.map((order) => order.split(' ')[1])).toEqual([`${whole}.5`])
  },
)

ownTest(
  'F18: the line is gone while three bars pass: the chart asks for what it missed before it goes on @long',
  async ({ page, exchange, wire }) => {
    await openThrough(page, wire)
    await page.getByRole('button', { name: '1m', exact: true }).click()
    const words = page.getByText(/ UTC: open /).first()
    await expect(words).toBeAttached()
    const asked = (): number => wire.answered('GET /v5/market/kline')
    await expect.poll(asked).toBeGreaterThan(0)
    const before = asked()
    wire.refuse()
    wire.cut('reset', 'private', 'public', 'http')
    await expect(connection(page)).not.toHaveAttribute('data-feed-state', 'live')
    await exchange.control('advance', { ms: 200_000 })
    wire.heal()
    await expectFeed(page, 'live', 10_000)
    await expect.poll(asked).toBeGreaterThan(before)
    // The newest bar is the exchange's own of this minute.
    const newest = async (): Promise<string> => {
      const answer = await fetch(`${exchange.origin}/v5/market/kline?category=linear&symbol=BTCUSDT&interval=1&limit=1`)
      const [bar] = ((await answer.json()) as { readonly result: { readonly list: string[][] } }).result.list
      return new Date(Number(bar?.[0])).toISOString().slice(0, 16).replace('T', ' ')
    }
    await expect.poll(async () => (await words.textContent())?.includes(await newest())).toBe(true)
  },
)

test('N6: prices without a value are shown as none or marked, never as a number, and are right when they come again @long', async ({
  page,
  exchange,
  wire,
}) => {
  await openThrough(page, wire)
  await press(page, { side: 'Buy / Long', price: null, qty: '0.02' })
  const region = await showTable(page, 'Positions')
  const mark = region.locator('tr[data-symbol="BTCUSDT"] [data-mark]')
  await expect(mark).toHaveText(/^[\d,.]+/)
  for (const value of ['null', '"NaN"', '""', '{}']) {
    // `"markPrice":"64210.8"` becomes `"markPrice":null     `: white space is no news to JSON.
    wire.garble({
      pattern: /"(?:mark|last|index)Price":"[\d.]{5,}"/g,
      change: (found) => {
        const name = found.slice(0, found.indexOf(':') + 1)
        return (name + value).padEnd(found.length)
      },
    })
    const before = wire.struck
    await expect.poll(() => wire.struck).toBeGreaterThan(before + 4)
    expect(await page.locator('body').innerText(), value).not.toMatch(/NaN|null|undefined|Infinity|\[object/)
    await expect(mark, value).not.toHaveText(/^[-−]?[01]\b/)
  }
  wire.garble(null)
  await expectFeed(page, 'live', 10_000)
  await expect(mark.locator('[data-stale]')).toHaveCount(0, { timeout: 12_000 })
  const shown = async (): Promise<number> => Number.parseFloat((await mark.innerText()).replaceAll(',', ''))
  await expect.poll(async () => Math.abs((await shown()) / (await lastPrice(exchange)) - 1)).toBeLessThan(0.01)
  await expectAgreement(page, exchange, { orders: 0, positions: ['BTCUSDT 20'] })
})
