import { createHmac } from 'node:crypto'
import { axeOf } from './lib/axe'
import type { Page } from '@playwright/test'
import type { ExchangeProcess } from './lib/exchange-process'
import { accountTest as test, expect, expectFeed, openTrade } from './lib/trading'

/** As long as a note may be, without a place to break it. */
const LONG = 'rebalancer-of-the-night-desk-'.repeat(3).slice(0, 64)

/** As a program makes it. @returns its public half */
function makeKey(page: Page, body: object): Promise<string> {
  return page.evaluate(async (text) => {
    const headers = { 'content-type': 'application/json', 'x-requested-with': 'test' }
    const answer = await fetch('/sandbox/api-keys', { method: 'POST', headers, body: text })
    return ((await answer.json()) as { result: { apiKey: string } }).result.apiKey
  }, JSON.stringify(body))
}

/** Tab, and again, until what is named has the focus, and in no more steps than the page has things to stop at. */
async function tabTo(page: Page, name: string): Promise<void> {
  const at = page.getByRole('button', { name, exact: true })
  for (let i = 0; i < 60; i++) {
    if (await at.evaluate((one) => one === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab does not come to "${name}"`)
}

/** At a desk's and a phone's width nothing goes sideways, no button is cut off, and axe finds nothing wrong. */
async function expectFits(page: Page): Promise<void> {
  for (const [width, height] of [
    [390, 844],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height })
    const sideways = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    await expect.poll(sideways, `${width}`).toBeLessThanOrEqual(0)
    for (const button of await page.getByRole('region', { name: 'API keys' }).getByRole('button').all()) {
      const { x, width: wide } = (await button.boundingBox())!
      expect(x, `${width}`).toBeGreaterThanOrEqual(0)
      expect(x + wide, `${width}`).toBeLessThanOrEqual(width)
    }
    const found = await axeOf(page).include('section[aria-labelledby="api-keys"]').analyze()
    expect(
      found.violations.map(({ id }) => id),
      `${width}`,
    ).toEqual([])
  }
}

test('API keys are listed, kept and deleted by the keyboard alone (issue 18.20) @long', async ({
  context,
  exchange,
  complaints,
}) => {
  const page = await openTrade(context, exchange)
  complaints.watch(page)
  await makeKey(page, { note: LONG })
  const unnamed = await makeKey(page, { permissions: ['read'] })
  await makeKey(page, { note: 'bot' })
  await page.goto(`${exchange.origin}/settings`)
  await expectFeed(page, 'live', 10_000)

  const region = page.getByRole('region', { name: 'API keys' })
  const rows = region.getByRole('listitem')
  await expect(rows).toHaveCount(3)
  // Each says what it may do and has a button of its own name, also where it has no note.
  await expect(rows.filter({ hasText: LONG })).toContainText('Read and trade')
  await expect(rows.filter({ hasText: unnamed })).toContainText('Without a note')
  await expect(rows.filter({ hasText: unnamed })).toContainText('Read only')
  for (const key of [LONG, unnamed, 'bot'])
    await expect(region.getByRole('button', { name: `Delete the key ${key}`, exact: true })).toHaveCount(1)
  await expectFits(page)

  await tabTo(page, 'Delete the key bot')
  await page.keyboard.press('Enter')
  // What deletes nothing has the focus: a second Enter is no accident that costs a key.
  const sure = page.getByRole('group', { name: 'Delete this key?' })
  await expect(sure.getByRole('button', { name: 'Keep' })).toBeFocused()
  await expectFits(page)
  await expect(sure.getByRole('button', { name: 'Keep' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(sure).toHaveCount(0)
  await expect(rows).toHaveCount(3)
  // Kept: the focus is where it was before.
  await expect(region.getByRole('button', { name: 'Delete the key bot' })).toBeFocused()

  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(sure.getByRole('button', { name: 'Delete key' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(rows).toHaveCount(2)
  await expect(rows.filter({ hasText: 'bot' })).toHaveCount(0)
  // The row is gone and the focus is not: the same button of a neighbour has it (issue 19.7).
  await expect(region.getByRole('button', { name: /^Delete the key/ }).and(page.locator(':focus'))).toHaveCount(1)

  for (const key of [LONG, unnamed]) {
    await tabTo(page, `Delete the key ${key}`)
    // What came to a button by itself takes no key that may be meant for the one before.
    await page.waitForTimeout(600)
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(region.getByRole('button', { name: `Delete the key ${key}` })).toHaveCount(0)
  }
  await expect(region).toContainText('This account has no keys.')
  await expect(region).toBeFocused()
  const left = await page.evaluate(
    async () => (await (await fetch('/sandbox/api-keys')).json()).result.list as unknown[],
  )
  expect(left).toEqual([])
  expect(complaints.lines()).toEqual([])
})

/** A program's call with what the page showed of its key. @returns the code of the answer */
async function callAsProgram(exchange: ExchangeProcess, apiKey: string, secret: string): Promise<number> {
  const timestamp = String(Date.now())
  const query = 'accountType=UNIFIED'
  // v5: timestamp, key, receive window, query.
  const signature = createHmac('sha256', secret).update(`${timestamp}${apiKey}5000${query}`).digest('hex')
  const answer = await fetch(`${exchange.origin}/v5/account/wallet-balance?${query}`, {
    headers: {
      'x-bapi-api-key': apiKey,
      'x-bapi-timestamp': timestamp,
      'x-bapi-recv-window': '5000',
      'x-bapi-sign': signature,
    },
  })
  return ((await answer.json()) as { readonly retCode: number }).retCode
}

test('an API key is made in Settings, its secret works, is shown once and kept nowhere (issue 19) @ci', async ({
  context,
  exchange,
  complaints,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const page = await openTrade(context, exchange)
  complaints.watch(page)
  await page.goto(`${exchange.origin}/settings`)
  await expectFeed(page, 'live', 10_000)
  const region = page.getByRole('region', { name: 'API keys' })
  const form = region.getByRole('form', { name: 'New API key' })
  await expect(form.getByRole('radio', { name: 'Read only' })).toBeChecked()
  await form.getByLabel('Note').fill('by hand')
  await page.keyboard.press('Enter')
  const made = region.getByRole('region', { name: 'API key created' })
  await expect(made).toBeFocused()
  const [apiKey, secret] = (await made.locator('code').allInnerTexts()) as [string, string]
  await made.getByRole('button', { name: 'Copy the secret' }).click()
  await expect(made.getByRole('button', { name: 'Copied' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(secret)
  await expectFits(page)
  expect(await callAsProgram(exchange, apiKey, secret)).toBe(0)
  const row = region.getByRole('listitem').filter({ hasText: apiKey })
  await expect(row).toContainText('by hand')
  await expect(row).toContainText('Read only')

  await made.getByRole('button', { name: 'I have saved the secret' }).click()
  await expect(made).toHaveCount(0)
  await expect(region).toBeFocused()
  const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))
  expect(kept).not.toContain(secret)
  await page.reload()
  await expect(row).toBeVisible()
  expect(await page.content()).not.toContain(secret)

  // Twenty are the most that an account has; the twenty-first is refused in words, and what was typed stays.
  for (let i = 1; i < 20; i++) await makeKey(page, { note: `n${i}` })
  await form.getByLabel('Note').fill('one more')
  await form.getByRole('button', { name: 'Create key' }).click()
  await expect(region.getByRole('alert')).toContainText('An account can have 20 keys')
  await expect(form.getByLabel('Note')).toHaveValue('one more')
  expect(complaints.lines()).toEqual([])
})
