import { expect, test } from 'vitest'
import type { Clock } from '../../src/base/clock'
import type { Journal, SubmitResult } from '../../exchange/journal/journal-port'
import { MarketSteps, type FeedSource } from '../../exchange/market-steps'
import type { VenueInput } from '../../exchange/venue/venue-input'

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

  startMarket(feed: FeedSource | null = null): MarketSteps {
    const market = new MarketSteps({ journal: this.journal, clock: this.clock, everyMs: 100, feed })
    market.start()
    return market
  }

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
  bench.startMarket()
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
  bench.startMarket({ next })
  bench.fire()
  await bench.answer(30)
  bench.fire()
  expect(bench.inputs).toEqual([{ type: 'tick', feed: [trade] }, { type: 'tick' }])
  expect(asked).toEqual([100, 200])
})

test('stopping waits for the step that is under way and sends no other', async () => {
  const bench = new Bench()
  const market = bench.startMarket()
  bench.fire()
  const stopped = market.stop()
  await bench.answer()
  await stopped
  expect(bench.dueAt).toBeNull()
  expect(bench.inputs).toHaveLength(1)
})

test('a pace holds from when it is set, for the step that is under way and for one that waits, and 0 stands still', async () => {
  const bench = new Bench()
  const market = bench.startMarket()
  market.setPace(300)
  expect(bench.dueAt).toBe(300)
  bench.fire()
  market.setPace(700)
  expect(bench.dueAt).toBeNull()
  // The grid goes on from the step of 300.
  await bench.answer(5)
  expect(bench.dueAt).toBe(1_000)
  market.setPace(0)
  expect(bench.dueAt).toBeNull()
  bench.nowMs = 5_000
  market.setPace(100)
  expect(bench.dueAt).toBe(5_100)
  bench.fire()
  market.setPace(0)
  await bench.answer()
  expect(bench.dueAt).toBeNull()
  expect(bench.inputs).toHaveLength(2)
})

test('a pace that is set before the market starts, or after it stopped, starts nothing', async () => {
  const bench = new Bench()
  const market = new MarketSteps({ journal: bench.journal, clock: bench.clock, everyMs: 100, feed: null })
  market.setPace(900)
  expect(bench.dueAt).toBeNull()
  market.start()
  expect(bench.dueAt).toBe(900)
  await market.stop()
  market.setPace(100)
  expect(bench.dueAt).toBeNull()
})
