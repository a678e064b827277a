import { afterEach, expect, test, vi } from 'vitest'
import { parseRelease, readRelease } from '../../../src/ui/app-update/read-release'
import { readChanges } from '../../../scripts/lib/release.mjs'

const CHANGELOG = `# Changelog
Words before.

## 0.2.0
- Two books at once.
- A price that \`follows\`.

## 0.1.0
- The first.
`

afterEach(() => vi.unstubAllGlobals())

const served = (body: unknown, status = 200) =>
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => Response.json(body, { status })),
  )

test('the changes of a build are the lines of its newest version, each with an id of its text', () => {
  const changes = readChanges(CHANGELOG)
  expect(changes.map(({ text }) => text)).toEqual(['Two books at once.', 'A price that `follows`.'])
  expect(new Set(changes.map(({ id }) => id)).size).toBe(2)
  expect(readChanges(CHANGELOG.replace('Two', 'Three'))[0]!.id).not.toBe(changes[0]!.id)
  expect(readChanges('')).toEqual([])
})

test('what a page is told are the lines that its own build does not have, wherever they were put', async () => {
  const known = readChanges(CHANGELOG).map(({ id }) => id)
  const next = readChanges(CHANGELOG.replace('## 0.2.0\n', '## 0.2.0\n- A new first line.\n'))
  served({ version: '0.2.0', build: 'b', changes: next })
  expect(await readRelease('a', known)).toEqual({ version: '0.2.0', build: 'b', changes: ['A new first line.'] })
  expect(fetch).toHaveBeenCalledWith('/release.json?from=a', { cache: 'no-store' })
})

test('the page’s own build, a missing file and no network are nothing to tell of', async () => {
  served({ version: '0.2.0', build: 'a', changes: [] })
  expect(await readRelease('a', [])).toBeNull()
  served('not found', 404)
  expect(await readRelease('a', [])).toBeNull()
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')))
  expect(await readRelease('a', [])).toBeNull()
})

test.each([null, 7, [], {}, { version: 1, build: 'b', changes: [] }, { version: '1', build: 'b', changes: 'x' }])(
  'anything else is no release: %j',
  (body) => {
    expect(parseRelease(body, [])).toBeNull()
  },
)

test('rows that are no changes are left out', () => {
  const changes = [null, 7, { id: 'a' }, { text: 'b' }, { id: '', text: '' }, { id: 'c', text: 'x'.repeat(2_001) }]
  expect(parseRelease({ version: '1', build: 'b', changes: [...changes, { id: 'd', text: 'one' }] }, [])).toEqual({
    version: '1',
    build: 'b',
    changes: ['one'],
  })
})
