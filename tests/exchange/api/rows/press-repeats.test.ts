import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isOption } from '../../../../src/domain/instrument/option'
import type { Caller } from '../lib/client'
import { RealGateway } from '../lib/real-gateway'

const NATIVE = '/contract/v5/order/create'
const V5 = '/v5/order/create'
const BATCH = '/v5/order/create-batch'
const TWAP = '/contract/v5/twap/create'
const CLOSE_ALL = '/fapi/beehive/private/v1/common/order/close-all'
const COPY_CREATE = '/fapi/beehive/private/v1/common/order/create'
const ALERT = '/contract/v5/price-alert/create'
const OTHER_ORDER = { retCode: 110072 }

let world: RealGateway
let caller: Caller
let copier: Caller
let copyAccount: string
/** The market moves by its ticks alone. */
beforeAll(async () => {
  world = await RealGateway.open({ markets: 'all', families: ['spot', 'option', 'spread'], stepMs: 0 })
  caller = await world.caller()
  copier = await world.caller()
  copyAccount = await copier.signIn({ account: 'copy' })
}, 60_000)
afterAll(() => world.close())

type Body = Readonly<Record<string, unknown>>
interface Press {
  readonly path: string
  readonly body: Body
  readonly id: string
  readonly by: Caller
}

let presses = 0
/** A call with an id that none had before. */
const pressOf = (path: string, body: Body, by = caller): Press => ({ path, body, by, id: `press-${++presses}` })

const send = ({ path, body, id, by }: Press, change: Body = {}) =>
  path === BATCH
    ? by.post(path, { ...body, request: [{ ...(body['request'] as Body[])[0], ...change, orderLinkId: id }] })
    : by.post(path, { ...body, ...change }, { 'client-tag': id })

/** What is answered, without when. */
async function answerTo(press: Press): Promise<object> {
  const { retCode, retMsg, result, retExtInfo } = await send(press)
  const { list } = result as { list?: readonly Body[] }
  return {
    retCode,
    retMsg,
    retExtInfo,
    result: list?.map(({ orderId, orderLinkId }) => ({ orderId, orderLinkId })) ?? result,
  }
}

async function control(name: string, body: Body): Promise<void> {
  expect((await caller.raw('POST', `/control/${name}`, body)).status, name).toBe(200)
}

/** Moves the prices of a contract and of its pair. */
async function move(index: number): Promise<void> {
  for (const symbol of ['BTCUSDT', 'BTC/USDT']) await control('price', { symbol, index: index.toFixed(1) })
  await world.tick(30)
}

const lastOf = (symbol: string): number => Number(world.journal.venue.ticker(symbol)!.lastPrice)

