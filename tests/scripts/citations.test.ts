import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = resolve(import.meta.dirname, '../..')
const ROOMS = ['src', 'exchange', 'scripts', 'tests', 'bench', 'public']
/** The list itself, what is written from other places, and what is open: it names its issues. */
const LEFT_OUT = new Set(['docs/references.md', 'docs/api.md', 'docs/status.md', 'tests/scripts/citations.test.ts'])
/** Documents that are cited and are not here; `docs/references.md` says what their sections mean. */
const ELSEWHERE = new Set(['semantics.md', 'reliability.md', 'chart.md'])

const COMMENTS = /\/\*[\s\S]*?\*\/|(?<![:'"`\w/])\/\/[^\n]*/g
const STRINGS = /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g
/** One citation of any kind; a section without its document belongs to the one named before it. */
const CITED = new RegExp(
  [
    String.raw`(?<standard>RFC \d+ §\d[\d.]*\d)`,
    String.raw`(?<document>\b(?:spec(?:ification)?|semantics|reliability|chart\.md)(?:\.md)?\b)(?! files?)`,
    String.raw`§ ?(?<section>\d+(?:\.\d+)*)(?<items>(?:,? (?:items? )?\d+(?:–\d+)?(?:,? and \d+)?)*)`,
    String.raw`(?<![\w/])decisions? (?<decisions>\d+(?:(?:, | and )\d+)*)`,
    String.raw`\b(?<own>ADR-\d+)`,
    String.raw`\bissue (?<issue>\d+(?:(?:\.|, )\d+)?)`,
    String.raw`\b(?<redesign>redesign [A-G])\b`,
    String.raw`(?<![\w$#.-])(?<id>[IOFHSDNXB]\d{1,2}[ab]?)(?![\w-])(?!\.\w)`,
  ].join('|'),
  'gi',
)

const numbersIn = (text: string): string[] => text.match(/\d+(?:–\d+)?/g) ?? []

/** `2–4` is 2, 3 and 4, unless the list has the range itself. */
function spread(item: string, isKnown: (item: string) => boolean): string[] {
  const [from, to] = item.split('–').map(Number)
  if (to === undefined || isKnown(item)) return [item]
  return Array.from({ length: to - from! + 1 }, (_, index) => String(from! + index))
}

/** The keys that one comment, string or line cites, as `docs/references.md` writes them. */
function citations(text: string, known: ReadonlySet<string>): string[] {
  let document: string | null = null
  return [...text.matchAll(CITED)].flatMap((match) => {
    const found = match.groups!
    const id = found['id'] === undefined ? undefined : /^[A-Z]/.exec(match[0])
    if (found['document'] !== undefined) {
      const name = found['document'].toLowerCase().replace('.md', '')
      document = name.startsWith('spec') ? 'spec' : `${name}.md`
      return []
    }
    if (found['section'] !== undefined) {
      const key = `${document ?? '(no document)'} §${found['section']}`
      if (found['section'] !== '6.1') return [key]
      const items = numbersIn(found['items'] ?? '')
      return [
        key,
        ...items.flatMap((item) => spread(item, (one) => known.has(`${key}, ${one}`))).map((one) => `${key}, ${one}`),
      ]
    }
    if (found['decisions'] !== undefined) return numbersIn(found['decisions']).map((number) => `decisions ${number}`)
    if (found['issue'] !== undefined) return [`issue ${found['issue'].replace(', ', '.')}`]
    if (id !== undefined && id !== null) return [found['id']!]
    return [found['own'] ?? found['redesign']].filter((one) => one !== undefined)
  })
}

function sources(): readonly { readonly file: string; readonly parts: readonly string[] }[] {
  const code = ROOMS.flatMap((room) =>
    readdirSync(join(ROOT, room), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(?:[cm]?[jt]s|tsx|css)$/.test(name) && !name.includes('node_modules'))
      .map((name) => join(room, name)),
  )
  const top = readdirSync(ROOT).filter((name) => /\.(?:md|[cm]?[jt]s)$/.test(name))
  const docs = readdirSync(join(ROOT, 'docs')).map((name) => `docs/${name}`)
  return [...code, ...top, ...docs.filter((name) => name.endsWith('.md'))]
    .filter((file) => !LEFT_OUT.has(file))
    .map((file) => {
      const text = readFileSync(join(ROOT, file), 'utf8')
      if (file.endsWith('.md')) return { file, parts: text.split('\n') }
      const comments = text.match(COMMENTS) ?? []
      // The name of a test cites what it holds.
      return { file, parts: file.startsWith('tests') ? [...comments, ...(text.match(STRINGS) ?? [])] : comments }
    })
}

/** The first cells of the tables, and our own decisions by their numbers. */
function known(): ReadonlySet<string> {
  const references = readFileSync(join(ROOT, 'docs/references.md'), 'utf8')
  const own = readFileSync(join(ROOT, 'docs/decisions.md'), 'utf8')
  return new Set([
    ...[...references.matchAll(/^\| ([^|]+) \|/gm)].map(([, key = '']) => key),
    ...[...own.matchAll(/^- \*\*(ADR-\d+)\*\*/gm)].map(([, key = '']) => key),
  ])
}

const KEYS = known()
const SOURCES = sources()

test('every citation in a comment, a document or the name of a test is explained', () => {
  const cited = SOURCES.flatMap(({ file, parts }) =>
    parts.flatMap((part) => citations(part, KEYS).map((key) => ({ file, key }))),
  )
  // Fewer would mean that the patterns above find nothing any more.
  expect(cited.length).toBeGreaterThan(1_000)
  expect(cited.filter(({ key }) => !KEYS.has(key)).map(({ file, key }) => `${file}: ${key}`)).toEqual([])
})

test('every document that a comment names is here, or is one of those that are cited', () => {
  const named = SOURCES.flatMap(({ file, parts }) =>
    parts.flatMap((part) =>
      (part.match(/(?<![\w./-])(?:[\w-]+\/)*[\w-]+\.md\b/g) ?? []).map((name) => ({ file, name })),
    ),
  )
  expect(named.length).toBeGreaterThan(100)
  const lost = named.filter(
    ({ name }) => !ELSEWHERE.has(name) && !['', 'docs'].some((folder) => existsSync(join(ROOT, folder, name))),
  )
  expect(lost.map(({ file, name }) => `${file}: ${name}`)).toEqual([])
})

test.each([
  ['(spec §4, §8; decisions 2 and 36)', ['spec §4', 'spec §8', 'decisions 2', 'decisions 36']],
  [
    'Semantics §1.9, then reliability.md §6.1, 2–4, 28, B8',
    ['semantics.md §1.9', ...['', ', 2', ', 3', ', 4', ', 28'].map((end) => `reliability.md §6.1${end}`), 'B8'],
  ],
  ['(issue 19.6) as RFC 9112 §9.6 has it, D3 and ADR-007', ['issue 19.6', 'D3', 'ADR-007']],
  ['D3.js, #S10, x-I5 and docs/decisions.md', []],
  ['§9', ['(no document) §9']],
])('%s', (text, expected) => expect(citations(text, new Set())).toEqual(expected))

test('each reference has one line, each of our decisions one number of its own', () => {
  const references = readFileSync(join(ROOT, 'docs/references.md'), 'utf8')
  const keys = [...references.matchAll(/^\| ([^|]+) \|/gm)].map(([, key = '']) => key)
  const rows = keys.filter((key) => key !== 'cited' && key !== '---')
  expect(rows.filter((key, index) => rows.indexOf(key) !== index)).toEqual([])
  const decisions = readFileSync(join(ROOT, 'docs/decisions.md'), 'utf8').match(/^- .*$/gm) ?? []
  expect(decisions.filter((line) => !/^- \*\*ADR-\d{3,4}\*\* /.test(line))).toEqual([])
  const numbers = decisions.map((line) => line.slice(0, line.indexOf('** ')))
  expect(numbers.filter((key, index) => numbers.indexOf(key) !== index)).toEqual([])
})
