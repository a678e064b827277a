import { afterEach, describe, expect, test } from 'vitest'
import type { DecimalText, Price, Qty } from '../../src/domain/decimal'
import { decimalSign, formatMoney, formatPrice, formatQty, setFormatLocale } from '../../src/ui/format'
import { acceptText, fieldText, readText } from '../../src/ui/kit/number-text'

/** The languages of spec §9, those that the chart has besides, and three whose digits are not ASCII. */
const LOCALES =
  'en zh-CN zh-TW ja-JP ko-KR ru-RU id-ID es-ES tr-TR th-TH vi-VN de-DE zh-HK en-HK pt-BR fr it nl pl cs hu ro uk sv el he ms-MY ar-EG fa hi-IN-u-nu-deva'.split(
    ' ',
  )

/** Reads what a reader of this language reads: its digits, its grouping, its decimal mark. */
function digitsOf(text: string, locale: string): string {
  const format = new Intl.NumberFormat(locale, { useGrouping: true, minimumFractionDigits: 1 })
  const parts = format.formatToParts(-12_345_678.9)
  const part = (type: string): string => parts.find((one) => one.type === type)?.value ?? ''
  const numerals = Array.from({ length: 10 }, (_, n) => new Intl.NumberFormat(locale).format(n))
  let plain = text.replaceAll(/[\u200E\u200F\u061C]/g, '').replaceAll(part('group'), '')
  plain = plain.replace(part('decimal'), '.').replace('\u2212', '-')
  return numerals.reduce((left, numeral, n) => left.replaceAll(numeral, String(n)), plain)
}

afterEach(() => setFormatLocale('en'))

describe.each(LOCALES)('numbers in %s (N7)', (locale) => {
  test('every digit is on the screen, as that language writes it', () => {
    setFormatLocale(locale)
    expect(digitsOf(formatPrice('1234567.5' as Price, '0.01' as Price), locale)).toBe('1234567.50')
    expect(digitsOf(formatQty('0.001' as Qty, '0.001' as Qty), locale)).toBe('0.001')
    expect(digitsOf(formatMoney('-9007199254740993.25' as DecimalText), locale)).toBe('-9007199254740993.25')
  })

  test('a field is filled with the decimal sign of the language and no groups: what it shows is what is sent', () => {
    setFormatLocale(locale)
    const shown = fieldText('1234567.5' as Price, '0.01' as Price)
    expect(shown).toBe(`1234567${decimalSign()}50`)
    expect(readText(shown)).toBe('1234567.5')
  })

  test('a grouped number that is pasted is that number, never another one', () => {
    const pasted = new Intl.NumberFormat(locale, { minimumFractionDigits: 2 }).format(1_234_567.5)
    expect(readText(acceptText('64000', pasted))).toBe('1234567.5')
  })
})
