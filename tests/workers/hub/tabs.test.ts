import { describe, expect, test } from 'vitest'
import { writeOrderRow } from '../../../src/wire/push/account'
import { writeTrade } from '../../../src/wire/push/trade'
import { PRIVATE_ROWS_MAX } from '../../../src/workers/hub/tabs/tabs'
import { BOOK, BTC, order, Scene, TRADES } from '../scene'
import { settle } from '../fakes'
import type { Trade } from '../../../src/domain/market/market'

const TRADES_TOPIC = 'recently_trade.H.BTCUSDT'

function trade(id: number): object {
  return writeTrade({ id: `t-${id}`, symbol: BTC, side: 'buy', price: '64000', qty: '0.01', timeMs: id } as Trade)
}

describe('batches (B11, H6)', () => {
  test('one is in flight at a time; what happens meanwhile is conflated to the newest state', async () => {
    const scene = new Scene()
    await scene.live()
    scene.port.isEager = false
    scene.port.clear()
    for (let seq = 2; seq <= 50; seq++) {
      scene.book('delta', seq, [['64000', String(seq)]], [], { whole: [[['64000', String(seq)]], [['64000.1', '2']]] })
      await settle()
    }
    expect(scene.port.batches).toHaveLength(1)
    scene.port.ack()
    await settle()
    expect(scene.port.batches).toHaveLength(2)
    // 50 BTC are 50,000 lots of 0.001: the last of 49 changes, and only that.
    expect(scene.port.events('book').map(({ book }) => book.bids[1])).toEqual([2_000, 50_000])
  })

  test('bring what the hello asked for, without a further call', async () => {
    const scene = new Scene()
    await scene.hello('tab-1', true, [TRADES])
    await scene.openPublic()
    scene.push('public', TRADES_TOPIC, 'snapshot', 1, [trade(1)])
    await settle()
    expect(scene.port.events('trades')).toHaveLength(1)
  })

  test('carry the epoch and count without gaps (B5)', async () => {
    const scene = new Scene()
    await scene.live()
    expect(new Set(scene.port.batches.map(({ epoch }) => epoch))).toEqual(new Set(['epoch-1']))
    expect(scene.port.batches.map(({ seq }) => seq)).toEqual(scene.port.batches.map((_, i) => i + 1))
  })

  test('an acknowledgement of another batch releases nothing', async () => {
    const scene = new Scene()
    await scene.live()
    scene.port.isEager = false
    scene.port.clear()
    scene.book('delta', 2, [['63999', '1']], [], {
      whole: [
        [
          ['64000', '1'],
          ['63999', '1'],
        ],
        [['64000.1', '2']],
      ],
    })
    await settle()
    const first = scene.port.batches.at(-1)
    scene.port.batches.push({ epoch: 'x', seq: 999, view: 0, events: [] })
    scene.port.ack()
    scene.port.batches.pop()
    scene.book('delta', 3, [['63998', '1']], [], {
      whole: [
        [
          ['64000', '1'],
          ['63999', '1'],
          ['63998', '1'],
        ],
        [['64000.1', '2']],
      ],
    })
    await settle()
    expect(scene.port.batches.at(-1)).toBe(first)
  })

  test('a print that a stream repeats is told once', async () => {
    const scene = new Scene()
    await scene.live()
    await scene.tab.watch('tab-1', [TRADES])
    scene.push('public', TRADES_TOPIC, 'snapshot', 1, [trade(0), trade(1)])
    await settle()
    scene.port.clear()
    scene.push('public', TRADES_TOPIC, 'delta', 2, [trade(1), trade(2)])
    scene.push('public', TRADES_TOPIC, 'delta', 3, [trade(2)])
    await settle()
    expect(scene.port.events('trades').flatMap(({ trades }) => trades.map(({ id }) => id))).toEqual(['t-2'])
  })

  test('prints that come while a batch is out are all there, in order and bounded', async () => {
    const scene = new Scene()
    await scene.live()
    await scene.tab.watch('tab-1', [TRADES])
    scene.push('public', TRADES_TOPIC, 'snapshot', 1, [trade(0)])
    await settle()
    scene.port.isEager = false
    scene.port.clear()
    for (let seq = 2; seq <= 300; seq++) {
      scene.push('public', TRADES_TOPIC, 'delta', seq, [trade(seq)])
      await settle()
    }
    scene.port.ack()
    await settle()
    const rows = scene.port.last('trades').trades
    expect(rows).toHaveLength(100)
    expect(rows.at(-1)?.id).toBe('t-300')
    expect(rows[0]?.id).toBe('t-201')
  })

  test('private rows are never dropped: beyond the bound the tab gets the whole state', async () => {
    const scene = new Scene()
    await scene.live()
    scene.port.isEager = false
    scene.push('private', 'user.order', 'delta', 1, [writeOrderRow(order({ id: 'first', linkId: null }), 'newed')])
    await settle()
    const rows = Array.from({ length: PRIVATE_ROWS_MAX + 50 }, (_, i) =>
      writeOrderRow(order({ id: `o-${i}`, linkId: null, seq: 20 + i }), 'newed'),
    )
    scene.push('private', 'user.order', 'delta', 2, rows)
    await settle()
    scene.port.ack()
    await settle()
    const last = scene.port.last('orders')
    expect(last.isSnapshot).toBe(true)
    expect(last.orders).toHaveLength(PRIVATE_ROWS_MAX + 51)
  })
})

