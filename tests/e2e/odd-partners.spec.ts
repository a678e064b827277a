import type { Page, TestFixture } from '@playwright/test'
import type { ExchangeProcess } from './lib/exchange-process'
import { diary, keepDiary, openOrders } from './lib/hostile'
import { OddPartner, type Channel } from './lib/odd-partner'
import { showsTheBook } from './lib/book'
import { accountTest, expect, expectFeed, farBelow, NO_SHARED_WORKER, press, ticket } from './lib/trading'

const partner: TestFixture<OddPartner, { readonly exchange: ExchangeProcess }> = async ({ exchange }, use) => {
  const one = await OddPartner.start(exchange.port)
  await use(one)
  await one.close()
}
const test = accountTest.extend<{ readonly partner: OddPartner }>({ partner })

async function open(page: Page, { origin }: OddPartner): Promise<void> {
  await page.goto(`${origin}/trade/usdt/BTCUSDT`)
  await expectFeed(page, 'live', 30_000)
}

/** The faults that Diagnostics show. */
async function faults(page: Page, { origin }: OddPartner): Promise<string> {
  await page.goto(`${origin}/diagnostics`)
  const table = page.getByRole('table', { name: 'Faults' })
  await expect(table).toBeVisible()
  return table.innerText()
}

const FRAMES: readonly (readonly [string, string | Buffer])[] = [
  ['a binary frame', Buffer.alloc(1_000)],
  ['nine million characters', JSON.stringify({ op: 'note', x: 'a'.repeat(9_000_000) })],
  ['half a JSON text', '{"topic":"orderBook_50.H.BTCUSDT","type":"del'],
  ['an unknown envelope', '{"op":"note","ret_msg":"hello"}'],
]

test('messages that nobody can read, and one that sends the page away: F19, F11 @long', async ({
  page,
  exchange,
  partner,
}) => {
  await open(page, partner)
  await press(page, { side: 'Buy / Long', price: await farBelow(exchange), qty: '0.01' })
  await expect(await openOrders(page)).toHaveCount(1)
  for (const channel of ['public', 'private'] as const satisfies readonly Channel[])
    await test.step(`F19: frames that nobody can read on the ${channel} channel: a new socket each time, and the truth after it`, async () => {
      await keepDiary(page)
      for (const [what, frame] of FRAMES) {
        const opened = partner.opened[channel]
        partner.say(channel, frame)
        await expect.poll(() => partner.opened[channel], { message: what }).toBe(opened + 1)
        await expectFeed(page, 'live', 10_000)
        await expect(await openOrders(page)).toHaveCount(1)
        await expect.poll(() => showsTheBook(page, exchange), { message: what }).toBe(true)
      }
      // Not live from the frame on until everything had begun anew, each time.
      expect((await diary(page)).filter((state) => state === 'live').length).toBeGreaterThanOrEqual(FRAMES.length + 1)
    })
  await test.step('F11: the market channel is told to go: "Use here" takes it back', async () => {
    partner.say('public', '{"op":"close_by_other"}')
    await expectFeed(page, 'elsewhere', 5_000)
    await page.getByRole('button', { name: /use here/i }).click()
    await expectFeed(page, 'live', 10_000)
  })
  await test.step('F19: the faults are said, of each channel', async () => {
    const told = await faults(page, partner)
    for (const words of ['binary', 'characters', 'orderBook_50', 'note'])
      expect(told.split(words).length - 1, words).toBeGreaterThanOrEqual(2)
  })
})

test('F11, H3: a later hub has the account and the closing code is lost: the page says so, and does not fight @long', async ({
  page,
  partner,
}) => {
  let login: { readonly profile?: string; readonly term?: number } = {}
  let logins = 0
  partner.does = {
    swallows: 4002,
    asked: (_, text) => {
      if (!text.includes('"op":"login"')) return
      logins++
      login = JSON.parse(text) as typeof login
    },
  }
  await open(page, partner)
  const { profile = '', term = 0 } = login
  expect(profile).not.toBe('')
  // The later life of this very browser profile, by hand.
  await page.evaluate(
    async ({ name, later }) => {
      const answer = await fetch('/user/private/ott', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-requested-with': 'test' },
        body: '{}',
      })
      const { result } = (await answer.json()) as { result: { token: string } }
      const socket = new WebSocket(`${location.origin.replace('http', 'ws')}/realtime_private?v=2`)
      Object.assign(globalThis, { held: socket })
      await new Promise((done) => socket.addEventListener('open', done))
      socket.send(JSON.stringify({ op: 'login', args: [result.token], req_id: '1', profile: name, term: later }))
    },
    { name: profile, later: term + 1 },
  )
  await expectFeed(page, 'elsewhere', 5_000)
  const before = logins
  await new Promise((done) => setTimeout(done, 4_000))
  await expectFeed(page, 'elsewhere', 1_000)
  expect(logins).toBe(before)
})

