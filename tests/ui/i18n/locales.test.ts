import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { KIND_OF_EXEC_TYPE } from '../../../src/domain/order/execution-account'
import { PURPOSE_OF_CREATE_TYPE } from '../../../src/domain/order/order-purpose'
import { STRATEGY_CREATE_TYPE } from '../../../src/domain/order/strategy'

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
      expect([kind, typeof textAt(namespaces.get('trade'), [key, kind])]).toEqual([kind, 'string'])
  })

  test('the message keys of the specification are there verbatim', () => {
    const notices = namespaces.get('notices')
    for (const key of ['msg.title.4', 'msg.makeOrder.1', 'msg.cancelOrder.1', 'msg.cancelOrder.3', 'requestTimeOut'])
      expect([key, typeof textAt(notices, key.split('.'))]).toEqual([key, 'string'])
    const trade = namespaces.get('trade')
    for (const key of ['orderMaxQtyReplace', 'pozLeverage', 'lvgHighLimitTips'])
      expect([key, typeof trade?.[key]]).toEqual([key, 'string'])
  })
})
