import { describe, expect, it } from 'vitest'
import { ReadDropped, ReadTurns } from '../../../exchange/gateway/read-turns'

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
const present = (): boolean => false

/** A clock that each read moves by what it takes. */
function slowReads(): {
  readonly turns: ReadTurns
  readonly read: (name: string, ms: number) => string
  log: string[]
} {
  let nowMs = 0
  const log: string[] = []
  return {
    turns: new ReadTurns(() => nowMs),
    read(name, ms) {
      nowMs += ms
      log.push(name)
      return name
    },
    log,
  }
}

describe('reads within a turn of the event loop', () => {
  it('begin at once until they took two milliseconds; the others begin in later turns, in their order', async () => {
    const { turns, read, log } = slowReads()
    const answers = ['a', 'b', 'c', 'd', 'e'].map((name) => turns.take(() => read(name, 1.5), present))
    // 1.5 ms leave a moment for the second, and 3 ms none for the third.
    expect(log).toEqual(['a', 'b'])
    await turn()
    expect(log).toEqual(['a', 'b', 'c', 'd'])
    expect(await Promise.all(answers)).toEqual(['a', 'b', 'c', 'd', 'e'])
  })

  it('do not begin when nobody waits for them any more', async () => {
    const { turns, read, log } = slowReads()
    void turns.take(() => read('long', 50), present)
    const dropped = turns.take(
      () => read('gone', 1),
      () => true,
    )
    const kept = turns.take(() => read('kept', 1), present)
    await expect(dropped).rejects.toThrow(ReadDropped)
    expect(await kept).toBe('kept')
    expect(log).toEqual(['long', 'kept'])
  })

  it('count what is done for them elsewhere', async () => {
    const { turns, read, log } = slowReads()
    turns.count(() => read('text of an answer', 4))
    const next = turns.take(() => read('next', 1), present)
    expect(log).toEqual(['text of an answer'])
    expect(await next).toBe('next')
  })

  it('begin one a turn while an order is under way', async () => {
    const { turns, read, log } = slowReads()
    let answered!: () => void
    const order = turns.order(new Promise<void>((resolve) => (answered = resolve)))
    const answers = ['a', 'b', 'c', 'd'].map((name) => turns.take(() => read(name, 0.1), present))
    expect(log).toEqual([])
    await turn()
    expect(log).toEqual(['a'])
    await turn()
    expect(log).toEqual(['a', 'b'])
    answered()
    await order
    await turn()
    expect(log).toEqual(['a', 'b', 'c', 'd'])
    await Promise.all(answers)
  })

  it('fail by themselves', async () => {
    const { turns, read } = slowReads()
    const broken = (): never => {
      throw new Error('no such row')
    }
    expect(() => turns.take(broken, present)).toThrow('no such row')
    void turns.take(() => read('long', 50), present)
    await expect(turns.take(broken, present)).rejects.toThrow('no such row')
  })
})
