import { describe, expect, test } from 'vitest'
import type { Money, Price, Qty } from '../../../src/domain/decimal'
import {
  readsOtherwise,
  sendDoubts,
  type SendDoubt,
  type SendTerms,
  type SendWorld,
} from '../../../src/domain/order/send-doubts'

const WORLD: SendWorld = {
  instrument: { kind: 'linearPerpetual', quoteCoin: 'USDT' },
  markPrice: '60000' as Price,
  bestPrice: '60000.1' as Price,
  shownQty: '4' as Qty,
  equity: '100000' as Money,
  closableQty: '0' as Qty,
}
const LIMIT: SendTerms = {
  side: 'buy',
  type: 'limit',
  price: '60000' as Price,
  qty: '0.01' as Qty,
  triggerPrice: null,
  reduceOnly: false,
}
const MARKET: SendTerms = { ...LIMIT, type: 'market', price: null }

function kinds(terms: object, world: object = {}): readonly string[] {
  return sendDoubts({ ...LIMIT, ...terms }, { ...WORLD, ...world }).map(({ kind }) => kind)
}

describe('a price that asks before it is sent (decisions 45)', () => {
  test.each([
    // Beyond the market from 5 %: 60,000 · 1.05 = 63,000, and 60,000 · 0.95 = 57,000.
    ['buy', '62999.9', []],
    ['buy', '63000', ['farPrice']],
    ['sell', '57000.1', []],
    ['sell', '57000', ['farPrice']],
    // Away from it from 30 %: 42,000 and 78,000.
    ['buy', '42000.1', []],
    ['buy', '42000', ['farPrice']],
    ['sell', '77999.9', []],
    ['sell', '78000', ['farPrice']],
    // One digit too many, one too few, and what 0 becomes by its bounds.
    ['buy', '600000', ['farPrice']],
    ['buy', '6000', ['farPrice']],
    ['sell', '6000', ['farPrice']],
    ['sell', '0.1', ['farPrice']],
  ])('%s at %s', (side, price, expected) => {
    expect(kinds({ side, price })).toEqual(expected)
  })

  test('says how far it is, on which side, and whether it fills at once', () => {
    // 642,270 / 64,227 − 1 = 9.
    const world = { ...WORLD, markPrice: '64227' as Price, bestPrice: '64227.1' as Price }
    expect(sendDoubts({ ...LIMIT, price: '642270' as Price, qty: '0.001' as Qty }, world)).toEqual([
      {
        kind: 'farPrice',
        from: 'mark',
        price: '642270',
        reference: '64227',
        distance: '9',
        isAbove: true,
        // Beyond the market from 5 %: 64,227 · 1.05.
        bound: '67438.35',
        fills: true,
      },
    ])
    expect(sendDoubts({ ...LIMIT, price: '6422.7' as Price }, world)).toMatchObject([
      // Away from it from 30 %: 64,227 · 0.7.
      { distance: '0.9', isAbove: false, bound: '44958.9', fills: false },
    ])
  })

  test('a post-only order cannot fill at the market, and the bound of a TWAP is no price of its own', () => {
    expect(kinds({ price: '66000', postOnly: true })).toEqual([])
    expect(kinds({ price: '66000', isBound: true })).toEqual([])
    expect(sendDoubts({ ...LIMIT, price: '600000' as Price, isBound: true, qty: '0.001' as Qty }, WORLD)).toMatchObject(
      [{ fills: false }],
    )
  })

  test('in a call auction nothing is taken before its end', () => {
    expect(kinds({ price: '66000' }, { isAuction: true })).toEqual([])
    const [doubt] = sendDoubts({ ...LIMIT, price: '78000' as Price }, { ...WORLD, isAuction: true })
    expect(doubt).toMatchObject({ kind: 'farPrice', fills: false })
  })

  test('a conditional order is measured by its trigger, and its trigger by the market', () => {
    expect(kinds({ triggerPrice: '61000', price: '61100' })).toEqual([])
    // 64,050 / 61,000 = 1.05.
    expect(kinds({ triggerPrice: '61000', price: '64050' })).toEqual(['farPrice'])
    expect(kinds({ triggerPrice: '610000', price: '610000', qty: '0.001' })).toEqual(['farTrigger'])
  })

  test('where the market is not known nothing is asked', () => {
    const nothing = { markPrice: null, bestPrice: null, shownQty: null, equity: null }
    expect(kinds({ price: '600000', qty: '0.001' }, nothing)).toEqual([])
  })
})

