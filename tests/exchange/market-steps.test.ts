import { expect, test } from 'vitest'
import type { Clock } from '../../src/base/clock'
import type { Journal, SubmitResult } from '../../exchange/journal/journal-port'
import { startMarketSteps } from '../../exchange/market-steps'
import type { VenueInput } from '../../exchange/venue/venue-port'

/** A clock whose one timer the test fires, and a journal whose answers the test gives. */
class Bench {
  nowMs = 0
  readonly inputs: VenueInput[] = []
  #timer: { readonly dueAt: number; readonly call: () => void } | null = null
  #answer: (() => void) | null = null

  readonly clock: Clock = {
    now: () => this.nowMs,
    monotonic: () => this.nowMs,
    after: (delayMs, call) => {
      this.#timer = { dueAt: this.nowMs + delayMs, call }
      return () => (this.#timer = null)
    },
  }

  readonly journal = {
    submit: (input: VenueInput) => {
      this.inputs.push(input)
      return new Promise<SubmitResult>((resolve) => {
        this.#answer = () => resolve({ outcome: 'done', result: { ok: true }, seq: 1, timeMs: this.nowMs })
      })
    },
  } as unknown as Journal

  get dueAt(): number | null {
    return this.#timer?.dueAt ?? null
  }

  fire(): void {
    const timer = this.#timer
    this.#timer = null
    this.nowMs = Math.max(this.nowMs, timer?.dueAt ?? 0)
    timer?.call()
  }

  async answer(afterMs = 0): Promise<void> {
    this.nowMs += afterMs
    this.#answer?.()
    await new Promise((resolve) => setImmediate(resolve))
  }
}

test('a step is sent only when the one before it is durable, and missed ones are skipped on the same grid', async () => {
  const bench = new Bench()
  startMarketSteps({ journal: bench.journal, clock: bench.clock, everyMs: 100, feed: null })
  expect(bench.dueAt).toBe(100)
  bench.fire()
  expect(bench.inputs).toEqual([{ type: 'tick' }])
  // While the disk works there is no timer at all, so no second step can be under way.
  expect(bench.dueAt).toBeNull()
  await bench.answer(2)
  expect(bench.dueAt).toBe(200)
  bench.fire()
  // The disk takes 350 ms, to 550: the steps of 300, 400 and 500 are left out.
  await bench.answer(350)
  expect(bench.dueAt).toBe(600)
})

test('a step carries what the recorded market did since the one before, by time since the first', async () => {
  const bench = new Bench()
  const asked: number[] = []
  const trade = { kind: 'trade', symbol: 'BTCUSDT', price: '1', qty: '1', side: 'buy' } as const
  const next = (elapsedMs: number) => {
    asked.push(elapsedMs)
    return asked.length === 1 ? [trade] : []
  }
  bench.nowMs = 5_000
  startMarketSteps({ journal: bench.journal, clock: bench.clock, everyMs: 100, feed: { next } })
  bench.fire()
  await bench.answer(30)
  bench.fire()
  expect(bench.inputs).toEqual([{ type: 'tick', feed: [trade] }, { type: 'tick' }])
  expect(asked).toEqual([100, 200])
})

test('stopping waits for the step that is under way and sends no other', async () => {
  const bench = new Bench()
  const stop = startMarketSteps({ journal: bench.journal, clock: bench.clock, everyMs: 100, feed: null })
  bench.fire()
  const stopped = stop()
  await bench.answer()
  await stopped
  expect(bench.dueAt).toBeNull()
  expect(bench.inputs).toHaveLength(1)
})
