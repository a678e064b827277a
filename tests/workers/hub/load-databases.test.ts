import { describe, expect, test, vi } from 'vitest'
import type { Databases } from '../../../src/workers/hub/store/hub-databases'
import { DATABASES_DEADLINE_MS, loadDatabases } from '../../../src/workers/hub/store/load-databases'
import { FakeClock } from '../fakes'

const PART = {} as Databases

/** A function as the build writes it: its text names the file. */
function built(load: () => Promise<Databases>): () => Promise<Databases> {
  return Object.assign(() => load(), { toString: () => 'async () => await import(`./hub-databases-Ab1_c.js`)' })
}

describe('the part with the databases', () => {
  test('its file is fetched before it is imported, as a failed import would fail for good', async () => {
    const calls: string[] = []
    const bring = async (file: string): Promise<void> => void calls.push(file)
    const load = built(async () => {
      calls.push('import')
      return PART
    })
    expect(await loadDatabases(new FakeClock(), { load, bring })).toBe(PART)
    expect(calls).toEqual(['./hub-databases-Ab1_c.js', 'import'])
  })

  test('a line that breaks costs a pause', async () => {
    const clock = new FakeClock()
    const bring = vi.fn().mockRejectedValueOnce(new TypeError('broken')).mockRejectedValueOnce(new TypeError('broken'))
    const load = vi.fn(async () => PART)
    const loading = loadDatabases(clock, { load: built(load), bring })
    await clock.advance(250)
    expect(load).not.toHaveBeenCalled()
    await clock.advance(500)
    expect(await loading).toBe(PART)
    expect(bring).toHaveBeenCalledTimes(3)
  })

  test('one that hangs is given up', async () => {
    const clock = new FakeClock()
    const loading = loadDatabases(clock, { load: built(async () => PART), bring: () => new Promise(() => {}) })
    const ended = vi.fn()
    void loading.catch(ended)
    await clock.advance(DATABASES_DEADLINE_MS - 1)
    expect(ended).not.toHaveBeenCalled()
    await clock.advance(1)
    expect(ended).toHaveBeenCalledTimes(1)
  })

  test('one that fails each time is given up with what it said', async () => {
    const clock = new FakeClock()
    const failing = loadDatabases(clock, {
      load: built(() => Promise.reject(new Error('no such part'))),
      bring: async () => {},
    })
    void failing.catch(() => undefined)
    await clock.advance(DATABASES_DEADLINE_MS)
    await expect(failing).rejects.toThrow('no such part')
  })
})
