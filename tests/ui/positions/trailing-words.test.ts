import { readFileSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import type { Price, Rate } from '../../../src/domain/decimal'
import { i18n } from '../../../src/ui/i18n/instance'
import type { Translate } from '../../../src/ui/i18n/words'
import { trailingWords } from '../../../src/ui/positions/trailing-words'

beforeAll(async () => {
  const file = new URL('../../../locales/en/trade.json', import.meta.url)
  const trade = JSON.parse(readFileSync(file, 'utf8')) as object
  await i18n.init({ lng: 'en', resources: { en: { trade } }, interpolation: { escapeValue: false } })
})

const words: Translate<'trade'> = (key, values) => i18n.getFixedT('en', 'trade')(key, { ...values })
const said = (position: object, order: object) => trailingWords(words, position, order, '0.1' as Price)

test('a trailing stop that waits names the price that starts it, one that has started its distance alone', () => {
  const position = { trailingStop: '500.5' as Price }
  const waiting = { stopPrice: null, triggerPrice: '65000' as Price }
  expect(said(position, waiting)).toBe('Trailing 500.5, starts at 65,000.0')
  expect(said(position, { ...waiting, stopPrice: '64600' as Price })).toBe('Trailing 500.5')
})

test('a share of the price is said as one', () => {
  const waiting = { stopPrice: null, triggerPrice: '65000' as Price }
  expect(said({ trailingRate: '0.015' as Rate, trailingStop: null }, waiting)).toBe(
    'Trailing 1.50%, starts at 65,000.0',
  )
})
