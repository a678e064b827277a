import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readArguments, usage, VARIABLES } from '../../exchange/usage'

const text = (path: string): string => readFileSync(join(import.meta.dirname, '../..', path), 'utf8')

describe('what the command line says', () => {
  test('every variable that is read is named by --help and by the README, and no other', () => {
    const read = new Set(
      text('exchange/config.ts')
        .match(/'(?:PORT|HOST|HALYARD_[A-Z_]+)'/g)
        ?.map((one) => one.slice(1, -1)),
    )
    const named = VARIABLES.map(({ name }) => name)
    expect(named.toSorted()).toEqual([...read].toSorted())
    const table =
      text('README.md')
        .match(/^\| `(?:PORT|HALYARD).*$/gm)
        ?.join('\n') ?? ''
    const inReadme = [...new Set(table.match(/(?<=`)(?:PORT|HOST|HALYARD_[A-Z_]+)(?=[`=])/g))]
    expect(inReadme.toSorted()).toEqual(named.toSorted())
    for (const name of named) expect(usage()).toContain(`\n  ${name} (`)
  })

  test('no line is wider than a terminal', () => {
    for (const line of usage().split('\n')) expect(line.length, line).toBeLessThanOrEqual(120)
  })

  test('--help and -h print it, nothing starts, anything else is refused', () => {
    expect(readArguments([])).toBeNull()
    for (const one of ['--help', '-h']) expect(readArguments([one])).toEqual({ text: usage(), code: 0 })
    expect(readArguments(['--port', '80'])).toMatchObject({ code: 2, text: expect.stringContaining('"--port"') })
  })
})

describe('what docs/operate.md and Containerfile start', () => {
  test('is the command that npm start is: the same flags, the same file', () => {
    const { scripts } = JSON.parse(text('package.json')) as { scripts: { start: string } }
    const flags = scripts.start.match(/--\S+/g) ?? []
    expect(flags.length).toBeGreaterThan(0)
    const unit = /^ExecStart=\S+ (.*)$/m.exec(text('docs/operate.md'))?.[1]?.split(' ')
    const command = JSON.parse(/^CMD (.*)$/m.exec(text('Containerfile'))?.[1] ?? '[]') as string[]
    expect(unit).toEqual([...flags, 'dist/exchange/main.js'])
    expect(command).toEqual(['node', ...flags, 'dist/exchange/main.js'])
  })

  test('sets variables that are read', () => {
    const known = VARIABLES.map(({ name }) => name)
    const set = [
      ...(text('docs/operate.md').match(/(?<=^Environment=)[A-Z_]+/gm) ?? []),
      ...(/^ENV (.*)$/m.exec(text('Containerfile'))?.[1]?.match(/[A-Z_]+(?==)/g) ?? []),
    ]
    expect(set.length).toBeGreaterThan(3)
    for (const name of set) expect(known).toContain(name)
  })

  test('every metric that the page names is there', () => {
    const named = text('docs/operate.md').match(/\b(?:halyard|process)_[a-z_]+/g) ?? []
    expect(named.length).toBeGreaterThan(5)
    const given = text('exchange/host/node/metrics/metrics.ts')
    for (const name of named) expect(given).toContain(`'${name}'`)
  })
})
