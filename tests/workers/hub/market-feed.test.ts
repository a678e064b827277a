import { describe, expect, test } from 'vitest'
import type { InstrumentSymbol } from '../../../src/domain/order/order'
import { writeExecutionRows } from '../../../src/wire/push/account'
import type { Watch } from '../../../src/workers/hub-api'
import { BOOK, BOOK_TOPIC, execution, Scene, TICKER, TRADES } from '../scene'
import { settle } from '../fakes'

const TICKER_TOPIC = 'instrument_info.H.BTCUSDT'
const LIST_TOPIC = 'instrument_info_v3.all'
const TICKER_ROW = { symbol: 'BTCUSDT', lastPrice: '64000', markPrice: '64001' }
const TRADES_TOPIC = 'recently_trade.H.BTCUSDT'
const BARS_TOPIC = 'kline.1.BTCUSDT'
const NOTHING_TRADED = { volume: '0', turnover: '0', confirm: false }
const BTCUSDT = 'BTCUSDT' as InstrumentSymbol

/** BTCUSDT counts in ticks of 0.1 and lots of 0.001: 64000 is 640000 ticks, 1 BTC is 1000 lots. */
describe('the life of a price', () => {
  test('a snapshot reaches the tab in whole ticks and lots', async () => {
    const scene = new Scene()
    await scene.live()
    const { book, stale } = scene.port.last('book')
    expect([...book.bids]).toEqual([640_000, 1_000])
    expect([...book.asks]).toEqual([640_001, 2_000])
    expect(stale).toBe(false)
    expect(scene.state).toBe('live')
  })

  test('a delta changes levels and a quantity of zero removes one', async () => {
    const scene = new Scene()
    await scene.live()
    scene.book(
      'delta',
      2,
      [['63999.9', '0.5']],
      [
        ['64000.1', '0'],
        ['64000.2', '3'],
      ],
      {
        whole: [
          [
            ['64000', '1'],
            ['63999.9', '0.5'],
          ],
          [['64000.2', '3']],
        ],
      },
    )
    await settle()
    const { book } = scene.port.last('book')
    expect([...book.bids]).toEqual([640_000, 1_000, 639_999, 500])
    expect([...book.asks]).toEqual([640_002, 3_000])
  })

  test('what the exchange announces reaches the tab as it was sent, and one that comes later too', async () => {
    const scene = new Scene()
    await scene.live()
    await scene.tab.watch('tab-1', [BOOK, { topic: { kind: 'notice' } }])
    await settle()
    expect(scene.publicSocket.asked('subscribe')).toContain('public.notice')
    const data = [{ id: 'm1' }]
    scene.push('public', 'public.notice', 'snapshot', 1, data)
    await settle()
    expect(scene.port.last('announcements').data).toEqual(data)
    scene.push('public', 'public.notice', 'snapshot', 2, [])
    await settle()
    expect(scene.port.last('announcements').data).toEqual([])
  })

  test('a ticker that falls silent on a live channel is asked for again, and then is stale (F16)', async () => {
    const scene = new Scene()
    await scene.live()
    await scene.tab.watch('tab-1', [BOOK, TICKER])
    await settle()
    scene.push('public', TICKER_TOPIC, 'snapshot', 1, TICKER_ROW)
    await settle()
    expect(scene.port.last('ticker').stale).toBe(false)
    const beat = async (from: number, seconds: number): Promise<void> => {
      for (let n = from; n < from + seconds; n++) {
        scene.heartbeat(n)
        await scene.world.clock.advance(1_000)
      }
    }
    await beat(1, 6)
    expect(scene.publicSocket.asked('unsubscribe')).toContain(TICKER_TOPIC)
    expect(scene.port.last('ticker').stale).toBe(false)
    await beat(7, 2)
    expect(scene.port.last('ticker').stale).toBe(true)
    expect(scene.state).toBe('live')
    scene.push('public', TICKER_TOPIC, 'snapshot', 1, TICKER_ROW)
    await settle()
    expect(scene.port.last('ticker').stale).toBe(false)
  })

  test('a ticker that stands still but answers stays live: its market is quiet, not lost', async () => {
    const scene = new Scene()
    await scene.live()
    await scene.tab.watch('tab-1', [BOOK, TICKER])
    for (let n = 1; n <= 20; n++) {
      scene.heartbeat(n)
      if (n % 5 === 1) scene.push('public', TICKER_TOPIC, 'snapshot', 1, TICKER_ROW)
      await scene.world.clock.advance(1_000)
    }
    expect(
      scene.port
        .events('ticker')
        .slice(1)
        .some(({ stale }) => stale),
    ).toBe(false)
  })

  test('a burst of 50,000 messages reaches a slow tab conflated to the newest, and every fill (F15)', async () => {
    const scene = new Scene()
    await scene.live()
    await scene.tab.watch('tab-1', [BOOK, TICKER])
    scene.push('public', TICKER_TOPIC, 'snapshot', 1, TICKER_ROW)
    await settle()
    scene.port.clear()
    scene.port.isEager = false
    for (let n = 2; n <= 50_000; n++) {
      scene.push('public', TICKER_TOPIC, 'delta', n, { symbol: 'BTCUSDT', lastPrice: String(60_000 + n) })
      if (n % 500 !== 0) continue
      const fill = execution({ id: `e-${n}`, seq: n })
      scene.push('private', 'user.execution', 'delta', n / 500, writeExecutionRows([fill]))
      await settle()
    }
    for (let i = 0; i < 10; i++) {
      scene.port.ack()
      await settle()
    }
    // One in flight, one conflated behind it: whatever came meanwhile is two batches, and nothing private is missing.
    expect(scene.port.batches.length).toBeLessThanOrEqual(12)
    expect(scene.port.last('ticker').ticker.lastPrice).toBe('110000')
    const fills = scene.port.events('executions').flatMap((event) => event.executions.map(({ id }) => id))
    expect(fills).toEqual(Array.from({ length: 100 }, (_, i) => `e-${(i + 1) * 500}`))
    expect(scene.port.events('status').every(({ status }) => status.state === 'live')).toBe(true)
  })

  test('a gap in the sequence is never painted over: resync, snapshot, live again (F3)', async () => {
    const scene = new Scene()
    await scene.live()
    scene.port.clear()
    scene.book('delta', 3, [['63999', '9']], [])
    await settle()
    expect(scene.state).toBe('resync')
    expect(scene.port.last('book').stale).toBe(true)
    expect(scene.publicSocket.asked('unsubscribe')).toEqual([BOOK_TOPIC])
    scene.book('snapshot', 7, [['64010', '1']], [['64011', '1']])
    await settle()
    expect(scene.state).toBe('live')
    expect(scene.port.last('book')).toMatchObject({ stale: false })
    expect([...scene.port.last('book').book.bids]).toEqual([640_100, 1_000])
  })

  test('a book whose checksum differs is emptied and asked for again (I7)', async () => {
    const scene = new Scene()
    await scene.live()
    scene.book('delta', 2, [['63999', '9']], [], { crc: 1 })
    await settle()
    expect(scene.state).toBe('resync')
    expect(scene.port.last('book').book.bids).toHaveLength(0)
    expect(scene.publicSocket.asked('subscribe').filter((name) => name === BOOK_TOPIC)).toHaveLength(2)
  })

  test('a crossed book is never shown (F7)', async () => {
    const scene = new Scene()
    await scene.live()
    scene.port.clear()
    scene.book('delta', 2, [['64000.2', '1']], [], {
      whole: [
        [
          ['64000.2', '1'],
          ['64000', '1'],
        ],
        [['64000.1', '2']],
      ],
    })
    await settle()
    expect(scene.state).toBe('resync')
    for (const { book } of scene.port.events('book')) {
      const [bid] = book.bids
      const [ask] = book.asks
      if (bid !== undefined && ask !== undefined) expect(bid).toBeLessThan(ask)
    }
  })

  test('update id 1 overwrites: the service started again (F6)', async () => {
    const scene = new Scene()
    await scene.live()
    scene.book('delta', 2, [['50000', '1']], [['50001', '1']], { updateId: 1 })
    await settle()
    expect([...scene.port.last('book').book.bids]).toEqual([500_000, 1_000])
    expect(scene.state).toBe('live')
  })

  test('a repeated message changes nothing (F5)', async () => {
    const scene = new Scene()
    await scene.live()
    const whole = [
      [
        ['64000', '1'],
        ['63999', '2'],
      ],
      [['64000.1', '2']],
    ] as const
    scene.book('delta', 2, [['63999', '2']], [], { whole })
    scene.book('delta', 2, [['63999', '2']], [], { whole })
    await settle()
    expect(scene.state).toBe('live')
    expect([...scene.port.last('book').book.bids]).toEqual([640_000, 1_000, 639_990, 2_000])
  })

  test('a stream that starts counting again is asked for anew', async () => {
    const scene = new Scene()
    await scene.live()
    scene.book('snapshot', 50, [['64000', '1']], [['64000.1', '2']])
    for (const seq of [1, 2, 3]) scene.book('delta', seq, [['60000', '1']], [])
    await settle()
    expect(scene.state).toBe('resync')
  })

  test('deltas before the snapshot are not shown (F8)', async () => {
    const scene = new Scene()
    await scene.hello()
    await scene.openPublic()
    await scene.tab.watch('tab-1', [BOOK])
    await settle()
    scene.book('delta', 5, [['64000', '1']], [['64001', '1']])
    await settle()
    expect(scene.port.events('book')).toEqual([])
  })

  test('a message with a missing field is dropped, counted and answered by a resync (N6)', async () => {
    const scene = new Scene()
    await scene.live()
    scene.push('public', BOOK_TOPIC, 'delta', 2, { s: 'BTCUSDT', b: 'nonsense' })
    await settle()
    expect(scene.state).toBe('resync')
    await scene.world.clock.advance(500)
    expect(scene.port.last('status').status.dropped).toBe(1)
  })
})

