import { expect } from 'vitest'
import {
  answers,
  both,
  chooses,
  limits,
  narrows,
  ofNothing,
  only,
  pages,
  refused,
  shown,
  type Asked,
  type Call,
  type Proof,
} from './proofs'
import { rowsOf, type Row } from './world'

const LINEAR = { category: 'linear' } as const
const BTC = { category: 'linear', symbol: 'BTCUSDT' } as const
const HOUR_MS = 3_600_000

/** The category that a name is of, as v5 sorts this exchange's contracts. */
const categoryOf = (row: Row): string => (/USD(?:[HMUZ]\d+)?$/.test(String(row['symbol'])) ? 'inverse' : 'linear')
/** A name that is not of the category is refused: the answer is never another product's. */
const ofCategory = (says: string, told: (one: Row) => unknown): Proof =>
  shown(says, async ({ world, path }) => {
    for (const [category, symbol] of [
      ['linear', 'BTCUSDT'],
      ['inverse', 'BTCUSD'],
    ] as const) {
      const answer = await world.get(path, { ...EXTRA, category, symbol })
      expect(answer).toMatchObject({ retCode: 0 })
      expect(told(answer.result)).toBe(symbol)
      const other = category === 'linear' ? 'inverse' : 'linear'
      expect(await world.get(path, { ...EXTRA, category: other, symbol })).toMatchObject({
        retCode: 10001,
        retExtInfo: { field: 'symbol' },
      })
    }
  })
/** What some calls need besides; the others do not know it. */
const EXTRA = { interval: 60, intervalTime: '5min', period: '5min' } as const
const ofSymbol = (of: (one: Row) => unknown): Proof =>
  answers('names the contract', (answer) => of(answer.result), { BTCUSDT: 'BTCUSDT', ETHUSDT: 'ETHUSDT' })

/** Of a list that reaches back for years: the first rows are those of the whole, as far as the bound. */
const beginsAt = (timeOf: (row: Row) => unknown): Proof =>
  shown('begins the list', async ({ world, path, base, name }) => {
    const rows = rowsOf(await world.get(path, { ...base, limit: 10 }))
    for (const at of [2, 5])
      expect(rowsOf(await world.get(path, { ...base, [name]: String(timeOf(rows[at]!)) }))).toEqual(
        rows.slice(0, at + 1),
      )
  })
const endsAt = (timeOf: (row: Row) => unknown): Proof =>
  shown('ends the list', async ({ world, path, base, name }) => {
    const rows = rowsOf(await world.get(path, { ...base, limit: 10 }))
    for (const at of [2, 5])
      expect(rowsOf(await world.get(path, { ...base, [name]: String(timeOf(rows[at]!)), limit: 3 }))).toEqual(
        rows.slice(at, at + 3),
      )
  })
const readsOn = shown('reads on', async ({ world, path, base }) => {
  const rows = rowsOf(await world.get(path, { ...base, limit: 4 }))
  const first = await world.get(path, { ...base, limit: 2 })
  const cursor = String(first.result['nextPageCursor'])
  expect([...rowsOf(first), ...rowsOf(await world.get(path, { ...base, limit: 2, cursor }))]).toEqual(rows)
})

const startOf = (row: Row): unknown => row[0 as never]
const CANDLES: Call['parameters'] = {
  category: ofCategory('is the contract’s', (result) => result['symbol']),
  symbol: ofSymbol((result) => result['symbol']),
  interval: shown('is the time between two candles', async ({ world, path, base }) => {
    for (const [interval, apartMs] of [
      ['1', 60_000],
      ['60', HOUR_MS],
      ['D', 24 * HOUR_MS],
    ] as const) {
      const rows = rowsOf(await world.get(path, { ...base, interval, limit: 3 }))
      expect(Number(startOf(rows[0]!)) - Number(startOf(rows[1]!))).toBe(apartMs)
    }
    expect(await world.get(path, { ...base, interval: '7' })).toMatchObject({ retExtInfo: { field: 'interval' } })
  }),
  start: beginsAt(startOf),
  end: endsAt(startOf),
  limit: limits(1000, [2, 5]),
}

const candles = (doc: string): Call => ({ doc, with: { ...BTC, interval: '60' }, parameters: CANDLES })

