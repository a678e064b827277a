import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, test } from 'vitest'
import { Ring } from '../../../src/workers/hub/tabs/ring'

describe('Ring (I13: everything is bounded)', () => {
  test('the newest entries stay, in order, within weight and age', () => {
    const ring = new Ring<{ readonly atMs: number }>({ weight: 30, ageMs: 100 })
    for (let atMs = 0; atMs < 10; atMs++) ring.push({ atMs }, 10)
    // Three of weight 10 fit into 30.
    expect(ring.list()).toEqual([{ atMs: 7 }, { atMs: 8 }, { atMs: 9 }])
    expect({ size: ring.size, weight: ring.weight }).toEqual({ size: 3, weight: 30 })
    // 108 − 100 = 8: what is older than that goes, whatever it weighs.
    ring.push({ atMs: 108 }, 1)
    expect(ring.list()).toEqual([{ atMs: 8 }, { atMs: 9 }, { atMs: 108 }])
  })

  test('what fell out is let go of at once, and not held until the next cut', async () => {
    setFlagsFromString('--expose-gc')
    const collect = runInNewContext('gc') as () => void
    const ring = new Ring<{ readonly atMs: number }>({ weight: 30, ageMs: 100 })
    const first = (() => {
      const entry = { atMs: 0 }
      ring.push(entry, 10)
      return new WeakRef(entry)
    })()
    // The fourth pushes the first out; the list is cut only when more than half of it is empty.
    for (let atMs = 1; atMs < 4; atMs++) ring.push({ atMs }, 10)
    // A reference that was just made or read holds on until the end of its turn.
    await new Promise((done) => setTimeout(done))
    collect()
    expect(first.deref()).toBeUndefined()
    expect(ring.size).toBe(3)
  })
})
