import { describe, expect, test } from 'vitest'
import { SPOT_GROUPS } from '../../../exchange/listings/spot-pairs'
import type { Money, Price, Qty } from '../../../src/domain/decimal'
import type { SpotPair } from '../../../src/domain/instrument/spot-pair'
import {
  SPOT_LIST_ALL_PATH,
  SPOT_LIST_V2_PATH,
  SPOT_LIST_V3_PATH,
  writeQuoteTokenGroup,
} from '../../../src/wire/rest/spot-lists'
import { CREATE_ORDER_PATH } from '../../../src/wire/rest/create-order'
import type { Watch } from '../../../src/workers/hub-api'
import type { OrderIntent } from '../../../src/workers/presses'
import { isSavedPairs } from '../../../src/workers/hub/store/stored-rows'
import { FakeHubStore, never, RawAnswer, settle } from '../fakes'
import { ACCOUNT, Scene } from '../scene'

const USDT = SPOT_GROUPS.find(({ coin }) => coin === 'USDT')!
const [BTC, ETH, SOL] = ['BTC', 'ETH', 'SOL'].map((coin) => USDT.pairs.find(({ baseCoin }) => baseCoin === coin)!)

/** A list of these pairs, quoted in USDT. */
function groupsOf(...pairs: readonly SpotPair[]): readonly object[] {
  return [writeQuoteTokenGroup({ ...USDT, pairs, volumes: pairs.map(() => USDT.volumes[0]!) })]
}

const all = (...pairs: readonly SpotPair[]) => ({ quoteTokenSymbols: groupsOf(...pairs), lastModifiedTime: '1' })
const v3 = (...pairs: readonly SpotPair[]) => ({ quoteTokenResult: groupsOf(...pairs), version: 'v1' })
const v2 = (...pairs: readonly SpotPair[]) => ({ quoteTokenResult: groupsOf(...pairs) })

const failing = (): RawAnswer => RawAnswer.status(503)

/** A hub whose spot lists answer so; then it loads them. */
async function load(
  answers: { readonly all: unknown; readonly v3: unknown; readonly v2?: unknown },
  store = new FakeHubStore(),
) {
  const scene = new Scene({ store })
  Object.assign(scene.exchange.spot, { v2: failing(), ...answers })
  await scene.hello()
  // A second after the contracts; the jitter of the retry is half way between 2 and 4 s.
  await scene.world.clock.advance(6_000)
  const { pairs, status, asOfMs } = scene.port.last('spotPairs')
  return {
    scene,
    symbols: pairs.map(({ symbol }) => symbol),
    pairs,
    status,
    asOfMs,
    codes: scene.world.traces.flatMap((line) => /\b(115115\d\d) /.exec(line)?.[1] ?? []),
    asked: [SPOT_LIST_ALL_PATH, SPOT_LIST_V3_PATH, SPOT_LIST_V2_PATH].map((path) => scene.world.transport.count(path)),
  }
}

