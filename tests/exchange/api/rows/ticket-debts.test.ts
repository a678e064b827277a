import { reckonsOrders } from '../../../../src/ui/trading-kit/reckons-orders'
import { signal } from '@preact/signals-react'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import {
  compare,
  Exact,
  roundToStep,
  toText,
  type Leverage,
  type Price,
  type Qty,
} from '../../../../src/domain/decimal'
import { isContract } from '../../../../src/domain/instrument/contract'
import { isOption } from '../../../../src/domain/instrument/option'
import type { NewOrder } from '../../../../src/domain/order/new-order'
import { AccountModel } from '../../../../src/ui/state/account-model'
import { OrderCheck } from '../../../../src/ui/trading-kit/ticket/order-check'
import { largestOf, ticketFigures } from '../../../../src/ui/trading-kit/ticket/ticket-figures'
import { writeCreateOrder } from '../../../../src/wire/rest/create-order'
import { ORDER_PREVIEW_PATH, parseOrderPreview } from '../../../../src/wire/rest/order-preview'
import { BTCUSDT } from '../../../ui/fixtures'
import type { Caller } from '../lib/client'
import { RealGateway } from '../lib/real-gateway'

/** The page's models beside the exchange, for an account whose coins back each other. */
let world: RealGateway
let caller: Caller
let account: AccountModel
beforeAll(async () => {
  world = await RealGateway.open({ markets: 'all', families: ['spot', 'option'] })
  caller = await world.caller()
  const { account: id } = (await caller.post('/sandbox/session')).result as { account: string }
  expect(await caller.post('/v5/spot-margin-trade/switch-mode', { spotMarginMode: '1' })).toMatchObject({ retCode: 0 })
  // Nearly all of the dollars become another coin, which counts for less: what is spent of dollars now is soon owed.
  const dollars = world.journal.venue.wallet(id)!.coins.find(({ coin }) => coin === 'USDT')!.walletBalance
  const spent = toText(new Exact(dollars).times('0.9995').toDecimalPlaces(0))
  const buy = { category: 'spot', symbol: 'SOLUSDT', side: 'Buy', orderType: 'Market', qty: spent }
  expect(await caller.post('/v5/order/create', buy)).toMatchObject({ retCode: 0 })
  account = new AccountModel()
  account.apply({ type: 'session', session: { account: id, name: 'paper', kind: 'uta2' } })
  account.apply({ type: 'wallet', wallet: world.journal.venue.wallet(id) })
}, 60_000)
afterAll(() => world.close())

/** What a ticket shows as the largest of an order, once it has asked. */
async function offered(order: NewOrder): Promise<Qty> {
  const check = new OrderCheck({
    api: {
      foretell: async (asked) => {
        const answer = await caller.post(ORDER_PREVIEW_PATH, writeCreateOrder(asked))
        return { hasError: false, value: parseOrderPreview(answer.result), asOfMs: 0, fromCache: false }
      },
    },
    order: (side) => (side === order.side ? order : null),
    least: () => null,
    isAsked: signal(!reckonsOrders(account)),
    isHidden: () => false,
  })
  const stop = check.start()
  await vi.waitFor(() => expect(check.most.value[order.side]).not.toBeNull(), 5_000)
  const most = check.most.value[order.side]!
  stop()
  return most
}

const place = async (order: NewOrder) =>
  (await caller.post('/contract/v5/order/create', { ...writeCreateOrder(order) })).retCode

const limit = (order: Pick<NewOrder, 'symbol' | 'side' | 'price' | 'qty'>): NewOrder => ({
  ...order,
  type: 'limit',
  timeInForce: 'goodTillCancel',
  reduceOnly: false,
  closeOnTrigger: false,
  positionIdx: 0,
})

it('the largest of a contract that the ticket names is taken with its debt (ADR-999), and a lot more is not', async () => {
  const { venue } = world.journal
  const instrument = venue
    .instruments()
    .filter(isContract)
    .find(({ symbol }) => symbol === BTCUSDT)!
  const { markPrice } = venue.ticker(BTCUSDT)!
  // Below the mark it loses nothing, and twenty-fold its fee alone is more than the dollars that are left.
  const price = roundToStep(toText<Price>(new Exact(markPrice!).times('0.9999')), instrument.tickSize, 'nearest')
  const leverage = '20' as Leverage
  const chosen = { category: 'linear', symbol: BTCUSDT, buyLeverage: leverage, sellLeverage: leverage }
  expect(await caller.post('/v5/position/set-leverage', chosen)).toMatchObject({ retCode: 0 })
  const order = limit({ symbol: BTCUSDT, side: 'buy', price, qty: instrument.minQty })
  const most = await offered(order)
  // Reckoned by its own margin alone it would be larger, and refused.
  const balance = account.wallet.value!.coins.find(({ coin }) => coin === 'USDT')!
  const alone = largestOf({
    side: 'buy',
    type: 'limit',
    instrument,
    price,
    feeRate: instrument.takerFeeRate,
    leverage,
    position: null,
    balance,
    available: balance.available,
    marginMode: 'cross',
    meeting: { levels: [], limit: price, timeInForce: 'goodTillCancel', markPrice },
    known: { view: null, best: null },
  })
  expect(compare(alone, most)).toBe(1)
  const more = toText<Qty>(new Exact(most).plus(instrument.lotSize))
  expect([await place({ ...order, qty: more }), await place({ ...order, qty: most })]).toEqual([30031, 0])
  await caller.post('/v5/order/cancel-all', { category: 'linear', settleCoin: 'USDT' })
})

