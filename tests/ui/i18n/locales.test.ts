import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { KIND_OF_EXEC_TYPE } from '../../../src/domain/order/execution-account'
import { PURPOSE_OF_CREATE_TYPE } from '../../../src/domain/order/order-purpose'
import { STRATEGY_CREATE_TYPE } from '../../../src/domain/order/strategy'
import type { Side } from '../../../src/domain/order/order'
import type { MarginMode } from '../../../src/domain/position/position'
import type { Translate } from '../../../src/ui/i18n/words'

const root = new URL('../../../', import.meta.url).pathname

interface Texts {
  readonly [key: string]: string | Texts
}

const namespaces = new Map(
  readdirSync(join(root, 'locales/en'))
    .filter((name) => name.endsWith('.json'))
    .map((name) => [name.slice(0, -5), JSON.parse(readFileSync(join(root, 'locales/en', name), 'utf8')) as Texts]),
)

function textAt(texts: Texts | undefined, path: readonly string[]): string | Texts | undefined {
  if (texts === undefined) return undefined
  const [head = '', ...rest] = path
  const found = texts[head]
  return rest.length === 0 || typeof found !== 'object' ? found : textAt(found, rest)
}

function sources(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return sources(path)
    return /\.tsx?$/.test(entry.name) ? [path] : []
  })
}

/** Every key of a namespace, nested ones with dots, without the endings that a number gives. */
function keysOf(texts: Texts, prefix = ''): readonly string[] {
  return Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'string' ? [`${prefix}${key.replace(/_(one|other)$/, '')}`] : keysOf(value, `${prefix}${key}.`),
  )
}

const EVERY_KEY: readonly string[] = [...namespaces].flatMap(([namespace, texts]) =>
  keysOf(texts).map((key) => `${namespace}:${key}`),
)

/** Codes from outside: their words are looked up by prefix (`wordsFor`), and another sentence stands in where there are none. */
const BY_CODE: readonly string[] = ['notices:code.', 'notices:marginReason.', 'notices:stopReason.']

/** Keys of `locales/en` that are put together in a source: texts in backquotes whose fixed parts are those of a key. */
function keysPutTogether(source: string): readonly string[] {
  const own = [...source.matchAll(/useTranslation\('([a-z]+)'|KeyOf<'([a-z]+)'>/g)].map(([, a, b]) => `${a ?? b}:`)
  return [...source.matchAll(/`((?:[A-Za-z\d.:]*\$\{[^`{}]*\})+[A-Za-z\d.:]*)`/g)].flatMap(([, text = '']) => {
    const parts = text.split(/\$\{[^{}]*\}/)
    const prefixes = parts.some((part) => part.includes(':')) ? [''] : [...own, 'notices:local.']
    const key = new RegExp(
      `^(?:${prefixes.join('|')})${parts.map((part) => part.replaceAll('.', '\\.')).join('([A-Za-z\\d.]+)')}$`,
    )
    // What a key begins with is written out, if not here then as one of the words that may be put first.
    const isOurs = (full: string): boolean => parts[0] !== '' || source.includes(`'${key.exec(full)?.[1] ?? ''}'`)
    return EVERY_KEY.filter((full) => key.test(full) && isOurs(full))
  })
}

/** Keys written out in full as `t('key')` or `t('namespace:key')`; keys put together at run time are not seen here. */
function usedKeys(): readonly (readonly [file: string, key: string])[] {
  return sources(join(root, 'src/ui')).flatMap((file) => {
    const text = readFileSync(file, 'utf8')
    const own = /useTranslation\(\[?'([a-z]+)'/.exec(text)?.[1]
    if (own === undefined) return []
    return [...text.matchAll(/\bt\('([A-Za-z:.\d]+)'/g)].map(([, key = '']) => [
      file.slice(root.length),
      key.includes(':') ? key : `${own}:${key}`,
    ])
  })
}

describe('English words', () => {
  test.each(usedKeys())('%s has a text for %s', (_file, full) => {
    const [namespace = '', key = ''] = full.split(':')
    const texts = namespaces.get(namespace)
    const found = textAt(texts, key.split('.')) ?? texts?.[key] ?? textAt(texts, `${key}_other`.split('.'))
    expect(typeof found).toBe('string')
  })

  test.each([
    ['purpose', [...new Set(Object.values(PURPOSE_OF_CREATE_TYPE))]],
    ['execution', ['other', ...Object.values(KIND_OF_EXEC_TYPE)]],
    ['origin', ['split', ...Object.keys(STRATEGY_CREATE_TYPE)]],
  ])('every kind of %s that a row of the history can have has a word', (key, kinds) => {
    for (const kind of kinds)
      expect([kind, typeof textAt(namespaces.get(key === 'execution' ? 'history' : 'trade'), [key, kind])]).toEqual([
        kind,
        'string',
      ])
  })

  test('a key is put together over a union only, whose every key the compiler finds here', () => {
    const t: Translate<'trade'> = (key) => key
    const side = 'buy' as Side
    const text: string = side
    expect(t(`trade:${side}`)).toBe('trade:buy')
    // @ts-expect-error any text is no union
    t(`trade:${text}`)
    // @ts-expect-error a union with one member too many
    t(`marginModeOf.${'cross' as MarginMode | 'shared'}`)
    // So nothing may call a text a key.
    for (const file of sources(join(root, 'src/ui')))
      expect([
        file,
        /as (KeyOf|QualifiedKey|Translate)\b/.test(readFileSync(file, 'utf8').replace(/as Translate<N>/, '')),
      ]).toEqual([file, false])
  })

  test('every text is asked for: by its key, by a key that is put together, or by a code', () => {
    const files = sources(join(root, 'src/ui')).map((file) => readFileSync(file, 'utf8'))
    const asked = new Set(files.flatMap(keysPutTogether))
    const written = new Set(files.flatMap((file) => [...file.matchAll(/['"]([^'"\n]*)['"]/g)].map(([, text]) => text)))
    const dead = EVERY_KEY.filter((full) => {
      const [, key = ''] = full.split(':')
      const local = key.startsWith('local.') ? key.slice('local.'.length) : key
      return (
        !asked.has(full) &&
        !BY_CODE.some((prefix) => full.startsWith(prefix)) &&
        ![full, key, local].some((one) => written.has(one))
      )
    })
    // The page says this one before the app has come (`vite.config.ts`).
    expect(dead).toEqual(['app:pageLate'])
  })

  test('the message keys of the specification are there verbatim', () => {
    const notices = namespaces.get('notices')
    for (const key of ['msg.title.4', 'msg.position.4', 'requestTimeOut'])
      expect([key, typeof textAt(notices, key.split('.'))]).toEqual([key, 'string'])
    // A whole sentence for each side.
    for (const key of ['msg.makeOrder.1.limit', 'msg.cancelOrder.1.market', 'msg.cancelOrder.3', 'msg.position.1'])
      expect([key, Object.keys((textAt(notices, key.split('.')) ?? {}) as Texts)]).toEqual([key, ['buy', 'sell']])
    const trade = namespaces.get('trade')
    for (const key of ['orderMaxQtyReplace', 'pozLeverage', 'lvgHighLimitTips'])
      expect([key, typeof trade?.[key]]).toEqual([key, 'string'])
  })
})
