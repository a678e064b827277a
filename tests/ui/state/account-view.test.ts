import { expect, test } from 'vitest'
import type { Price, Qty } from '../../../src/domain/decimal'
import { accountView } from '../../../src/ui/state/account-view'
import { outlookOf } from '../../../src/ui/trading-kit/ticket/outlook-of'
import { deskOf } from '../fixtures'

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
