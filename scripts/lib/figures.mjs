/**
 * The one table of figures: `docs/figures.json` keeps what benches measured and when, `docs/figures.md` and the block in
 * README.md are written from it (`npm run bench -- --write`). Pure functions; `write-figures.mjs` reads and writes files.
 *
 * @typedef {object} Row
 * @property {string} label
 * @property {number | null} value
 * @property {string} unit
 * @property {number | null} floor what the same work costs at least, measured in the same run
 * @property {number | null} ratio value ÷ floor
 *
 * @typedef {object} Table what one bench measured
 * @property {string} name
 * @property {string} [about] how it was measured
 * @property {readonly Row[]} rows
 *
 * @typedef {object} BenchOptions
 * @property {boolean} quick a few seconds, to see that it runs
 * @property {(text: string) => void} note prints progress
 * @property {string | undefined} [part] the one part that is measured; left out, all of them
 *
 * @typedef {object} Run
 * @property {string} date as YYYY-MM-DD
 * @property {string} machine
 * @property {boolean} isShared whether other work ran on the machine at the same time
 *
 * @typedef {Row & { readonly run: Run }} Figure
 * @typedef {Omit<Table, 'rows'> & { readonly rows: readonly Figure[] }} FigureTable
 * @typedef {{ readonly tables: readonly FigureTable[] }} Figures
 */

const HEAD = [
  '# Figures',
  'Written by `npm run bench -- --write` from `docs/figures.json`; do not edit by hand. Each row was measured beside a floor in the same run: what the same work costs at least, or another program that does it. Compare ratios: speeds depend on the machine and the day. `npm run bench -- NAME --write` measures one table anew and leaves the others as they are.',
  '',
]

/**
 * Puts newly measured rows in the place of those before.
 * @param {Figures} figures
 * @param {Table} table
 * @param {{ readonly run: Run, readonly part?: string | undefined }} terms `part`: only the rows of this part were measured
 * @returns {Figures}
 */
export function merged(figures, table, { run, part }) {
  const before = figures.tables.find(({ name }) => name === table.name)
  const kept = part === undefined ? [] : (before?.rows ?? []).filter(({ label }) => !label.startsWith(`${part}: `))
  const rows = [...kept, ...table.rows.map((row) => ({ ...rounded(row), run }))]
  const next = { ...table, rows }
  return {
    tables:
      before === undefined
        ? [...figures.tables, next]
        : figures.tables.map((one) => (one.name === table.name ? next : one)),
  }
}

/**
 * @param {Figures} figures
 * @returns the text of `docs/figures.md`
 */
export function figuresPage(figures) {
  const runs = [...new Set(figures.tables.flatMap(({ rows }) => rows.map(({ run }) => sentence(run))))].toSorted()
  const lines = [...HEAD, '## Runs', ...runs.map((run, n) => `${n + 1}. ${run}`), '']
  for (const { name, about, rows } of figures.tables) {
    lines.push(`## ${name}`)
    if (about !== undefined) lines.push(`${about.replaceAll(/\s*\n\s*/g, ' ')}.`.replace(/\.\.$/, '.'), '')
    lines.push('| measure | value | unit | floor | ratio | run |', '|---|--:|---|--:|--:|--:|')
    for (const { label, value, unit, floor, ratio, run } of rows)
      lines.push(
        `| ${label.replaceAll('|', '\\|')} | ${text(value)} | ${unit} | ${text(floor)} | ${text(ratio)} | ${runs.indexOf(sentence(run)) + 1} |`,
      )
    lines.push('')
  }
  return `${lines.join('\n').trimEnd()}\n`
}

/**
 * What README.md shows: a row by its table and the beginning of its label, in the reader's words.
 * @type {readonly { readonly table: string, readonly row: string, readonly what: string, readonly beside: string }[]}
 */
const HIGHLIGHTS = [
  {
    table: 'load',
    row: 'cold: first price painted, against Orderly',
    what: 'First price of a first visit (4 times slower processor, 10 Mbit/s), painted with its time',
    beside: 'Orderly’s trading page, its frame without a price',
  },
  {
    table: 'load',
    row: 'cold: live price and book painted',
    what: '… live price and book',
    beside: 'a bare React page of one line',
  },
  {
    table: 'paint',
    row: 'message to paint p50',
    what: 'From the exchange’s send to painted pixels, median',
    beside: 'a bare page with a socket of its own',
  },
  {
    table: 'book',
    row: 'Halyard ingest (sequence',
    what: 'An order book message of 20 changes, sequence and checksum checked',
    beside: '`JSON.parse` alone',
  },
  {
    table: 'tabs',
    row: 'public sockets with 8',
    what: 'Public sockets of eight open trade pages',
    beside: 'eight bare pages',
  },
  {
    table: 'bytes',
    row: 'page scripts without the chart',
    what: 'Page scripts before interaction',
    beside: 'bare React with signals',
  },
  {
    table: 'http',
    row: '… in the middle round',
    what: 'Orders placed over HTTP, synced to disk before they are answered',
    beside: 'an empty `hono` handler',
  },
  {
    table: 'engine',
    row: 'durable orders, 64',
    what: 'Durable orders of 64 callers in one process, best round',
    beside: 'bare `libsql`, rows at 100 a commit',
  },
  {
    table: 'engine',
    row: 'orders in memory',
    what: 'Orders matched in memory with the whole risk check',
    beside: '`nodejs-order-book`, a book alone',
  },
  { table: 'engine', row: 'killed after', what: 'Ready again after a kill at a million commands', beside: '' },
]

const [BEGIN, END] = ['<!-- figures: written by npm run bench -- --write -->', '<!-- figures end -->']

/**
 * @param {string} readme
 * @param {Figures} figures
 * @returns the same text with today's figures in its block
 * @throws {Error} where the block or a row is missing
 */
export function withHighlights(readme, figures) {
  const [begin, end] = [readme.indexOf(BEGIN), readme.indexOf(END)]
  if (begin < 0 || end < begin) throw new Error('README.md has no block for figures')
  const rows = HIGHLIGHTS.map(({ table, row, what, beside }) => {
    const found = figures.tables.find(({ name }) => name === table)?.rows.find(({ label }) => label.startsWith(row))
    if (found === undefined) throw new Error(`docs/figures.json has no row "${row}" in ${table}`)
    const floor = beside === '' || found.floor === null ? '' : `${beside}: ${text(found.floor)}`
    return `| [${what}](docs/figures.md#${table}) | ${text(found.value)} ${found.unit} | ${floor} |`
  })
  const block = [BEGIN, '| what | measured | beside it, in the same run |', '|---|---|---|', ...rows]
  return `${readme.slice(0, begin)}${block.join('\n')}\n${readme.slice(end)}`
}

/** @param {Run} run */
function sentence({ date, machine, isShared }) {
  return `${date}: ${machine}${isShared ? '; other work ran beside it' : ''}`
}

/**
 * Four significant figures: more is noise.
 * @param {Row} row
 * @returns {Row}
 */
function rounded({ label, value, unit, floor, ratio }) {
  return { label, value: significant(value), unit, floor: significant(floor), ratio: significant(ratio) }
}

/** @param {number | null} value */
function significant(value) {
  return value === null ? null : Number(value.toPrecision(4))
}

/** @param {number | null} value */
function text(value) {
  return value === null ? '' : value.toLocaleString('en', { maximumSignificantDigits: 4 })
}
