import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = resolve(import.meta.dirname, '../..')
/** Benches may compare with recordings that lie elsewhere; they say so where there are none. */
const ROOMS = ['tests', 'scripts', 'src', 'exchange']
/** A path that climbs, in quotes. */
const CLIMBS = /['"`]((?:\.\/)?(?:\.\.\/)+[^'"`\n]*)['"`]/g

function sources(room: string): string[] {
  return readdirSync(join(ROOT, room), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(?:[cm]?[jt]s|tsx)$/.test(name))
    .map((name) => join(room, name))
}

/** Where the recordings lie: a path that is read is seen from the folder in which the tests run. */
const BESIDE = /(?<!from |import |import\()['"`](?:\.\/)?(?:\.\.\/)+shared\//

/** The paths in a file's text that lead out of the repository. */
function waysOut(file: string, text: string): string[] {
  const isOutside = (path: string) => relative(ROOT, resolve(ROOT, dirname(file), path)).startsWith('..')
  const climbing = [...text.matchAll(CLIMBS)].map(([, path = '']) => path)
  return [...climbing.filter(isOutside), ...(BESIDE.exec(text) ?? [])]
}

test('no test and nothing that it runs names a file outside the repository', () => {
  const files = ROOMS.flatMap(sources)
  // Fewer would mean that the search finds nothing any more.
  expect(files.length).toBeGreaterThan(1_000)
  const found = files.flatMap((file) =>
    waysOut(file, readFileSync(join(ROOT, file), 'utf8')).map((path) => `${file}: ${path}`),
  )
  expect(found).toEqual([])
})

test('a way out is found from any depth, a way within is none', () => {
  const up = (levels: number) => '../'.repeat(levels)
  expect(waysOut('tests/domain/one.test.ts', `read('${up(3)}elsewhere/figures.jsonl')`)).toHaveLength(1)
  expect(waysOut('tests/domain/one.test.ts', `read('${up(1)}shared/figures.jsonl')`)).toHaveLength(1)
  expect(
    waysOut('tests/domain/one.test.ts', `import { a } from '${up(2)}src/a'; import b from '${up(1)}shared/b'`),
  ).toEqual([])
})
