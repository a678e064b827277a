import { describe, expect, test } from 'vitest'
import { PATH_LANGUAGES, pathPrefix, shownLanguage, withoutPrefix } from '../../../src/ui/i18n/path-language'

describe('the language in front of an address (decisions 28)', () => {
  test.each(PATH_LANGUAGES)('%s stands in front of a page, and the page is what is left', (language) => {
    expect(pathPrefix(`/${language}/trade/usdt/BTCUSDT`)).toBe(language)
    expect(withoutPrefix(`/${language}/trade/usdt/BTCUSDT`)).toBe('/trade/usdt/BTCUSDT')
    expect(withoutPrefix(`/${language}`)).toBe('/')
  })

  test.each([
    '/',
    '/trade/usdt/BTCUSDT',
    '/markets',
    '/user/assets/order/derivatives/usdt-future',
    '/EN/markets',
    '/eng',
  ])('%s has none', (path) => {
    expect(pathPrefix(path)).toBeNull()
    expect(withoutPrefix(path)).toBe(path)
  })

  test('one that nobody knows is a language all the same: the page behind it opens', () => {
    expect(pathPrefix('/xx-YY/markets')).toBe('xx-YY')
  })
})

describe('the language that is shown', () => {
  const available = ['en', 'de-DE', 'zh-CN', 'zh-TW']
  test.each([
    // prefix, chosen before, shown
    [null, null, 'en'],
    [null, 'de-DE', 'de-DE'],
    ['zh-TW', 'de-DE', 'zh-TW'],
    ['en', 'de-DE', 'en'],
    // The same tongue is nearer than English.
    ['zh-HK', null, 'zh-CN'],
    ['de', null, 'de-DE'],
    ['en-HK', 'de-DE', 'en'],
    // Decisions 28: English until there are texts, also for whoever has chosen another language.
    ['pt-BR', 'de-DE', 'en'],
    ['xx-YY', null, 'en'],
    [null, 'xx', 'en'],
  ])('address %s, chosen %s: %s', (prefix, chosen, shown) => {
    expect(shownLanguage(prefix, chosen, available)).toBe(shown)
  })
})
