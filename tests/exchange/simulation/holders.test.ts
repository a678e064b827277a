import { describe, expect, test } from 'vitest'
import { HeldLots, heldLots, holderCounts, type HoldersOf } from '../../../exchange/simulation/holders'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const NOW_MS = Date.UTC(2026, 2, 11)
const OF: HoldersOf = {
  seed: 7,
  symbol: 'BTCUSDT',
  usualLots: 50_000_000,
  usualAccounts: 100_000,
  launchMs: NOW_MS - 2_000 * DAY_MS,
  deliveryMs: null,
}

describe('what the public holds', () => {
  test('wanders about the usual without a jump: within half a per cent from five minutes to the next', () => {
    let before = heldLots(OF, NOW_MS)
    let [least, most] = [before, before]
    for (let at = NOW_MS; at > NOW_MS - 60 * DAY_MS; at -= 5 * MINUTE_MS) {
      const lots = heldLots(OF, at)
      expect(Math.abs(lots / before - 1)).toBeLessThan(0.005)
      before = lots
      least = Math.min(least, lots)
      most = Math.max(most, lots)
    }
    // The waves are 0.19 of a logarithm together (√(0.02² + 0.05² + 0.1² + 0.15²)): three of them to either side.
    expect(least / OF.usualLots).toBeGreaterThan(0.56)
    expect(most / OF.usualLots).toBeLessThan(1.77)
    expect(most / least).toBeGreaterThan(1.1)
  })

  test('begins with the launch and ends with the delivery', () => {
    const dated = { ...OF, launchMs: NOW_MS, deliveryMs: NOW_MS + 90 * DAY_MS }
    expect(heldLots(dated, NOW_MS - DAY_MS)).toBe(0)
    expect(heldLots(dated, NOW_MS)).toBe(0)
    expect(heldLots(dated, NOW_MS + DAY_MS)).toBeLessThan(heldLots(dated, NOW_MS + 5 * DAY_MS))
    const last = heldLots(dated, dated.deliveryMs - 1)
    expect(last / heldLots(dated, dated.deliveryMs - 3 * DAY_MS)).toBeLessThan(0.6)
    expect(last).toBeGreaterThan(0)
    expect(heldLots(dated, dated.deliveryMs)).toBe(0)
  })

  test('is of as many long as short lots, by accounts of which more are long than not', () => {
    const counts = Array.from({ length: 200 }, (_, day) => holderCounts(OF, NOW_MS - day * DAY_MS))
    for (const { long, short } of counts) {
      expect(Number.isSafeInteger(long) && Number.isSafeInteger(short)).toBe(true)
      expect(long / (long + short)).toBeGreaterThanOrEqual(0.25)
      expect(long / (long + short)).toBeLessThanOrEqual(0.8)
    }
    const shares = counts.map(({ long, short }) => long / (long + short))
    expect(shares.reduce((sum, one) => sum + one, 0) / shares.length).toBeCloseTo(0.54, 1)
    expect(Math.max(...shares) - Math.min(...shares)).toBeGreaterThan(0.05)
  })

  test('is drawn once a minute for the ticker', () => {
    const held = new HeldLots(OF)
    expect(held.at(NOW_MS + 59_999)).toBe(heldLots(OF, NOW_MS))
    expect(held.at(NOW_MS + 60_000)).toBe(heldLots(OF, NOW_MS + MINUTE_MS))
    // A clock that control set back.
    expect(held.at(NOW_MS)).toBe(heldLots(OF, NOW_MS))
  })
})
