import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  chainContracts,
  OPTION_CHAINS,
  optionExpiries,
  optionSymbol,
  strikesAround,
} from '../../../exchange/listings/option-calendar'
import { expiryOf } from '../../../src/domain/instrument/contract-period'
import { kindOfName } from '../../../src/domain/instrument/product-kind'

const HOUR = 3_600_000
const DAY = 24 * HOUR

describe('the calendar of options (decisions 25: at least four expiries of fifteen strikes)', () => {
  it('lists the next day, Friday, month and quarter, at 08:00 UTC', () => {
    // Monday 5 January 2026, 09:00: Tuesday, Friday the 9th, 30 January, 27 March.
    expect(optionExpiries(Date.UTC(2026, 0, 5, 9))).toEqual([
      Date.UTC(2026, 0, 6, 8),
      Date.UTC(2026, 0, 9, 8),
      Date.UTC(2026, 0, 30, 8),
      Date.UTC(2026, 2, 27, 8),
    ])
    // At 08:00 itself this day's is over.
    expect(optionExpiries(Date.UTC(2026, 0, 6, 8))[0]).toBe(Date.UTC(2026, 0, 7, 8))
    // Thursday 26 March, 08:00: the next day is the Friday, the month's and the quarter's end at once.
    expect(optionExpiries(Date.UTC(2026, 2, 26, 8))).toEqual([
      Date.UTC(2026, 2, 27, 8),
      Date.UTC(2026, 3, 3, 8),
      Date.UTC(2026, 3, 24, 8),
      Date.UTC(2026, 5, 26, 8),
    ])
  })

  it('keeps an expiry that it has listed until it is over, and always has four', () => {
    let before: readonly number[] = []
    for (let nowMs = Date.UTC(2026, 0, 1); nowMs < Date.UTC(2028, 0, 1); nowMs += 4 * HOUR) {
      const now = optionExpiries(nowMs)
      if (new Set(now).size !== 4) throw new Error(`${now.join()} at ${nowMs}`)
      const lost = before.find((expiry) => expiry > nowMs && !now.includes(expiry))
      if (lost !== undefined) throw new Error(`${lost} is gone at ${nowMs}`)
      expect(now[0]! > nowMs && now[0]! <= nowMs + DAY).toBe(true)
      before = now
    }
  })

  it('puts fifteen strikes around the index, wherever it goes', () => {
    const coins = fc.constantFrom(
      ['BTC', 20_000, 300_000] as const,
      ['ETH', 500, 12_000] as const,
      ['SOL', 60, 900] as const,
    )
    fc.assert(
      fc.property(
        coins,
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.integer({ min: 1, max: 95 }),
        (coin, at, days) => {
          const [base, low, high] = coin
          const index = low + (high - low) * at
          const strikes = strikesAround(base, days * DAY, index)
          expect(strikes).toHaveLength(15)
          expect(strikes[6]).toBeLessThanOrEqual(index)
          expect(strikes[8]).toBeGreaterThanOrEqual(index)
          expect(Math.min(...strikes)).toBeGreaterThan(0)
        },
      ),
    )
  })

  it('names them as published (semantics.md §4), so that their kind and expiry can be read from the name', () => {
    const expiryMs = Date.UTC(2026, 2, 27, 8)
    const terms = { base: 'BTC', expiryMs, strike: 70_000 } as const
    expect(optionSymbol({ ...terms, margin: 'usdc', isCall: true })).toBe('BTC-27MAR26-70000-C')
    expect(optionSymbol({ ...terms, margin: 'usdt', isCall: false })).toBe('BTC-27MAR26-70000-P-USDT')
    // Days are not padded.
    expect(optionSymbol({ ...terms, expiryMs: Date.UTC(2026, 0, 6, 8), margin: 'usdc', isCall: true })).toBe(
      'BTC-6JAN26-70000-C',
    )
    for (const chain of OPTION_CHAINS) {
      const contracts = chainContracts(chain, Date.UTC(2026, 0, 5, 9), chain.base === 'BTC' ? 64_218 : 2_384)
      expect(contracts).toHaveLength(4 * 15 * 2)
      expect(new Set(contracts.map(({ symbol }) => symbol)).size).toBe(120)
      for (const { symbol, expiryMs: ms } of contracts) {
        expect(expiryOf(symbol)).toBe(ms)
        expect(kindOfName(symbol)).toBe(chain.margin === 'usdt' ? 'usdtOption' : 'usdcOption')
      }
    }
  })
})
