import { array, assert, asyncProperty, integer } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { writeOrderRow, writePositionRows } from '../../../src/wire/push/account'
import { FIRST_SAVE_MS, SAVE_MS } from '../../../src/workers/hub/market/snapshots'
import { ACCOUNT_SAVE_MS } from '../../../src/workers/hub/account/account-keeper'
import type { Order } from '../../../src/domain/order/order'
import type { HistoryRows, Read, Watch } from '../../../src/workers/hub-api'
import type { ValueTimes } from '../../../src/workers/hub-events'
import { ACCOUNT, BOOK, BTC, order, position, Scene, TICKER, TRADES, wallet } from '../scene'
import { FakeHubStore, RawAnswer, settle } from '../fakes'

const TICKER_TOPIC = 'instrument_info.H.BTCUSDT'
const TRADES_TOPIC = 'recently_trade.H.BTCUSDT'
const WATCHES = [BOOK, TICKER, TRADES]

const times = (scene: Scene): ValueTimes => scene.port.last('status').status.asOf ?? {}

async function liveScene(): Promise<Scene> {
  const scene = new Scene()
  await scene.live()
  await scene.tab.watch('tab-1', WATCHES)
  scene.push('public', TICKER_TOPIC, 'snapshot', 1, { symbol: 'BTCUSDT', lastPrice: '64000' })
  scene.push('public', TRADES_TOPIC, 'snapshot', 1, [])
  await settle()
  return scene
}

/** The next browser process on the same disk, while the exchange cannot be reached. */
async function openedWithout(before: Scene, watches: readonly Watch[] = WATCHES): Promise<Scene> {
  // The process before writes no more.
  const store = new FakeHubStore()
  for (const [key, saved] of before.world.store.saved) store.saved.set(key, saved)
  const scene = new Scene({ store, clock: before.world.clock })
  scene.world.transport.isDown = true
  await scene.hello('tab-1', true, watches)
  await scene.tab.watch('tab-1', watches)
  await settle()
  await scene.world.clock.advance(1_000)
  return scene
}

