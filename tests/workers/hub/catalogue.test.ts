import type { Perpetual } from '../../../src/domain/instrument/perpetual'
import { describe, expect, test } from 'vitest'
import type { Price } from '../../../src/domain/decimal'
import type { InstrumentSymbol } from '../../../src/domain/order/order'
import { writeBriefSymbolList, writeDynamicSymbolItem } from '../../../src/wire/rest/brief-symbol-list'
import { sampleContracts } from '../sample-contracts'
import { isSavedInstruments } from '../../../src/workers/hub/store/stored-rows'
import { FakeHubStore, never, settle } from '../fakes'
import { Scene } from '../scene'

const LIST = '/contract/v5/product/brief-symbol-list'

describe('whose rules are confirmed (decisions 17, I17)', () => {
  test('a list from disk is shown at once with its age, for looking at', async () => {
    const store = new FakeHubStore()
    store.instruments = { instruments: sampleContracts().slice(0, 1), version: 'v1', asOfMs: 1_600_000_000_000 }
    const scene = new Scene({ store })
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

  test('while the list is on its way the built-in one is not shown: it would be taken for the exchange’s', async () => {
    const scene = new Scene()
    scene.world.transport.on(LIST, never)
    await scene.hello()
    expect(scene.port.last('instruments')).toMatchObject({ instruments: [], status: 'pending' })
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
    const [btc] = sampleContracts()
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
    const [btc, ...others] = sampleContracts()
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

describe('a list with rows that may not trade (F21)', () => {
  /** The fake exchange's own list with rows made of its first one's behind it. */
  function answerWith(scene: Scene, ...changes: readonly object[]): void {
    scene.world.transport.on(LIST, () => {
      const list = writeBriefSymbolList(scene.exchange.instruments, scene.exchange.version, 0)
      const [first] = list.LinearPerpetual
      return { ...list, LinearPerpetual: [...list.LinearPerpetual, ...changes.map((one) => ({ ...first, ...one }))] }
    })
  }

  test('a second row of a name does not replace the first one’s rules, and the fault says which row it was', async () => {
    const scene = new Scene()
    answerWith(scene, { tickSize: '10' })
    await scene.hello()
    await scene.openPublic()
    const { confirmed, instruments } = scene.port.last('instruments')
    expect(confirmed).toBe(true)
    expect(instruments.find(({ symbol }) => symbol === 'BTCUSDT')?.tickSize).toBe('0.1')
    expect(scene.world.traces).toContain(
      'catalogue LinearPerpetual[5] "BTCUSDT": WireError: symbol: unexpected "BTCUSDT, a second time"',
    )
  })

  test('a look-alike is not listed, and its fault shows what it is', async () => {
    const scene = new Scene()
    // The first three letters are Cyrillic: U+0412, U+0422, U+0421.
    answerWith(scene, { symbol: 'ВТСUSDT' })
    await scene.hello()
    await scene.openPublic()
    expect(scene.port.last('instruments').instruments).toHaveLength(5)
    expect(scene.world.traces.filter((line) => line.includes(String.raw`\u0412\u0422\u0421USDT`))).toHaveLength(1)
  })

  test('ten thousand such rows do not push other faults out of the log', async () => {
    const scene = new Scene()
    answerWith(scene, ...Array.from({ length: 10_000 }, (_, n) => ({ symbol: `в${n}` })))
    await scene.hello()
    // Twenty by name and one for the rest.
    expect(scene.world.traces.filter((line) => line.startsWith('catalogue'))).toHaveLength(21)
    expect(scene.world.traces).toContain('catalogue: Unreadable: list: unexpected "9980 more rows refused"')
  })

  test('an answer about one contract that is another one’s changes neither', async () => {
    const scene = new Scene()
    await scene.live()
    const [btc, eth] = sampleContracts()
    scene.world.transport.on('/contract/v5/product/dynamic-symbol-item', () =>
      writeDynamicSymbolItem({ ...eth!, tickSize: '10' as Price }, 0),
    )
    scene.exchange.version = 'v2'
    scene.notifySymbols(2, 'BTCUSDT')
    await settle()
    const { instruments } = scene.port.last('instruments')
    expect(instruments.find(({ symbol }) => symbol === 'BTCUSDT')?.tickSize).toBe(btc?.tickSize)
    expect(instruments.find(({ symbol }) => symbol === 'ETHUSDT')?.tickSize).toBe(eth?.tickSize)
  })

  test('an item under the coins of another contract is refused like a row of the list', async () => {
    const scene = new Scene()
    await scene.live()
    const [, eth] = sampleContracts()
    scene.world.transport.on('/contract/v5/product/dynamic-symbol-item', () =>
      writeDynamicSymbolItem({ ...eth!, symbol: 'ETHXUSDT' as InstrumentSymbol, displayName: 'ETHXUSDT' }, 0),
    )
    scene.exchange.version = 'v2'
    scene.notifySymbols(2, 'ETHXUSDT')
    await settle()
    expect(scene.port.last('instruments').instruments.map(({ symbol }) => symbol)).not.toContain('ETHXUSDT')
  })

  test('a list that an older build has kept is held to the same: with a name twice it is not read at all', async () => {
    const [btc] = sampleContracts()
    const twice = [btc!, { ...btc!, tickSize: '10' as Price }]
    expect(isSavedInstruments({ instruments: twice, version: 'v1', asOfMs: 0 })).toBe(false)
    const alike = [{ ...btc!, symbol: 'ВТСUSDT' as InstrumentSymbol }]
    expect(isSavedInstruments({ instruments: alike, version: 'v1', asOfMs: 0 })).toBe(false)
    // Of a build that kept one flat record for every kind.
    const { kind: _kind, funding: _funding, preListing: _phases, ...common } = btc! as Perpetual
    const flat = { ...common, contractType: 'LinearPerpetual', fundingIntervalMinutes: 480, delivery: null }
    expect(isSavedInstruments({ instruments: [flat], version: 'v1', asOfMs: 0 })).toBe(false)
    expect(isSavedInstruments({ instruments: sampleContracts(), version: 'v1', asOfMs: 0 })).toBe(true)
  })
})
