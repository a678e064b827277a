import { describe, expect, test } from 'vitest'
import { BatchInbox } from '../../../src/ui/hub-link/batch-inbox'
import type { HubBatch, HubEvent } from '../../../src/workers/hub-api'

const NOTHING: HubEvent = { type: 'wallet', wallet: null }
const batch = (seq: number): HubBatch => ({ epoch: 'e', seq, events: [NOTHING] })

function setUp() {
  const frames: (() => void)[] = []
  const acks: number[] = []
  const drawn: number[] = []
  const inbox = new BatchInbox({
    nextFrame: (call) => frames.push(call),
    acknowledge: (seq) => acks.push(seq),
    deliver: (events) => drawn.push(events.length),
  })
  return { inbox, acks, drawn, frames, paint: () => frames.splice(0).forEach((call) => call()) }
}

describe('batches between two frames', () => {
  test('the first three are acknowledged as they come and drawn in one go', () => {
    const { inbox, acks, drawn, frames, paint } = setUp()
    for (const seq of [1, 2, 3]) inbox.take(batch(seq))
    expect(acks).toEqual([1, 2, 3])
    expect(frames).toHaveLength(1)
    expect(drawn).toEqual([])
    paint()
    expect(drawn).toEqual([3])
  })

  test('the fourth waits for the frame, so that a storm costs a bounded number of messages', () => {
    const { inbox, acks, drawn, paint } = setUp()
    for (const seq of [1, 2, 3, 4]) inbox.take(batch(seq))
    expect(acks).toEqual([1, 2, 3])
    paint()
    expect(drawn).toEqual([4])
    expect(acks).toEqual([1, 2, 3, 4])
  })

  test('a listener that throws does not stop the stream', () => {
    const acks: number[] = []
    const frames: (() => void)[] = []
    const inbox = new BatchInbox({
      nextFrame: (call) => frames.push(call),
      acknowledge: (seq) => acks.push(seq),
      deliver: () => {
        throw new Error('a component broke')
      },
    })
    for (const seq of [1, 2, 3, 4]) inbox.take(batch(seq))
    expect(() => frames.shift()?.()).toThrow('a component broke')
    expect(acks).toEqual([1, 2, 3, 4])
  })
})
