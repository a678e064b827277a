import { describe, expect, test } from 'vitest'
import { BatchInbox, EARLY_BATCHES } from '../../../src/ui/hub-link/batch-inbox'
import type { HubBatch, HubEvent } from '../../../src/workers/hub-events'

const NOTHING: HubEvent = { type: 'wallet', wallet: null }
const batch = (seq: number): HubBatch => ({ epoch: 'e', seq, view: 0, events: [NOTHING] })

/** Of a page that is worked in. */
const IN_FRONT = {
  isListenedTo: () => true,
  isBeginning: () => false,
  isKeyUnpainted: () => false,
  pauses: () => false,
  afterPause: (call: () => void) => call(),
}

function setUp() {
  const frames: (() => void)[] = []
  const acks: number[] = []
  const drawn: number[] = []
  const inbox = new BatchInbox({
    ...IN_FRONT,
    nextFrame: (call) => frames.push(call),
    soon: (call) => call(),
    acknowledge: (seq) => acks.push(seq),
    deliver: (events) => drawn.push(events.length),
  })
  return { inbox, acks, drawn, frames, paint: () => frames.splice(0).forEach((call) => call()) }
}

describe('a page that is seen beside the one that is worked in', () => {
  const beside = () => {
    const frames: (() => void)[] = []
    const pauses: (() => void)[] = []
    const acks: number[] = []
    const drawn: number[] = []
    let isInFront = false
    const inbox = new BatchInbox({
      isListenedTo: () => true,
      nextFrame: (call) => frames.push(call),
      soon: (call) => call(),
      isBeginning: () => false,
      isKeyUnpainted: () => false,
      pauses: () => !isInFront,
      afterPause: (call) => (isInFront ? call() : pauses.push(call)),
      acknowledge: (seq) => acks.push(seq),
      deliver: (events) => drawn.push(events.length),
    })
    const run = (calls: (() => void)[]) => () => calls.splice(0).forEach((call) => call())
    const comeToFront = () => (isInFront = true)
    return { inbox, acks, drawn, paint: run(frames), pause: run(pauses), comeToFront }
  }

  test('takes a batch as it comes, and asks for the next one a pause after its frame', () => {
    const { inbox, acks, drawn, paint, pause } = beside()
    inbox.take(batch(1))
    expect(drawn).toEqual([1])
    paint()
    expect(acks).toEqual([])
    pause()
    expect(acks).toEqual([1])
    inbox.take(batch(2))
    expect(drawn).toEqual([1, 1])
    paint()
    pause()
    expect(acks).toEqual([1, 2])
  })

  test('asks with the frame once the user works in it', () => {
    const { inbox, acks, paint, comeToFront } = beside()
    inbox.take(batch(1))
    comeToFront()
    paint()
    expect(acks).toEqual([1])
    inbox.take(batch(2))
    expect(acks).toEqual([1, 2])
  })
})

describe('a page that has painted no live price yet', () => {
  test('asks for the next batch as one comes: in front of its own work, and for more than a frame of a market', () => {
    const acks: number[] = []
    const drawn: number[] = []
    const frames: (() => void)[] = []
    const inbox = new BatchInbox({
      ...IN_FRONT,
      isBeginning: () => true,
      nextFrame: (call) => frames.push(call),
      soon: () => expect.unreachable('the first commit stands before it'),
      acknowledge: (seq) => acks.push(seq),
      deliver: (events) => drawn.push(events.length),
    })
    for (let seq = 1; seq <= EARLY_BATCHES; seq++) inbox.take(batch(seq))
    expect(acks).toEqual(Array.from({ length: EARLY_BATCHES - 1 }, (_, n) => n + 1))
    frames.splice(0).forEach((call) => call())
    expect(drawn).toEqual([1, EARLY_BATCHES - 1])
    expect(acks.at(-1)).toBe(EARLY_BATCHES)
  })
})

