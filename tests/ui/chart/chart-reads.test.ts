import { signal } from '@preact/signals-react'
import { expect, test } from 'vitest'
import type { ChartEvents } from '../../../src/ui/chart/port/chart-port'
import { ChartReads, type ChartPhase } from '../../../src/ui/chart/chart-reads'
import { ConnectionModel } from '../../../src/ui/state/connection-model'
import type { FeedState } from '../../../src/workers/hub-events'
import { FakeClock } from '../../workers/fakes'
import { statusOf } from '../fixtures'

type Listeners = { [K in keyof ChartEvents]: ((value: ChartEvents[K]) => void)[] }

/** An engine that begins a read at each call and ends none by itself, on a market that is live. */
function scene() {
  const clock = new FakeClock()
  const connection = new ConnectionModel()
  const tell = (state: FeedState): void => connection.apply({ type: 'status', status: statusOf(state) })
  connection.setLife('attached', 'epoch')
  tell('live')
  const listeners: Listeners = {
    bar: [],
    keyed: [],
    loaded: [],
    loading: [],
    begins: [],
    error: [],
    studyAction: [],
    studyHeight: [],
    legend: [],
    view: [],
    crosshair: [],
    drawn: [],
    drawingMoved: [],
    drawingSelected: [],
    menu: [],
  }
  let asked = 0
  const traces: string[] = []
  const emit = <K extends keyof ChartEvents>(event: K, value: ChartEvents[K]): void => {
    for (const listener of listeners[event]) listener(value)
  }
  const port = {
    on<K extends keyof ChartEvents>(event: K, listener: (value: ChartEvents[K]) => void) {
      listeners[event].push(listener)
      return () => void listeners[event].splice(listeners[event].indexOf(listener), 1)
    },
    resetData() {
      asked++
      emit('loading', null)
    },
  }
  const phase = signal<ChartPhase>('loading')
  const reads = new ChartReads(connection, clock, phase, (message) => traces.push(message))
  const stop = reads.follow(port)
  return {
    clock,
    tell,
    emit,
    port,
    phase,
    reads,
    stop,
    asked: () => asked,
    traces,
    fail: () => emit('error', { message: 'no answer' }),
  }
}

test('a read that failed on a live market is asked again after 1, 2, 4, 8, 16 and then every 30 seconds', async () => {
  const { clock, phase, asked, fail } = scene()
  fail()
  for (const [n, seconds] of [1, 2, 4, 8, 16, 30, 30].entries()) {
    await clock.advance(seconds * 1000 - 1)
    expect(asked(), `before ${seconds} s`).toBe(n)
    await clock.advance(1)
    expect(asked(), `after ${seconds} s`).toBe(n + 1)
    // The message and its button stay while nobody knows better.
    expect(phase.value).toBe('error')
    fail()
  }
})

test('the first of failures that follow each other leaves a trace', async () => {
  const { clock, emit, traces, fail } = scene()
  fail()
  await clock.advance(1000)
  fail()
  expect(traces).toEqual(['no answer'])
  emit('loaded', { isEmpty: false })
  fail()
  expect(traces).toEqual(['no answer', 'no answer'])
})

test('one that came ends it, and the next failure waits as the first one did', async () => {
  const { clock, phase, emit, asked, fail } = scene()
  fail()
  await clock.advance(1000)
  fail()
  await clock.advance(2000)
  emit('loaded', { isEmpty: false })
  expect(phase.value).toBe('ready')
  await clock.advance(120_000)
  expect(asked()).toBe(2)
  // A reset that the stream asked for is a read that is seen.
  emit('loading', null)
  expect(phase.value).toBe('loading')
  fail()
  await clock.advance(1000)
  expect(asked()).toBe(3)
})

test('a press asks at once and is seen to; the wait begins anew', async () => {
  const { clock, port, phase, asked, fail } = scene()
  for (const seconds of [1, 2, 4]) {
    fail()
    await clock.advance(seconds * 1000)
  }
  fail()
  port.resetData()
  expect([asked(), phase.value]).toEqual([4, 'loading'])
  // The wait of 8 s that was under way is gone.
  await clock.advance(60_000)
  expect(asked()).toBe(4)
  fail()
  await clock.advance(1000)
  expect(asked()).toBe(5)
})

test('while the market is away nobody is asked, and at once when it is back', async () => {
  const { clock, tell, asked, fail } = scene()
  fail()
  tell('offline')
  await clock.advance(60_000)
  expect(asked()).toBe(0)
  tell('live')
  expect(asked()).toBe(1)
  fail()
  // Being told again that it is live is no news.
  tell('live')
  expect(asked()).toBe(1)
  await clock.advance(1000)
  expect(asked()).toBe(2)
})

test('a read that fails while the market is away waits for it', async () => {
  const { clock, tell, asked, fail } = scene()
  tell('offline')
  fail()
  await clock.advance(60_000)
  expect(asked()).toBe(0)
  tell('live')
  expect(asked()).toBe(1)
})

test('a chart that is gone asks nothing', async () => {
  const { clock, tell, stop, asked, fail } = scene()
  fail()
  stop()
  await clock.advance(60_000)
  tell('offline')
  tell('live')
  expect(asked()).toBe(0)
})

test('the first trade of an empty market makes it one to draw', () => {
  const { emit, phase } = scene()
  emit('loaded', { isEmpty: true })
  expect(phase.value).toBe('empty')
  emit('bar', { time: 0, open: 1, high: 1, low: 1, close: 1, volume: 1 })
  expect(phase.value).toBe('ready')
})
