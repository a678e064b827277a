import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'

/** Codes and statuses that docs/protocol.md promises: whatever else is answered is a fault. */
const text = readFileSync(resolve(import.meta.dirname, '../../../../docs/protocol.md'), 'utf8')
const answers = text.slice(text.indexOf('## Answers'), text.indexOf('## Sessions'))

export const DOCUMENTED_CODES: ReadonlySet<number> = new Set([
  0,
  ...answers
    .split('\n')
    .filter((line) => /^\| \d/.test(line))
    .flatMap((line) => codesOf(line.split('|')[1]!)),
])

export const DOCUMENTED_STATUSES: ReadonlySet<number> = new Set([
  200,
  ...[
    ...answers.slice(answers.indexOf('Other statuses'), answers.indexOf('Numbers are')).matchAll(/\b[45]\d\d\b/g),
  ].map(([status]) => Number(status)),
])

/** `30027–30030` is four codes; `30031 house, 110007 v5` two. */
function codesOf(cell: string): number[] {
  const range = /(\d+)–(\d+)/.exec(cell)
  if (range !== null) {
    const [from, to] = [Number(range[1]), Number(range[2])]
    return Array.from({ length: to - from + 1 }, (_, i) => from + i)
  }
  return (cell.match(/\d{5,7}/g) ?? []).map(Number)
}