describe('every value is of the time of its source (issue 22.5)', () => {
  test('a topic that goes on is as its channel knows it, and one that fell silent as its last message', async () => {
    const scene = await liveScene()
    const { clock } = scene.world
    const began = clock.now()
    // Nothing is traded for eight seconds, the book stands still, and no ticker comes: it is called stale after seven.
    for (let second = 1; second <= 8; second++) {
      await clock.advance(1_000)
      scene.heartbeat(second)
    }
    await clock.advance(500)
    const heard = clock.now() - 500
    expect(times(scene)).toMatchObject({
      'book/BTCUSDT': heard,
      'trades/BTCUSDT': heard,
      'ticker/BTCUSDT': began,
      orders: heard,
      positions: heard,
      wallets: heard,
    })
  })

  test('a message is of the exchange’s time, in the time of this computer', async () => {
    const scene = await liveScene()
    const { clock } = scene.world
    scene.publicSocket.drop()
    await clock.advance(10_000)
    scene.publicSocket.open()
    await settle()
    // Another stream has yet to begin anew, so the channel is not live: the message came three seconds on the way.
    scene.publicSocket.json({ topic: TRADES_TOPIC, type: 'snapshot', ts: clock.now() - 3_000, seq: 9, data: [] })
    await clock.advance(600)
    expect(scene.state).not.toBe('live')
    expect(times(scene)['trades/BTCUSDT']).toBe(clock.now() - 3_600)
  })

  test.each([10_000, 600_000, 2 * 86_400_000])(
    'market and account, %i ms after the exchange’s last word',
    async (ms) => {
      const first = await liveScene()
      const { clock } = first.world
      await clock.advance(FIRST_SAVE_MS + ACCOUNT_SAVE_MS)
      first.heartbeat(1)
      const lastWord = clock.now()
      await clock.advance(1_000)
      first.publicSocket.drop()
      first.privateSocket.drop()
      first.world.transport.isDown = true
      await settle()
      await clock.sleep(ms - 2_000)
      const asOf = times(await openedWithout(first))
      for (const of of ['book/BTCUSDT', 'trades/BTCUSDT', 'ticker/BTCUSDT', 'orders', 'positions', 'wallets']) {
        const ageMs = clock.now() - (asOf[of] ?? NaN)
        expect(clock.now() - lastWord).toBe(ms)
        expect(Math.abs(ageMs - ms), of).toBeLessThanOrEqual(ms * 0.05)
      }
    },
  )

  test('the list of all markets is there without the exchange, old and as old as it is, and written now and then', async () => {
    const LIST = { topic: { kind: 'allTickers' } } as const
    const first = await liveScene()
    await first.tab.watch('tab-1', [LIST])
    const { clock } = first.world
    const row = (symbol: string, lastPrice: string) => ({ symbol, lastPrice })
    first.push('public', 'instrument_info_v3.all', 'snapshot', 1, [row('BTCUSDT', '64000'), row('ETHUSDT', '2400')])
    await clock.advance(FIRST_SAVE_MS + 1)
    const lastWord = clock.now()
    first.world.transport.isDown = true
    first.publicSocket.drop()
    await clock.sleep(600_000)
    const second = await openedWithout(first, [LIST])
    const drawn = second.port.events('ticker')
    expect(drawn.map(({ ticker, stale }) => [ticker.symbol, ticker.lastPrice, stale])).toEqual([
      ['BTCUSDT', '64000', true],
      ['ETHUSDT', '2400', true],
    ])
    const ageMs = clock.now() - (times(second)['allTickers'] ?? NaN)
    expect(Math.abs(ageMs - (clock.now() - lastWord))).toBeLessThanOrEqual(FIRST_SAVE_MS + 1)
  })

  test('however often it is opened without the exchange, and after whatever times, nothing becomes younger', async () => {
    await assert(
      asyncProperty(array(integer({ min: 0, max: 3 * 86_400_000 }), { minLength: 1, maxLength: 6 }), async (pauses) => {
        const first = await liveScene()
        const { clock } = first.world
        await clock.advance(SAVE_MS)
        first.world.transport.isDown = true
        let last = first
        let known: ValueTimes | null = null
        for (const pause of pauses) {
          await clock.sleep(pause)
          last = await openedWithout(last)
          const now = times(last)
          expect(Object.keys(now).length).toBeGreaterThanOrEqual(6)
          known ??= now
          expect(now).toEqual(known)
        }
      }),
      { numRuns: 15 },
    )
  })
})