describe('tabs', () => {
  test('a hidden one gets its orders and no prices; seen again it gets the newest', async () => {
    const scene = new Scene()
    await scene.live()
    await scene.tab.setVisible('tab-1', false, 1)
    scene.port.clear()
    scene.book('delta', 2, [['64000', '7']], [], { whole: [[['64000', '7']], [['64000.1', '2']]] })
    scene.push('private', 'user.order', 'delta', 1, [writeOrderRow(order(), 'newed')])
    await settle()
    expect(scene.port.events('book')).toEqual([])
    expect(scene.port.last('orders').orders).toHaveLength(1)
    await scene.tab.setVisible('tab-1', true, 2)
    await settle()
    expect(scene.port.last('book').book.bids[1]).toBe(7_000)
  })

  test('a hidden one is not woken for ages and counts, and is told a change of state at once', async () => {
    const scene = new Scene()
    await scene.live()
    // The spot pairs have come.
    await scene.world.clock.advance(1_000)
    const hidden = await scene.join('tab-2', false)
    hidden.port.clear()
    scene.port.clear()
    for (let second = 1; second <= 3; second++) {
      scene.push('public', 'public.symbol.notify', 'delta', second + 1, { symbol: '', version: 'v1' })
      scene.heartbeat(second)
      await scene.world.clock.advance(1_000)
    }
    expect(scene.port.events('status').length).toBeGreaterThanOrEqual(3)
    expect(hidden.port.batches).toEqual([])
    await hidden.tab.setVisible('tab-2', true, 2)
    await settle()
    expect(hidden.port.last('status').status.state).toBe('live')
    await hidden.tab.setVisible('tab-2', false, 1)
    hidden.port.clear()
    scene.publicSocket.drop()
    await settle()
    expect(hidden.port.last('status').status.state).toBe('connecting')
  })

  test('one that dies without a word is noticed by its lock; its port and streams are released (H5)', async () => {
    const scene = new Scene()
    await scene.live()
    const second = await scene.join('tab-2')
    await second.tab.watch('tab-2', [TRADES])
    expect(scene.hub.tabs).toBe(2)
    scene.world.locks.free('lock-tab-2')
    await settle()
    expect(scene.hub.tabs).toBe(1)
    expect(second.port.isClosed).toBe(true)
    scene.heartbeat(1)
    await scene.world.clock.advance(1_500)
    scene.heartbeat(2)
    await scene.world.clock.advance(1_000)
    expect(scene.publicSocket.asked('unsubscribe')).toEqual([TRADES_TOPIC])
  })

  test('500 that come and go leave nothing behind', async () => {
    const scene = new Scene()
    await scene.live()
    for (let i = 0; i < 500; i++) {
      const { tab, port } = await scene.join(`guest-${i}`)
      await tab.watch(`guest-${i}`, [BOOK])
      if (i % 2 === 0) await tab.goodbye(`guest-${i}`)
      else scene.world.locks.free(`lock-guest-${i}`)
      expect(port.isClosed).toBe(true)
    }
    expect(scene.hub.tabs).toBe(1)
  })

  test('one tab draws a book in several ways at once', async () => {
    const scene = new Scene()
    await scene.live()
    await scene.tab.watch('tab-1', [{ ...BOOK, rows: 5, group: 1, others: [{ rows: 1, group: 10 }] }])
    scene.book(
      'snapshot',
      2,
      [
        ['64000', '1'],
        ['63999.5', '1'],
      ],
      [['64000.1', '2']],
    )
    await settle()
    const books = scene.port.events('book').map(({ book }) => [book.group, ...book.bids])
    // As it is: two levels a side. By ten ticks: 64000 alone, the second row is cut.
    expect(books.slice(-2)).toEqual([
      [1, 640_000, 1_000, 639_995, 1_000],
      [10, 640_000, 1_000],
    ])
  })

  test('each draws the book its own way', async () => {
    const scene = new Scene()
    await scene.live()
    const second = await scene.join('tab-2')
    await second.tab.watch('tab-2', [{ ...BOOK, rows: 1, group: 10 }])
    scene.book(
      'snapshot',
      2,
      [
        ['64000', '1'],
        ['63999.5', '1'],
      ],
      [['64000.1', '2']],
    )
    await settle()
    expect(scene.port.last('book').book).toMatchObject({ group: 1 })
    expect(scene.port.last('book').book.bids).toHaveLength(4)
    // Ten ticks are 1 USDT: bids fall to 64000 and 63999, asks rise to 64001.
    expect(second.port.last('book').book).toMatchObject({ group: 10 })
    expect([...second.port.last('book').book.bids]).toEqual([640_000, 1_000])
    expect([...second.port.last('book').book.asks]).toEqual([640_010, 2_000])
  })

  test('of another protocol are turned away (I6)', async () => {
    const scene = new Scene()
    const hello = { tabId: 'old', protocol: 0, build: 'old', lockName: 'lock-old', visible: true, view: 0 }
    expect(await scene.tab.hello(hello, scene.port)).toMatchObject({ ok: false, reason: 'protocol' })
    expect(scene.hub.tabs).toBe(0)
  })

  test('a second one is told everything that is known, and opens no second socket', async () => {
    const scene = new Scene()
    await scene.live()
    scene.push('private', 'user.order', 'delta', 1, [writeOrderRow(order(), 'newed')])
    await settle()
    const { port } = await scene.join('tab-2')
    expect(port.last('orders')).toMatchObject({ isSnapshot: true, orders: [{ id: 'o-1' }] })
    expect(port.last('session').session?.account).toBe('acc-1')
    expect(port.last('instruments').confirmed).toBe(true)
    expect(scene.world.transport.sockets).toHaveLength(2)
  })
})
