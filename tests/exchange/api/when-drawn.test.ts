import { describe, expect, it } from 'vitest'
import { whenDrawn } from '../../../exchange/api/calls/v5/when-drawn'
import { ReadDropped, ReadTurns } from '../../../exchange/api/read-turns'

const WEEKS = { symbol: 'BTCUSDT', source: 'last', interval: '1W', startMs: null, endMs: null, limit: 500 } as const

function spend(ms: number): void {
  const endMs = performance.now() + ms
  while (performance.now() < endMs);
}

/** A past that takes so many steps, and what happened in which order. */
function pastOf(steps: number) {
  const log: string[] = []
  let left = steps
  const drawCandles = (): boolean => {
    log.push('step')
    spend(10)
    left -= 1
    return left <= 0
  }
  return { log, core: { journal: { venue: { drawCandles } }, turns: new ReadTurns(setImmediate) } }
}

describe('a read of candles', () => {
  it('answers at once where the past is drawn', () => {
    const { core, log } = pastOf(1)
    expect(whenDrawn(core, { isGone: false }, [WEEKS], () => 'candles')).toBe('candles')
    expect(log).toEqual(['step'])
  })

  it('lets others come between the steps in which its past is drawn, and reads when all is', async () => {
    const { core, log } = pastOf(3)
    const others = setInterval(() => log.push('other'), 0)
    const found = await whenDrawn(core, { isGone: false }, [WEEKS], () => log.push('read'))
    clearInterval(others)
    expect(found).toBe(log.length)
    expect(log.indexOf('other')).toBeLessThan(log.lastIndexOf('step'))
    expect(log).toContain('other')
    expect(log.filter((one) => one !== 'other')).toEqual(['step', 'step', 'step', 'read'])
  })

  it('is given up when nobody waits for it', async () => {
    const { core, log } = pastOf(50)
    const http = { isGone: false }
    const found = whenDrawn(core, http, [WEEKS], () => 'candles')
    http.isGone = true
    await expect(found).rejects.toBeInstanceOf(ReadDropped)
    // What the call began with, and no more.
    expect(log).toEqual(['step'])
  })
})
