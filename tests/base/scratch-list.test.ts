import { describe, expect, test } from 'vitest'
import { ScratchList } from '../../src/base/scratch-list'

describe('a list that is filled again and again', () => {
  test('holds what was pushed since it was cleared, and nothing of what came before', () => {
    const list = new ScratchList<string>()
    for (const item of ['a', 'b', 'c']) list.push(item)
    expect([list.length, list.at(2), list.toArray()]).toEqual([3, 'c', ['a', 'b', 'c']])
    list.clear()
    expect([list.length, list.toArray()]).toEqual([0, []])
    list.push('d')
    expect(list.toArray()).toEqual(['d'])
  })

  test('what it gave away does not change with it', () => {
    const list = new ScratchList<number>()
    list.push(1)
    const given = list.toArray()
    list.clear()
    list.push(2)
    expect(given).toEqual([1])
  })
})
