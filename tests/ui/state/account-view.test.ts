import { reckonsOrders } from '../../../src/ui/trading-kit/reckons-orders'
import { expect, test } from 'vitest'
import type { Money, Price, Qty } from '../../../src/domain/decimal'
import { accountView } from '../../../src/ui/state/account-view'
import { outlookOf } from '../../../src/ui/trading-kit/ticket/outlook-of'
import { coinOf, deskOf, walletOf } from '../fixtures'

test('a portfolio-margin account is offered nothing that its exchange refuses in any case (issue 23.8)', () => {
  // Codes of the exchange: margin mode, leverage and hedge mode end in `portfolioMargin`.
  expect(accountView('pm')).toEqual({
    choosesMarginMode: false,
    choosesLeverage: false,
    hasOwnMargin: false,
    boundsSlippage: false,
  })
  expect(accountView('uta')).toMatchObject({ choosesMarginMode: false, choosesLeverage: true })
  expect(accountView('uta2')).toMatchObject({ choosesMarginMode: true, boundsSlippage: true })
  expect(accountView('demo').boundsSlippage).toBe(false)
  // A kind that is not known yet hides nothing.
  expect(accountView('constructor')).toEqual(accountView(null))
})

test('an order of a portfolio-margin account has value and fee, and no cost, liquidation price or largest size', () => {
  const desk = deskOf()
  const order = {
    type: 'limit',
    price: '60000' as Price,
    qty: '0.1' as Qty,
    timeInForce: 'goodTillCancel',
    reduceOnly: false,
  } as const
  const outlook = outlookOf(order, desk.market, desk.account)
  const instrument = desk.market.instrument.value!
  const most = () => outlook.sizeAt100({ instrument, price: order.price, type: 'limit' })
  expect(outlook.figures.buy.value.cost).not.toBeNull()
  expect(most()).not.toBeNull()
  desk.send({ type: 'session', session: { account: 'acc', name: 'paper', kind: 'pm' } })
  // 0.1 · 60,000, and 0.055 % of it.
  expect(outlook.figures.buy.value).toMatchObject({
    value: '6000',
    fee: '3.3',
    cost: null,
    required: null,
    liquidationPrice: null,
    after: { side: 'buy', qty: '0.1' },
  })
  expect(most()).toBeNull()
})

const DEBT = { borrowed: '0' as Money, lent: '0' as Money, interest: '0' as Money, isCollateral: true }

test('a gain on paper is the coin’s own: the page reckons on', () => {
  const desk = deskOf()
  const gained = {
    walletBalance: '9000' as Money,
    unrealisedPnl: '1500' as Money,
    positionInitialMargin: '500' as Money,
  }
  desk.send({ type: 'wallet', wallet: walletOf(coinOf('10000', { lending: DEBT, ...gained })) })
  expect(reckonsOrders(desk.account)).toBe(true)
  desk.send({ type: 'wallet', wallet: walletOf(coinOf('10000.01', { lending: DEBT, ...gained })) })
  expect(reckonsOrders(desk.account)).toBe(false)
})

test('where coins back each other, the exchange says what an order takes and how large it may be, but not of one that waits', () => {
  const desk = deskOf()
  const order = {
    type: 'limit',
    price: '60000' as Price,
    qty: '0.1' as Qty,
    timeInForce: 'goodTillCancel',
    reduceOnly: false,
  } as const
  const instrument = desk.market.instrument.value!
  const terms = { instrument, price: order.price, type: 'limit' } as const
  const outlook = outlookOf(order, desk.market, desk.account)
  const alone = { cost: outlook.figures.buy.value.cost, most: outlook.sizeAt100(terms) }
  const trigger = { price: order.price, by: 'last', direction: 1 } as const
  const later = outlookOf({ ...order, trigger }, desk.market, desk.account)
  const once = { cost: later.figures.buy.value.cost, most: later.sizeAt100(terms) }
  desk.send({ type: 'wallet', wallet: walletOf(coinOf('10000', { lending: DEBT, walletBalance: '9000' as Money })) })
  expect(reckonsOrders(desk.account)).toBe(false)
  // What has to be free at least is known, and where it would break even.
  expect(outlook.figures.buy.value).toMatchObject({ cost: null, value: '6000' })
  expect(outlook.figures.buy.value.breakEvenPrice).not.toBeNull()
  expect(outlook.figures.buy.value.required).not.toBeNull()
  expect([outlook.sizeAt100(terms), outlook.sizesAt100(terms)]).toEqual([null, null])
  const told = { rates: null, cost: '640.5' as Money, required: null, rejection: null }
  const most = { buy: '1.5' as Qty, sell: '1.4' as Qty }
  outlook.told.value = {
    sides: { buy: told, sell: { ...told, cost: null, required: '700' as Money } },
    most,
    isAsking: false,
  }
  expect(outlook.figures.buy.value).toMatchObject({ cost: '640.5', freeBefore: null })
  // Refused: what it would take is not said, what has to be free is.
  expect(outlook.figures.sell.value).toMatchObject({ cost: null, freeBefore: '700' })
  expect([outlook.sizeAt100(terms), outlook.sizesAt100(terms)]).toEqual(['1.4', most])
  expect(outlook.figures.buy.value.cost).not.toBe(alone.cost)
  expect(alone.most).not.toBeNull()
  // What waits for its trigger owes nothing before.
  expect({ cost: later.figures.buy.value.cost, most: later.sizeAt100(terms) }).toEqual(once)
})
