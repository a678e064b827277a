import { describe, expect, test, vi } from 'vitest'
import { Translator, type Texts } from '../../../src/ui/i18n/translator'

const ENGLISH: Texts = {
  title: 'Orders',
  row: { size: 'Size {{qty}} {{coin}}' },
  tabs_one: '{{count}} tab',
  tabs_other: '{{count}} tabs',
  plain: '$t(app:title) of {{name}}',
  only: 'in English alone',
}

function speaking(language: string, texts: Texts): Translator {
  const words = new Translator()
  words.start('en', async (asked) => (asked === 'en' ? ENGLISH : asked === language ? texts : null))
  return words
}

async function english(): Promise<Translator> {
  const words = speaking('en', ENGLISH)
  await words.load(['app'])
  return words
}

describe('words of the page', () => {
  test('values stand where the text names them, and one that is not known leaves nothing', async () => {
    const words = await english()
    expect(words.text('row.size', { qty: '0.5', coin: 'BTC' })).toBe('Size 0.5 BTC')
    expect(words.text('row.size', { qty: 0, coin: undefined })).toBe('Size 0 ')
    expect(words.text('row.size', { qty: 0 })).toBe('Size 0 {{coin}}')
    expect(words.raw('row.size')).toBe('Size {{qty}} {{coin}}')
  })

  test('a text inside a text is read from the words, never from a value', async () => {
    const words = await english()
    expect(words.text('plain', { name: '$t(app:only) {{coin}}', coin: 'BTC' })).toBe('Orders of $t(app:only) {{coin}}')
  })

  test('a number chooses its ending by the rules of the language', async () => {
    const words = await english()
    expect([0, 1, 2].map((count) => words.text('tabs', { count }))).toEqual(['0 tabs', '1 tab', '2 tabs'])
    // Unicode CLDR 46, cardinal rules of Polish: 1 one, 2 to 4 few, 5 many, 22 few.
    const polish = speaking('pl', { tabs_one: 'a', tabs_few: 'b', tabs_many: 'c' })
    await polish.load(['app'])
    await polish.change('pl')
    expect([1, 3, 5, 22].map((count) => polish.text('tabs', { count }))).toEqual(['a', 'b', 'c', 'b'])
  })

  test('what a language lacks is said in English; what nobody has is no word', async () => {
    const words = speaking('de-DE', { title: 'Aufträge', tabs_other: '{{count}} Fenster' })
    await words.load(['app'])
    await words.change('de-DE')
    expect(words.text('title')).toBe('Aufträge')
    expect(words.text('only')).toBe('in English alone')
    expect(words.text('tabs', { count: 1 })).toBe('1 tab')
    expect(words.find('row')).toBeNull()
    expect(words.find('constructor')).toBeNull()
    expect(words.text('nowhere.at.all')).toBe('nowhere.at.all')
  })

  test('another language is spoken once its words are there, and is told to who draws', async () => {
    const words = speaking('ar', { title: 'x' })
    const drawn = vi.fn(() => words.text('title'))
    await words.load(['app'])
    const stop = words.onChange(drawn)
    expect(words.direction).toBe('ltr')
    await words.change('ar')
    expect(drawn).toHaveReturnedWith('x')
    expect(words.direction).toBe('rtl')
    stop()
    await words.change('en')
    expect(drawn).toHaveBeenCalledTimes(1)
  })

  test('a namespace without texts in any language counts as come', async () => {
    const words = await english()
    expect(words.has('help')).toBe(false)
    await words.load(['help'])
    expect(words.has('help')).toBe(true)
  })
  test('words that are asked for before the start come with it, in the language that it names', async () => {
    const words = new Translator()
    const loaded = words.load(['app'])
    words.start('de-DE', async (asked) => (asked === 'en' ? ENGLISH : { title: 'Aufträge' }))
    await loaded
    expect(words.text('title')).toBe('Aufträge')
  })
})
