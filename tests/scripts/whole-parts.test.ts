import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { wholeParts } from '../../scripts/lib/whole-parts.mjs'

type Chunk = { type: 'chunk'; fileName: string; code: string; isDynamicEntry: boolean; imports: string[] }

const chunk = (name: string, code: string, isDynamicEntry = false): Chunk => ({
  type: 'chunk',
  fileName: `assets/${name}`,
  code,
  isDynamicEntry,
  imports: [],
})

function built(...chunks: readonly Chunk[]): Record<string, Chunk> {
  const bundle = Object.fromEntries(chunks.map((one) => [one.fileName, one]))
  const { generateBundle } = wholeParts([/own-/]) as unknown as {
    generateBundle: { handler(options: unknown, bundle: Record<string, Chunk>): void }
  }
  generateBundle.handler({}, bundle)
  return bundle
}

const folder = mkdtempSync(join(tmpdir(), 'halyard-parts-'))
afterAll(() => rmSync(folder, { recursive: true }))

test('a file of other names is left out, and whoever asked for it gets the same names of the whole one', async () => {
  const bundle = built(
    chunk('page-1.mjs', 'export const load=()=>import(`./panel-2.js`)'),
    chunk('panel-2.js', 'import"./own-4.js";export{a as Panel,b}from"./whole-3.js";', true),
    chunk('whole-3.js', 'const a=1,b=2;export{a,b}'),
  )
  expect(Object.keys(bundle)).toEqual(['assets/page-1.mjs', 'assets/whole-3.js'])
  for (const { fileName, code } of Object.values(bundle)) writeFileSync(join(folder, fileName.slice(7)), code)
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  const { load } = (await import(join(folder, 'page-1.mjs'))) as { load: () => Promise<unknown> }
  expect(await load()).toEqual({ Panel: 1, b: 2 })
})

test('a part of its own module stays as it is', () => {
  const bundle = built(
    chunk('page-1.js', 'import(`./panel-2.js`)'),
    chunk('panel-2.js', 'const a=1;export{a as b}', true),
  )
  expect(bundle['assets/page-1.js']?.code).toBe('import(`./panel-2.js`)')
  expect(Object.keys(bundle)).toHaveLength(2)
})

test('the page’s own part has the build’s helpers within it; others ask for them', async () => {
  const helpers = chunk('rolldown-runtime-5.js', 'var e=(x)=>x+1,o=(x)=>-x;export{e as n,o as t};')
  const own = chunk('own-6.mjs', 'import{n as a,t}from"./rolldown-runtime-5.js";export const both=[a(1),t(1)]')
  own.imports = ['assets/rolldown-runtime-5.js']
  const other = chunk('other-7.js', own.code)
  built(helpers, own, other)
  expect([own.imports, other.code.startsWith('import{n as a')]).toEqual([[], true])
  writeFileSync(join(folder, 'own-6.mjs'), own.code)
  expect(await import(join(folder, 'own-6.mjs'))).toMatchObject({ both: [2, -1] })
})

test('helpers of another shape end the build', () => {
  const helpers = chunk('rolldown-runtime-5.js', 'export const e=1')
  expect(() => built(helpers, chunk('own-6.js', ''))).toThrow('is not what it was')
})