describe('the bars of a chart', () => {
  const MINUTE_MS = 60_000
  const CANDLES = { topic: { kind: 'candle', symbol: BTC, interval: '1', source: 'last' } } as const
  const NOW = { symbol: BTC, interval: '1', source: 'last', endMs: null, limit: 100 } as const

  test('those that the stream brought are kept behind those of the history, as of the last word', async () => {
    const first = await liveScene()
    const { clock } = first.world
    await first.tab.watch('tab-1', [...WATCHES, CANDLES])
    const at = clock.now() - (clock.now() % MINUTE_MS)
    const row = (startMs: number): readonly string[] => [String(startMs), '64000', '64010', '63990', '64005', '0', '0']
    const list = [row(at), row(at - MINUTE_MS), row(at - 2 * MINUTE_MS)]
    first.world.transport.on('/v5/market/kline', () => ({ list }))
    await first.tab.candles(NOW)
    const bar = { open: '64000', high: '64020', low: '63990', close: '64020', volume: '0', turnover: '0' }
    const bars = [at, at + MINUTE_MS].map((start) => ({ start, end: start + MINUTE_MS - 1, ...bar, confirm: false }))
    first.push('public', 'kline.1.BTCUSDT', 'snapshot', 1, bars)
    await settle()
    const heardAt = clock.now()
    await clock.advance(FIRST_SAVE_MS)

    const scene = await openedWithout(first, [...WATCHES, CANDLES])
    const read = await scene.tab.candles(NOW)
    expect(read).toMatchObject({ hasError: false, fromCache: true, asOfMs: heardAt })
    const kept = read.hasError ? [] : read.value.map(({ startMs, close }) => [startMs - at, close])
    expect(kept).toEqual([
      [-2 * MINUTE_MS, '64005'],
      [-MINUTE_MS, '64005'],
      [0, '64020'],
      [MINUTE_MS, '64020'],
    ])
    expect(times(scene)['candle/BTCUSDT/1']).toBe(heardAt)
  })

  test('bars that do not meet those of the history are not put behind them', async () => {
    const first = await liveScene()
    const { clock } = first.world
    await first.tab.watch('tab-1', [...WATCHES, CANDLES])
    const at = clock.now() - (clock.now() % MINUTE_MS)
    const list = [[String(at), '64000', '64010', '63990', '64005', '0', '0']]
    first.world.transport.on('/v5/market/kline', () => ({ list }))
    await first.tab.candles(NOW)
    const readAt = clock.now()
    const start = at + 3 * MINUTE_MS
    const bar = { open: '64000', high: '64020', low: '63990', close: '64020', volume: '0', turnover: '0' }
    const bars = [{ start, end: start + MINUTE_MS - 1, ...bar, confirm: false }]
    first.push('public', 'kline.1.BTCUSDT', 'snapshot', 1, bars)
    await settle()
    await clock.advance(SAVE_MS)
    const read = await (await openedWithout(first)).tab.candles(NOW)
    expect(read).toMatchObject({ asOfMs: readAt, value: [{ startMs: at }] })
  })
})

