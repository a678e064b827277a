import { describe, expect, test } from 'vitest'
import type { Spread } from '../../../src/domain/instrument/spread'
import { spreadLegs } from '../../../src/domain/instrument/product-kind'
import { datedContracts } from '../../../exchange/listings/dated-contracts'
import { SPREADS } from '../../../exchange/listings/spreads'
import { createListing } from '../../../exchange/venue/listing'

const NOW = Date.UTC(2026, 10, 24, 9)
const WEEK_MS = 7 * 86_400_000

function spreadsAt(nowMs: number, families: readonly ('spot' | 'spread')[]): readonly Spread[] {
  const dated = SPREADS.expiring(nowMs, families, () => null).map((row) => SPREADS.instrument(row, 'trading', nowMs))
  return [...SPREADS.standing('global', families), ...dated].filter((one) => one.kind === 'spread')
}

describe('spreads of the four kinds (semantics.md §4, decisions 25)', () => {
  test('with pairs all four are listed, twelve or more; without them the two of contracts alone', () => {
    const all = spreadsAt(NOW, ['spot', 'spread'])
    expect(new Set(all.map(({ spreadKind }) => spreadKind))).toEqual(
      new Set(['fundingRateArb', 'carryTrade', 'futureSpread', 'perpBasis']),
    )
    expect(all.length).toBeGreaterThanOrEqual(12)
    expect(new Set(spreadsAt(NOW, ['spread']).map(({ spreadKind }) => spreadKind))).toEqual(
      new Set(['futureSpread', 'perpBasis']),
    )
    expect(new Set(all.map(({ symbol }) => symbol)).size).toBe(all.length)
  })

  test('their names are their legs, the later one first', () => {
    const names = spreadsAt(NOW, ['spot', 'spread']).map(({ symbol }) => symbol)
    for (const name of ['SOLUSDT_SOL/USDT', 'BTCUSDT-27NOV26_BTCUSDT', 'BTCUSDT-25DEC26_BTCUSDT-27NOV26'])
      expect(names).toContain(name)
    for (const { symbol, legs } of spreadsAt(NOW, ['spot', 'spread']))
      expect(spreadLegs(symbol)).toEqual(legs.map((leg) => leg.symbol))
  })

  test('ticks and lots are whole multiples of those of both legs, and prices go below zero', () => {
    for (const spread of spreadsAt(NOW, ['spot', 'spread'])) {
      const { engine } = createListing(spread, spread.tickSize)
      expect(engine.terms).toMatchObject({ kind: 'spread' })
      if (engine.terms?.kind !== 'spread') continue
      for (const ratio of [...engine.terms.ticksPerLeg, ...engine.terms.lotsPerLeg]) {
        expect(Number.isInteger(ratio)).toBe(true)
        expect(ratio).toBeGreaterThanOrEqual(1)
      }
      expect(engine.minPriceTicks).toBe(-199_999)
      expect(engine.maxPriceTicks).toBe(199_999)
      expect(engine.maxMarketLots).toBeGreaterThan(engine.minLots)
    }
  })

  test('in every week of a year a dated spread has legs that trade, and ends with the first of them', () => {
    for (let nowMs = NOW; nowMs < NOW + 52 * WEEK_MS; nowMs += WEEK_MS) {
      const futures = new Map(datedContracts(nowMs).map((one) => [one.symbol, one]))
      for (const row of SPREADS.expiring(nowMs, ['spread'], () => null)) {
        const legs = spreadLegs(row.symbol)!.filter((leg) => leg.includes('-'))
        expect(row.listedMs).toBeLessThanOrEqual(nowMs)
        expect(row.expiryMs).toBe(Math.min(...legs.map((leg) => futures.get(leg)!.expiryMs)))
      }
    }
  })
})
