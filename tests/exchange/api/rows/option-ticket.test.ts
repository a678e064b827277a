import { computed, signal } from '@preact/signals-react'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createRandom } from '../../../../src/base/random'
import { Exact, roundToStep, toText, type Price, type Qty, type Rate } from '../../../../src/domain/decimal'
import { isOption, type OptionContract } from '../../../../src/domain/instrument/option'
import { limitPrice, type InstrumentSymbol, type Side, type TimeInForce } from '../../../../src/domain/order/order'
import { OptionOutlook } from '../../../../src/ui/trading-kit/ticket/option-outlook'
import { AccountModel } from '../../../../src/ui/state/account-model'
import { MarketModel } from '../../../../src/ui/state/market-model'
import { parseOrder, writeOrder } from '../../../../src/wire/shape/order'
import type { Caller } from '../lib/client'
import { RealGateway } from '../lib/real-gateway'

/** The ticket of an option beside the exchange that it is for. */
let world: RealGateway
let caller: Caller
let account: string
let option: OptionContract
beforeAll(async () => {
  world = await RealGateway.open({ markets: 'all', families: ['option'] })
  caller = await world.caller()
  account = ((await caller.post('/sandbox/session')).result as { account: string }).account
  const { venue } = world.journal
  const index = Number(venue.ticker('BTCUSDT')!.indexPrice)
  const calls = venue
    .instruments()
    .filter((one): one is OptionContract => isOption(one) && one.baseCoin === 'BTC' && one.kind === 'usdtOption')
  option = calls.toSorted(
    (a, b) =>
      b.delivery.timeMs - a.delivery.timeMs || Math.abs(Number(a.strike) - index) - Math.abs(Number(b.strike) - index),
  )[0]!
}, 60_000)
afterAll(() => world.close())

/** The page's models with what the exchange knows now. */
function ticket(terms: { readonly price: Price; readonly qty: Qty; readonly timeInForce?: TimeInForce }) {
  const { venue } = world.journal
  const market = new MarketModel(option.symbol, signal(option))
  const model = new AccountModel()
  model.apply({ type: 'session', session: { account, name: 'paper', kind: 'uta2' } })
  model.apply({ type: 'wallet', wallet: venue.wallet(account) })
  model.apply({ type: 'positions', positions: venue.positions(account, option.symbol), isSnapshot: true })
  model.apply({ type: 'orders', orders: venue.openOrders(account, option.symbol), isSnapshot: true })
  market.apply({ type: 'ticker', ticker: venue.ticker(option.symbol)!, stale: false })
  return new OptionOutlook({
    market,
    account: model,
    option: computed(() => option),
    terms: signal({ type: 'limit', timeInForce: 'postOnly', reduceOnly: false, ...terms } as const),
  })
}

const inE4 = (rate: Rate | null | undefined): number =>
  rate == null ? 0 : new Exact(rate).times(10_000).toDecimalPlaces(0).toNumber()

it('IM and MM after of forty random tickets are those that order/pre-check foretells, beside what is held and at rest', async () => {
  const random = createRandom(7)
  const { venue } = world.journal
  const [quoted] = [venue.ticker(option.symbol)!]
  // A short and an order at rest, so that each ticket changes margin that is there.
  const held = { symbol: option.symbol, category: 'option', qty: '0.2', orderType: 'Market' }
  expect(await caller.post('/v5/order/create', { ...held, side: 'Sell', orderLinkId: 'short' })).toMatchObject({
    retCode: 0,
  })
  const far = roundToStep(toText<Price>(new Exact(quoted.markPrice!).times('1.3')), option.tickSize, 'up')
  const rest = { ...held, orderType: 'Limit', timeInForce: 'PostOnly', price: far, side: 'Sell', orderLinkId: 'rest' }
  expect(await caller.post('/v5/order/create', rest)).toMatchObject({ retCode: 0 })
  for (let i = 0; i < 40; i++) {
    const side: Side = random.next() < 0.5 ? 'buy' : 'sell'
    const share = side === 'buy' ? 0.6 + 0.3 * random.next() : 1.1 + 0.3 * random.next()
    const mark = venue.ticker(option.symbol)!.markPrice!
    const price = roundToStep(toText<Price>(new Exact(mark).times(share.toFixed(4))), option.tickSize, 'nearest')
    const qty = toText<Qty>(new Exact(1 + Math.floor(random.next() * 40)).div(100))
    const { outcome, rates } = ticket({ price, qty }).sides[side].value!
    const asked = {
      category: 'option',
      symbol: option.symbol,
      orderType: 'Limit',
      timeInForce: 'PostOnly',
      price,
      qty,
      side: side === 'buy' ? 'Buy' : 'Sell',
    }
    const { result } = await caller.post('/v5/order/pre-check', { ...asked, orderLinkId: `look-${i}` })
    expect([result['preImrE4'], result['postImrE4'], result['preMmrE4'], result['postMmrE4']]).toEqual([
      inE4(rates?.initialBefore),
      inE4(rates?.initialAfter),
      inE4(rates?.maintenanceBefore),
      inE4(rates?.maintenanceAfter),
    ])
    // What it needs is by what the available balance falls once it rests.
    if (i % 10 !== 0) continue
    const before = venue.wallet(account)!.coins.find(({ coin }) => coin === 'USDT')!.available
    expect(await caller.post('/v5/order/create', { ...asked, orderLinkId: `real-${i}` })).toMatchObject({ retCode: 0 })
    const after = venue.wallet(account)!.coins.find(({ coin }) => coin === 'USDT')!.available
    expect(toText(new Exact(before).minus(after))).toBe(outcome.required)
    await caller.post('/v5/order/cancel', { category: 'option', symbol: option.symbol, orderLinkId: `real-${i}` })
  }
})

