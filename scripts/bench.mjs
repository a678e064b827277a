/**
 * `npm run bench [-- NAME[/PART] … --json --quick --write --shared]`: tables of ratios against a floor measured in the same
 * run (decisions 31). `--write` puts what was measured into docs/figures.md; `--shared` writes beside it that other work ran
 * on the machine; `--quick` only shows that a bench runs, so its figures are not written.
 */
import { spawnSync } from 'node:child_process'
import os from 'node:os'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ensureInstalled } from './lib/ensure-installed.mjs'
import { merged } from './lib/figures.mjs'
import { readFigures, runOfNow, writeFigures } from './lib/write-figures.mjs'

const ROOT = resolve(import.meta.dirname, '..')
const NAMES = [
  'book',
  'engine',
  'market',
  'http',
  'sockets',
  'bytes',
  'paint',
  'tabs',
  'hub',
  'load',
  'typing',
  'markets',
  'chart',
]
/** These measure the served build. */
const SERVED = ['http', 'bytes', 'paint', 'tabs', 'engine', 'hub', 'load', 'typing']

const args = process.argv.slice(2)
const json = args.includes('--json')
const quick = args.includes('--quick')
const isWritten = args.includes('--write')
const chosen = args.filter((arg) => !arg.startsWith('--'))
const chosenNames = chosen.map((one) => partsOf(one).name)
const unknown = chosenNames.filter((name) => !NAMES.includes(name))
if (unknown.length > 0) {
  console.error(`bench: no table named ${unknown.join(', ')}; there are ${NAMES.join(', ')}`)
  process.exit(2)
}
if (quick && isWritten) {
  console.error('bench: figures of a quick run are not written')
  process.exit(2)
}

await ensureInstalled()
if (chosen.length === 0 || chosenNames.some((name) => SERVED.includes(name))) {
  const built = spawnSync(process.execPath, ['scripts/build.mjs'], {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  if (built.status !== 0) process.exit(built.status ?? 1)
}

/** @param {string} text */
const note = (text) => process.stderr.write(`${text}\n`)
for (const one of chosen.length > 0 ? chosen : NAMES) {
  const { name, part } = partsOf(one)
  /** @type {{ run(options: import('./lib/figures.mjs').BenchOptions): Promise<import('./lib/figures.mjs').Table> }} */
  const { run } = await import(pathToFileURL(resolve(ROOT, 'bench', `${name}.mjs`)).href)
  const table = await run({ quick, note, part })
  if (isWritten) writeFigures(merged(readFigures(), table, { run: runOfNow(args.includes('--shared')), part }))
  if (json) {
    console.log(JSON.stringify({ name: table.name, rows: table.rows }))
    continue
  }
  console.log(
    `\n${table.name}  (load average ${os
      .loadavg()
      .map((one) => one.toFixed(2))
      .join(' ')}, node ${process.version}, ${os.cpus().length} cores)`,
  )
  if (table.about !== undefined) console.log(table.about)
  console.table(
    table.rows.map((row) => ({
      measure: row.label,
      value: shorten(row.value),
      unit: row.unit,
      floor: shorten(row.floor),
      ratio: shorten(row.ratio),
    })),
  )
}
process.exit(0)

/** @param {string} one a table, or a part of one */
function partsOf(one) {
  const [name = '', part] = one.split('/')
  return { name, part }
}

/** @param {number | null} value */
function shorten(value) {
  return value === null ? '--' : Number(value.toPrecision(4))
}
