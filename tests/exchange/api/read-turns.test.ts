import { describe, expect, it } from 'vitest'
import { ReadDropped, ReadTurns } from '../../../exchange/api/read-turns'

const present = (): boolean => false
const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** A clock that each read moves by what it takes. It stands still until it is told to go on. */
function slowReads() {
  let nowMs = 0
  const log: string[] = []
  return {
    turns: new ReadTurns(setImmediate, () => nowMs),
    read(name: string, ms: number): string {
      nowMs += ms
      log.push(name)
      return name
    },
    /** Long enough for a timer of this side's clock, too. */
    async pass(ms: number): Promise<void> {
      nowMs += ms
      await wait(30)
    },
    log,
  }
}

describe('reads beside whatever else is to be done', () => {
  it('begin at once until they took a millisecond, and go on when their half of the time has grown again', async () => {
    const { turns, read, pass, log } = slowReads()
    const answers = ['a', 'b', 'c'].map((name) => turns.take(() => read(name, 4), present))
    // 1 ms was there and 2 grew while `a` took 4: 1 too many, which take 2 ms to grow.
    expect(log).toEqual(['a'])
    await pass(1)
    expect(log).toEqual(['a'])
    await pass(1.5)
    expect(log).toEqual(['a', 'b'])
    // Now it was nearly nothing, and is 2 too little: 4 ms.
    await pass(3)
    expect(log).toEqual(['a', 'b'])
    await pass(2)
    expect(log).toEqual(['a', 'b', 'c'])
    expect(await Promise.all(answers)).toEqual(['a', 'b', 'c'])
  })

  it('take half of the time in the long run, in the order in which they came', async () => {
    let readMs = 0
    const turns = new ReadTurns(setImmediate)
    const order: number[] = []
    const fromMs = performance.now()
    await Promise.all(
      Array.from({ length: 40 }, (_, i) =>
        turns.take(() => {
          const begunMs = performance.now()
          while (performance.now() < begunMs + 2);
          readMs += performance.now() - begunMs
          order.push(i)
        }, present),
      ),
    )
    // What a machine that is busy elsewhere took from one read is made up for up to 5 ms.
    expect(performance.now() - fromMs).toBeGreaterThan(40 * 2 * 1.5)
    expect(readMs).toBeGreaterThanOrEqual(80)
    expect(order).toEqual(Array.from({ length: 40 }, (_, i) => i))
  })

  it('do not begin when nobody waits for them any more', async () => {
    const { turns, read, pass, log } = slowReads()
    void turns.take(() => read('long', 10), present)
    const dropped = turns.take(
      () => read('gone', 1),
      () => true,
    )
    const kept = turns.take(() => read('kept', 1), present)
    await expect(dropped).rejects.toThrow(ReadDropped)
    await pass(20)
    expect(await kept).toBe('kept')
    expect(log).toEqual(['long', 'kept'])
  })

  it('count what is done for them elsewhere, and what is done within one once', async () => {
    const { turns, read, pass, log } = slowReads()
    turns.count(() => turns.count(() => read('text of an answer', 4)))
    // As above: 1 + 2 − 4.
    const next = turns.take(() => read('next', 1), present)
    expect(log).toEqual(['text of an answer'])
    await pass(2.5)
    expect(await next).toBe('next')
  })

  it('wait while an order is under way, one of them for 5 ms at most', async () => {
    const { turns, read, pass, log } = slowReads()
    let answered!: () => void
    const order = turns.order(new Promise<void>((resolve) => (answered = resolve)))
    const answers = ['a', 'b', 'c', 'd'].map((name) => turns.take(() => read(name, 0.1), present))
    expect(log).toEqual([])
    await pass(4)
    expect(log).toEqual([])
    await pass(1.5)
    expect(log).toEqual(['a'])
    await pass(4)
    expect(log).toEqual(['a'])
    await pass(1.5)
    expect(log).toEqual(['a', 'b'])
    answered()
    await order
    await wait(30)
    expect(log).toEqual(['a', 'b', 'c', 'd'])
    await Promise.all(answers)
  })

  it('wait no longer for an order that was not answered within a tenth of a second', async () => {
    const { turns, read, pass, log } = slowReads()
    void turns.order(new Promise<void>(() => undefined))
    await pass(101)
    for (const name of ['a', 'b', 'c']) void turns.take(() => read(name, 0.1), present)
    expect(log).toEqual(['a', 'b', 'c'])
  })

  it('fail by themselves', async () => {
    const { turns, read, pass } = slowReads()
    const broken = (): never => {
      throw new Error('no such row')
    }
    expect(() => turns.take(broken, present)).toThrow('no such row')
    void turns.take(() => read('long', 10), present)
    const next = turns.take(broken, present) as Promise<never>
    const failed = expect(next).rejects.toThrow('no such row')
    await pass(20)
    await failed
  })

  it('count what is written of an answer before the next one begins', async () => {
    const { turns, read, pass, log } = slowReads()
    // Uses up what is there, so that the others wait.
    turns.take(() => read('first', 3), present)
    const answers = ['a', 'b', 'c'].map((name) =>
      Promise.resolve(turns.take(() => read(name, 0.1), present)).then(() =>
        turns.count(() => read(`${name} written`, 3)),
      ),
    )
    // 2 ms too much: half of 5 ms makes up for it, and `a` with its 0.1 begins; b and c would have been as quick to begin.
    await pass(5)
    expect(log).toEqual(['first', 'a', 'a written'])
    await pass(7)
    await pass(7)
    await Promise.all(answers)
    expect(log).toEqual(['first', 'a', 'a written', 'b', 'b written', 'c', 'c written'])
  })
})