it('an own order in the way holds nothing back after, as order/pre-check foretells', async () => {
  const { venue } = world.journal
  const { bid1Price } = venue.ticker(option.symbol)!
  const common = { symbol: option.symbol, category: 'option', orderType: 'Limit' }
  // The best bid is an own one, a tick above the others.
  const price = toText<Price>(new Exact(bid1Price!).plus(option.tickSize))
  const own = { ...common, side: 'Buy', qty: '0.3', price, timeInForce: 'PostOnly', orderLinkId: 'own' }
  expect(await caller.post('/v5/order/create', own)).toMatchObject({ retCode: 0 })
  for (const [i, qty] of (['0.05', '0.2'] as Qty[]).entries()) {
    const { outcome, rates, met } = ticket({ price, qty, timeInForce: 'goodTillCancel' }).sides.sell.value!
    expect([met.canceled, outcome.holding.orders.buy]).toEqual([1, []])
    const asked = { ...common, side: 'Sell', qty, price, timeInForce: 'GTC', orderLinkId: `through-${i}` }
    const { result } = await caller.post('/v5/order/pre-check', asked)
    expect([result['postImrE4'], result['postMmrE4']]).toEqual([
      inE4(rates?.initialAfter),
      inE4(rates?.maintenanceAfter),
    ])
  }
  await caller.post('/v5/order/cancel', { category: 'option', symbol: option.symbol, orderLinkId: 'own' })
})

it('a native order by volatility gets the price that the ticket shows for it', async () => {
  const symbol: InstrumentSymbol = option.symbol
  const body = { symbol, side: 'Buy', orderType: 'Limit', qtyX: '1000000', price: option.tickSize, orderIv: '0.2' }
  const { result, retCode } = await caller.post('/contract/v5/order/create', { ...body, timeInForce: 'GoodTillCancel' })
  expect(retCode).toBe(0)
  const [order] = world.journal.venue.openOrders(account, symbol).filter(({ id }) => id === result['orderId'])
  expect(order).toMatchObject({ price: result['price'], orderIv: '0.2' })
  expect(result['price']).not.toBe(option.tickSize)
})

it('an order by volatility says it in its row, is amended by volatility, and by a price loses it', async () => {
  const { venue } = world.journal
  const shown = () => {
    const order = venue.openOrders(account, option.symbol).find(({ linkId }) => linkId === 'iv')!
    return parseOrder(JSON.parse(JSON.stringify(writeOrder(order, 'native'))))
  }
  const ofOrder = { symbol: option.symbol, orderLinkId: 'iv' }
  const order = { ...ofOrder, side: 'Buy', orderType: 'Limit', qty: '0.01', timeInForce: 'GoodTillCancel' }
  const created = await caller.post('/contract/v5/order/create', { ...order, orderIv: '0.3' })
  expect(created).toMatchObject({ retCode: 0 })
  expect(shown().orderIv).toBe('0.3')
  const before = limitPrice(shown())!
  expect(await caller.post('/contract/v5/order/replace', { ...ofOrder, orderIv: '0.2' })).toMatchObject({ retCode: 0 })
  expect(shown().orderIv).toBe('0.2')
  expect(Number(limitPrice(shown()))).toBeLessThan(Number(before))
  const dearer = toText<Price>(new Exact(limitPrice(shown())!).plus(option.tickSize))
  expect(await caller.post('/contract/v5/order/replace', { ...ofOrder, price: dearer })).toMatchObject({ retCode: 0 })
  expect([limitPrice(shown()), shown().orderIv]).toEqual([dearer, undefined])
})

it('a volatility at which an option is worth less than its least price is no price to buy at', async () => {
  // Six standard deviations out of the money: worth nothing at any volatility of the least.
  const far = world.journal.venue
    .instruments()
    .filter(isOption)
    .filter(({ baseCoin, settleCoin, isCall }) => baseCoin === 'BTC' && settleCoin === 'USDT' && isCall)
    .toSorted((a, b) => a.delivery.timeMs - b.delivery.timeMs || Number(b.strike) - Number(a.strike))[0]!
  const body = { category: 'option', symbol: far.symbol, orderType: 'Limit', qty: '0.01', orderIv: '0.01' }
  const refused = await caller.post('/v5/order/create', { ...body, side: 'Buy', orderLinkId: 'far-buy' })
  expect(refused).toMatchObject({
    retCode: 10001,
    retMsg: `orderIv is worth less than the least price, ${far.minPrice}`,
  })
  const sold = await caller.post('/v5/order/create', { ...body, side: 'Sell', orderLinkId: 'far-sell' })
  expect(sold).toMatchObject({ retCode: 0 })
})
