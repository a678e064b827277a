/**
 * `npm run catalogues -- FOLDER`: puts the catalogues that an exchange published once (as files of JSON or CSV, packed
 * or not, in FOLDER and below) through the parsers of the wire, and prints what became of every row: accepted, or refused
 * with its reason. Fails where a row is neither.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { loadModule } from './lib/bundle.mjs'

/** @typedef {import('./catalogues/read-catalogue').Source} Source */

/** What a file is, by its name. @type {readonly (readonly [RegExp, Source])[]} */
const SOURCES = [
  [/^instruments-info-(?:linear|inverse)-/, 'v5-contracts'],
  [/^instruments-info-spot-/, 'v5-pairs'],
  [/^instruments-info-option-/, 'options'],
  [/^tickers-/, 'tickers'],
  [/^symbols-\d/, 'v2-contracts'],
  [/^symbol-properties-/, 'names'],
]

const argument = process.argv[2]
if (argument === undefined) {
  process.stderr.write('usage: npm run catalogues -- FOLDER\n')
  process.exit(2)
}
const folder = resolve(process.env.INIT_CWD ?? '.', argument)
if (!existsSync(folder)) {
  process.stdout.write(`there is no ${folder}: nothing was read\n`)
  process.exit(0)
}

/** @type {typeof import('./catalogues/read-catalogue')} */
const { readCatalogue } = await loadModule('scripts/catalogues/read-catalogue.ts')
let files = 0
for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted()) {
  const source = SOURCES.find(([name]) => name.test(basename(path)))?.[1]
  if (source === undefined) continue
  files += 1
  const { accepted, refused } = readCatalogue(source, rowsOf(join(folder, path)))
  process.stdout.write(`${path}: ${accepted} accepted, ${refused.length} refused\n`)
  for (const { name, reason } of refused) process.stdout.write(`  ${name}: ${reason}\n`)
}
process.stdout.write(`${files} files\n`)

/**
 * @param {string} file
 * @returns {readonly Readonly<Record<string, unknown>>[]}
 */
function rowsOf(file) {
  const bytes = readFileSync(file)
  const text = (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8')
  if (file.includes('.csv')) {
    const [head = '', ...lines] = text.trimEnd().split('\n')
    const names = head.split(',')
    return lines.map((line) => Object.fromEntries(line.split(',').map((value, at) => [names[at] ?? at, value])))
  }
  const json = JSON.parse(text)
  return Array.isArray(json) ? json : json.list
}
