import { describe, expect, test } from 'vitest'
import type { Position } from '../../../src/domain/position/position'
import { AccountState } from '../../../src/workers/hub/account/account-state'

/** What an exchange without sequences says of a position: the time of its last change, and 0 of one that never was. */
const row = (positionIdx: 0 | 1 | 2, seq: number, size = '0'): Position =>
  ({ symbol: 'BTCUSDT', positionIdx, size, seq }) as unknown as Position

const newestOf = (state: AccountState): number =>
  state.positions().reduce((best, one) => (one.seq > best.seq ? one : best)).positionIdx

describe('empty positions without a time tell the mode by what came last', () => {
  test('one-way, hedge, and one-way again', () => {
    const state = new AccountState('updatedTime')
    state.takePosition(row(0, 0))
    for (const idx of [1, 2] as const) expect(state.takePosition(row(idx, 0))).not.toBeNull()
    expect(newestOf(state)).not.toBe(0)
    expect(state.takePosition(row(0, 0))).not.toBeNull()
    expect(newestOf(state)).toBe(0)
  })

  test('a position that was closed has a time, and the other mode comes after it', () => {
    const state = new AccountState('updatedTime')
    state.takePosition(row(0, 1_000, '0.1'))
    state.takePosition(row(0, 2_000))
    for (const idx of [1, 2] as const) state.takePosition(row(idx, 0))
    expect(newestOf(state)).not.toBe(0)
    // Another leverage of a side that is empty is news, though it has no time either.
    expect(state.takePosition(row(2, 0))).not.toBeNull()
  })

  test('beside a position that is held such a row is of before', () => {
    const state = new AccountState('updatedTime')
    state.takePosition(row(0, 1_000, '0.1'))
    state.takePosition(row(1, 0))
    expect(newestOf(state)).toBe(0)
    expect(state.takePosition(row(0, 0))).toBeNull()
    expect(state.positions().find(({ positionIdx }) => positionIdx === 0)?.size).toBe('0.1')
  })

  test('with sequences nothing is made of a row but what it says', () => {
    const state = new AccountState('sequence')
    state.takePosition(row(0, 4))
    expect(state.takePosition(row(1, 3))?.seq).toBe(3)
    expect(newestOf(state)).toBe(0)
  })
})
