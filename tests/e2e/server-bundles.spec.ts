import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'

const dist = join(import.meta.dirname, '../../dist')
/** Words of test control that stand nowhere else. */
const CONTROL = ['/control/', 'HALYARD_CONTROL', 'swallow-subscribe', 'token-fault', 'reset-sequence', 'before-commit']

/** Names, with their folders, of the files whose text holds one of the words. */
function holding(folder: string, words: readonly string[]): readonly string[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return (
    names
      // The lines of the changelog, which an update names, are for people.
      .filter((name) => /\.(?:m?js|html|json|webmanifest|css)$/.test(name) && name !== 'release.json')
      .filter((name) => {
        const text = readFileSync(join(folder, name), 'utf8')
        return words.some((word) => text.includes(word))
      })
  )
}

test('reliability.md §6.1, 32: no file that a browser is given knows of test control', () => {
  // The search finds what is there: each call that changes something bears this header.
  expect(holding(join(dist, 'app'), ['x-requested-with']).length).toBeGreaterThan(0)
  expect(holding(join(dist, 'app'), CONTROL)).toEqual([])
})

test('reliability.md §6.1, 32: of the exchange one file holds the calls of control, and it is loaded by the switch alone', () => {
  const exchange = join(dist, 'exchange')
  expect(holding(exchange, ['swallow-subscribe', 'token-fault', 'no such action'])).toEqual(['create-control.js'])
  const naming = holding(exchange, ['create-control.js'])
  expect(naming).toEqual(['main.js'])
  const main = readFileSync(join(exchange, 'main.js'), 'utf8')
  expect(main.match(/create-control\.js/g)).toHaveLength(1)
  expect(main).toContain('await import("./create-control.js")')
})
