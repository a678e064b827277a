import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { isOption } from '../../../../src/domain/instrument/option'
import type { Caller } from '../lib/client'
import { Program } from '../lib/program'
import { RealGateway } from '../lib/real-gateway'
import { Signer } from '../lib/signer'

/* What v5's topics say of a contract and an option that ended: to who follows them, and to who asks then. */

type Json = Record<string, unknown>

const HOUR_MS = 3_600_000

let world: RealGateway
let caller: Caller
const programs: Program[] = []
beforeAll(async () => {
  world = await RealGateway.open({ markets: 'all', families: ['option'], control: true })
  caller = await world.caller()
}, 60_000)
afterAll(async () => {
  for (const { socket } of programs) socket.terminate()
  await world.close()
})

async function open(road: string): Promise<Program> {
  const program = await Program.open(caller.base, road)
  programs.push(program)
  return program
}

async function follow(category: string, topics: readonly string[]): Promise<Program> {
  const program = await open(`public/${category}`)
  await program.ask({ op: 'subscribe', args: topics })
  for (const topic of topics) await program.until((frame) => frame['topic'] === topic)
  return program
}

const of = (program: Program, topic: string): readonly Json[] =>
  program.frames.filter((frame) => frame['topic'] === topic)

/** The call at the money of the coin that expires first. */
function firstCall(coin: string): string {
  const { venue } = world.journal
  const index = Number(venue.ticker(`${coin}USDT`)!.indexPrice)
  const [option] = venue
    .instruments()
    .filter((one) => isOption(one))
    .filter(
      (one) => one.kind === 'usdtOption' && one.baseCoin === coin && one.isCall && venue.ticker(one.symbol) !== null,
    )
    .toSorted(
      (a, b) =>
        a.delivery.timeMs - b.delivery.timeMs ||
        Math.abs(Number(a.strike) - index) - Math.abs(Number(b.strike) - index),
    )
  return option!.symbol
}

it('greeks says once, with zeros, that the last option on a coin is gone: closed, or delivered', async () => {
  const signer = await Signer.of(caller, () => world.journal.now())
  const program = await open('private')
  const expires = world.journal.now() + 30_000
  const signature = createHmac('sha256', signer.apiSecret).update(`GET/realtime${expires}`).digest('hex')
  await program.ask({ op: 'auth', args: [signer.apiKey, expires, signature] })
  await program.ask({ op: 'subscribe', args: ['greeks'] })
  const told = () => of(program, 'greeks').map(({ data }) => data as readonly Json[])
  let id = 0
  const trade = async (symbol: string, side: string, reduceOnly = false): Promise<void> => {
    const order = { category: 'option', symbol, side, orderType: 'Market', qty: '0.5', reduceOnly }
    expect(await caller.post('/v5/order/create', { ...order, orderLinkId: `greeks-${++id}` })).toMatchObject({
      retCode: 0,
    })
  }
  const [btc, eth] = [firstCall('BTC'), firstCall('ETH')]
  await trade(btc, 'Buy')
  await trade(eth, 'Buy')
  await expect
    .poll(() =>
      told()
        .at(-1)
        ?.map((row) => row['baseCoin']),
    )
    .toEqual(['BTC', 'ETH'])
  const gone = (baseCoin: string) => ({
    baseCoin,
    totalDelta: '0',
    totalGamma: '0',
    totalVega: '0',
    totalTheta: '0',
  })
  await trade(eth, 'Sell', true)
  await expect
    .poll(() =>
      told()
        .at(-1)
        ?.find((row) => row['baseCoin'] === 'ETH'),
    )
    .toEqual(gone('ETH'))
  await trade(btc, 'Sell', true)
  // The coin that was gone before is not told again.
  await expect.poll(() => told().at(-1)).toEqual([gone('BTC')])
  expect((await caller.get('/v5/asset/coin-greeks')).result['list']).toEqual([])
  await trade(btc, 'Buy')
  await expect
    .poll(() => told().at(-1))
    .toMatchObject([{ baseCoin: 'BTC', totalDelta: expect.not.stringMatching(/^0$/) }])
  // From 08:00 past its expiry at 08:00 of the next day.
  await world.advance(24 * HOUR_MS)
  await expect.poll(() => told().at(-1)).toEqual([gone('BTC')])
}, 60_000)

it('tickers and priceLimit say that a contract or an option has ended, to who follows them and to who comes then', async () => {
  const { list } = (await caller.get('/v5/market/instruments-info?category=linear&limit=1000')).result
  const dated = (list as readonly Record<string, string>[]).find(
    ({ contractType, baseCoin, status }) =>
      contractType === 'LinearFutures' && baseCoin === 'BTC' && status === 'Trading',
  )!['symbol']!
  const option = firstCall('ETH')
  const markets = [
    ['linear', dated],
    ['option', option],
  ] as const
  const topicsOf = (symbol: string) => [`tickers.${symbol}`, `priceLimit.${symbol}`]
  const check = async (program: Program, symbol: string): Promise<void> => {
    const [ticker, band] = topicsOf(symbol)
    await expect.poll(() => of(program, ticker!).at(-1)!['data']).toEqual({ symbol })
    expect(of(program, ticker!).at(-1)).toMatchObject({ type: 'snapshot' })
    await expect.poll(() => of(program, band!).at(-1)!['data']).toEqual({ symbol, buyLmt: '', sellLmt: '' })
  }
  const earlier = await Promise.all(markets.map(([category, symbol]) => follow(category, topicsOf(symbol))))
  for (const [at, [, symbol]] of markets.entries()) {
    expect(Object.keys(of(earlier[at]!, `tickers.${symbol}`)[0]!['data'] as Json).length).toBeGreaterThan(10)
    expect(of(earlier[at]!, `priceLimit.${symbol}`)[0]!['data']).toMatchObject({ buyLmt: expect.stringMatching(/\d/) })
  }
  expect((await caller.raw('POST', '/control/expire', { symbol: dated })).status).toBe(200)
  await world.advance(24 * HOUR_MS)
  for (const [at, [category, symbol]] of markets.entries()) {
    await check(earlier[at]!, symbol)
    await check(await follow(category, topicsOf(symbol)), symbol)
  }
}, 60_000)

it('the leverage of a contract that ended is not set, and a press of before gets its first answer', async () => {
  const { list } = (await caller.get('/v5/market/instruments-info?category=linear&limit=1000')).result
  const symbol = (list as readonly Record<string, string>[]).find(
    ({ contractType, baseCoin, status }) =>
      contractType === 'LinearFutures' && baseCoin === 'ETH' && status === 'Trading',
  )!['symbol']!
  const set = (leverage: string, tag: string) =>
    caller.post(
      '/v5/position/set-leverage',
      { category: 'linear', symbol, buyLeverage: leverage, sellLeverage: leverage },
      { 'client-tag': tag },
    )
  expect(await set('7', 'while-it-traded')).toMatchObject({ retCode: 0 })
  expect((await caller.raw('POST', '/control/expire', { symbol })).status).toBe(200)
  expect(await set('8', 'after-its-end')).toMatchObject({ retCode: 110074, retExtInfo: { field: 'symbol' } })
  expect(await set('7', 'while-it-traded')).toMatchObject({ retCode: 0 })
})
