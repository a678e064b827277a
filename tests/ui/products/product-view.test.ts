import { describe, expect, test } from 'vitest'
import type { ContractKind } from '../../../src/domain/instrument/product-kind'
import { MARKET_LISTS, productList } from '../../../src/ui/products/product-list'
import { SPOT_PAIRS } from '../../../exchange/listings/spot-pairs'
import { productView } from '../../../src/ui/products/product-view-of'
import { instrumentOf, tickerOf } from '../fixtures'

const KINDS: readonly ContractKind[] = [
  'linearPerpetual',
  'usdcPerpetual',
  'inversePerpetual',
  'linearFutures',
  'usdcFutures',
  'inverseFutures',
]
const DAY = ['change', 'high', 'low', 'turnover', 'openInterest']

describe('products on the screen', () => {
  test('a perpetual shows its funding, a future its delivery and basis', () => {
    for (const kind of KINDS) {
      const own = kind.endsWith('Futures') ? ['delivery', 'basis'] : ['funding']
      expect([kind, productView(kind).headerFigures(null)]).toEqual([kind, ['mark', 'index', ...own, ...DAY]])
    }
  })

  test('before its listing a perpetual shows its phase: in the auction with its price and volume, then with the funding rate', () => {
    const { headerFigures } = productView('linearPerpetual')
    const auction = ['mark', 'index', 'phase', 'auctionPrice', 'auctionQty', ...DAY]
    for (const phase of ['notStarted', 'callAuction', 'callAuctionNoCancel', 'crossMatching'] as const)
      expect([phase, headerFigures(phase)]).toEqual([phase, auction])
    expect(headerFigures('continuousTrading')).toEqual(['mark', 'index', 'phase', 'fundingRate', ...DAY])
  })

  test('USDT perpetuals alone have two sides at once (semantics.md §2.8)', () => {
    expect(KINDS.filter((kind) => productView(kind).ticketModes.includes('position'))).toEqual(['linearPerpetual'])
  })

  test("an inverse contract's turnover is in its coin: 20 BTC at 60,000 are 1,200,000 USD", () => {
    const ticker = tickerOf('60000', { turnover24h: '20' } as never)
    const values = KINDS.map((kind) => [
      productList(kind).inMoney(ticker.turnover24h, ticker, instrumentOf()),
      productList(kind).valueCoin(instrumentOf()),
    ])
    expect(values).toEqual([
      [20, null],
      [20, null],
      [1_200_000, 'USDT'],
      [20, null],
      [20, null],
      [1_200_000, 'USDT'],
    ])
  })

  test('the lists stand in the display order of market types (spec §3)', () => {
    expect(MARKET_LISTS).toEqual(['spot', 'usdt', 'usdc', 'inverse', 'futures'])
  })

  test('a pair in dollars has its turnover as money, any other one in its quote coin', () => {
    const ticker = tickerOf('60000', { turnover24h: '20' } as never)
    const figures = ['BTC/USDT', 'BTC/USDC', 'BTC/EUR'].map((symbol) => {
      const pair = SPOT_PAIRS.find((one) => one.symbol === symbol)!
      const { inMoney, valueCoin } = productList('spot')
      return [symbol, inMoney(ticker.turnover24h, ticker, pair), valueCoin(pair)]
    })
    expect(figures).toEqual([
      ['BTC/USDT', 20, null],
      ['BTC/USDC', 20, null],
      ['BTC/EUR', null, 'EUR'],
    ])
  })

  test('a pair that is lent says so, with the leverage of its coins', () => {
    const { word, leverage } = productList('spot')
    const [lent, other] = [true, false].map((isLoanEnabled) =>
      SPOT_PAIRS.find((one) => one.margin.isLoanEnabled === isLoanEnabled)!,
    )
    expect([word(lent!), leverage(lent!), word(other!), leverage(other!)]).toEqual([
      'contract.spotMargin',
      '5',
      'contract.spot',
      null,
    ])
  })
})
