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
  shown,
  since,
  until,
  type Asked,
  type Call,
  type Proof,
} from './proofs'
import { NOTHING } from './market'
import { rowsOf, type Row } from './world'

const LINEAR = { category: 'linear' } as const
const baseOf = ({ symbol }: Row): string => String(symbol).slice(0, 3)
const settleOf = ({ symbol }: Row): string => (String(symbol).includes('USDT') ? 'USDT' : 'USDC')
const categoryOf = ({ symbol }: Row): string => (/USD(?:[HMUZ]\d+)?$/.test(String(symbol)) ? 'inverse' : 'linear')

/** The order of a row, and another one: each id finds its own. */
function finds(field: 'orderId' | 'orderLinkId'): Proof {
  return shown('finds what is of the order, and nothing of another', async ({ world, path, base, name }) => {
    const whole = (await world.all(path, base)).filter((row) => row[field] !== '')
    for (const row of [whole[0]!, whole.at(-1)!]) {
      const found = await world.all(path, { ...base, [name]: String(row[field]) })
      expect(found).toEqual(whole.filter((one) => one[field] === row[field]))
    }
    expect(await world.all(path, { ...base, [name]: 'nobody' })).toEqual([])
  })
}

const isWaiting = (row: Row): boolean => row['orderStatus'] === 'Untriggered'
const hadTrigger = (row: Row): boolean => row['stopOrderType'] !== ''
const isGuard = (row: Row): boolean => hadTrigger(row) && row['stopOrderType'] !== 'Stop'

function kinds(hasTrigger: (row: Row) => boolean): Proof {
  return shown('tells orders of the book from those with a trigger', async (asked) => {
    const whole = await asked.world.all(asked.path, asked.base)
    const of = (orderFilter: string) => asked.world.all(asked.path, { ...asked.base, orderFilter })
    const book = whole.filter((row) => !hasTrigger(row))
    const stops = whole.filter(hasTrigger)
    expect([book.length > 0, stops.length > 0]).toEqual([true, true])
    expect(await of('Order')).toEqual(book)
    expect(await of('StopOrder')).toEqual(stops)
    expect(await of('tpslOrder')).toEqual(stops.filter(isGuard))
    const { world, path, base } = asked
    expect(await world.get(path, { ...base, orderFilter: 'TpSlOrder' })).toMatchObject({
      retCode: 10001,
      retExtInfo: { field: 'orderFilter' },
    })
  })
}

/** How an order ended: each word finds its own, words of open orders none. */
const byStatus = shown('finds the orders that ended this way', async ({ world, path, base }: Asked) => {
  const whole = await world.all(path, base)
  for (const orderStatus of ['Filled', 'Cancelled', 'Deactivated']) {
    const found = await world.all(path, { ...base, orderStatus })
    expect(found.length, orderStatus).toBeGreaterThan(0)
    expect(found).toEqual(whole.filter((row) => row['orderStatus'] === orderStatus))
    // Narrowed before pages are cut: each but the last is full.
    expect(rowsOf(await world.get(path, { ...base, orderStatus, limit: 1 }))).toEqual([found[0]])
  }
  for (const orderStatus of ['New', 'PartiallyFilled', 'Untriggered', 'Created', 'Rejected'])
    expect(await world.all(path, { ...base, orderStatus })).toEqual([])
  expect(await world.get(path, { ...base, orderStatus: 'Closed' })).toMatchObject({
    retCode: 10001,
    retExtInfo: { field: 'orderStatus' },
  })
})

/** 0 what is open, 1 and 2 what is over, newest first and to the last page; by an id either. */
const openOnly = shown('chooses between open orders and the last ones that are over', async (asked: Asked) => {
  const { world, path, base } = asked
  const open = await world.all(path, { ...base, openOnly: 0 })
  expect(open).toEqual(await world.all(path, base))
  const isOver = (row: Row) => ['Filled', 'Cancelled', 'Deactivated'].includes(String(row['orderStatus']))
  expect(open.some(isOver)).toBe(false)
  const ended = (await world.all('/v5/order/history', base)).slice(0, 500)
  for (const word of [1, 2]) {
    expect(await world.all(path, { ...base, openOnly: word, limit: 3 })).toEqual(ended)
    expect(ended.length).toBeGreaterThan(6)
    for (const { orderId } of [open[0]!, ended[0]!])
      expect(await world.all(path, { ...base, openOnly: word, orderId: String(orderId) })).toHaveLength(1)
  }
  for (const word of [3, 'yes'])
    expect(await world.get(path, { ...base, openOnly: word })).toMatchObject({ retExtInfo: { field: 'openOnly' } })
})

