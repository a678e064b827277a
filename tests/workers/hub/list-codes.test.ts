import { describe, expect, test } from 'vitest'
import { FakeHubStore, RawAnswer, settle } from '../fakes'
import { sampleContracts } from '../sample-contracts'
import { Scene } from '../scene'

const LIST = '/contract/v5/product/brief-symbol-list'

/** The codes that were logged, in their order (spec §8, logged-only errors). */
function codesOf(scene: Scene): readonly string[] {
  return scene.world.traces.flatMap((line) => /\b(1[01]\d{6}) [A-Z0-9_]+/.exec(line)?.[1] ?? [])
}

const saved = { instruments: sampleContracts().slice(0, 2), version: 'v1', asOfMs: 1_600_000_000_000 }

describe('codes of the contract sequence: list, stored copy, built-in list (spec §4, §8)', () => {
  test('nothing goes wrong: nothing is logged', async () => {
    const scene = new Scene()
    await scene.hello()
    await scene.openPublic()
    expect(codesOf(scene)).toEqual([])
    expect(scene.port.last('instruments').status).toBe('resolved')
  })

  test('no list and nothing stored: the request, then the built-in list; each once, however often it is asked for', async () => {
    const scene = new Scene()
    scene.world.transport.on(LIST, () => RawAnswer.status(503))
    await scene.hello()
    await scene.world.clock.advance(30_000)
    expect(scene.world.transport.count(LIST)).toBeGreaterThan(5)
    expect(codesOf(scene).filter((code) => code.startsWith('100'))).toEqual(['10011505', '10011507'])
    expect(scene.port.last('instruments')).toMatchObject({ confirmed: false, asOfMs: null, status: 'rejected' })
  })

  test('no list, a stored copy: its use, with its age; a cache hit counts as resolved', async () => {
    const store = new FakeHubStore()
    store.instruments = saved
    const scene = new Scene({ store })
    scene.world.transport.on(LIST, () => RawAnswer.status(503))
    await scene.hello()
    expect(codesOf(scene)).toEqual(['10011505', '10011502'])
    expect(scene.port.last('instruments')).toMatchObject({ asOfMs: saved.asOfMs, status: 'resolved' })
  })

  test('a stored copy that cannot be read is said so, and the built-in list stands in', async () => {
    const store = new FakeHubStore()
    store.instruments = 'unreadable'
    const scene = new Scene({ store })
    scene.world.transport.on(LIST, () => RawAnswer.status(503))
    await scene.hello()
    expect(codesOf(scene).toSorted()).toEqual(['10011503', '10011505', '10011507'])
  })

  test('an answer that is no list', async () => {
    const scene = new Scene()
    scene.world.transport.on(LIST, () => ({ version: 'v1', LinearPerpetual: 'none' }))
    await scene.hello()
    expect(codesOf(scene)).toEqual(['10011501', '10011507'])
  })

  test('a list that the disk does not take is in force all the same', async () => {
    const store = new FakeHubStore()
    store.refusesLists = true
    const scene = new Scene({ store })
    await scene.hello()
    expect(codesOf(scene)).toEqual(['10011504'])
    expect(scene.port.last('instruments').status).toBe('resolved')
  })

  test('asked for past every cache, the failure has another code; once the list has come, codes are logged anew', async () => {
    const scene = new Scene()
    await scene.live()
    let heartbeats = 1
    const answer = scene.world.transport.handler(LIST)
    for (const version of ['v2', 'v3']) {
      scene.world.transport.on(LIST, () => RawAnswer.status(503))
      scene.exchange.version = version
      scene.notifySymbols(version === 'v2' ? 2 : 3)
      await settle()
      scene.world.transport.on(LIST, answer)
      for (let n = 1; n <= 4; n++) {
        await scene.world.clock.advance(1_000)
        scene.heartbeat(heartbeats++)
      }
    }
    expect(codesOf(scene)).toEqual(['10011506', '10011506'])
    // What the exchange said before stays: it is newer than anything on disk.
    expect(scene.port.last('instruments').status).toBe('resolved')
  })
})
