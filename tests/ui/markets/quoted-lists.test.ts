import { computed, signal } from '@preact/signals-react'
import { describe, expect, test, vi } from 'vitest'
import type { InstrumentSymbol } from '../../../src/domain/order/order'
import { findQuoted, QuotedLists, RULES_MS } from '../../../src/ui/markets/quoted-lists'
import { KeptAnswers } from '../../../src/workers/venue/sandbox/kept-answers'
import type { PageGet } from '../../../src/workers/venue/sandbox/page-reads'
import type { FeedState } from '../../../src/workers/hub-events'

const answer = (list: readonly object[], nextPageCursor = ''): object => ({
  retCode: 0,
  retMsg: 'OK',
  result: { list, nextPageCursor },
  retExtInfo: {},
  time: 1,
})

const option = (symbol: string): object => ({ symbol, deliveryTime: '1774598400000', priceFilter: { tickSize: '5' } })
const CALL = 'BTC-27MAR26-70000-C-USDT'
const PUT = 'BTC-27MAR26-70000-P-USDT'
/** As published for an option that nobody has traded. */
const QUOTE = { symbol: CALL, lastPrice: '0', markPrice: '786.06', bid1Price: '780', ask1Price: '0', volume24h: '0' }

/** What a browser keeps of answers, as its cache storage does. */
class FakeCache implements Pick<Cache, 'match' | 'put'> {
  readonly #kept = new Map<string, Response>()

  async match(url: RequestInfo | URL): Promise<Response | undefined> {
    return this.#kept.get(String(url))?.clone()
  }

  async put(url: RequestInfo | URL, response: Response): Promise<void> {
    this.#kept.set(String(url), response)
  }
}

interface Browser {
  readonly cache?: FakeCache
  readonly isReplay?: boolean
  readonly state?: FeedState
}

function listsOver(
  answers: Readonly<Record<string, () => object>>,
  { cache = new FakeCache(), isReplay = false, state = 'live' }: Browser = {},
) {
  const asked: string[] = []
  const get: PageGet = async (url) => {
    asked.push(url)
    const found = answers[url]
    if (found === undefined) throw new TypeError('no network')
    return { json: async () => found() }
  }
  let nowMs = 1_000
  const publicState = signal<FeedState>(state)
  const app = {
    apiOrigin: 'https://api.example',
    clock: { nowMs: () => nowMs },
    connection: { isReplay: signal(isReplay), publicState, isMarketLive: computed(() => publicState.value === 'live') },
  } as unknown as ConstructorParameters<typeof QuotedLists>[0]
  const kept = new KeptAnswers({ get, nowMs: () => nowMs, cache: async () => cache })
  return { lists: new QuotedLists(app, kept), asked, cache, publicState, setNow: (ms: number) => (nowMs = ms) }
}

const rulesOf = (coin: string) =>
  `https://api.example/v5/market/instruments-info?category=option&baseCoin=${coin}&limit=1000`
const tickersOf = (coin: string) => `https://api.example/v5/market/tickers?category=option&baseCoin=${coin}`
const RULES = rulesOf('BTC')
const TICKERS = tickersOf('BTC')
/** Coins without an option. */
const OTHERS = Object.fromEntries(
  ['ETH', 'SOL'].flatMap((coin) => [rulesOf(coin), tickersOf(coin)].map((url) => [url, () => answer([])])),
)