/** Cursors of open orders, and of those that are over, each page's own. */
const foreignCursor = shown('refuses what is no cursor', async ({ world, path, base }: Asked) => {
  for (const more of [{}, { openOnly: 1 }])
    expect(await world.get(path, { ...base, ...more, cursor: 'x' })).toMatchObject({ retExtInfo: { field: 'cursor' } })
})

const RECORDS = (time: string): Call['parameters'] => ({
  category: chooses(categoryOf, 'linear', 'inverse'),
  symbol: narrows('symbol', 'BTCUSDT', 'ETHUSDT'),
  baseCoin: narrows(baseOf, 'BTC', 'ETH'),
  startTime: since(time),
  endTime: until(time),
  limit: limits(100),
  cursor: pages(),
})

const coinsOf = (answer: { readonly result: Row }): unknown =>
  (answer.result['list'] as { coin: Row[] }[])[0]!.coin.map((one) => one['coin'])

const empty = (doc: string, parameters: Call['parameters']): Call => ({
  doc,
  parameters: {
    startTime: ofNothing(0, -1, 'then'),
    endTime: ofNothing(0, -1, 'then'),
    limit: NOTHING.limit,
    cursor: NOTHING.cursor,
    ...parameters,
  },
})
const IDS = { orderId: NOTHING.text(64), orderLinkId: NOTHING.text(64) } as const
const PAST = {
  startTime: ofNothing(0, -1, 'then'),
  endTime: ofNothing(0, -1, 'then'),
  limit: NOTHING.limit,
  cursor: NOTHING.cursor,
} as const