describe('a press that was answered once (protocol.md, One id)', () => {
  it('of close-all is the same when the position is closed, after a restart, and when there is another position', async () => {
    const buy = (qty: string) =>
      send(pressOf(COPY_CREATE, { symbol: 'BTCUSDT', side: 'Buy', orderType: 'Market', qty }, copier))
    const tooEarly = pressOf(CLOSE_ALL, { symbol: 'BTCUSDT' }, copier)
    const refused = await answerTo(tooEarly)
    expect(refused).toMatchObject({ retCode: 110033, retExtInfo: { field: 'symbol' } })
    await buy('0.05')
    expect(await answerTo(tooEarly)).toEqual(refused)
    const press = pressOf(CLOSE_ALL, { symbol: 'BTCUSDT' }, copier)
    const first = await answerTo(press)
    expect(first).toMatchObject({ retCode: 0 })
    expect(await answerTo(press)).toEqual(first)
    await world.restart()
    expect(await answerTo(press)).toEqual(first)
    await buy('0.07')
    expect(await answerTo(press)).toEqual(first)
    expect(await answerTo(tooEarly)).toEqual(refused)
    expect(await send(press, { symbol: 'ETHUSDT' })).toMatchObject(OTHER_ORDER)
    expect(await send(tooEarly, { symbol: 'ETHUSDT' })).toMatchObject(OTHER_ORDER)
    expect(world.journal.venue.positions(copyAccount, 'BTCUSDT')).toMatchObject([{ size: '0.07' }])
    const told = await copier.get(`/contract/v5/private/first-answer?clientTag=${tooEarly.id}`)
    expect(told.result['list']).toEqual([
      { retCode: 110033, retMsg: 'no position to close', extMap: { field: 'symbol' } },
    ])
  })

  it('of a pair’s trigger is the same when the price has passed it', async () => {
    const last = lastOf('BTC/USDT')
    const trigger = { category: 'spot', symbol: 'BTCUSDT', side: 'Buy', orderType: 'Market', qty: '100' }
    const above = { ...trigger, triggerPrice: (last * 1.005).toFixed(1) }
    const stops = [
      pressOf(V5, { ...above, orderFilter: 'StopOrder' }),
      pressOf(V5, { ...above, orderFilter: 'tpslOrder' }),
      pressOf(BATCH, { category: 'spot', request: [above] }),
    ]
    const atPrice = pressOf(V5, { ...trigger, triggerPrice: String(last) })
    const first = await Promise.all(stops.map(answerTo))
    expect(first.map((one) => JSON.stringify(one)).filter((one) => one.includes('"orderId":""'))).toEqual([])
    const refused = await answerTo(atPrice)
    expect(refused).toMatchObject({ retCode: 10001, retExtInfo: { field: 'triggerPrice' } })
    await move(last * 1.03)
    expect(await Promise.all(stops.map(answerTo))).toEqual(first)
    expect(await answerTo(atPrice)).toEqual(refused)
    await world.restart()
    expect(await Promise.all(stops.map(answerTo))).toEqual(first)
    expect(await answerTo(atPrice)).toEqual(refused)
    expect(await send(stops[0]!, { triggerPrice: (last * 1.05).toFixed(1) })).toMatchObject(OTHER_ORDER)
    // Said, it is not what was understood: the trigger waited for a rise.
    expect(await send(stops[0]!, { triggerDirection: 2 })).toMatchObject(OTHER_ORDER)
    expect(await send(stops[0]!, { triggerDirection: 1 })).toMatchObject({ retCode: 0 })
  })

  it('of a chase is the same when the price step has become another', async () => {
    const chase = { strategyType: 'ChaseLimit', symbol: 'SOLUSDT', side: 'Buy', qty: '1' }
    const { tickSize } = world.journal.venue.instruments().find(({ symbol }) => symbol === 'SOLUSDT')!
    const taken = pressOf(TWAP, { ...chase, maxChaseDistance: (Number(tickSize) * 803).toFixed(4) })
    const fine = pressOf(TWAP, { ...chase, maxChaseDistance: (Number(tickSize) / 2).toFixed(5) })
    const first = await answerTo(taken)
    expect(first).toMatchObject({ retCode: 0 })
    const refused = await answerTo(fine)
    expect(refused).toMatchObject({ retCode: 10001, retExtInfo: { field: 'maxChaseDistance', step: tickSize } })
    // The id is that of this press: no order has it.
    const order = { symbol: 'SOLUSDT', side: 'Buy', orderType: 'Market', qty: '1' }
    expect(await caller.post(NATIVE, order, { 'client-tag': fine.id })).toMatchObject(OTHER_ORDER)
    await control('tick-size', { symbol: 'SOLUSDT', value: (Number(tickSize) * 5).toFixed(3) })
    await world.tick(3)
    expect(await answerTo(taken)).toEqual(first)
    expect(await answerTo(fine)).toEqual(refused)
    await world.restart()
    expect(await answerTo(taken)).toEqual(first)
    expect(await answerTo(fine)).toEqual(refused)
    expect(await send(taken, { maxChaseDistance: '1' })).toMatchObject(OTHER_ORDER)
  })

  it('is not refused by the compliance wall, and one that the wall refused stays so', async () => {
    const limit = { symbol: 'ETHUSDT', side: 'Buy', orderType: 'Limit', qty: '0.1', price: '1500' }
    const [spread] = (await caller.get('/v5/spread/instrument')).result['list'] as { symbol: string }[]
    const calls = [
      pressOf(NATIVE, limit),
      pressOf(NATIVE, { ...limit, leverage: '7' }),
      pressOf(V5, { category: 'linear', ...limit }),
      // More than the account has.
      pressOf(V5, { category: 'spot', symbol: 'ETHUSDT', side: 'Sell', orderType: 'Market', qty: '1000' }),
      pressOf(TWAP, { strategyType: 'TWAP', symbol: 'ETHUSDT', side: 'Buy', qty: '0.6', duration: 300, interval: 5 }),
      pressOf('/v5/spread/order/create', {
        symbol: spread!.symbol,
        side: 'Buy',
        orderType: 'Limit',
        qty: '0.01',
        price: '-50',
      }),
      pressOf(BATCH, { category: 'linear', request: [limit] }),
    ]
    const first: object[] = []
    for (const one of calls) first.push(await answerTo(one))
    expect(first.map((one) => (one as { retCode: number }).retCode)).toEqual([0, 0, 0, 170131, 0, 0, 0])
    const walled = [
      pressOf(NATIVE, limit),
      pressOf(TWAP, { strategyType: 'ChaseLimit', symbol: 'ETHUSDT', side: 'Buy', qty: '0.1' }),
      pressOf('/v5/account/borrow', { coin: 'BTC', amount: '0.1' }),
    ]
    await control('flags', { compliance: true })
    for (const [at, one] of calls.entries()) expect(await answerTo(one), one.path).toEqual(first[at])
    expect(await send(calls[0]!, { qty: '0.2' })).toMatchObject(OTHER_ORDER)
    for (const one of walled) expect(await answerTo(one)).toMatchObject({ retCode: 10024 })
    await control('flags', { compliance: false })
    for (const one of walled) expect(await answerTo(one), one.path).toMatchObject({ retCode: 10024 })
    await world.restart()
    for (const one of walled) expect(await answerTo(one), one.path).toMatchObject({ retCode: 10024 })
    expect(await send(walled[0]!, { qty: '0.2' })).toMatchObject(OTHER_ORDER)
    // A wall that is gone holds back no press that is new.
    expect(await send(pressOf(NATIVE, limit))).toMatchObject({ retCode: 0 })
  })

  it('that changes a guard by its limit price alone is the same when the guard has ended with its position', async () => {
    const last = lastOf('ETHUSDT')
    const order = { symbol: 'ETHUSDT', side: 'Buy', orderType: 'Market', qty: '0.1' }
    expect(await send(pressOf(NATIVE, order))).toMatchObject({ retCode: 0 })
    const named = { category: 'linear', symbol: 'ETHUSDT', positionIdx: 0 }
    const prices = { takeProfit: (last * 1.1).toFixed(1), tpLimitPrice: (last * 1.09).toFixed(1) }
    const set = { ...named, tpslMode: 'Partial', tpOrderType: 'Limit', tpSize: '0.1', ...prices }
    expect(await send(pressOf('/v5/position/trading-stop', set))).toMatchObject({ retCode: 0 })
    const open = (await caller.get('/v5/order/realtime?category=linear&symbol=ETHUSDT')).result['list'] as Body[]
    const guard = open.find(({ stopOrderType }) => stopOrderType === 'PartialTakeProfit')!
    const change = { ...named, tpStopOrderId: guard['orderId'], tpLimitPrice: (last * 1.08).toFixed(1) }
    const changes = [
      pressOf('/v5/position/trading-stop', change),
      pressOf('/contract/v5/position/set-tp-sl-ts', { ...change, category: undefined }),
      pressOf('/contract/v5/position/set-tp-sl-ts', { ...change, category: undefined, tpOrderType: 'Limit' }),
    ]
    const first = []
    for (const one of changes) first.push(await answerTo(one))
    expect(first).toMatchObject(changes.map(() => ({ retCode: 0 })))
    expect(await send(pressOf(NATIVE, { ...order, side: 'Sell', reduceOnly: true }))).toMatchObject({ retCode: 0 })
    for (const one of changes) expect(await answerTo(one), one.path).toMatchObject({ retCode: 0 })
    await world.restart()
    for (const one of changes) expect(await answerTo(one), one.path).toMatchObject({ retCode: 0 })
    expect(await send(changes[0]!, { tpLimitPrice: (last * 1.07).toFixed(1) })).toMatchObject(OTHER_ORDER)
  })

  it('of an alert is the same alert when its contract has ended', async () => {
    const dated = world.journal.venue.instruments().find(({ symbol }) => symbol.startsWith('BTCUSDT-'))!
    const press = pressOf(ALERT, { symbol: dated.symbol, condition: 'Above', price: '900000' })
    const first = await answerTo(press)
    expect(first).toMatchObject({ retCode: 0 })
    await control('expire', { symbol: dated.symbol })
    await world.tick(3)
    expect(await answerTo(press)).toEqual(first)
    await world.restart()
    expect(await answerTo(press)).toEqual(first)
    expect(await send(pressOf(press.path, press.body))).toMatchObject({
      retCode: 10001,
      retExtInfo: { field: 'symbol' },
    })
  })

  it('of an option at a volatility is the same when the market has moved, and when the option is delivered', async () => {
    // Answers are remembered for a day, and the option ends a day after the exchange began.
    await world.advance(12 * 3_600_000)
    const index = Number(world.journal.venue.ticker('BTCUSDT')!.indexPrice)
    const [option] = world.journal.venue
      .instruments()
      .filter((one) => isOption(one))
      .filter(
        ({ kind, baseCoin, isCall, strike }) =>
          kind === 'usdtOption' && baseCoin === 'BTC' && isCall && Number(strike) < index,
      )
      .toSorted(
        (a, b) =>
          a.delivery.timeMs - b.delivery.timeMs ||
          Math.abs(Number(a.strike) - index) - Math.abs(Number(b.strike) - index),
      )
    const { symbol } = option!
    const order = { symbol, side: 'Buy', orderType: 'Limit', qty: '0.1', orderIv: '0.2' }
    const taken = [
      pressOf(V5, { category: 'option', ...order }),
      pressOf(NATIVE, order),
      pressOf(BATCH, { category: 'option', request: [order] }),
    ]
    const first = []
    for (const one of taken) first.push(await answerTo(one))
    expect(first.map((one) => (one as { retCode: number }).retCode)).toEqual([0, 0, 0])
    await move(index * 1.03)
    for (const [at, one] of taken.entries()) expect(await answerTo(one), one.path).toEqual(first[at])
    await world.restart()
    for (const [at, one] of taken.entries()) expect(await answerTo(one), one.path).toEqual(first[at])
    expect(await send(taken[0]!, { orderIv: '0.3' })).toMatchObject(OTHER_ORDER)
    expect(await send(taken[0]!, { orderIv: undefined, price: '5' })).toMatchObject(OTHER_ORDER)
    await world.advance(option!.delivery.timeMs - world.journal.now() + 60_000)
    await world.tick(3)
    expect(world.journal.venue.ticker(symbol)).toBeNull()
    for (const [at, one] of taken.entries()) expect(await answerTo(one), one.path).toEqual(first[at])
    const late = pressOf(NATIVE, order)
    const refused = await answerTo(late)
    expect(refused).toMatchObject({ retExtInfo: { field: 'orderIv' } })
    expect(await answerTo(late)).toEqual(refused)
    expect(await send(taken[1]!, { orderIv: '0.3' })).toMatchObject(OTHER_ORDER)
  })
})
