import { describe, expect, test } from 'vitest'
import { mayReload } from '../../../src/ui/app-update/reload-guard'

describe('mayReload: at most one reload in 30 s (reliability.md S3)', () => {
  test.each([
    [null, 0, true],
    [1_000, 30_999, false],
    [1_000, 31_000, true],
    // the clock was set back
    [50_000, 10_000, true],
  ])('last %s, now %i: %s', (last, now, expected) => {
    expect(mayReload(last, now)).toBe(expected)
  })
})
