import { array, assert, asyncProperty, constantFrom } from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  AccountComparison,
  COMPARE_EVERY_MS,
  RETRY_MAX_MS,
  RETRY_MIN_MS,
  retryMs,
  type Compared,
} from '../../../src/workers/hub/account/account-comparison'
import { FakeClock, settle } from '../fakes'

class Bench {
  readonly clock = new FakeClock()
  readonly running: { readonly isCurrent: () => boolean; readonly end: (how: Compared) => void }[] = []
  started = 0
  readonly said: string[] = []
  readonly comparison = new AccountComparison({
    clock: this.clock,
    random: () => 0.5,
    compare: (isCurrent) => {
      this.started++
      return new Promise((resolve) => {
        const one = {
          isCurrent,
          end: (how: Compared) => {
            this.running.splice(this.running.indexOf(one), 1)
            resolve(how)
          },
        }
        this.running.push(one)
      })
    },
    doubted: () => this.said.push('doubted'),
    agreed: () => this.said.push('agreed'),
  })

  get current(): number {
    return this.running.filter(({ isCurrent }) => isCurrent()).length
  }
}

describe('the comparison of the account (F22)', () => {
  test('a retry waits half a second, doubles, and never more than four: an exchange that is back is believed within five', () => {
    // 500 × 2^(n−1), of it between a half and the whole, and never below 500.
    expect([1, 2, 3, 4, 5, 50].map((n) => retryMs(n, 1))).toEqual([500, 1_000, 2_000, 4_000, 4_000, 4_000])
    expect([1, 2, 3, 4].map((n) => retryMs(n, 0))).toEqual([500, 500, 1_000, 2_000])
    expect([RETRY_MIN_MS, RETRY_MAX_MS]).toEqual([500, 4_000])
  })

  test('whatever happens in whatever order, there is one comparison, or one timer that begins the next, and none without a channel', async () => {
    type Act = 'begin' | 'end' | 'ask' | 'doubt' | 'finished' | 'failed' | 'timeout' | 'wait'
    const acts: readonly Act[] = ['begin', 'end', 'ask', 'doubt', 'finished', 'failed', 'timeout', 'wait']
    await assert(
      asyncProperty(array(constantFrom(...acts), { maxLength: 40 }), async (steps) => {
        const bench = new Bench()
        for (const step of steps) {
          if (step === 'wait') await bench.clock.advance(300)
          else if (step === 'finished' || step === 'failed' || step === 'timeout') bench.running[0]?.end(step)
          else bench.comparison[step]()
          await settle()
          const { state } = bench.comparison
          expect(bench.current).toBe(state === 'running' || state === 'again' ? 1 : 0)
          if (state === 'off') expect(bench.comparison.isAgreed).toBe(false)
        }
        // From a rest or a retry it goes on by itself; without a channel nothing does.
        const before = bench.started
        const { state } = bench.comparison
        await bench.clock.advance(COMPARE_EVERY_MS)
        expect(bench.started - before).toBe(state === 'resting' || state === 'waiting' ? 1 : 0)
      }),
      { numRuns: 300 },
    )
  })

  test('what is asked for while one runs is answered by the next, and by one only', async () => {
    const bench = new Bench()
    bench.comparison.begin()
    for (let i = 0; i < 5; i++) bench.comparison.ask()
    bench.running[0]?.end('finished')
    await settle()
    expect(bench.started).toBe(2)
    bench.running[0]?.end('finished')
    await settle()
    expect(bench.started).toBe(2)
    expect(bench.comparison.state).toBe('resting')
  })

  test('one failure says nothing, the second doubts, once; a finished one agrees again', async () => {
    const bench = new Bench()
    bench.comparison.begin()
    bench.running[0]?.end('finished')
    await settle()
    expect(bench.said).toEqual(['agreed'])
    await bench.clock.advance(COMPARE_EVERY_MS)
    for (let failure = 0; failure < 4; failure++) {
      bench.running[0]?.end('failed')
      await settle()
      expect(bench.said).toEqual(failure === 0 ? ['agreed'] : ['agreed', 'doubted'])
      await bench.clock.advance(RETRY_MAX_MS)
    }
    bench.running[0]?.end('finished')
    await settle()
    expect(bench.said).toEqual(['agreed', 'doubted', 'agreed'])
  })
})
