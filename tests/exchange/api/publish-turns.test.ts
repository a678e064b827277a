import { describe, expect, it } from 'vitest'
import { PublishTurns } from '../../../exchange/api/feeds/dispatcher/publish-turns'

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** A clock that each stream moves by what it takes. */
function streams() {
  let nowMs = 0
  const log: string[] = []
  const turns = new PublishTurns(setImmediate, () => nowMs)
  const stream = (name: string, ms: number) => ({
    publish(): void {
      nowMs += ms
      log.push(name)
    },
  })
  return { turns, stream, log }
}

describe('streams that a market step touched', () => {
  it('publish at once until that took two milliseconds; the others publish in the next turns, in their order', async () => {
    const { turns, stream, log } = streams()
    for (const name of ['a', 'b', 'c', 'd', 'e']) turns.publish(stream(name, 1.5))
    expect(log).toEqual(['a', 'b'])
    await turn()
    expect(log).toEqual(['a', 'b', 'c', 'd'])
    await turn()
    expect(log).toEqual(['a', 'b', 'c', 'd', 'e'])
    // Nothing is left, and the next one need not wait.
    await turn()
    turns.publish(stream('f', 1))
    expect(log.at(-1)).toBe('f')
  })

  it('publish once for what touched them while they waited', async () => {
    const { turns, stream, log } = streams()
    const [long, late] = [stream('long', 5), stream('late', 1)]
    turns.publish(long)
    for (let i = 0; i < 3; i++) turns.publish(late)
    await turn()
    await turn()
    expect(log).toEqual(['long', 'late'])
  })
})
