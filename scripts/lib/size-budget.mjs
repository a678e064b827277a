import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { root } from './run.mjs'

/**
 * What a fresh trade page fetches before anything is pressed (issue 22.8), kB of brotli 11. The goals are 130 for the page,
 * up to its first prices, and 90 for the workers; what is above them may not grow. The hub's start is what has to be here
 * before the page can ask for it, and what asks for the chart's bars meanwhile, with room for what the hashes in file names
 * come to. Chart, tape, ticket and account come behind the first prices, with the chart's words and what is read out of book
 * and tape, the part with the databases while the hub is at work.
 */
export const BUDGET = Object.freeze({
  'hub start': 11.7,
  page: 130,
  'page with ticket': 177.1,
  workers: 75,
  'workers with storage': 100.4,
})

/** The files of each budget among those of a build. */
const FILES = {
  behind: [/^assets\/second-(?!parts)[\w-]+\.js$/],
  workers: [/^assets\/hub\.shared-[\w-]+\.js$/, /^sw\.js$/],
  storage: [/^assets\/hub-databases-[\w-]+\.js$/],
}

/**
 * The scripts that a page names, whether it runs them or only fetches them ahead.
 * @param {string} html
 * @returns {readonly string[]} paths from the root of the site, without the slash
 */
export function scriptsOf(html) {
  const named = [...html.matchAll(/<(?:script|link)\b[^>]*?\b(?:src|href)="\/([^"]+\.js)"/g)].map(
    ([, path = '']) => path,
  )
  const parts = /<meta\b[^>]*\bname="halyard-parts"[^>]*\bcontent="([^"]*)"/.exec(html)?.[1] ?? ''
  /** @type {{ app?: readonly string[] }} */
  const { app = [] } = JSON.parse(parts === '' ? '{}' : parts.replaceAll('&quot;', '"'))
  return [...new Set([...named, ...app.map((path) => path.slice(1))])]
}

/**
 * @param {string} html
 * @returns {string} what the page runs from its own text
 */
export function inlineOf(html) {
  return [...html.matchAll(/<script>([^]*?)<\/script>/g)].map(([, script = '']) => script).join('')
}

/**
 * @param {string} html
 * @param {(file: string) => string} text
 * @returns {readonly string[]} the module that the page begins with, and all that it cannot run without
 */
export function startOf(html, text) {
  const first = /<script\b[^>]*\btype="module"[^>]*\bsrc="\/([^"]+\.js)"/.exec(html)?.[1]
  /** @type {Set<string>} */
  const files = new Set()
  /** @param {string} file */
  const add = (file) => {
    if (files.has(file)) return
    files.add(file)
    for (const [, name] of text(file).matchAll(/(?:\bfrom|\bimport)\s*"\.\/([^"]+\.js)"/g)) add(`assets/${name}`)
  }
  if (first !== undefined) add(first)
  return [...files]
}

/**
 * @param {{ html: string, text: (file: string) => string, files: readonly string[], kB: (file: string) => number, kBOf: (text: string) => number }} built `kB` of a file, `kBOf` of a text
 * @returns {Record<keyof typeof BUDGET, number>} kB
 * @throws when the build lacks a file that the budgets are about: a check that measures nothing holds nothing
 */
export function sizesOf({ html, text, files, kB, kBOf }) {
  /** @param {readonly string[]} paths */
  const sum = (paths) => paths.reduce((total, path) => total + kB(path), 0)
  /** @param {readonly RegExp[]} wanted */
  const found = (wanted) =>
    wanted.map((one) => {
      const file = files.find((path) => one.test(path))
      if (file === undefined) throw new Error(`the build has no ${one.source}`)
      return file
    })
  const page = scriptsOf(html)
  if (page.length === 0) throw new Error('the page names no script')
  const workers = sum(found(FILES.workers))
  const all = sum(page) + kBOf(inlineOf(html))
  return {
    'hub start': sum(startOf(html, text)),
    page: all,
    'page with ticket': all + sum(found(FILES.behind)),
    workers,
    'workers with storage': workers + sum(found(FILES.storage)),
  }
}

/**
 * @param {Record<keyof typeof BUDGET, number>} sizes kB
 * @returns {readonly string[]} a sentence for each budget that is broken
 */
export function brokenBudgets(sizes) {
  return Object.entries(BUDGET).flatMap(([name, limit]) => {
    const kB = sizes[/** @type {keyof typeof BUDGET} */ (name)]
    return kB > limit ? [`${name}: ${kB.toFixed(1)} kB of brotli, and the limit is ${limit}`] : []
  })
}

/** Measures what was built last. @returns {number} exit code */
export function checkSizes() {
  const app = join(root, 'dist/app')
  /** @param {string | Buffer} bytes */
  const kBOf = (bytes) => brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length / 1000
  /** @param {string} file */
  const kB = (file) => kBOf(readFileSync(join(app, file)))
  const files = ['sw.js', ...readdirSync(join(app, 'assets')).map((name) => `assets/${name}`)]
  /** @param {string} file */
  const text = (file) => readFileSync(join(app, file), 'utf8')
  const sizes = sizesOf({ html: text('index.html'), text, files, kB, kBOf })
  for (const [name, size] of Object.entries(sizes)) process.stdout.write(`${name}: ${size.toFixed(1)} kB\n`)
  const broken = brokenBudgets(sizes)
  for (const one of broken) process.stdout.write(`${one}\n`)
  return broken.length === 0 ? 0 : 1
}
