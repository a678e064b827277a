import type { Locator, Page } from '@playwright/test'
import { expect, lastPrice, openTrade, press, showTable, ticket, accountTest as test } from './lib/trading'

/**
 * Each message of spec §5 that a field of the ticket, of take-profit and stop-loss or of the leverage raises, by its key: the
 * condition is made by hand in a browser, and the text is read. What no field here can raise stands below with its reason.
 */
type Said = readonly [key: string, text: string | RegExp, make: (at: (share: number) => string) => Promise<void>]

/** Keys of spec §5 that no row raises. */
const NEVER_RAISED: Readonly<Record<string, string>> = {
  tickSizeFixNumTips: 'no contract of this exchange has a step above 1',
  priceErrorTickTip: 'the same',
  qtyErrorTickTip:
    'no contract of this exchange has a lot above 1 but inverse ones, whose fields take whole lots alone',
  buySlPriceUpLiqPrice: 'of accounts that are not unified, which this exchange has not',
  sellSlPriceUpLiqPrice: 'the same',
}

/** The keys of the specification's rules for fields, in its order. */
const KEYS = (
  'tickSizeFixNumTips orderMaxQtyReplace maxQtySplitOrderTip buySlPriceUpLiqPrice sellSlPriceUpLiqPrice priceErrorTickTip ' +
  'qtyErrorTickTip takeProfitOver tpLimitPriceEmpty slLimitPriceEmpty slTips1 tpPriceTooLow tpPosPriceTooLow slPriceTooHigh ' +
  'slPosPriceTooHigh tpPriceTooHigh tpPosPriceTooHigh slPriceTooLow slPosPriceTooLow tpSlQtyOver lvgHighLimitTips'
).split(' ')

const field = (place: Locator, name: string | RegExp): Locator => place.getByRole('textbox', { name }).first()

async function check(page: Page, at: (share: number) => string, rows: readonly Said[]): Promise<void> {
  for (const [key, text, make] of rows)
    await test.step(key, async () => {
      await make(at)
      await expect(page.getByText(text).first()).toBeVisible()
    })
}

