import { expect, test } from 'vitest'
import { LineBuffer } from '../../../exchange/journal/line-buffer'

const text = (buffer: LineBuffer): string => Buffer.from(buffer.bytes()).toString('utf8')

test('lines come out as UTF-8, each with its newline, also beyond the first 64 kB', () => {
  const buffer = new LineBuffer()
  const long = 'ü'.repeat(50_000)
  buffer.append('{"name":"Zoë"}')
  buffer.append(long)
  // Every ü and the ë take two bytes: 15 + 1 and 100,000 + 1.
  expect(buffer.length).toBe(16 + 100_001)
  expect(text(buffer)).toBe(`{"name":"Zoë"}\n${long}\n`)
})

test('a cleared buffer begins anew', () => {
  const buffer = new LineBuffer()
  buffer.append('one')
  buffer.clear()
  expect(buffer.length).toBe(0)
  buffer.append('two')
  expect(text(buffer)).toBe('two\n')
})