describe('topics', () => {
  test('two tabs on one topic subscribe it once, and the last one to leave ends it', async () => {
    const scene = new Scene()
    await scene.live()
    const second = await scene.join('tab-2')
    await second.tab.watch('tab-2', [BOOK])
    await settle()
    expect(scene.publicSocket.asked('subscribe').filter((name) => name === BOOK_TOPIC)).toHaveLength(1)
    expect(second.port.last('book').book.bids[0]).toBe(640_000)
    await scene.tab.goodbye('tab-1')
    await scene.world.clock.advance(1_500)
    scene.heartbeat(1)
    await scene.world.clock.advance(1_000)
    expect(scene.publicSocket.asked('unsubscribe')).toEqual([])
    await second.tab.goodbye('tab-2')
    scene.heartbeat(2)
    await scene.world.clock.advance(1_500)
    scene.heartbeat(3)
    await scene.world.clock.advance(1_000)
    expect(scene.publicSocket.asked('unsubscribe')).toEqual([BOOK_TOPIC])
  })

  test('a ticker keeps what a delta does not mention', async () => {
    const scene = new Scene()
    await scene.live()
    await scene.tab.watch('tab-1', [BOOK, TICKER])
    scene.push('public', TICKER_TOPIC, 'snapshot', 1, { symbol: 'BTCUSDT', lastPrice: '64000', markPrice: '64001' })
    scene.push('public', TICKER_TOPIC, 'delta', 2, { symbol: 'BTCUSDT', lastPrice: '64002.5' })
    await settle()
    expect(scene.port.last('ticker').ticker).toMatchObject({ lastPrice: '64002.5', markPrice: '64001' })
  })

  test('a refused subscribe leaves that panel without data and the others live (F9)', async () => {
    const scene = new Scene()
    await scene.live()
    await scene.tab.watch('tab-1', [BOOK, TRADES])
    await settle()
    expect(scene.state).toBe('live')
    scene.book('delta', 9, [['63999', '9']], [])
    await settle()
    scene.reply('public', 'subscribe', true)
    scene.book('snapshot', 10, [['64000', '1']], [['64000.1', '2']])
    await settle()
    expect(scene.state).toBe('resync')
    const request = scene.publicSocket.sent.find((one) => one.args?.includes(TRADES_TOPIC))
    scene.publicSocket.json({
      op: 'subscribe',
      success: false,
      ret_msg: 'unknown topic',
      req_id: request?.req_id,
      conn_id: 'c',
      failed: [TRADES_TOPIC],
    })
    await settle()
    expect(scene.state).toBe('live')
  })

  test('a swallowed subscribe is asked for again after its deadline (F9)', async () => {
    const scene = new Scene()
    await scene.live()
    await scene.tab.watch('tab-1', [BOOK, TICKER])
    await settle()
    for (let second = 1; second <= 4; second++) {
      scene.heartbeat(second)
      await scene.world.clock.advance(1_000)
    }
    expect(scene.publicSocket.asked('subscribe').filter((name) => name === TICKER_TOPIC)).toHaveLength(2)
  })

  test('a topic that begins again with what cannot be read is asked for at its deadline, not at once (N6)', async () => {
    const scene = new Scene()
    await scene.live()
    await scene.tab.watch('tab-1', [BOOK, TICKER])
    await settle()
    const asked = (): number => scene.publicSocket.asked('subscribe').filter((name) => name === TICKER_TOPIC).length
    // A number where text should stand. In the stream it is answered at once …
    const broken = { symbol: 'BTCUSDT', markPrice: 1 }
    scene.push('public', TICKER_TOPIC, 'snapshot', 1, TICKER_ROW)
    scene.push('public', TICKER_TOPIC, 'delta', 2, broken)
    await settle()
    expect([asked(), scene.state]).toEqual([2, 'resync'])
    // … and in each answer to that it would bring the next, as fast as the line is.
    for (let n = 3; n <= 6; n++) scene.push('public', TICKER_TOPIC, 'snapshot', n, broken)
    await settle()
    expect([asked(), scene.state]).toEqual([2, 'resync'])
    // Deadlines of 3 s: nine seconds are three askings more, and then the others no longer wait for it.
    for (let second = 1; second <= 9; second++) {
      scene.heartbeat(second)
      await scene.world.clock.advance(1_000)
    }
    expect([asked(), scene.state]).toEqual([5, 'live'])
    expect(scene.port.last('ticker').stale).toBe(true)
    expect(scene.port.last('status').status.dropped).toBe(5)
    scene.push('public', TICKER_TOPIC, 'snapshot', 7, TICKER_ROW)
    await settle()
    expect(scene.port.last('ticker')).toMatchObject({ stale: false, ticker: { markPrice: '64001' } })
  })

  test('a frame lost between two heartbeats makes every topic begin again', async () => {
    const scene = new Scene()
    await scene.live()
    scene.heartbeat(1)
    scene.heartbeat(3)
    await settle()
    expect(scene.state).toBe('resync')
    expect(scene.publicSocket.asked('unsubscribe')).toContain(BOOK_TOPIC)
  })
})

