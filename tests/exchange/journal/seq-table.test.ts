import { describe, expect, test } from 'vitest'
import { createRandom } from '../../../src/base/random'
import { SeqTable } from '../../../exchange/journal/seq-table'

describe('sequences by hash', () => {
  test('one hash may stand several times, oldest first; what is removed is found no more', () => {
    const table = new SeqTable()
    for (const [hash, seq] of [
      [5, 1],
      [6, 2],
      [5, 3],
    ] as const)
      table.add(hash * 2 ** 20, seq)
    expect([table.find(5 * 2 ** 20), table.find(6 * 2 ** 20), table.find(7 * 2 ** 20)]).toEqual([[1, 3], [2], []])
    expect([...table.newest(2)]).toEqual([6 * 2 ** 20, 2, 5 * 2 ** 20, 3])
    table.removeOldest()
    expect([table.find(5 * 2 ** 20), table.oldestSeq, table.size]).toEqual([[3], 2, 2])
  })

  // Few slots for many: 40 hashes in 4 rows of slots, so that nearly every one is pushed aside by another.
  test('the same as a plain list, while it grows and forgets (seed 3)', () => {
    const random = createRandom(3)
    const table = new SeqTable()
    const list: [hash: number, seq: number][] = []
    const hashOf = () => random.int(0, 3) * 2 ** 20 + random.int(1, 10)
    for (let seq = 1; seq <= 6_000; seq += 1) {
      if (random.next() < 0.3 && list.length > 0) {
        table.removeOldest()
        list.shift()
      } else {
        const hash = hashOf() + (seq > 200 ? random.int(0, 4_000) * 2 ** 22 : 0)
        table.add(hash, seq)
        list.push([hash, seq])
      }
      const asked = seq % 2 === 0 ? (list[random.int(0, Math.max(0, list.length - 1))]?.[0] ?? 1) : hashOf()
      expect(table.find(asked)).toEqual(list.filter(([hash]) => hash === asked).map(([, one]) => one))
    }
    expect(table.size).toBe(list.length)
  })
})
