import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { figuresPage, merged, withHighlights, type Figures, type Run } from '../../scripts/lib/figures.mjs'
import { readFigures } from '../../scripts/lib/write-figures.mjs'

const BEFORE: Run = { date: '2026-01-01', machine: 'a machine', isShared: false }
const NOW: Run = { date: '2026-02-02', machine: 'another', isShared: true }

function row(label: string, value: number) {
  return { label, value, unit: 'ms', floor: 2, ratio: value / 2 }
}

function figuresOf(tables: Readonly<Record<string, readonly string[]>>): Figures {
  return Object.entries(tables).reduce<Figures>(
    (figures, [name, labels]) => merged(figures, { name, rows: labels.map((label) => row(label, 1)) }, { run: BEFORE }),
    { tables: [] },
  )
}

function rowsOf({ tables }: Figures): string[] {
  return tables.flatMap(({ name, rows }) =>
    rows.map(({ label, value, run }) => `${name}: ${label} ${value} ${run.date}`),
  )
}

test('a bench replaces the rows of its own table, and other tables keep theirs with their date', () => {
  const before = figuresOf({ book: ['ingest', 'view'], engine: ['orders'] })
  expect(rowsOf(merged(before, { name: 'book', rows: [row('ingest', 3)] }, { run: NOW }))).toEqual([
    'book: ingest 3 2026-02-02',
    'engine: orders 1 2026-01-01',
  ])
})

test('a part of a bench replaces the rows of that part alone', () => {
  const before = figuresOf({ hub: ['heap: size', 'thin: CPU', 'heap: keys'] })
  const after = merged(before, { name: 'hub', rows: [row('heap: size', 5)] }, { run: NOW, part: 'heap' })
  expect(rowsOf(after)).toEqual(['hub: thin: CPU 1 2026-01-01', 'hub: heap: size 5 2026-02-02'])
})

test('four figures are kept, and the page says of each row when and where it was measured', () => {
  const figures = merged(figuresOf({ book: ['|x|'] }), { name: 'engine', rows: [row('orders', 123_456)] }, { run: NOW })
  const page = figuresPage(figures)
  expect(page).toContain('1. 2026-01-01: a machine\n2. 2026-02-02: another; other work ran beside it\n')
  expect(page).toContain('| \\|x\\| | 1 | ms | 2 | 0.5 | 1 |')
  expect(page).toContain('| orders | 123,500 | ms | 2 | 61,730 | 2 |')
})

test('docs/figures.md and the README are written from docs/figures.json as it is', () => {
  const figures = readFigures()
  expect(readFileSync('docs/figures.md', 'utf8')).toBe(figuresPage(figures))
  const readme = readFileSync('README.md', 'utf8')
  expect(readme).toBe(withHighlights(readme, figures))
})

test('what a document links to in the table of figures is there', () => {
  const headings = new Set(readFigures().tables.map(({ name }) => name))
  const links = ['README.md', 'docs/scale.md', 'docs/reliability.md'].flatMap((doc) =>
    [...readFileSync(doc, 'utf8').matchAll(/figures\.md#([\w-]+)/g)].map(([, name = '']) => name),
  )
  expect(links.length).toBeGreaterThan(10)
  expect(links.filter((name) => !headings.has(name))).toEqual([])
})

test('figures of a quick run are not written', () => {
  const { status, stderr } = spawnSync(process.execPath, ['scripts/bench.mjs', 'book', '--quick', '--write'])
  expect(status).toBe(2)
  expect(String(stderr)).toContain('figures of a quick run are not written')
})