it('the largest of an option, too', async () => {
  const { venue } = world.journal
  const index = Number(venue.ticker(BTCUSDT)!.indexPrice)
  const option = venue
    .instruments()
    .filter(isOption)
    .filter(({ baseCoin, settleCoin, isCall }) => baseCoin === 'BTC' && settleCoin === 'USDT' && isCall)
    .toSorted(
      (a, b) =>
        b.delivery.timeMs - a.delivery.timeMs ||
        Math.abs(Number(a.strike) - index) - Math.abs(Number(b.strike) - index),
    )[0]!
  const { markPrice } = venue.ticker(option.symbol)!
  // Half of what it is worth: it rests, and what it holds back beyond the dollars is owed while it does.
  const price = roundToStep(toText<Price>(new Exact(markPrice!).div(2)), option.tickSize, 'nearest')
  const order = limit({ symbol: option.symbol, side: 'buy', price, qty: option.minQty })
  const most = await offered(order)
  const more = toText<Qty>(new Exact(most).plus(option.lotSize))
  expect([await place({ ...order, qty: more }), await place({ ...order, qty: most })]).toEqual([30031, 0])
})

it.each([
  ['BTCUSD', 'Buy', '400000'],
  ['BTCUSD', 'Sell', '100000'],
] as const)(
  'the liquidation price of %s that the ticket names for a %s of %s is that of the row',
  async (name, word, qty) => {
    const { venue } = world.journal
    const trader = await world.caller(`inverse-${word}`)
    const { account: id } = (await trader.post('/sandbox/session')).result as { account: string }
    expect(await trader.post('/v5/spot-margin-trade/switch-mode', { spotMarginMode: '1' })).toMatchObject({
      retCode: 0,
    })
    const instrument = venue
      .instruments()
      .filter(isContract)
      .find(({ symbol }) => symbol === name)!
    const chosen = { category: 'inverse', symbol: name, buyLeverage: '50', sellLeverage: '50' }
    expect(await trader.post('/v5/position/set-leverage', chosen)).toMatchObject({ retCode: 0 })
    const side = word === 'Buy' ? 'buy' : 'sell'
    const wallet = venue.wallet(id)!
    const book = venue.book(instrument.symbol, 50)!
    const { markPrice, bid1Price, ask1Price } = venue.ticker(instrument.symbol)!
    const rows = side === 'buy' ? book.asks : book.bids
    const levels = rows.map(([at, size]) => ({ price: at as Price, qty: size as Qty }))
    const figures = ticketFigures({
      side,
      price: (side === 'buy' ? ask1Price : bid1Price)!,
      qty: qty as Qty,
      feeRate: instrument.takerFeeRate,
      leverage: '50' as Leverage,
      instrument,
      position: null,
      balance: wallet.coins.find(({ coin }) => coin === 'BTC')!,
      wallet,
      marginMode: 'cross',
      meeting: { levels, limit: null, timeInForce: 'immediateOrCancel', markPrice },
    })
    const order = { category: 'inverse', symbol: name, side: word, orderType: 'Market', qty }
    expect(await trader.post('/v5/order/create', order)).toMatchObject({ retCode: 0 })
    const row = venue.positions(id, null).find(({ symbol }) => symbol === name)!
    // All that backs a short of 100,000 is worth more than it: no price liquidates it, and neither names one.
    expect(figures.liquidationPrice === null).toBe(word === 'Sell')
    expect(row.liquidationPrice === null).toBe(word === 'Sell')
    if (row.liquidationPrice === null) return
    // The exchange rounds each amount of the coin by itself: far from the mark that is a tick or two.
    expect(Math.abs(Number(figures.liquidationPrice) / Number(row.liquidationPrice) - 1)).toBeLessThan(0.0001)
  },
)
