import type { Locator, Page } from '@playwright/test'
import { readAs, typedAs, meantBy, type Said } from '../ui/kit/reader'
import { sampled } from '../ui/kit/typed-strings'
import { expect, lastPrice, openTrade, accountTest as test, ticket } from './lib/trading'

/**
 * Of the 10,000 of `tests/ui/kit/typing.test.ts` some that a keyboard has: neither a tab nor more than a field keeps. What
 * every field makes of 400 of them is held below the browser (`tests/ui/kit/every-field.test.ts`).
 */
const STRINGS = sampled(400)
  .filter((text) => text.trim() !== '' && text.length <= 20 && !/[\t\p{Cf}]/u.test(text))
  .slice(0, 12)

function say(said: Said): string {
  return typeof said === 'object' ? `${said.digits}e-${said.places}` : said
}

/** What the field says after all: by what stands in it and what it says of it. */
async function fieldSays(field: Locator): Promise<string> {
  const text = await field.inputValue()
  const label = (await field.getAttribute('aria-describedby')) ?? ''
  const words = label === '' ? '' : await field.page().locator(`[id="${label}"]`).innerText()
  if (/two ways/.test(words)) return 'two'
  if (/this is not a number/.test(words)) return 'none'
  return say(readAs(text, '.'))
}

async function paste(page: Page, field: Locator, text: string): Promise<void> {
  await field.focus()
  await page.evaluate((value) => document.execCommand('insertText', false, value), text)
}

async function judge(page: Page, field: Locator): Promise<readonly string[]> {
  const wrong: string[] = []
  for (const text of STRINGS) {
    await field.fill('')
    await paste(page, field, text)
    const pasted = await fieldSays(field)
    if (pasted !== say(readAs(text, '.'))) wrong.push(`pasted ${JSON.stringify(text)}: ${pasted}`)
    if ((pasted === 'none' || pasted === 'two') && (await field.inputValue()) !== text)
      wrong.push(`pasted ${JSON.stringify(text)} did not stay`)
    await field.fill('')
    for (const key of text) await page.keyboard.insertText(key)
    const typed = await fieldSays(field)
    if (typed !== 'none' && typed !== 'two' && typed !== say(typedAs(text, '.')))
      wrong.push(`typed ${JSON.stringify(text)}: ${typed}`)
  }
  return wrong
}

test('twelve strings typed and pasted into the quantity are what a reader says, or a message; what is sent is the number that was read @long', async ({
  context,
  exchange,
}) => {
  const page = await openTrade(context, exchange)
  const form = ticket(page)
  const price = Math.floor((await lastPrice(exchange)) * 0.99)
  const qty = form.getByLabel('Quantity', { exact: true })
  // What a browser does to text before the field gets it is the same in each: `tests/ui/kit/every-field.test.ts` has the others.
  expect(await judge(page, qty)).toEqual([])
  const sent = () =>
    exchange
      .ledger()
      .flatMap(({ command }) =>
        command?.type === 'place' ? [(command as unknown as { order: { qty: string } }).order.qty] : [],
      )
  const expected: string[] = []
  for (const text of ['0,011', '0.012', '\uFF10\uFF0E\uFF10\uFF11\uFF13', '\u0660\u066B\u0660\u0661\u0664', ' 0,015'])
    for (const isTyped of [true, false]) {
      // A price of its own: the same ticket, pressed at once again, would be the same order.
      await form.getByLabel('Price', { exact: true }).fill(String(price - expected.length))
      await qty.fill('')
      if (isTyped) for (const key of text) await page.keyboard.insertText(key)
      else await paste(page, qty, text)
      const said = isTyped ? typedAs(text, '.') : readAs(text, '.')
      await form.getByRole('button', { name: 'Buy / Long' }).click()
      expected.push(say(said))
      await expect.poll(() => sent().map((one) => say(meantBy(one)))).toEqual(expected)
    }
})