describe('the spot sequence (spec §4): combined and v3, merged; v2; the stored copy; the built-in list', () => {
  test('both come: one list, the newer form’s rules where both have a pair, and nothing is logged', async () => {
    const changed = { ...ETH!, minNotional: '7' as Money }
    const { symbols, pairs, status, asOfMs, codes, asked, scene } = await load({
      all: all(BTC!, ETH!),
      v3: v3(changed, SOL!),
    })
    expect(symbols).toEqual(['BTC/USDT', 'ETH/USDT', 'SOL/USDT'])
    expect(pairs[1]!.minNotional).toBe('7')
    expect({ status, codes, asked }).toEqual({ status: 'resolved', codes: [], asked: [1, 1, 0] })
    expect(asOfMs).not.toBeNull()
    expect(scene.world.store.pairs).toMatchObject({ pairs: { length: 3 } })
  })

  test.each([
    ['11511506', { all: failing(), v3: v3(BTC!) }],
    ['11511505', { all: all(BTC!), v3: failing() }],
    ['11511505', { all: all(BTC!), v3: { quoteTokenResult: 'none', version: 'v1' } }],
  ])('one of the two fails (%s): the other one is the list, and v2 is not asked', async (code, answers) => {
    const { symbols, status, codes, asked } = await load(answers)
    expect({ symbols, status, codes, asked }).toEqual({
      symbols: ['BTC/USDT'],
      status: 'resolved',
      codes: [code],
      asked: [1, 1, 0],
    })
  })

  test('both fail twice: v2', async () => {
    const { symbols, status, codes, asked } = await load({ all: failing(), v3: failing(), v2: v2(ETH!) })
    expect({ symbols, status, asked }).toEqual({ symbols: ['ETH/USDT'], status: 'resolved', asked: [2, 2, 1] })
    expect(codes).toEqual(['11511506', '11511505', '11511501', '11511507'])
  })

  test('all three fail: the stored copy with its age; a cache hit counts as resolved', async () => {
    const store = new FakeHubStore()
    store.pairs = { pairs: [SOL!], asOfMs: 1_600_000_000_000 }
    const { symbols, status, asOfMs, codes } = await load({ all: failing(), v3: failing() }, store)
    expect({ symbols, status, asOfMs }).toEqual({
      symbols: ['SOL/USDT'],
      status: 'resolved',
      asOfMs: 1_600_000_000_000,
    })
    expect(codes.slice(3)).toEqual(['11511507', '11511508', '11511502'])
  })

  test('nothing stored: the built-in list, BTCUSDT and ETHUSDT; rejected', async () => {
    const { symbols, status, asOfMs, codes } = await load({ all: failing(), v3: failing() })
    expect({ symbols, status, asOfMs }).toEqual({ symbols: ['BTC/USDT', 'ETH/USDT'], status: 'rejected', asOfMs: null })
    expect(codes.slice(4)).toEqual(['11511508', '11511503'])
  })

  test('what is stored cannot be read, and the file of the built-in list does not come: no pairs, and both are said', async () => {
    const store = new FakeHubStore()
    store.pairs = 'unreadable'
    const scene = new Scene({ store, builtInLists: () => Promise.reject(new TypeError('offline')) })
    Object.assign(scene.exchange.spot, { all: failing(), v3: failing(), v2: failing() })
    await scene.hello()
    await scene.world.clock.advance(6_000)
    expect(scene.port.last('spotPairs')).toMatchObject({ pairs: [], status: 'rejected' })
    for (const code of ['11511509', '11511511'])
      expect(scene.world.traces.filter((line) => line.includes(code))).toHaveLength(1)
  })

  test('two pairs with one name without the stroke: the second is left out', async () => {
    const twin = { ...BTC!, baseCoin: 'BTCUS', quoteCoin: 'DT', symbol: 'BTCUS/DT' as SpotPair['symbol'] }
    const group = { ...USDT, coin: 'DT', pairs: [twin], volumes: [USDT.volumes[0]!] }
    const both = { quoteTokenResult: [...groupsOf(BTC!), writeQuoteTokenGroup(group)], version: 'v1' }
    const { symbols, codes } = await load({ all: all(BTC!), v3: both })
    expect(symbols).toEqual(['BTC/USDT'])
    expect(codes).toEqual(['11511504'])
  })

  test('a list that the disk does not take is in force all the same', async () => {
    const store = new FakeHubStore()
    store.refusesLists = true
    const { status, codes } = await load({ all: all(BTC!), v3: v3(BTC!) }, store)
    expect({ status, codes }).toEqual({ status: 'resolved', codes: ['11511510'] })
  })

  test('a row that cannot be read is left out, and the fault says which', async () => {
    const [group] = groupsOf(BTC!, ETH!) as readonly { readonly quoteTokenSymbols: readonly object[] }[]
    const torn = group!.quoteTokenSymbols.map((row, at) => (at === 0 ? { ...row, minPricePrecision: '0' } : row))
    const list = { quoteTokenResult: [{ ...group, quoteTokenSymbols: torn }], version: 'v1' }
    const { symbols, scene } = await load({ all: failing(), v3: list })
    expect(symbols).toEqual(['ETH/USDT'])
    expect(scene.world.traces.filter((line) => line.includes('USDT[0] "BTCUSDT"'))).toHaveLength(1)
  })

  test('whoever asks while a load is under way waits for that one', async () => {
    const scene = new Scene()
    scene.world.transport.on(SPOT_LIST_V3_PATH, never)
    await scene.hello()
    await scene.world.clock.advance(1_000)
    // The public channel comes, and wants the list as well.
    await scene.openPublic()
    await scene.world.clock.advance(2_000)
    expect(scene.world.transport.count(SPOT_LIST_V3_PATH)).toBe(1)
    expect(scene.port.last('spotPairs').status).toBe('pending')
  })

  test('after a fallback the list is asked for again once the exchange is back', async () => {
    const { scene } = await load({ all: failing(), v3: failing() })
    Object.assign(scene.exchange.spot, { all: all(BTC!, ETH!, SOL!), v3: v3(BTC!) })
    await scene.openPublic()
    await scene.world.clock.advance(2_000)
    expect(scene.port.last('spotPairs')).toMatchObject({ status: 'resolved', pairs: { length: 3 } })
  })
})

