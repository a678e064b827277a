import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { Leverage, Price, Qty, Rate } from '../../../../src/domain/decimal'
import type { Side } from '../../../../src/domain/order/order'
import { helpValues } from '../../../../src/ui/trading-kit/help/help-values'
import { NO_FIGURES } from '../../../../src/ui/trading-kit/ticket/figure-values'
import { ticketFigures } from '../../../../src/ui/trading-kit/ticket/ticket-figures'
import { coinOf, instrumentOf, tickerOf } from '../../fixtures'

const instrument = instrumentOf()
const order = { qty: '0.5' as Qty, price: '60000' as Price, leverage: '10' as Leverage, instrument, position: null }
const input = (side: Side) => ({
  ...order,
  side,
  figures: ticketFigures({
    ...order,
    side,
    feeRate: instrument.takerFeeRate,
    balance: coinOf('10000'),
    marginMode: 'cross',
  }),
  balance: coinOf('10000'),
  ticker: tickerOf('60000', { fundingRate: '0.0001' as Rate }),
})

describe('the terms of the ticket with the trader’s own numbers (issue 23.3)', () => {
  test('a long of 0.5 at 60,000 and 10×', () => {
    // 0.5 · 60,000 = 30,000; / 10 = 3,000; · 0.00055 = 16.5; · 0.9 · 0.00055 = 14.85; a long pays 30,000 · 0.0001.
    expect(helpValues(input('buy'))).toMatchObject({
      value: '30,000.00 USDT',
      margin: '3,000.00 USDT',
      feeHeld: '16.50 USDT',
      feeToClose: '14.85 USDT',
      cost: '3,031.35 USDT',
      taker: '0.0550%',
      liquidation: '40,362.7',
      funding: '−3.00 USDT',
    })
  })

  test('a short receives the funding, and its fee to close is at the higher price', () => {
    // 30,000 · 1.1 · 0.00055 = 18.15
    expect(helpValues(input('sell'))).toMatchObject({ feeToClose: '18.15 USDT', funding: '3.00 USDT' })
  })

  test('what is not known is --, never zero', () => {
    const empty = { ...input('buy'), qty: null, price: null, figures: NO_FIGURES, balance: null, ticker: null }
    expect(helpValues(empty)).toMatchObject({
      value: '-- USDT',
      margin: '-- USDT',
      liquidation: '--',
      funding: '-- USDT',
    })
  })

  test('every number that a text names is given', () => {
    const file = new URL('../../../../locales/en/help.json', import.meta.url)
    const { terms } = JSON.parse(readFileSync(file, 'utf8')) as { terms: Record<string, { own?: string }> }
    const given = helpValues(input('buy'))
    const named = Object.values(terms).flatMap(({ own = '' }) =>
      [...own.matchAll(/{{(\w+)}}/g)].map(([, name]) => name),
    )
    expect(named.length).toBeGreaterThan(10)
    expect(named.filter((name) => given[name!] === undefined)).toEqual([])
  })
})
