import { describe, expect, test } from 'vitest'
import { meaningOf } from '../../../../src/workers/venue/sandbox/meanings'

/** Codes of spec §8 and of v5's documents ("Error codes"). */
describe('what a return code says to the hub', () => {
  test.each([
    [10_007, {}, 'sessionEnded'],
    [10_009, {}, 'sessionEnded'],
    [33_003, {}, 'sessionEnded'],
    [9_000_001, {}, 'timedOut'],
    [10_016, {}, 'unanswered'],
    [110_072, {}, 'duplicateId'],
    [39_303, {}, 'splitPartly'],
    [110_043, {}, 'unchanged'],
    [10_001, { field: 'qty' }, 'badRequest'],
    [10_001, { field: 'symbol' }, 'unknownSymbol'],
    // Any field may be named beside another code.
    [110_015, { field: 'symbol' }, null],
    [110_007, {}, null],
    [null, {}, null],
  ])('%s with %j', (code, ext, meaning) => {
    expect(meaningOf({ code, ext })).toBe(meaning)
  })
})