describe('the last account', () => {
  async function heldScene(): Promise<Scene> {
    const scene = await liveScene()
    scene.push('private', 'user.order', 'delta', 1, [writeOrderRow(order({ id: 'gone' }), 'newed')])
    scene.push('private', 'user.position', 'delta', 1, writePositionRows([position({ size: '0.05' })]))
    await settle()
    scene.heartbeat(1)
    await scene.world.clock.advance(ACCOUNT_SAVE_MS)
    return scene
  }

  test('is shown in a new process without the exchange, as of then, and nothing can be sent', async () => {
    const first = await heldScene()
    const scene = await openedWithout(first)
    expect(scene.port.last('session')).toMatchObject({ session: null, kept: { account: ACCOUNT } })
    expect(scene.port.last('orders').orders.map(({ id }) => id)).toEqual(['gone'])
    expect(scene.port.last('positions').positions).toMatchObject([{ symbol: BTC, size: '0.05' }])
    expect(scene.port.last('wallet').wallet).toMatchObject({ totalEquity: '100000' })
    const refused = await scene.tab.cancelOrder('press-2' as never, { symbol: BTC, orderId: 'gone' } as never)
    expect(refused).toMatchObject({ kind: 'refused', rejection: { reason: 'offline' } })
  })

  const ALL = { symbol: null, limit: 50, cursor: null, isKept: true } as const
  const ids = (read: Read<HistoryRows<Order>>) => (read.hasError ? null : read.value.rows.map(({ id }) => id))

  test('its records are what was last shown of them, of then, until the exchange is back; and nobody else’s', async () => {
    const first = await heldScene()
    first.exchange.orders = [order({ id: 'done', status: 'filled', seq: 12 })]
    const before = await first.tab.orderHistory(ALL)
    expect(ids(before)).toEqual(['done'])
    await first.world.clock.advance(600_000)
    const scene = await openedWithout(first)
    expect(await scene.tab.orderHistory(ALL)).toEqual({ ...before, fromCache: true })
    // Of a chart, or of a further page, nothing is kept.
    for (const query of [
      { ...ALL, isKept: false },
      { ...ALL, cursor: 'x' },
    ])
      expect(await scene.tab.orderHistory(query)).toMatchObject({ hasError: true, code: null })
    expect(await scene.tab.executionHistory(ALL)).toMatchObject({ hasError: true })
    scene.exchange.orders = [order({ id: 'later', status: 'filled', seq: 20 })]
    scene.world.transport.on('/sandbox/session', () => ({ account: 'acc-2', name: 'Paper', kind: 'uta2' }))
    scene.world.transport.isDown = false
    await scene.world.clock.advance(10_000)
    expect(await scene.tab.orderHistory(ALL)).toMatchObject({ fromCache: false })
    expect(ids(await scene.tab.orderHistory(ALL))).toEqual(['later'])
    expect(JSON.stringify([...scene.world.store.saved])).not.toContain('done')
  })

  test('gives way to the live one as a whole: no row of then is left, and none of now is among those of then', async () => {
    const scene = await openedWithout(await heldScene())
    scene.exchange.orders = [order({ id: 'new', linkId: 'press-9', seq: 50 })]
    scene.exchange.wallet = wallet({ totalEquity: '5', seq: 50 })
    scene.port.clear()
    scene.world.transport.isDown = false
    await scene.world.clock.advance(10_000)
    await scene.openPublic()
    const socket = scene.privateSocket
    socket.open()
    await settle()
    scene.reply('private', 'login', true)
    await settle()
    scene.push('private', 'user.order', 'delta', 1, [writeOrderRow(order({ id: 'pushed', seq: 51 }), 'newed')])
    await settle()
    expect(scene.port.events('orders')).toEqual([])
    expect(scene.port.last('session')).toMatchObject({ session: { account: ACCOUNT }, kept: { account: ACCOUNT } })
    scene.reply('private', 'subscribe', true)
    await settle()
    await settle()
    const told = scene.port.events('orders')
    expect(told).toHaveLength(1)
    expect(told[0]).toMatchObject({ isSnapshot: true })
    expect(told[0]?.orders.map(({ id }) => id).toSorted()).toEqual(['new', 'pushed'])
    expect(scene.port.last('positions')).toEqual({ type: 'positions', positions: [], isSnapshot: true })
    expect(scene.port.last('wallet').wallet).toMatchObject({ totalEquity: '5' })
    expect(scene.port.last('session')).toMatchObject({ session: { account: ACCOUNT }, kept: null })
  })

  test('is nobody else’s: another account that is signed in sees nothing of it, and it is not on disk any more (I12)', async () => {
    const scene = await openedWithout(await heldScene())
    scene.world.transport.on('/sandbox/session', () => ({ account: 'acc-2', name: 'Paper', kind: 'uta2' }))
    scene.world.transport.isDown = false
    await scene.world.clock.advance(10_000)
    expect(scene.port.last('session')).toMatchObject({ session: { account: 'acc-2' }, kept: null })
    expect(scene.port.last('orders')).toEqual({ type: 'orders', orders: [], isSnapshot: true })
    expect(await scene.world.store.readSaved('account', 'last')).toBeNull()
  })

  test('signed out: nothing of it is on disk, nothing is written there again, and the next process shows none (I12)', async () => {
    const scene = await heldScene()
    expect(await scene.world.store.readSaved('account', 'last')).not.toBeNull()
    scene.push('private', 'user.order', 'delta', 2, [writeOrderRow(order({ id: 'late', seq: 30 }), 'newed')])
    scene.world.transport.on('/user/private/ott', () => RawAnswer.code(10007, scene.world.clock))
    scene.world.transport.on('/sandbox/session', () => RawAnswer.status(503))
    scene.privateSocket.drop(4003)
    await scene.world.clock.advance(300)
    scene.privateSocket.open()
    await settle()
    expect(scene.port.last('session')).toMatchObject({ session: null, hasEnded: true, kept: null })
    await scene.world.clock.advance(10_000)
    expect(await scene.world.store.readSaved('account', 'last')).toBeNull()
    const next = await openedWithout(scene)
    expect(next.port.last('session')).toMatchObject({ session: null, kept: null })
    expect(next.port.last('orders').orders).toEqual([])
  })
})