/** What becomes of a heartbeat on its way; `null` where it is kept back. */
type Odd = (beat: { readonly counter: number; readonly ts: number }) => object | null

/** Fifteen kinds are held below the browser (`tests/workers/hub/odd-partners.test.ts`): here one of each sort. */
const HEARTBEATS: readonly (readonly [string, Odd])[] = [
  ['none', () => null],
  ['a count that jumps', (beat) => ({ ...beat, counter: beat.counter * 10 })],
]

test('F20: heartbeats that are odd, or none: the page is live and goes on trading @long', async ({
  browser,
  exchange,
}) => {
  // The waits are most of it, so a browser with an account of its own stands behind each partner at the same time.
  const desks = await Promise.all(
    HEARTBEATS.map(async ([what, change]) => {
      const partner = await OddPartner.start(exchange.port)
      partner.does = {
        said: (_, text) => {
          if (!text.startsWith('{"op":"heartbeat"')) return text
          const changed = change(JSON.parse(text) as { counter: number; ts: number })
          return changed === null ? null : JSON.stringify(changed)
        },
      }
      const context = await browser.newContext()
      if (NO_SHARED_WORKER)
        await context.addInitScript(() => {
          Reflect.deleteProperty(globalThis, 'SharedWorker')
        })
      const page = await context.newPage()
      await open(page, partner)
      return { what, partner, context, page }
    }),
  )
  // Each sign may be believed three times, a second apart.
  await new Promise((done) => setTimeout(done, 4_500))
  const opened = desks.map(({ partner }) => ({ ...partner.opened }))
  for (const { page } of desks) await keepDiary(page)
  // Longer than the two seconds of silence after which a page is no longer live (F1).
  await new Promise((done) => setTimeout(done, 3_000))
  for (const [i, { what, partner, page }] of desks.entries()) {
    expect(await diary(page), what).toEqual(['live'])
    expect(partner.opened, what).toEqual(opened[i])
  }
  for (const { what, page, partner, context } of desks) {
    await press(page, { side: 'Buy / Long', price: await farBelow(exchange), qty: '0.01' })
    await expect(await openOrders(page), what).toHaveCount(1)
    await context.close()
    await partner.close()
  }
})

test('F21: rows that look like others’, or stand twice: not listed, not traded by, and said with their reason @long', async ({
  page,
  exchange,
  partner,
}) => {
  partner.does = {
    answered: (path, body) => {
      if (!path.startsWith('/contract/v5/product/brief-symbol-list')) return body
      const answer = JSON.parse(body) as { result: { LinearPerpetual: Record<string, unknown>[] } }
      const rows = answer.result.LinearPerpetual
      const btc = rows.find(({ symbol }) => symbol === 'BTCUSDT')
      rows.unshift({ ...btc, symbol: 'ВТСUSDT', displayName: 'BTCUSDT' })
      rows.push({ ...btc, tickSize: '1000', lotSize: '5' }, { ...btc, symbol: 'BTC\u200bUSDT' })
      return JSON.stringify(answer)
    },
  }
  await open(page, partner)
  const price = await farBelow(exchange)
  await press(page, { side: 'Buy / Long', price, qty: '0.011' })
  // By the first row's rules: a whole dollar is no step of 1,000, and 0.011 none of 5.
  const rows = await openOrders(page)
  await expect(rows).toHaveCount(1)
  await expect(rows.locator('[data-column="qty"]')).toContainText('0.011')
  await expect(ticket(page).getByRole('alert')).toHaveCount(0)
  await page.goto(`${partner.origin}/markets`)
  await page.getByRole('searchbox').first().fill('BTC')
  await expect(page.getByRole('link', { name: /BTC\s?USDT/ }).first()).toBeVisible()
  expect(await page.content()).not.toMatch(/[\u0400-\u04FF]USDT|BTC\u200b/)
  const told = await faults(page, partner)
  expect(told).toContain(String.raw`\u0412\u0422\u0421USDT`)
  expect(told).toContain(String.raw`BTC\u200bUSDT`)
  expect(told).toContain('BTCUSDT, a second time')
})