/** Private reads, with the parameters that their pages name. */
export const LIST_TABLE: Readonly<Record<string, Call>> = {
  'GET /v5/order/realtime': {
    doc: 'order/open-order',
    with: LINEAR,
    parameters: {
      category: chooses('category', 'linear', 'inverse'),
      symbol: narrows('symbol', 'BTCUSDT', 'ETHUSDT'),
      baseCoin: narrows(baseOf, 'BTC', 'ETH'),
      settleCoin: narrows(settleOf, 'USDT', 'USDC'),
      orderId: finds('orderId'),
      orderLinkId: shown('finds an order, open or over', async ({ world, path, base }) => {
        for (const symbol of ['BTCUSDT', 'ETHUSDT'])
          expect(await world.all(path, { ...base, orderLinkId: `gone-${symbol}` })).toMatchObject([{ symbol }])
        expect(await world.all(path, { ...base, orderLinkId: 'gone-BTCUSD' })).toEqual([])
      }),
      openOnly,
      orderFilter: kinds(isWaiting),
      limit: limits(500),
      cursor: both(pages(), foreignCursor),
    },
    ours: { orderStatus: 'a field of the published library’s type, and of no page: ignored' },
  },
  'GET /v5/order/history': {
    doc: 'order/order-list',
    with: { ...LINEAR, limit: 100 },
    parameters: {
      ...RECORDS('updatedTime'),
      settleCoin: narrows(settleOf, 'USDT', 'USDC'),
      orderId: finds('orderId'),
      orderLinkId: finds('orderLinkId'),
      orderFilter: kinds(hadTrigger),
      orderStatus: byStatus,
    },
  },
  'GET /v5/execution/list': {
    doc: 'order/execution',
    with: { ...LINEAR, limit: 100 },
    parameters: {
      ...RECORDS('execTime'),
      settleCoin: narrows(settleOf, 'USDT', 'USDC'),
      orderId: finds('orderId'),
      orderLinkId: shown('finds what is of the order', async ({ world, path, base }) => {
        const caller = await world.fresh()
        for (const orderLinkId of ['one', 'two']) {
          const order = {
            category: 'linear',
            symbol: 'SOLUSDT',
            side: 'Buy',
            orderType: 'Market',
            qty: '1',
            orderLinkId,
          }
          const { orderId } = await world.done(caller, '/v5/order/create', order)
          const found = await world.all(path, { ...base, orderLinkId }, caller)
          expect(found.length).toBeGreaterThan(0)
          for (const row of found) expect(row).toMatchObject({ orderId, orderLinkId })
        }
      }),
      execType: both(
        narrows('execType', 'Trade', 'Funding', 'Settle', 'Delivery'),
        shown('knows v5’s words', async ({ world, path, base }) => {
          expect(await world.all(path, { ...base, execType: 'BlockTrade' })).toEqual([])
          expect(await world.get(path, { ...base, execType: 'trade' })).toMatchObject({
            retExtInfo: { field: 'execType' },
          })
        }),
      ),
    },
  },
  'GET /v5/position/list': {
    doc: 'position',
    with: LINEAR,
    parameters: {
      category: chooses(categoryOf, 'linear', 'inverse'),
      symbol: narrows('symbol', 'BTCUSDT', 'ETHUSDT'),
      baseCoin: narrows(baseOf, 'BTC', 'ETH'),
      settleCoin: narrows(settleOf, 'USDT', 'USDC'),
      limit: limits(200),
      cursor: pages(),
    },
  },
  'GET /v5/position/closed-pnl': {
    doc: 'position/close-pnl',
    with: { ...LINEAR, limit: 100 },
    parameters: RECORDS('updatedTime'),
    ours: { baseCoin: 'as its neighbours have it' },
  },
  'GET /v5/position/symbol-info': {
    doc: 'position/symbol-info',
    with: LINEAR,
    parameters: {
      category: chooses(categoryOf, 'linear', 'inverse'),
      symbol: narrows('symbol', 'BTCUSDT', 'ETHUSDT'),
    },
    ours: { limit: 'rows a page', cursor: 'the page before' },
  },
  'GET /v5/position/move-history': empty('position/move-position-history', {
    category: ofNothing('linear', 'futures'),
    symbol: NOTHING.text(40),
    status: ofNothing('Filled', 'filled'),
    blockTradeId: NOTHING.text(64),
  }),
  'GET /v5/account/wallet-balance': {
    doc: 'account/wallet-balance',
    parameters: {
      accountType: only(['UNIFIED'], 'CONTRACT', 'SPOT', 'FUND'),
      coin: answers('chooses the coins', coinsOf, { USDT: ['USDT'], 'BTC,ETH': ['BTC', 'ETH'], DOGE: [] }),
    },
  },
  'GET /v5/account/info': { doc: 'account/account-info', parameters: {} },
  'GET /v5/account/fee-rate': {
    doc: 'account/fee-rate',
    with: LINEAR,
    parameters: {
      category: chooses(categoryOf, 'linear', 'inverse'),
      symbol: narrows('symbol', 'BTCUSDT', 'ETHUSDT'),
      baseCoin: narrows('baseCoin', 'BTC', 'ETH'),
    },
  },
  'GET /v5/account/transaction-log': {
    doc: 'account/transaction-log',
    with: { limit: 50 },
    parameters: {
      accountType: only(['UNIFIED'], 'CONTRACT', 'SPOT'),
      category: narrows('category', 'linear', 'inverse'),
      currency: narrows('currency', 'USDT', 'BTC'),
      baseCoin: narrows((row) => (row['symbol'] === '' ? '' : baseOf(row)), 'BTC', 'ETH'),
      type: narrows('type', 'TRADE', 'SETTLEMENT', 'DELIVERY', 'TRANSFER_IN'),
      transSubType: both(
        ofNothing('movePosition', 'anything'),
        shown('is empty in each row', async ({ world, path, base }) => {
          for (const row of await world.all(path, base)) expect(row['transSubType']).toBe('')
        }),
      ),
      startTime: since('transactionTime'),
      endTime: until('transactionTime'),
      limit: limits(50),
      cursor: pages(),
    },
    ours: { symbol: 'rows of one contract' },
  },
  'GET /v5/account/borrow-history': empty('account/borrow-history', { currency: NOTHING.text(20) }),
  'GET /v5/account/withdrawal': {
    doc: 'account/unified-trans-amnt',
    parameters: {
      coinName: answers('names the coins', ({ result }) => Object.keys(result['availableWithdrawalMap'] as Row), {
        USDT: ['USDT'],
        'BTC,ETH': ['BTC', 'ETH'],
      }),
    },
  },
  'GET /v5/account/instruments-info': {
    doc: 'account/instrument',
    with: LINEAR,
    parameters: {
      category: chooses(categoryOf, 'linear', 'inverse'),
      symbol: narrows('symbol', 'BTCUSDT', 'ETHUSDT'),
      symbolType: shown('is each row’s own, and none has it here', async ({ world, path, base }) => {
        expect(await world.all(path, { ...base, symbolType: 'innovation' })).toEqual([])
      }),
      limit: limits(200),
      cursor: pages(),
    },
  },
  'GET /v5/account/query-dcp-info': { doc: 'account/dcp-info', parameters: {} },
  'GET /v5/account/smp-group': { doc: 'account/smp-group', parameters: {} },
  'GET /v5/account/user-setting-config': { doc: 'account/get-user-setting-config', parameters: {} },
  'GET /v5/spread/order/realtime': NOTHING.spread('trade/open-order', {
    baseCoin: NOTHING.text(20),
    ...IDS,
    limit: NOTHING.limit,
    cursor: NOTHING.cursor,
  }),
  'GET /v5/spread/order/history': NOTHING.spread('trade/order-history', {
    baseCoin: NOTHING.text(20),
    ...IDS,
    ...PAST,
  }),
  'GET /v5/spread/execution/list': NOTHING.spread('trade/trade-history', { ...IDS, ...PAST }),
}