describe('prices that no contract but a spread can have', () => {
  const PRICES = { lastPrice: '64000', markPrice: '64001', indexPrice: '63999' }
  const row = (symbol: string, change: object = {}) => ({ symbol, ...PRICES, ...change })

  test.each(
    Object.keys(PRICES).flatMap((field) => ['0', '0.0', '-0', '-64001'].map((price) => [field, price] as const)),
  )(
    'a ticker whose %s is %s is dropped, counted and asked for again; what was known stands, and is stale',
    async (field, price) => {
      const scene = new Scene()
      await scene.live()
      await scene.tab.watch('tab-1', [BOOK, TICKER])
      scene.push('public', TICKER_TOPIC, 'snapshot', 1, row('BTCUSDT'))
      await settle()
      scene.push('public', TICKER_TOPIC, 'delta', 2, { symbol: 'BTCUSDT', [field]: price })
      await settle()
      expect(scene.port.last('ticker')).toMatchObject({ stale: true, ticker: PRICES })
      expect(scene.publicSocket.asked('unsubscribe')).toContain(TICKER_TOPIC)
      await scene.world.clock.advance(500)
      expect(scene.port.last('status').status.dropped).toBe(1)
      // The smallest that can be is taken.
      scene.push('public', TICKER_TOPIC, 'snapshot', 3, row('BTCUSDT', { [field]: '0.00000001' }))
      await settle()
      expect(scene.port.last('ticker')).toMatchObject({ stale: false, ticker: { [field]: '0.00000001' } })
      for (const { ticker } of scene.port.events('ticker'))
        expect([price, '0']).not.toContain(ticker[field as 'lastPrice'])
    },
  )

  test('prints and bars of such prices are dropped, counted and asked for again, and those before them stand', async () => {
    const scene = new Scene()
    await scene.live()
    const candles = { topic: { kind: 'candle', symbol: BTCUSDT, interval: '1', source: 'last' } } as const
    await scene.tab.watch('tab-1', [BOOK, TRADES, candles])
    const print = (i: string, p: string) => [{ i, s: 'BTCUSDT', S: 'Buy', p, v: '0.001', T: 1 }]
    const bar = (low: string) => [
      { start: 0, end: 59_999, open: '64000', high: '64010', low, close: '64005', ...NOTHING_TRADED },
    ]
    scene.push('public', TRADES_TOPIC, 'snapshot', 1, print('t1', '64000'))
    scene.push('public', BARS_TOPIC, 'snapshot', 1, bar('63990'))
    await settle()
    scene.push('public', TRADES_TOPIC, 'delta', 2, print('t2', '-64000'))
    scene.push('public', BARS_TOPIC, 'delta', 2, bar('0'))
    await settle()
    await scene.world.clock.advance(500)
    expect(scene.port.last('status').status.dropped).toBe(2)
    expect(scene.publicSocket.asked('unsubscribe')).toEqual(expect.arrayContaining([TRADES_TOPIC, BARS_TOPIC]))
    expect(scene.port.events('trades').flatMap(({ trades }) => trades.map(({ price }) => price))).toEqual(['64000'])
    expect(scene.port.events('candles').flatMap((one) => one.candles.map(({ low }) => low))).toEqual(['63990'])
  })

  test('a price that is not there is no such price: empty text ends what was known', async () => {
    const scene = new Scene()
    await scene.live()
    await scene.tab.watch('tab-1', [BOOK, TICKER])
    scene.push('public', TICKER_TOPIC, 'snapshot', 1, row('BTCUSDT', { lastPrice: '' }))
    await settle()
    expect(scene.port.last('ticker')).toMatchObject({ stale: false, ticker: { ...PRICES, lastPrice: null } })
  })

  test('a spread is worth what its legs differ by: zero and less are taken', async () => {
    const symbol = 'SOLUSDT_SOL/USDT' as InstrumentSymbol
    const scene = new Scene()
    await scene.live()
    await scene.tab.watch('tab-1', [BOOK, { topic: { kind: 'ticker', symbol } }])
    const prices = { lastPrice: '-0.35', markPrice: '0', indexPrice: '-0.4' }
    scene.push('public', `spread.instrument_info.${symbol}`, 'snapshot', 1, row(symbol, prices))
    await settle()
    expect(scene.port.last('ticker')).toMatchObject({ stale: false, ticker: prices })
  })

  describe('in a list', () => {
    const LIST = { topic: { kind: 'allTickers' } } as const
    const ETHUSDT = 'ETHUSDT' as InstrumentSymbol

    /** A tab with the list of two markets. */
    async function listScene(...watches: readonly Watch[]) {
      const scene = new Scene()
      await scene.live()
      await scene.tab.watch('tab-1', [BOOK, LIST, ...watches])
      scene.push('public', LIST_TOPIC, 'snapshot', 1, [row('BTCUSDT'), row('ETHUSDT')])
      await settle()
      scene.port.clear()
      const last = (symbol: string) => scene.port.events('ticker').findLast(({ ticker }) => ticker.symbol === symbol)
      const asked = () => scene.publicSocket.asked('unsubscribe').filter((name) => name === LIST_TOPIC).length
      const list = async (type: 'snapshot' | 'delta', seq: number, ...rows: readonly object[]): Promise<void> => {
        scene.push('public', LIST_TOPIC, type, seq, rows)
        await settle()
      }
      return { scene, last, asked, list }
    }

    test('the others go on; what was known of that market stands, and is stale until a snapshot has it', async () => {
      const { scene, last, list } = await listScene()
      await list('delta', 2, row('BTCUSDT', { lastPrice: '65000' }), row('ETHUSDT', { markPrice: '-1' }))
      expect(last('BTCUSDT')).toMatchObject({ stale: false, ticker: { lastPrice: '65000' } })
      expect(last('ETHUSDT')).toMatchObject({ stale: true, ticker: PRICES })
      await scene.world.clock.advance(500)
      // The tab may trade on: its own streams are whole.
      expect(scene.state).toBe('live')
      expect(scene.port.last('status').status.dropped).toBe(1)
      expect(scene.world.traces).toContainEqual(expect.stringContaining(`${LIST_TOPIC} ETHUSDT: WireError: markPrice`))
      // A change that is fine says nothing of the one that was lost: the mark price is the old one still.
      await list('delta', 3, { symbol: 'ETHUSDT', lastPrice: '3100' }, { symbol: 'BTCUSDT', lastPrice: '65001' })
      expect(last('ETHUSDT')).toMatchObject({ stale: true, ticker: PRICES })
      expect(last('BTCUSDT')).toMatchObject({ stale: false, ticker: { lastPrice: '65001' } })
      await list('snapshot', 4, row('BTCUSDT'), row('ETHUSDT', { lastPrice: '3101', markPrice: '3100' }))
      expect(last('ETHUSDT')).toMatchObject({ stale: false, ticker: { lastPrice: '3101', markPrice: '3100' } })
      await list('delta', 5, { symbol: 'ETHUSDT', lastPrice: '3102' })
      expect(last('ETHUSDT')).toMatchObject({ stale: false, ticker: { lastPrice: '3102' } })
    })

    test('the list is asked for again every five seconds while such a row stands in it, and not otherwise', async () => {
      const { scene, asked, list } = await listScene()
      const beat = async (from: number, seconds: number): Promise<void> => {
        for (let n = from; n < from + seconds; n++) {
          scene.heartbeat(n)
          await scene.world.clock.advance(1_000)
        }
      }
      await beat(1, 6)
      expect(asked()).toBe(0)
      await list('delta', 2, row('ETHUSDT', { lastPrice: '0' }))
      await beat(7, 2)
      expect(asked()).toBe(1)
      // The answer is no better: no storm of askings.
      for (let n = 0; n < 50; n++) await list('snapshot', 2, row('BTCUSDT'), row('ETHUSDT', { lastPrice: '0' }))
      expect(asked()).toBe(1)
      await beat(9, 5)
      expect(asked()).toBe(2)
      expect(scene.state).toBe('live')
      await list('snapshot', 3, row('BTCUSDT'), row('ETHUSDT'))
      await beat(14, 12)
      expect(asked()).toBe(2)
    })

    test('a market whose own stream goes on is as current as that', async () => {
      const { scene, last, list } = await listScene({ topic: { kind: 'ticker', symbol: ETHUSDT } })
      scene.push('public', 'instrument_info.H.ETHUSDT', 'snapshot', 1, row('ETHUSDT'))
      await settle()
      await list('delta', 2, row('ETHUSDT', { markPrice: '0' }))
      expect(last('ETHUSDT')).toMatchObject({ stale: false, ticker: PRICES })
    })

    test('a market of which nothing was known has no price', async () => {
      const { last, list } = await listScene()
      await list('delta', 2, row('SOLUSDT', { lastPrice: '-1' }), row('BTCUSDT', { lastPrice: '65000' }))
      await list('delta', 3, { symbol: 'SOLUSDT', volume24h: '5' })
      expect(last('SOLUSDT')).toBeUndefined()
      expect(last('BTCUSDT')).toMatchObject({ ticker: { lastPrice: '65000' } })
    })

    test.each([
      ['a row that is none', [row('BTCUSDT', { lastPrice: '65000' }), null]],
      ['a row without a symbol', [row('BTCUSDT', { lastPrice: '65000' }), { lastPrice: '1' }]],
      ['no list', 'BTCUSDT'],
    ])('%s is nobody’s: the whole message is refused, and the topic begins again', async (_, data) => {
      const { scene, last, asked, list } = await listScene()
      scene.push('public', LIST_TOPIC, 'delta', 2, data)
      await settle()
      expect(last('BTCUSDT')).toBeUndefined()
      expect(asked()).toBe(1)
      await scene.world.clock.advance(500)
      expect(scene.port.last('status').status.dropped).toBe(1)
      await list('snapshot', 3, row('BTCUSDT', { lastPrice: '65000' }), row('ETHUSDT'))
      expect(last('BTCUSDT')).toMatchObject({ stale: false, ticker: { lastPrice: '65000' } })
    })
  })
})