describe('options and spreads as lists', () => {
  test('rules of all pages are joined with the prices of now, and a row without a price has none', async () => {
    const { lists, asked } = listsOver({
      ...OTHERS,
      [RULES]: () => answer([option(CALL), { symbol: 'broken' }], 'next&1'),
      [`${RULES}&cursor=next%261`]: () => answer([option(PUT)]),
      [TICKERS]: () => answer([QUOTE]),
    })
    await lists.load('options')
    const { rows, asOfMs, hasFailed } = lists.of('options').peek()
    expect({ asOfMs, hasFailed }).toEqual({ asOfMs: 1_000, hasFailed: false })
    expect(rows).toEqual([
      {
        symbol: CALL,
        tickSize: '5',
        deliveryMs: 1_774_598_400_000,
        lastPrice: null,
        markPrice: '786.06',
        bid1Price: '780',
        ask1Price: null,
        volume24h: '0',
      },
      expect.objectContaining({ symbol: PUT, lastPrice: null, markPrice: null }),
    ])
    expect(asked).toHaveLength(7)
  })

  test('a spread may cost nothing or less, and need not end', async () => {
    const spread = 'BTCUSDT_BTC/USDT'
    const { lists } = listsOver({
      'https://api.example/v5/spread/instrument?limit=500': () =>
        answer([{ symbol: spread, tickSize: '0.01', deliveryTime: '0' }]),
      'https://api.example/v5/spread/tickers': () =>
        answer([{ symbol: spread, lastPrice: '0', bidPrice: '-0.5', askPrice: '0', volume24h: '2' }]),
    })
    await lists.load('spreads')
    expect(lists.of('spreads').peek().rows).toEqual([
      expect.objectContaining({ deliveryMs: null, lastPrice: '0', bid1Price: '-0.5', ask1Price: '0', markPrice: null }),
    ])
  })

  test('what came stays with its age when the next answer does not come', async () => {
    const answers: Record<string, () => object> = {
      ...OTHERS,
      [RULES]: () => answer([option(CALL)]),
      [TICKERS]: () => answer([]),
    }
    const { lists, setNow } = listsOver(answers)
    await lists.load('options')
    setNow(9_000)
    answers[TICKERS] = () => ({ retCode: 10_016, retMsg: 'busy', result: {}, retExtInfo: {}, time: 1 })
    await lists.load('options')
    expect(lists.of('options').peek()).toMatchObject({ asOfMs: 1_000, hasFailed: true, rows: [{ symbol: CALL }] })
  })

  test('rules are read again after a minute, prices each time', async () => {
    const { lists, asked, setNow } = listsOver({
      ...OTHERS,
      [RULES]: () => answer([option(CALL)]),
      [TICKERS]: () => answer([]),
    })
    await lists.load('options')
    setNow(1_000 + RULES_MS - 1)
    await lists.load('options')
    expect(asked.filter((url) => url === RULES)).toHaveLength(1)
    setNow(1_000 + RULES_MS)
    await lists.load('options')
    expect(asked.filter((url) => url === RULES)).toHaveLength(2)
    expect(asked.filter((url) => url === TICKERS)).toHaveLength(3)
  })

  test('two that ask at once share an answer, and a recording asks nobody', async () => {
    const answers = { ...OTHERS, [RULES]: () => answer([]), [TICKERS]: () => answer([]) }
    const live = listsOver(answers)
    await Promise.all([live.lists.load('options'), live.lists.load('options')])
    live.lists.loadOnce('options')
    expect(live.asked).toHaveLength(6)
    const replay = listsOver(answers, { isReplay: true })
    await replay.lists.load('options')
    expect(replay.asked).toEqual([])
  })

  test('without the exchange a new page has the list of an earlier one with its age, and asks once it is there', async () => {
    const answers = { ...OTHERS, [RULES]: () => answer([option(CALL)]), [TICKERS]: () => answer([QUOTE]) }
    const before = listsOver(answers)
    await before.lists.load('options')
    const later = listsOver(answers, { cache: before.cache, state: 'connecting' })
    later.setNow(61_000)
    const loaded = later.lists.load('options')
    await vi.waitFor(() => expect(later.lists.of('options').peek().rows).toHaveLength(1))
    expect(later.lists.of('options').peek()).toMatchObject({
      rows: [{ symbol: CALL, markPrice: '786.06' }],
      asOfMs: 1_000,
      hasFailed: false,
    })
    later.publicState.value = 'offline'
    await vi.waitFor(() => expect(later.lists.of('options').peek()).toMatchObject({ asOfMs: 1_000, hasFailed: true }))
    expect(later.asked).toEqual([])
    later.publicState.value = 'live'
    await loaded
    expect(later.lists.of('options').peek()).toMatchObject({ asOfMs: 61_000, hasFailed: false })
  })

  test('what was kept in part, or is no answer, is not shown as a list', async () => {
    const cache = new FakeCache()
    await cache.put(RULES, Response.json(answer([option(CALL)]), { headers: { 'x-as-of': '1000' } }))
    for (const url of Object.keys(OTHERS)) await cache.put(url, Response.json({ retCode: 0 }))
    const { lists } = listsOver({}, { cache, state: 'offline' })
    void lists.load('options')
    await vi.waitFor(() => expect(lists.of('options').peek().hasFailed).toBe(true))
    expect(lists.of('options').peek()).toEqual({ rows: [], asOfMs: null, hasFailed: true })
  })

  test('names are found by any part, in either case, with spaces for the signs', () => {
    const rows = [CALL, PUT].map((symbol) => ({ symbol: symbol as InstrumentSymbol })) as unknown as Parameters<
      typeof findQuoted
    >[0]
    expect(findQuoted(rows, ' btc 27mar26 ')).toHaveLength(2)
    expect(findQuoted(rows, '70000-p')).toEqual([rows[1]])
    expect(findQuoted(rows, 'eth')).toEqual([])
  })
})
