import { describe, expect, it } from 'vitest'
import { Allowances } from '../../../exchange/api/rate-limit'

describe('allowances by key', () => {
  it('let a burst through, then what comes in a second, and count each key alone', () => {
    const allowances = new Allowances(10, 20)
    const taken = (key: string, nowMs: number, times: number) =>
      Array.from({ length: times }, () => allowances.take(key, nowMs)).filter(Boolean).length
    expect(taken('a', 0, 30)).toBe(20)
    expect(taken('b', 0, 5)).toBe(5)
    // Half a second brings five.
    expect(taken('a', 500, 30)).toBe(5)
    expect(allowances.look('b', 500)).toEqual({ limit: 20, left: 20, waitMs: 0 })
    expect(allowances.look('a', 500)).toEqual({ limit: 20, left: 0, waitMs: 100 })
  })

  it('forget nobody who has used his up, however many come by', () => {
    const allowances = new Allowances(1, 2)
    const keys = Array.from({ length: 5_000 }, (_, i) => `account-${i}`)
    for (const key of keys) {
      expect([allowances.take(key, 0), allowances.take(key, 0), allowances.take(key, 0)]).toEqual([true, true, false])
    }
    for (const key of keys) expect(allowances.take(key, 999)).toBe(false)
    // Two seconds fill them up; strangers come, and the known ones begin anew.
    for (let i = 0; i < 20_000; i++) expect(allowances.take(`stranger-${i}`, 3_000)).toBe(true)
    for (const key of keys) {
      expect([allowances.take(key, 3_000), allowances.take(key, 3_000), allowances.take(key, 3_000)]).toEqual([
        true,
        true,
        false,
      ])
    }
  })
})
