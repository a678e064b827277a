import { describe, expect, test } from 'vitest'
import { BUDGET, brokenBudgets, inlineOf, scriptsOf, sizesOf, startOf } from '../../scripts/lib/size-budget.mjs'

const HTML = `
  <link rel="stylesheet" crossorigin href="/assets/trade-1.css">
  <script>first()</script>
  <script type="module" crossorigin src="/assets/index-1.js"></script>
  <link rel="modulepreload" crossorigin href="/assets/trade-1.js">
  <link rel="modulepreload" crossorigin href="/assets/index-1.js">`

const FILES = [
  'sw.js',
  'assets/index-1.js',
  'assets/trade-1.js',
  'assets/second-a.js',
  'assets/hub.shared-a.js',
  'assets/hub-databases-b.js',
]

/** The first script cannot run without one other, and asks for a third. */
const TEXTS: Readonly<Record<string, string>> = {
  'assets/index-1.js': 'import{b as e}from"./link-1.js";await import("./trade-1.js")',
  'assets/link-1.js': 'export{e as b}',
}
const text = (file: string): string => TEXTS[file] ?? ''

describe('the size budget', () => {
  test('knows what has to be here before the hub starts', () => {
    expect(startOf(HTML, text)).toEqual(['assets/index-1.js', 'assets/link-1.js'])
  })

  test('counts each script that the page names once, and nothing else', () => {
    expect(scriptsOf(HTML)).toEqual(['assets/index-1.js', 'assets/trade-1.js'])
    expect(inlineOf(HTML)).toBe('first()')
  })

  test('counts the app, whose files the page names for its own script, and not the hub, which is a worker', () => {
    const parts =
      '{&quot;hub&quot;:&quot;/assets/hub.shared-a.js&quot;,&quot;app&quot;:[&quot;/assets/trade-1.js&quot;]}'
    const html = `<meta name="halyard-parts" content="${parts}" /><script type="module" src="/assets/index-1.js"></script>`
    expect(scriptsOf(html)).toEqual(['assets/index-1.js', 'assets/trade-1.js'])
  })

  test('holds page and workers apart', () => {
    const kB = (file: string): number => (file === 'sw.js' ? 5 : file.includes('hub') ? 20 : 10)
    expect(sizesOf({ html: HTML, text, files: FILES, kB, kBOf: (script) => script.length })).toEqual({
      'hub start': 20,
      // Two files of 10, and the seven letters of the script in its text.
      page: 27,
      'page with ticket': 37,
      workers: 25,
      'workers with storage': 45,
    })
  })

  test('is broken above its limit, and not at it', () => {
    expect(brokenBudgets({ ...BUDGET })).toEqual([])
    expect(brokenBudgets({ ...BUDGET, page: BUDGET.page + 0.1 })).toEqual([
      `page: ${(BUDGET.page + 0.1).toFixed(1)} kB of brotli, and the limit is ${BUDGET.page}`,
    ])
  })

  test('refuses a build that lacks what it measures', () => {
    const kB = (): number => 1
    const kBOf = kB
    expect(() => sizesOf({ html: '<p>', text, files: FILES, kB, kBOf })).toThrow('names no script')
    expect(() => sizesOf({ html: HTML, text, files: ['sw.js'], kB, kBOf })).toThrow('the build has no')
  })
})
