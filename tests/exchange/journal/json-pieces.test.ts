import { array, assert, double, jsonValue, nat, property } from 'fast-check'
import { expect, test } from 'vitest'
import { CodeColumn, NumberColumn } from '../../../src/base/columns'
import { base64 } from '../../../exchange/host/node/journal/base64'
import { jsonPieces, parsePacked } from '../../../exchange/journal/json-pieces'

test('pieces joined are the text of JSON.stringify', () => {
  assert(
    property(jsonValue({ maxDepth: 6 }), (value) => {
      expect([...jsonPieces(value, base64)].join('')).toBe(JSON.stringify(value))
    }),
  )
})

test('fields that are undefined are left out, as JSON.stringify does', () => {
  for (const value of [{ a: undefined, b: 1 }, { a: undefined }, [undefined, 1], {}, []])
    expect([...jsonPieces(value, base64)].join('')).toBe(JSON.stringify(value))
})

test('a long list comes in many pieces, none of them long', () => {
  const orders = Array.from({ length: 10_000 }, (_, id) => ({ id, symbol: 'BTCUSDT', links: [[id, 'x']] }))
  const value = { engine: { markets: [{ orders }], finished: orders, numbers: orders.map((order) => order.id) } }
  const pieces = [...jsonPieces(value, base64)]
  expect(pieces.join('')).toBe(JSON.stringify(value))
  // 64 such orders are less than 4 kB, 512 numbers less than 3 kB.
  expect(Math.max(...pieces.map((piece) => piece.length))).toBeLessThan(4_000)
})

test('columns come back as they were, in pieces, wherever they stand', () => {
  assert(
    property(array(double({ noNaN: true })), array(nat(255)), (numbers, codes) => {
      const value = { rows: [{ numbers: new NumberColumn(numbers) }, { codes: new CodeColumn(codes) }], plain: numbers }
      expect(parsePacked([...jsonPieces(value, base64)].join(''), base64)).toEqual({
        rows: value.rows,
        plain: JSON.parse(JSON.stringify(numbers)) as unknown,
      })
    }),
  )
  const long = new NumberColumn(10_000).map((_, i) => i / 3)
  const pieces = [...jsonPieces({ long }, base64)]
  // 80,000 bytes in pieces of 24,576, which are 32,768 letters of base64.
  expect(pieces.filter((piece) => piece.length > 100).map((piece) => piece.length)).toEqual([
    32_768, 32_768, 32_768, 8_364,
  ])
  expect(parsePacked(pieces.join(''), base64)).toEqual({ long })
})

test('as plain JSON a column is a list', () => {
  expect(JSON.stringify({ a: new NumberColumn([1.5, -2]), b: new CodeColumn([0, 255]) })).toBe(
    '{"a":[1.5,-2],"b":[0,255]}',
  )
})