test('each message of a field is read where its condition is made (spec §5, issue 23.7) @long', async ({
  context,
  exchange,
}) => {
  test.setTimeout(90_000)
  const page = await openTrade(context, exchange)
  const form = ticket(page)
  const last = await lastPrice(exchange)
  const at = (share: number): string => String(Math.round(last * share))
  const raised = new Set<string>()
  const rows = async (list: readonly Said[]): Promise<void> => {
    await check(page, at, list)
    for (const [key] of list) raised.add(key)
  }
  const buy = form.getByRole('button', { name: /^Buy/ })
  const sell = form.getByRole('button', { name: /^Sell/ })
  const leave = (): Promise<void> => form.getByRole('textbox', { name: 'Price', exact: true }).focus()

  await field(form, 'Price').fill(at(0.99))
  await rows([
    [
      'orderMaxQtyReplace',
      /The quantity was reduced to the largest that can be sent, 1,190 BTC/,
      async () => {
        await field(form, 'Quantity').fill('99999999')
        await leave()
      },
    ],
    [
      'maxQtySplitOrderTip',
      /Above the maximum of one order, 1,190 BTC/,
      async () => {
        await form.getByRole('checkbox', { name: 'Split order' }).setChecked(true)
        await field(form, 'Quantity').fill('2000')
        await leave()
      },
    ],
  ])
  await form.getByRole('checkbox', { name: 'Split order' }).setChecked(false)
  await field(form, 'Quantity').fill('0.01')
  await form.getByRole('checkbox', { name: 'TP/SL', exact: true }).setChecked(true)
  const takeProfit = field(form, 'Take profit price')
  const stopLoss = field(form, 'Stop loss price')
  await rows([
    [
      'tpPriceTooLow',
      'Take profit: above the order price for a long.',
      async () => {
        await takeProfit.fill(at(0.95))
        await buy.click()
      },
    ],
    [
      'slPriceTooHigh',
      'Stop loss: below the order price for a long.',
      async () => {
        await takeProfit.fill('')
        await stopLoss.fill(at(1.05))
        await buy.click()
      },
    ],
    [
      'tpPriceTooHigh',
      'Take profit: below the order price for a short.',
      async () => {
        await stopLoss.fill('')
        await takeProfit.fill(at(1.05))
        await sell.click()
      },
    ],
    [
      'slPriceTooLow',
      'Stop loss: above the order price for a short.',
      async () => {
        await takeProfit.fill('')
        await stopLoss.fill(at(0.95))
        await sell.click()
      },
    ],
    [
      'takeProfitOver',
      "TP/SL: the price can't be zero. Leave the field empty for none.",
      async () => {
        await stopLoss.fill('')
        await takeProfit.fill('0')
        await buy.click()
      },
    ],
    [
      'tpLimitPriceEmpty',
      'Take profit: enter the limit price.',
      async () => {
        await form.getByRole('radiogroup', { name: 'TP/SL mode' }).getByText('Partial', { exact: true }).click()
        await takeProfit.fill(at(1.05))
        await form.getByLabel('Take profit closes').selectOption('limit')
        await field(form, 'Take profit limit price').fill('')
        await buy.click()
      },
    ],
    [
      'slLimitPriceEmpty',
      'Stop loss: enter the limit price.',
      async () => {
        await form.getByLabel('Take profit closes').selectOption('market')
        await stopLoss.fill(at(0.95))
        await form.getByLabel('Stop loss closes').selectOption('limit')
        await field(form, 'Stop loss limit price').fill('')
        await buy.click()
      },
    ],
  ])
  // Nothing of all that was sent.
  expect(exchange.ledger().filter(({ command }) => command?.type === 'place')).toEqual([])

  await form.getByRole('checkbox', { name: 'TP/SL', exact: true }).setChecked(false)
  for (const [side, low, high] of [
    ['Buy / Long', 'tpPosPriceTooLow', 'slPosPriceTooHigh'],
    ['Sell / Short', 'slPosPriceTooLow', 'tpPosPriceTooHigh'],
  ] as const) {
    await press(page, { side, price: null, qty: side === 'Buy / Long' ? '0.01' : '0.03' })
    const held = await showTable(page, 'Positions')
    await expect(held.getByRole('row').nth(1)).toHaveAttribute('data-side', side === 'Buy / Long' ? 'buy' : 'sell')
    await held.getByRole('button', { name: 'TP/SL', exact: true }).first().click()
    const dialog = page.getByRole('dialog')
    const isLong = side === 'Buy / Long'
    const texts = {
      tpPosPriceTooLow: 'Take profit: above the market price for a long.',
      slPosPriceTooHigh: 'Stop loss: below the market price for a long.',
      tpPosPriceTooHigh: 'Take profit: below the market price for a short.',
      slPosPriceTooLow: 'Stop loss: above the market price for a short.',
    }
    await rows([
      [
        isLong ? low : high,
        texts[isLong ? low : high],
        async () => {
          await field(dialog, 'Take profit price').fill(at(isLong ? 0.95 : 1.05))
          await page.keyboard.press('Tab')
        },
      ],
      [
        isLong ? high : low,
        texts[isLong ? high : low],
        async () => {
          await field(dialog, 'Take profit price').fill('')
          await field(dialog, 'Stop loss price').fill(at(isLong ? 1.05 : 0.95))
          await page.keyboard.press('Tab')
        },
      ],
    ])
    if (isLong)
      await rows([
        [
          'slTips1',
          'Quantity: enter how much of the position to close.',
          async () => {
            await dialog.getByRole('tab', { name: /^Partial/ }).click()
            await dialog.getByRole('button', { name: 'Add', exact: true }).click()
            await field(dialog, 'Stop loss price').fill(at(0.95))
            await field(dialog, /^Quantity/).fill('')
            await page.keyboard.press('Tab')
          },
        ],
        [
          'tpSlQtyOver',
          /Quantity: at most the position/,
          async () => {
            await field(dialog, /^Quantity/).fill('5')
            await page.keyboard.press('Tab')
          },
        ],
      ])
    // From the form of a part it goes back to the list of parts first.
    await expect(async () => {
      await page.keyboard.press('Escape')
      await expect(dialog).toHaveCount(0, { timeout: 500 })
    }).toPass()
  }

  await form.getByRole('button', { name: /^Leverage/ }).click()
  await rows([
    [
      'lvgHighLimitTips',
      'High leverage: a small move against the position can liquidate it.',
      () => field(page.getByRole('dialog'), /^Leverage/).fill('100'),
    ],
  ])
  expect(KEYS.filter((key) => !raised.has(key)).toSorted()).toEqual(Object.keys(NEVER_RAISED).toSorted())
})