describe('rules of pairs in force (I17)', () => {
  const NOTIFY = 'public.symbol.notify'

  test('a pair’s rules are confirmed while the version of the third list is the one that the exchange names', async () => {
    const scene = new Scene()
    Object.assign(scene.exchange.spot, { all: all(BTC!, ETH!), v3: v3(BTC!) })
    await scene.hello()
    await scene.world.clock.advance(1_000)
    expect(scene.port.last('spotPairs')).toMatchObject({ pairs: { length: 2 }, confirmed: false })
    await scene.openPublic()
    // This venue named no version of pairs.
    expect(scene.port.last('spotPairs').confirmed).toBe(false)
    scene.push('public', NOTIFY, 'delta', 2, {
      symbol: '',
      version: 'v1',
      lists: { spot: { symbol: '', version: 'v1' } },
    })
    await settle()
    expect(scene.port.last('spotPairs').confirmed).toBe(true)
    scene.publicSocket.drop()
    await settle()
    expect(scene.port.last('spotPairs').confirmed).toBe(false)
  })

  test('another version in force than the list’s: the list is asked for again, until it is that one', async () => {
    const scene = new Scene()
    Object.assign(scene.exchange.spot, { all: all(BTC!), v3: v3(BTC!) })
    await scene.hello()
    await scene.world.clock.advance(1_000)
    await scene.openPublic()
    scene.push('public', NOTIFY, 'delta', 2, {
      symbol: '',
      version: 'v1',
      lists: { spot: { symbol: '', version: 'v2' } },
    })
    // The retry's jitter is half way between 2 and 4 s; the channel is alive meanwhile.
    const wait = async (counter: number): Promise<void> => {
      await scene.world.clock.advance(3_000)
      scene.publicSocket.json({ op: 'heartbeat', counter, ts: scene.world.clock.now() })
    }
    await wait(1)
    expect(scene.world.transport.count(SPOT_LIST_V3_PATH)).toBe(2)
    expect(scene.port.last('spotPairs').confirmed).toBe(false)
    const changed = { ...BTC!, minNotional: '7' as Money }
    Object.assign(scene.exchange.spot, { v3: { ...v3(changed), version: 'v2' } })
    await wait(2)
    expect(scene.port.last('spotPairs')).toMatchObject({ confirmed: true, pairs: [{ minNotional: '7' }] })
    await wait(3)
    expect(scene.world.transport.count(SPOT_LIST_V3_PATH)).toBe(3)
  })

  test('an order of a pair leaves by confirmed rules alone; one that only the combined list has is not confirmed', async () => {
    const scene = new Scene()
    Object.assign(scene.exchange.spot, { all: all(BTC!, ETH!), v3: v3(BTC!) })
    scene.world.transport.on(CREATE_ORDER_PATH, () => ({ orderId: 'o-1', orderLinkId: 'a', price: '60000' }))
    await scene.live()
    await scene.world.clock.advance(1_000)
    const press = (id: string, { symbol }: SpotPair): OrderIntent => ({
      id: id as OrderIntent['id'],
      account: ACCOUNT,
      pressedAtMs: scene.world.clock.now(),
      order: {
        symbol,
        side: 'buy',
        type: 'limit',
        price: '60000' as Price,
        qty: '0.01' as Qty,
        timeInForce: 'goodTillCancel',
        reduceOnly: false,
        closeOnTrigger: false,
        positionIdx: 0,
      },
    })
    const refused = { kind: 'refused', rejection: { reason: 'rulesUnconfirmed' } }
    expect(await scene.tab.placeOrder(press('a', BTC!))).toMatchObject(refused)
    scene.push('public', NOTIFY, 'delta', 2, {
      symbol: '',
      version: 'v1',
      lists: { spot: { symbol: '', version: 'v1' } },
    })
    await settle()
    expect(await scene.tab.placeOrder(press('b', BTC!))).toMatchObject({ kind: 'accepted' })
    expect(await scene.tab.placeOrder(press('c', ETH!))).toMatchObject(refused)
  })
})