describe('a quantity and a value that ask (reliability.md N8)', () => {
  test('more than twice what the book shows, where it would be taken at once', () => {
    expect(kinds({ ...MARKET, qty: '8' })).toEqual([])
    expect(kinds({ ...MARKET, qty: '8.001' }, { equity: '1000000' })).toEqual(['beyondBook'])
    // It rests.
    expect(kinds({ price: '59000', qty: '8.001' }, { equity: '1000000' })).toEqual([])
    expect(kinds({ ...MARKET, qty: '9', partQty: '1' }, { equity: '1000000' })).toEqual([])
  })

  test('a value from a million dollars: 16.666 · 60,000 = 999,960; 16.667 · 60,000 = 1,000,020', () => {
    expect(kinds({ qty: '16.666' }, { equity: '1000000' })).toEqual([])
    expect(kinds({ qty: '16.667' }, { equity: '1000000' })).toEqual(['largeValue'])
    // Contracts of a dollar.
    const instrument = { kind: 'inversePerpetual', quoteCoin: 'USD' }
    expect(kinds({ qty: '1000000' }, { instrument, equity: '1000000' })).toEqual(['largeValue'])
    expect(kinds({ qty: '999999' }, { instrument, equity: '1000000' })).toEqual([])
  })

  test('what opens five times the equity: 8.333 · 60,000 = 499,980; 8.334 · 60,000 = 500,040', () => {
    expect(kinds({ qty: '8.333' })).toEqual([])
    expect(kinds({ qty: '8.334' })).toEqual(['largeForEquity'])
    expect(kinds({ qty: '8.334', reduceOnly: true })).toEqual([])
    expect(kinds({ qty: '8.334' }, { closableQty: '4' })).toEqual([])
  })

  test('says the limit beside what was typed', () => {
    // 2 · 4; 20 · 60,000.1 = 1,200,002, which is 12 times 100,000.
    expect(sendDoubts({ ...MARKET, qty: '20' as Qty }, WORLD)).toEqual([
      { kind: 'beyondBook', qty: '20', shownQty: '4', most: '8' },
      { kind: 'largeValue', value: '1200002', limit: '1000000' },
      { kind: 'largeForEquity', value: '1200002', times: '12', limit: 5 },
    ])
    // 60,000 · 1.3.
    expect(sendDoubts({ ...LIMIT, triggerPrice: '610000' as Price, price: '610000' as Price }, WORLD)).toMatchObject([
      { kind: 'farTrigger', price: '610000', bound: '78000' },
    ])
  })

  test('the digit case of the issue, 9999999999, asks for its value', () => {
    expect(kinds({ qty: '9999999999' })).toEqual(['largeValue', 'largeForEquity'])
  })
})

describe('whether a question reads otherwise now', () => {
  const far = (distance: string, more: object = {}): SendDoubt =>
    ({
      kind: 'farPrice',
      from: 'mark',
      price: '66000',
      reference: '60000',
      distance,
      isAbove: true,
      fills: true,
      ...more,
    }) as SendDoubt
  const book = { kind: 'beyondBook', qty: '9', shownQty: '4' } as SendDoubt

  test.each<[string, readonly SendDoubt[], readonly SendDoubt[], boolean]>([
    ['nothing moved', [far('0.1')], [far('0.1')], false],
    ['half a point', [far('0.1')], [far('0.105')], false],
    ['a point', [far('0.1')], [far('0.11')], true],
    ['a point of nine hundred', [far('9')], [far('9.01')], false],
    ['another reason', [far('0.1')], [far('0.1'), book], true],
    ['the market came to it', [far('0.1')], [], true],
    ['it fills now', [far('0.4', { fills: false })], [far('0.4')], true],
    ['the book shows more', [book], [], false],
  ])('%s', (_, asked, now, expected) => {
    expect(readsOtherwise(asked, now)).toBe(expected)
  })
})
