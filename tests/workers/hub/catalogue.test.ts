import { describe, expect, test } from 'vitest'
import type { Price } from '../../../src/domain/decimal'
import { writeDynamicSymbolItem } from '../../../src/wire/rest/brief-symbol-list'
import { builtInInstruments } from '../../../src/workers/hub/built-in-instruments'
import { FakeVault, never, settle } from '../fakes'
import { Scene } from '../scene'

const LIST = '/contract/v5/product/brief-symbol-list'

describe('whose rules are confirmed (decisions 17, I17)', () => {
  test('a list from disk is shown at once with its age, for looking at', async () => {
    const vault = new FakeVault()
    vault.instruments = { instruments: builtInInstruments().slice(0, 1), version: 'v1', asOfMs: 1_600_000_000_000 }
    const scene = new Scene({ vault })
    scene.world.transport.on(LIST, never)
    await scene.hello()
    expect(scene.port.last('instruments')).toMatchObject({ confirmed: false, asOfMs: 1_600_000_000_000 })
    expect(scene.port.last('instruments').instruments).toHaveLength(1)
  })

  test('with nothing on disk the built-in list stands in, unconfirmed', async () => {
    const scene = new Scene()
    scene.world.transport.isDown = true
    await scene.hello()
    const { instruments, confirmed } = scene.port.last('instruments')
    expect(confirmed).toBe(false)
    expect(instruments.map(({ symbol }) => symbol)).toContain('BTCUSDT')
  })

  test('an answer alone confirms nothing: a cache may have given it. The version named by push does', async () => {
    const scene = new Scene()
    await scene.hello()
    expect(scene.port.last('instruments').confirmed).toBe(false)
    await scene.openPublic()
    expect(scene.port.last('instruments').confirmed).toBe(true)
  })

  test('another version in force: asked for again past every cache, and confirmed when it is that one', async () => {
    const scene = new Scene()
    await scene.hello()
    scene.exchange.version = 'v2'
    await scene.openPublic()
    await settle()
    const asked = scene.world.transport.requests.filter(({ path }) => path === LIST)
    expect(asked).toHaveLength(2)
    expect(asked[1]?.headers['cache-control']).toBe('no-cache')
    expect(scene.port.last('instruments').confirmed).toBe(true)
  })

  test('one symbol changed: its entry is replaced, and the ticket waits meanwhile (F17, D6)', async () => {
    const scene = new Scene()
    await scene.live()
    const [btc] = builtInInstruments()
    if (btc === undefined) throw new Error('the built-in list is empty')
    const changed = { ...btc, tickSize: '0.5' as Price }
    const waiting: ((result: unknown) => void)[] = []
    scene.world.transport.on(
      '/contract/v5/product/dynamic-symbol-item',
      () => new Promise((resolve) => waiting.push(resolve)),
    )
    scene.exchange.version = 'v2'
    scene.notifySymbols(2, 'BTCUSDT')
    await settle()
    expect(scene.port.last('instruments').confirmed).toBe(false)
    for (const resolve of waiting) resolve(writeDynamicSymbolItem(changed, 0))
    await settle()
    const { confirmed, instruments } = scene.port.last('instruments')
    expect(confirmed).toBe(true)
    expect(instruments.find(({ symbol }) => symbol === 'BTCUSDT')?.tickSize).toBe('0.5')
  })

  test('a book in the old ticks is dropped and asked for again', async () => {
    const scene = new Scene()
    await scene.live()
    const [btc, ...others] = builtInInstruments()
    if (btc === undefined) throw new Error('the built-in list is empty')
    scene.world.transport.on('/contract/v5/product/dynamic-symbol-item', () =>
      writeDynamicSymbolItem({ ...btc, tickSize: '0.5' as Price }, 0),
    )
    scene.exchange.instruments = [{ ...btc, tickSize: '0.5' as Price }, ...others]
    scene.exchange.version = 'v2'
    scene.notifySymbols(2, 'BTCUSDT')
    await settle()
    expect(scene.state).toBe('resync')
    scene.book('snapshot', 9, [['64000', '1']], [['64000.5', '1']])
    await settle()
    expect(scene.state).toBe('live')
    // 64000 / 0.5 = 128000 ticks.
    expect(scene.port.last('book').book.bids[0]).toBe(128_000)
  })

  test('a lost connection takes the confirmation with it', async () => {
    const scene = new Scene()
    await scene.live()
    scene.publicSocket.drop()
    await settle()
    expect(scene.port.last('instruments').confirmed).toBe(false)
  })

  test('a failed list is asked for again after 2 to 4 s (spec §9)', async () => {
    const scene = new Scene()
    scene.world.transport.isDown = true
    await scene.hello()
    expect(scene.world.transport.count(LIST)).toBe(1)
    // The fake's random number is 0.5: half way between 2 and 4 s.
    await scene.world.clock.advance(2_900)
    expect(scene.world.transport.count(LIST)).toBe(1)
    await scene.world.clock.advance(200)
    expect(scene.world.transport.count(LIST)).toBe(2)
  })
})