/** Levels a side, of the book as it stands. */
const LEVELS = (most: number): Proof =>
  both(
    limits(most, [1, 5]),
    shown('of both sides', async ({ world, path, base }: Asked) => {
      const { result } = await world.get(path, { ...base, limit: 3 })
      expect([(result['b'] as unknown[]).length, (result['a'] as unknown[]).length]).toEqual([3, 3])
    }),
  )

const spread = (doc: string, more: Call['parameters'] = {}): Call => ({
  doc: `spread/${doc}`,
  parameters: { symbol: ofNothing('SOLUSDT_SOL/USDT', 'S'.repeat(41)), ...more },
})
const NOTHING_LIMIT = ofNothing(1, 0, 100_000)
/** The place of no row. */
const NO_CURSOR = shown('is refused where it is none', async ({ world, path, base }: Asked) => {
  expect(await world.get(path, { ...base, cursor: 'nothing' })).toMatchObject({
    retCode: 10001,
    retExtInfo: { field: 'cursor' },
  })
})
const NOTHING_TEXT = (max: number): Proof => ofNothing('BTC', 'X'.repeat(max + 1))

/** This world lists no spread (`spreads.test.ts` does): whatever is asked, the symbol is what is wrong. */
const NO_CALL = shown('is of a call that is refused', async ({ world, path }) => {
  for (const query of [{}, { symbol: 'SOLUSDT_SOL/USDT', limit: 1 }])
    expect(await world.get(path, query)).toMatchObject({ retCode: 10001, retExtInfo: { field: 'symbol' } })
})

const NO_SPREAD = shown('is of a spread', async ({ world, path }) => {
  const query = { symbol: 'SOLUSDT_SOL/USDT', side: 1, orderPrice: '1' }
  expect(await world.get(path, query)).toMatchObject({ retCode: 10001, retExtInfo: { field: 'symbol' } })
})