describe('the last known market', () => {
  test('is shown as stale by a hub that cannot reach the exchange', async () => {
    const first = new Scene()
    await first.live()
    await first.tab.watch('tab-1', [BOOK, TICKER])
    first.push('public', TICKER_TOPIC, 'snapshot', 1, { symbol: 'BTCUSDT', lastPrice: '64000' })
    await settle()
    first.heartbeat(1)
    await first.world.clock.advance(1_500)

    const second = new Scene({ store: first.world.store, clock: first.world.clock })
    second.world.transport.isDown = true
    await second.hello()
    await second.tab.watch('tab-1', [BOOK, TICKER])
    await settle()
    expect(second.port.last('ticker')).toMatchObject({ stale: true, ticker: { lastPrice: '64000' } })
    expect(second.port.last('book').stale).toBe(true)
    expect([...second.port.last('book').book.bids]).toEqual([640_000, 1_000])
    expect(second.state).toBe('offline')
  })

  test('is as old as the exchange’s last word of it, however often it is opened without the exchange (issue 22.5)', async () => {
    const first = new Scene()
    const { clock } = first.world
    await first.live()
    await first.tab.watch('tab-1', [BOOK, TICKER])
    first.push('public', TICKER_TOPIC, 'snapshot', 1, { symbol: 'BTCUSDT', lastPrice: '64000' })
    await settle()
    const heardAt = clock.now()
    await clock.advance(1_500)
    for (let opened = 1; opened <= 3; opened++) {
      // Ten minutes with no page open.
      await clock.advance(600_000)
      const next = new Scene({ store: first.world.store, clock })
      next.world.transport.isDown = true
      await next.hello()
      await next.tab.watch('tab-1', [BOOK, TICKER])
      await clock.advance(10_000)
      expect(next.port.last('status').status.publicChannel.lastDataLocalMs).toBe(heardAt)
    }
  })
})
