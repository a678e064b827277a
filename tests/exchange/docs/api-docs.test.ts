import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { writeDocs } from '../../../exchange/docs/write-docs'
import { ROUTES } from '../../../exchange/api/calls/routes'

const ROOT = join(import.meta.dirname, '../../..')

describe('docs/api.md and docs/openapi.json', () => {
  it.each(Object.entries(writeDocs()))(
    '%s is what the declared calls say; `npm run api-docs` writes it',
    (file, text) => {
      expect(readFileSync(join(ROOT, file), 'utf8') === text).toBe(true)
    },
  )

  it('api.md has every word for which a margin mode is refused that the app knows', () => {
    const notices = JSON.parse(readFileSync(join(ROOT, 'locales/en/notices.json'), 'utf8')) as {
      readonly marginReason: Readonly<Record<'account' | 'contract' | 'coin', Readonly<Record<string, string>>>>
    }
    const { account, contract, coin } = notices.marginReason
    const words = new Set([account, contract, coin].flatMap((one) => Object.keys(one)))
    expect(words.size).toBeGreaterThan(8)
    const table = readFileSync(join(ROOT, 'docs/api.md'), 'utf8').split('## Why a margin mode is refused')[1]
    for (const word of words) expect(table, word).toContain(`| \`${word}\` | `)
  })

  it('no two calls are declared under one name', () => {
    const names = ROUTES.map(({ method, path }) => `${method} ${path}`)
    expect(names.filter((one, i) => names.indexOf(one) !== i)).toEqual([])
  })

  it('only calls under v5’s names may be signed, and what changes state is never a GET', () => {
    for (const { method, who } of ROUTES) if (who === 'trader') expect(method).toBe('POST')
  })
})