/** Public calls, with the parameters that their pages name. */
export const MARKET_TABLE: Readonly<Record<string, Call>> = {
  'GET /v5/market/time': { doc: 'market/time', parameters: {} },
  'GET /v5/market/kline': candles('market/kline'),
  'GET /v5/market/mark-price-kline': candles('market/mark-kline'),
  'GET /v5/market/index-price-kline': candles('market/index-kline'),
  'GET /v5/market/premium-index-price-kline': candles('market/premium-index-kline'),
  'GET /v5/market/instruments-info': {
    doc: 'market/instrument',
    with: { ...LINEAR, limit: 1000 },
    parameters: {
      category: chooses(categoryOf, 'linear', 'inverse'),
      symbol: narrows('symbol', 'BTCUSDT', 'ETHPERP'),
      symbolType: shown('is each row’s own, and none has it here', async ({ world, path, base }) => {
        expect(await world.all(path, { ...base, symbolType: 'innovation' })).toEqual([])
      }),
      status: shown('chooses contracts that trade, or not yet', async ({ world, path, base }) => {
        for (const status of ['Trading', 'PreLaunch']) {
          const rows = await world.all(path, { ...base, status })
          expect(rows.length, status).toBeGreaterThan(0)
          expect(new Set(rows.map((row) => row['status']))).toEqual(new Set([status]))
        }
        expect(await world.get(path, { ...base, status: 'Open' })).toMatchObject({ retExtInfo: { field: 'status' } })
      }),
      baseCoin: narrows('baseCoin', 'BTC', 'ETH'),
      limit: limits(1000),
      cursor: pages(),
    },
  },
  'GET /v5/market/orderbook': {
    doc: 'market/orderbook',
    with: BTC,
    parameters: {
      category: ofCategory('is the contract’s', (result) => result['s']),
      symbol: ofSymbol((result) => result['s']),
      limit: LEVELS(1000),
    },
  },
  'GET /v5/market/rpi_orderbook': {
    doc: 'market/rpi-orderbook',
    with: BTC,
    parameters: {
      category: ofCategory('is the contract’s', (result) => result['s']),
      symbol: ofSymbol((result) => result['s']),
      limit: LEVELS(50),
    },
  },
  'GET /v5/market/price-limit': {
    doc: 'market/order-price-limit',
    with: BTC,
    parameters: {
      category: ofCategory('is the contract’s', (result) => result['symbol']),
      symbol: ofSymbol((result) => result['symbol']),
    },
  },
  'GET /v5/market/tickers': {
    doc: 'market/tickers',
    with: LINEAR,
    parameters: {
      category: chooses(categoryOf, 'linear', 'inverse'),
      symbol: narrows('symbol', 'BTCUSDT', 'ETHPERP'),
      baseCoin: narrows(({ symbol }) => /^[A-Z]+?(?=USDT|PERP|-)/.exec(String(symbol))?.[0], 'BTC', 'ETH'),
      expDate: shown('chooses dated contracts by the day of their names', async ({ world, path, base }) => {
        const whole = await world.all(path, base)
        const days = new Set(whole.flatMap(({ symbol }) => /-(\d{2}[A-Z]{3}\d{2})$/.exec(String(symbol))?.[1] ?? []))
        expect(days.size).toBeGreaterThan(1)
        for (const expDate of [...days].slice(0, 2))
          expect(await world.all(path, { ...base, expDate })).toEqual(
            whole.filter(({ symbol }) => String(symbol).endsWith(`-${expDate}`)),
          )
      }),
    },
  },
  'GET /v5/market/funding/history': {
    doc: 'market/history-fund-rate',
    with: BTC,
    parameters: {
      category: shown('is the contract’s', async ({ world, path }) => {
        expect(rowsOf(await world.get(path, { category: 'inverse', symbol: 'BTCUSD' }))[0]).toMatchObject({
          symbol: 'BTCUSD',
        })
        expect(await world.get(path, { category: 'inverse', symbol: 'BTCUSDT' })).toMatchObject({ retCode: 10001 })
      }),
      symbol: chooses('symbol', 'BTCUSDT', 'ETHUSDT'),
      startTime: beginsAt(({ fundingRateTimestamp }) => fundingRateTimestamp),
      endTime: endsAt(({ fundingRateTimestamp }) => fundingRateTimestamp),
      limit: limits(200),
    },
  },
  'GET /v5/market/recent-trade': {
    doc: 'market/recent-trade',
    with: BTC,
    parameters: {
      category: shown('is the contract’s', async ({ world, path }) => {
        expect(rowsOf(await world.get(path, { category: 'inverse', symbol: 'BTCUSD' }))[0]).toMatchObject({
          symbol: 'BTCUSD',
        })
        expect(await world.get(path, { category: 'inverse', symbol: 'BTCUSDT' })).toMatchObject({ retCode: 10001 })
      }),
      symbol: chooses('symbol', 'BTCUSDT', 'ETHUSDT'),
      baseCoin: refused('BTC'),
      optionType: refused('Call', 'Put'),
      limit: limits(1000),
    },
  },
  'GET /v5/market/open-interest': {
    doc: 'market/open-interest',
    with: { ...BTC, intervalTime: '5min' },
    parameters: {
      category: ofCategory('is the contract’s', (result) => result['symbol']),
      symbol: ofSymbol((result) => result['symbol']),
      intervalTime: shown('is the time between two rows', async ({ world, path, base }) => {
        for (const [intervalTime, stepMs] of [
          ['5min', 300_000],
          ['1h', HOUR_MS],
        ] as const)
          for (const row of rowsOf(await world.get(path, { ...base, intervalTime })))
            expect(Number(row['timestamp']) % stepMs).toBe(0)
        expect(await world.get(path, { ...base, intervalTime: '2h' })).toMatchObject({
          retExtInfo: { field: 'intervalTime' },
        })
      }),
      startTime: beginsAt(({ timestamp }) => timestamp),
      endTime: endsAt(({ timestamp }) => timestamp),
      limit: limits(200),
      cursor: readsOn,
    },
  },
  'GET /v5/market/insurance': {
    doc: 'market/insurance',
    parameters: { coin: narrows('coin', 'USDT', 'BTC') },
  },
  'GET /v5/market/risk-limit': {
    doc: 'market/risk-limit',
    with: LINEAR,
    parameters: {
      category: chooses(categoryOf, 'linear', 'inverse'),
      symbol: narrows('symbol', 'BTCUSDT', 'ETHUSDT'),
      cursor: refused('anything'),
    },
    ours: { baseCoin: 'as its neighbours have it' },
  },
  'GET /v5/market/delivery-price': {
    doc: 'market/delivery-price',
    with: LINEAR,
    parameters: {
      category: shown('chooses the rows', async ({ world, path }) => {
        const rows = await world.all(path, { category: 'linear' })
        expect(rows.length).toBeGreaterThan(0)
        expect(await world.all(path, { category: 'inverse' })).not.toEqual(rows)
        expect(await world.all(path, { category: 'option' })).toEqual([])
      }),
      symbol: shown('narrows the list', async ({ world, path, base }) => {
        const whole = await world.all(path, base)
        for (const row of [whole[0]!, whole.at(-1)!])
          expect(await world.all(path, { ...base, symbol: String(row['symbol']) })).toEqual([row])
      }),
      baseCoin: narrows(({ symbol }) => String(symbol).slice(0, 3), 'BTC', 'ETH'),
      settleCoin: narrows(({ symbol }) => (String(symbol).includes('USDT') ? 'USDT' : 'USDC'), 'USDT', 'USDC'),
      limit: limits(200),
      cursor: pages(),
    },
  },
  'GET /v5/market/account-ratio': {
    doc: 'market/long-short-ratio',
    with: { ...BTC, period: '5min' },
    parameters: {
      category: shown('is the contract’s', async ({ world, path, base }) => {
        expect(await world.get(path, { ...base, category: 'inverse' })).toMatchObject({
          retCode: 10001,
          retExtInfo: { field: 'symbol' },
        })
      }),
      symbol: shown('chooses the rows', async ({ world, path, base }) => {
        for (const symbol of ['ETHUSDT', 'BTCUSDT'])
          for (const row of rowsOf(await world.get(path, { ...base, symbol }))) expect(row['symbol']).toBe(symbol)
      }),
      period: shown('is the step that a row is of', async ({ world, path, base }) => {
        for (const [period, stepMs] of [
          ['5min', 300_000],
          ['1h', HOUR_MS],
        ] as const)
          for (const row of rowsOf(await world.get(path, { ...base, period })))
            expect(Number(row['timestamp']) % stepMs).toBe(0)
        expect(await world.get(path, { ...base, period: '2h' })).toMatchObject({ retExtInfo: { field: 'period' } })
      }),
      startTime: beginsAt(({ timestamp }) => timestamp),
      endTime: endsAt(({ timestamp }) => timestamp),
      limit: limits(500),
      cursor: readsOn,
    },
  },
  'GET /v5/market/index-price-components': {
    doc: 'market/index-components',
    parameters: {
      indexName: answers('names the index', ({ result }) => result['indexName'], {
        BTCUSDT: 'BTCUSDT',
        ETHUSDT: 'ETHUSDT',
      }),
    },
  },
  'GET /v5/market/adlAlert': {
    doc: 'market/adl-alert',
    parameters: { symbol: narrows('symbol', 'BTCUSDT', 'ETHUSD') },
  },
  'GET /v5/market/fee-group-info': {
    doc: 'market/fee-group-info',
    parameters: { productType: ofNothing('derivatives', 'futures'), groupId: ofNothing(1, 0, 'all') },
  },
  'GET /v5/spread/instrument': spread('market/instrument', {
    baseCoin: NOTHING_TEXT(20),
    limit: NOTHING_LIMIT,
    cursor: NO_CURSOR,
  }),
  'GET /v5/spread/tickers': spread('market/tickers'),
  'GET /v5/spread/recent-trade': spread('market/recent-trade', { limit: NOTHING_LIMIT }),
  'GET /v5/spread/orderbook': {
    doc: 'spread/market/orderbook',
    parameters: { symbol: NO_CALL, limit: NO_CALL },
  },
  'GET /v5/spread/max-qty': {
    doc: 'spread/trade/max-qty',
    parameters: { symbol: NO_SPREAD, side: NO_SPREAD, orderPrice: NO_SPREAD },
  },
  'GET /v5/system/status': {
    doc: 'system-status',
    parameters: { id: NOTHING_TEXT(64), state: ofNothing('ongoing', 'now') },
  },
  'GET /v5/market/historical-volatility': {
    doc: 'market/iv',
    with: { category: 'option' },
    parameters: {
      category: ofNothing('option', 'linear', 'spot'),
      baseCoin: NOTHING_TEXT(20),
      quoteCoin: NOTHING_TEXT(20),
      period: ofNothing(7, 8, 'week'),
      startTime: ofNothing(0, -1, 'then'),
      endTime: ofNothing(0, -1, 'then'),
    },
  },
}

export const NOTHING = { cursor: NO_CURSOR, limit: NOTHING_LIMIT, text: NOTHING_TEXT, spread, only }
