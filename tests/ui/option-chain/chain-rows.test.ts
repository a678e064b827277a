import { describe, expect, test } from 'vitest'
import { chainContracts } from '../../../exchange/listings/option-calendar'
import type { Price } from '../../../src/domain/decimal'
import type { InstrumentSymbol } from '../../../src/domain/order/order'
import { atTheMoney, boardNote, chainExpiries, placeOfForward } from '../../../src/ui/option-chain/chain-rows'

const NOW = Date.UTC(2026, 10, 25, 9)
const price = (text: string): Price => text as Price
const names = (...symbols: readonly string[]): readonly InstrumentSymbol[] => symbols as readonly InstrumentSymbol[]

describe('a chain’s rows', () => {
  test('every option of the exchange’s calendar stands in its expiry, at its strike, on its side', () => {
    const listed = chainContracts({ base: 'BTC', margin: 'usdt' }, NOW, 64_000)
    const others = chainContracts({ base: 'BTC', margin: 'usdc' }, NOW, 64_000)
    const symbols = names(...[...listed, ...others].map(({ symbol }) => symbol))
    const expiries = chainExpiries(symbols, 'usdtOption', NOW)
    // Four expiries of fifteen strikes.
    expect(expiries.map(({ rows }) => rows.length)).toEqual([15, 15, 15, 15])
    const found = expiries.flatMap(({ expiryMs, rows }) =>
      rows.flatMap(({ strike, call, put }) => [
        { symbol: call, expiryMs, strike: Number(strike), isCall: true },
        { symbol: put, expiryMs, strike: Number(strike), isCall: false },
      ]),
    )
    const wanted = listed.map(({ symbol, expiryMs, strike, isCall }) => ({ symbol, expiryMs, strike, isCall }))
    expect(found).toEqual(wanted)
  })

  test('what has ended is left out, and so is a dated future of the coin', () => {
    const symbols = names('BTC-25NOV26-60000-C', 'BTC-26NOV26-60000-C', 'BTC-25DEC26')
    expect(chainExpiries(symbols, 'usdcOption', NOW)).toEqual([
      {
        expiryMs: Date.UTC(2026, 10, 26, 8),
        rows: [{ strike: '60000', call: 'BTC-26NOV26-60000-C', put: null }],
      },
    ])
  })

  test('the forward stands before the first strike that is not below it', () => {
    const [{ rows }] = chainExpiries(
      names('BTC-26NOV26-900-C', 'BTC-26NOV26-1000-P', 'BTC-26NOV26-1100-C'),
      'usdcOption',
      NOW,
    ) as [ReturnType<typeof chainExpiries>[number]]
    expect(
      [null, '800', '1000', '1000.5', '1200'].map((one) => placeOfForward(rows, one === null ? null : price(one))),
    ).toEqual([null, 0, 1, 2, 3])
    expect(['800', '960', '1049', '1051'].map((one) => atTheMoney(rows, price(one)))).toEqual([0, 1, 1, 2])
  })
})

test('a board that has not come is loading, and has no age', () => {
  expect(boardNote({ hasRows: false, isLive: false, isListed: true })).toBe('loading')
  expect(boardNote({ hasRows: false, isLive: true, isListed: true })).toBe('loading')
  expect(boardNote({ hasRows: false, isLive: false, isListed: false })).toBeNull()
  expect(boardNote({ hasRows: true, isLive: false, isListed: true })).toBe('stale')
  expect(boardNote({ hasRows: true, isLive: true, isListed: true })).toBeNull()
})
