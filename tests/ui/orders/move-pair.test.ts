import { beforeAll, describe, expect, test } from 'vitest'
import { readFileSync } from 'node:fs'
import type { Price } from '../../../src/domain/decimal'
import type { Order } from '../../../src/domain/order/order'
import { i18n } from '../../../src/ui/i18n/instance'
import { checkMove } from '../../../src/ui/orders/move-check'
import { orderOf } from '../fixtures'
import { BTC_USDT, spotDeskOf } from '../spot-fixtures'

beforeAll(async () => {
  const file = new URL('../../../locales/en/trade.json', import.meta.url)
  const trade = JSON.parse(readFileSync(file, 'utf8')) as object
  await i18n.init({ lng: 'en', resources: { en: { trade } }, interpolation: { escapeValue: false } })
})

/** Of a pair whose last price and index are 60,000, with a limit of 3 %. */
const move = (change: Partial<Order>, price: string) => {
  const desk = spotDeskOf()
  const order = { ...orderOf('a', change), symbol: BTC_USDT.symbol } as Order
  return checkMove(order, price as Price, desk.market, desk)
}

describe('an order of a pair that is dragged on the chart', () => {
  test('goes no further than its pair allows, and says how far', () => {
    // 60,000 × 1.03 and × 0.97.
    expect(move({ side: 'buy', price: '59000' as Price }, '61800.1').problem).toBe(
      "Price: a buy can't be above 61,800.0 now.",
    )
    expect(move({ side: 'sell', price: '61000' as Price }, '58199.9').problem).toBe(
      "Price: a sale can't be below 58,200.0 now.",
    )
    expect(move({ side: 'buy', price: '59000' as Price }, '61800')).toMatchObject({
      problem: null,
      change: { price: '61800' },
    })
  })

  test('a trigger stays on the side of the price that it waits on', () => {
    const waits = {
      status: 'untriggered',
      stopOrderType: 'stop',
      triggerPrice: '61000',
      triggerBy: 'last',
    } as Partial<Order>
    expect(move({ ...waits, triggerDirection: 1 }, '59000').problem).toBe(
      'Trigger price: must be above the last price, 60,000.0.',
    )
    expect(move({ ...waits, triggerDirection: 2, triggerPrice: '59000' as Price }, '60000').problem).toBe(
      'Trigger price: must be below the last price, 60,000.0.',
    )
    expect(move({ ...waits, triggerDirection: 1 }, '62000')).toMatchObject({
      problem: null,
      change: { triggerPrice: '62000' },
    })
  })

  test('what trails is moved by nobody', () => {
    const trails = { status: 'untriggered', stopOrderType: 'stop', planType: 'trailingStop' } as Partial<Order>
    expect(move(trails, '59000').change).toBeNull()
  })
})