describe('batches between two frames', () => {
  test('the first is handed on as it comes, the others in one go with the frame', () => {
    const { inbox, acks, drawn, frames, paint } = setUp()
    for (const seq of [1, 2, 3]) inbox.take(batch(seq))
    expect(acks).toEqual([1, 2, 3])
    expect(frames).toHaveLength(1)
    expect(drawn).toEqual([1])
    paint()
    expect(drawn).toEqual([1, 2])
    inbox.take(batch(4))
    expect(drawn).toEqual([1, 2, 1])
  })

  test('the first is acknowledged behind the work on its frame, which the hub would wake up beside', () => {
    const later: (() => void)[] = []
    const said: string[] = []
    const inbox = new BatchInbox({
      ...IN_FRONT,
      nextFrame: () => said.push('frame asked for'),
      soon: (call) => later.push(call),
      acknowledge: (seq) => said.push(`acknowledged ${seq}`),
      deliver: () => said.push('handed on'),
    })
    inbox.take(batch(1))
    expect(said).toEqual(['frame asked for', 'handed on'])
    later.forEach((call) => call())
    expect(said.at(-1)).toBe('acknowledged 1')
  })

  test('the fourth waits for the frame, so that a storm costs a bounded number of messages', () => {
    const { inbox, acks, drawn, paint } = setUp()
    for (const seq of [1, 2, 3, 4]) inbox.take(batch(seq))
    expect(acks).toEqual([1, 2, 3])
    paint()
    expect(drawn).toEqual([1, 3])
    expect(acks).toEqual([1, 2, 3, 4])
  })

  test('in a hidden page, which has no frames, each is handed on as it comes', () => {
    const drawn: number[] = []
    const acks: number[] = []
    const inbox = new BatchInbox({
      ...IN_FRONT,
      nextFrame: (call) => call(),
      soon: () => expect.unreachable('its timers are slow'),
      acknowledge: (seq) => acks.push(seq),
      deliver: (events) => drawn.push(events.length),
    })
    for (const seq of [1, 2, 3, 4, 5]) inbox.take(batch(seq))
    expect(drawn).toEqual([1, 1, 1, 1, 1])
    expect(acks).toEqual([1, 2, 3, 4, 5])
  })

  test('a listener that throws does not stop the stream', () => {
    const acks: number[] = []
    const frames: (() => void)[] = []
    const inbox = new BatchInbox({
      ...IN_FRONT,
      nextFrame: (call) => frames.push(call),
      soon: (call) => call(),
      acknowledge: (seq) => acks.push(seq),
      deliver: () => {
        throw new Error('a component broke')
      },
    })
    expect(() => inbox.take(batch(1))).toThrow('a component broke')
    for (const seq of [2, 3, 4]) inbox.take(batch(seq))
    expect(() => frames.shift()?.()).toThrow('a component broke')
    expect(acks).toEqual([1, 2, 3, 4])
  })
})

test('what comes before anybody listens is handed on in one go, and after so many the hub conflates', () => {
  const acks: number[] = []
  const drawn: number[] = []
  let isListenedTo = false
  const inbox = new BatchInbox({
    ...IN_FRONT,
    isListenedTo: () => isListenedTo,
    nextFrame: () => expect.unreachable('nothing is drawn yet'),
    soon: (call) => call(),
    acknowledge: (seq) => acks.push(seq),
    deliver: (events) => drawn.push(events.length),
  })
  for (let seq = 1; seq <= EARLY_BATCHES; seq++) inbox.take(batch(seq))
  expect(acks).toHaveLength(EARLY_BATCHES - 1)
  isListenedTo = true
  inbox.begin()
  expect(drawn).toEqual([EARLY_BATCHES])
  expect(acks.at(-1)).toBe(EARLY_BATCHES)
})

describe('a key whose frame is still to be painted', () => {
  const typing = () => {
    const frames: (() => void)[] = []
    const acks: number[] = []
    const drawn: number[] = []
    let isKeyUnpainted = true
    const inbox = new BatchInbox({
      ...IN_FRONT,
      isKeyUnpainted: () => isKeyUnpainted,
      nextFrame: (call) => frames.push(call),
      soon: (call) => call(),
      acknowledge: (seq) => acks.push(seq),
      deliver: (events) => drawn.push(events.length),
    })
    const frame = () => frames.splice(0).forEach((call) => call())
    return { inbox, acks, drawn, frame, painted: () => (isKeyUnpainted = false) }
  }

  test('goes before the market: what comes before its frame is handed on with the next one', () => {
    const { inbox, drawn, frame, painted } = typing()
    inbox.take(batch(1))
    inbox.take(batch(2))
    frame()
    expect(drawn).toEqual([])
    painted()
    frame()
    expect(drawn).toEqual([2])
    inbox.take(batch(3))
    expect(drawn).toEqual([2, 1])
  })

  test('holds the market up by one frame and no longer, however many keys follow', () => {
    const { inbox, acks, drawn, frame } = typing()
    inbox.take(batch(1))
    frame()
    frame()
    expect(drawn).toEqual([1])
    expect(acks).toEqual([1])
  })
})