describe('a page that shows a pair', () => {
  const PAIR_BOOK: Watch = {
    topic: { kind: 'book', symbol: 'BTC/USDT' as SpotPair['symbol'], depth: 50 },
    rows: 10,
    group: 1,
  }
  const asked = (scene: Scene): boolean =>
    scene.publicSocket.sent.some(({ args }) => args?.includes('orderBook_50.H.BTC/USDT') === true)

  test('does not wait for the pairs’ turn, and its book is asked for as soon as the tick is known', async () => {
    const scene = new Scene()
    Object.assign(scene.exchange.spot, { all: all(BTC!), v3: v3(BTC!) })
    await scene.hello('tab-1', true, [PAIR_BOOK])
    await scene.openPublic()
    expect(scene.port.last('spotPairs').pairs).toHaveLength(1)
    expect(asked(scene)).toBe(true)
    // A pair has no position whose leverage could be asked for.
    expect(
      scene.world.transport.requests.filter(({ path, query }) => path === '/v5/position/list' && query.has('symbol')),
    ).toEqual([])
  })

  test('has the copy on disk to show where the exchange does not answer', async () => {
    const store = new FakeHubStore()
    store.pairs = { pairs: [BTC!], asOfMs: 1_600_000_000_000 }
    const scene = new Scene({ store })
    for (const path of [SPOT_LIST_ALL_PATH, SPOT_LIST_V3_PATH]) scene.world.transport.on(path, never)
    await scene.hello('tab-1', true, [PAIR_BOOK])
    expect(scene.port.last('spotPairs')).toMatchObject({
      pairs: [{ symbol: 'BTC/USDT' }],
      status: 'resolved',
      confirmed: false,
      asOfMs: 1_600_000_000_000,
    })
  })
})

describe('a stored copy of the pairs', () => {
  test('is read where each row is a pair whose symbol is its coins', () => {
    expect(isSavedPairs({ pairs: [BTC, ETH], asOfMs: 1 })).toBe(true)
    expect(isSavedPairs({ pairs: [], asOfMs: 1 })).toBe(true)
    expect(isSavedPairs({ pairs: [{ ...BTC, symbol: 'ETH/USDT' }], asOfMs: 1 })).toBe(false)
    expect(isSavedPairs({ pairs: [{ ...BTC, baseCoin: 'ВТС', symbol: 'ВТС/USDT' }], asOfMs: 1 })).toBe(false)
    expect(isSavedPairs({ pairs: [{ ...BTC, kind: 'linearPerpetual' }], asOfMs: 1 })).toBe(false)
    expect(isSavedPairs({ pairs: [BTC] })).toBe(false)
    expect(isSavedPairs(null)).toBe(false)
  })
})
