import { afterAll, beforeAll, expect, it } from 'vitest'
import { Exact, toText } from '../../../../src/domain/decimal'
import type { Caller } from '../lib/client'
import { RealGateway } from '../lib/real-gateway'

type Row = Readonly<Record<string, string>>

/** 2^52 units of 1e-8. */
const BOUND = '45035996.27370496'
let world: RealGateway
let caller: Caller
let account: string

beforeAll(async () => {
  world = await RealGateway.open()
  caller = await world.caller()
  account = ((await caller.get('/sandbox/accounts')).result['list'] as readonly Row[])[0]!['account']!
  // 100,000 USDT are there from the start: 44,935,990 more make 45,035,990.
  for (let i = 0; i < 44; i++) await faucet('1000000')
  await faucet('935990')
}, 60_000)
afterAll(() => world.close())

/** Past the gateway, whose faucet needs a rest after some presses. */
async function faucet(amount: string): Promise<void> {
  const sender = { account, connId: 'test', term: 0, clientTag: '' }
  await world.journal.submit({ type: 'faucet', account, coin: 'USDT', amount }, sender)
}

async function coin(): Promise<Row> {
  const { result } = await caller.get('/v5/account/wallet-balance?coin=USDT')
  return (result['list'] as readonly { readonly coin: readonly Row[] }[])[0]!.coin[0]!
}

async function trade(side: string, reduceOnly = false): Promise<void> {
  const order = { category: 'linear', symbol: 'BTCUSDT', side, orderType: 'Market', qty: '1', reduceOnly }
  expect(await caller.post('/v5/order/create', order)).toMatchObject({ retCode: 0 })
}

it('refuses what would fill the wallet past its bound, and names field, bound and room', async () => {
  expect(await caller.post('/sandbox/faucet', { coin: 'USDT', amount: '6.27370497' })).toMatchObject({
    retCode: 10001,
    // 45,035,996.27370496 − 45,035,990.
    retExtInfo: { field: 'amount', limit: BOUND, max: '6.27370496' },
  })
})

it('keeps a gain past 2^52 units in wallet, equity, free balance and log', async () => {
  await trade('Buy')
  const price = (await caller.get('/v5/market/tickers?category=linear&symbol=BTCUSDT')).result['list'] as readonly Row[]
  const raised = toText(new Exact(price[0]!['lastPrice']!).times('1.02').toDecimalPlaces(1))
  await caller.raw('POST', '/control/price', { symbol: 'BTCUSDT', index: raised, last: raised })
  await world.tick(20)
  const open = await coin()
  expect(open['equity']).toBe(toText(new Exact(open['walletBalance']!).plus(open['unrealisedPnl']!)))
  await trade('Sell', true)
  const closed = await coin()
  expect(new Exact(closed['walletBalance']!).gt(BOUND)).toBe(true)
  expect(closed['equity']).toBe(closed['walletBalance'])
  // The log starts with the first deposit: its changes add up to the wallet, each row's balance to the one before.
  let sum = new Exact(0)
  let cursor = ''
  const log: Row[] = []
  do {
    const path = `/v5/account/transaction-log?currency=USDT&limit=50${cursor === '' ? '' : `&cursor=${cursor}`}`
    const { result } = await caller.get(path)
    log.push(...(result['list'] as readonly Row[]))
    cursor = result['nextPageCursor'] as string
  } while (cursor !== '')
  for (const row of log.toReversed()) {
    sum = sum.plus(row['change']!)
    expect(row['cashBalance']).toBe(toText(sum))
  }
  expect(closed['walletBalance']).toBe(toText(sum))
})

it('is the same after a restart', async () => {
  const before = await coin()
  await world.restart()
  expect((await coin())['walletBalance']).toBe(before['walletBalance'])
})
