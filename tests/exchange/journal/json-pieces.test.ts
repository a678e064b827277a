import { assert, jsonValue, property } from 'fast-check'
import { expect, test } from 'vitest'
import { jsonPieces } from '../../../exchange/journal/json-pieces'

test('pieces joined are the text of JSON.stringify', () => {
  assert(
    property(jsonValue({ maxDepth: 6 }), (value) => {
      expect([...jsonPieces(value)].join('')).toBe(JSON.stringify(value))
    }),
  )
})

test('fields that are undefined are left out, as JSON.stringify does', () => {
  for (const value of [{ a: undefined, b: 1 }, { a: undefined }, [undefined, 1], {}, []])
    expect([...jsonPieces(value)].join('')).toBe(JSON.stringify(value))
})

test('a long list comes in many pieces, none of them long', () => {
  const orders = Array.from({ length: 10_000 }, (_, id) => ({ id, symbol: 'BTCUSDT', links: [[id, 'x']] }))
  const value = { engine: { markets: [{ orders }], finished: orders, numbers: orders.map((order) => order.id) } }
  const pieces = [...jsonPieces(value)]
  expect(pieces.join('')).toBe(JSON.stringify(value))
  // 64 such orders are less than 4 kB, 512 numbers less than 3 kB.
  expect(Math.max(...pieces.map((piece) => piece.length))).toBeLessThan(4_000)
})
