import { expect, it } from 'vitest'
import { adlRows, poolRows } from '../../../../exchange/api/insurance-rows'
import { createVenue } from '../../../../exchange/venue/create-venue'

it('an insurance pool stands behind contracts and options, and not behind pairs and spreads', () => {
  const venue = createVenue({
    seed: 7,
    region: 'global',
    feedSymbol: null,
    startMs: Date.UTC(2026, 0, 5, 7),
    markets: 'all',
    families: ['option', 'spot', 'spread'],
  })
  const sources = { venue, catalogue: { all: () => venue.instruments() } }
  for (const group of [null, 'USDT', 'USDC', 'inverse'] as const) {
    const pooled = poolRows(sources, group).flatMap(({ symbols }) => symbols.split(',').filter((one) => one !== ''))
    // A pair's house name has a stroke, a spread's an underscore between its legs.
    expect(pooled.filter((name) => /[/_]/.test(name))).toEqual([])
    expect(new Set(pooled).size).toBe(pooled.length)
    expect(
      adlRows(sources, group)
        .map(({ symbol }) => symbol)
        .filter((name) => /[/_]/.test(name)),
    ).toEqual([])
  }
  const usdt = poolRows(sources, 'USDT')[0]!.symbols.split(',')
  expect(usdt).toContain('BTCUSDT')
  expect(usdt.some((name) => name.endsWith('-C-USDT'))).toBe(true)
  expect(
    venue
      .instruments()
      .map(({ symbol }) => symbol)
      .filter((name) => /[/_]/.test(name)).length,
  ).toBeGreaterThan(20)
})
