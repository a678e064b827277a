import { describe, expect, test } from 'vitest'
import { readCatalogue } from '../../scripts/catalogues/read-catalogue'
import { parseTicker } from '../../src/wire/push/ticker'

/*
 * Rows restated from catalogues that Bybit published: `instruments-info` and `tickers` of March 2023 (v5), `symbols` of
 * July 2021 (v2), spot testnet of 2023. `npm run catalogues -- FOLDER` reads the whole files where they lie.
 */

/** 10000NFTUSDT, v5: a base that begins with a number, a maximum leverage with trailing zeros, no minimum of value. */
const NFT = {
  symbol: '10000NFTUSDT',
  contractType: 'LinearPerpetual',
  status: 'Trading',
  baseCoin: '10000NFT',
  quoteCoin: 'USDT',
  settleCoin: 'USDT',
  launchTime: '1643007175000',
  deliveryTime: '0',
  deliveryFeeRate: '',
  leverageFilter: { minLeverage: '1', maxLeverage: '12.50', leverageStep: '0.01' },
  priceFilter: { minPrice: '0.000005', maxPrice: '9.999990', tickSize: '0.000005' },
  lotSizeFilter: { maxOrderQty: '370000', minOrderQty: '10', qtyStep: '10' },
  fundingInterval: 480,
}
/** ADAPERP, v5: settled in USDC and called linear, quoted in USD. */
const ADA = { ...NFT, symbol: 'ADAPERP', baseCoin: 'ADA', quoteCoin: 'USD', settleCoin: 'USDC' }
/** BTCUSDH22, v2: dated, without its day, and with amounts that are JSON numbers. */
const BTC_H22 = {
  name: 'BTCUSDH22',
  base_currency: 'BTC',
  quote_currency: 'USD',
  price_scale: 2,
  taker_fee: '0.00075',
  maker_fee: '-0.00025',
  leverage_filter: { min_leverage: 1, max_leverage: 100, leverage_step: '0.01' },
  price_filter: { min_price: '0.5', max_price: '999999', tick_size: '0.5' },
  lot_size_filter: { max_trading_qty: 1_000_000, min_trading_qty: 1, qty_step: 1 },
}
const BTC_SPOT = {
  symbol: 'BTCUSDT',
  baseCoin: 'BTC',
  quoteCoin: 'USDT',
  innovation: '0',
  status: '1',
  lotSizeFilter: {
    basePrecision: '0.000001',
    quotePrecision: '0.00000001',
    maxOrderQty: '63.01197227',
    minOrderQty: '0.00004',
    minOrderAmt: '1',
    maxOrderAmt: '100000',
  },
  priceFilter: { tickSize: '0.01' },
}

const ACCEPTED = { accepted: 1, refused: [] }
const AT = { timeMs: 0, seq: 0 }

describe('published rows in the parsers of the wire', () => {
  test('contracts of both dialects and pairs are read', () => {
    expect(readCatalogue('v5-contracts', [NFT, ADA])).toEqual({ accepted: 2, refused: [] })
    expect(readCatalogue('v2-contracts', [BTC_H22])).toEqual(ACCEPTED)
    expect(readCatalogue('v5-pairs', [BTC_SPOT])).toEqual(ACCEPTED)
  })

  test('a row that cannot stand is refused by itself, with the field that is wrong', () => {
    const still = { ...NFT, symbol: 'STILLUSDT', baseCoin: 'STILL' }
    const rows = [NFT, { ...still, priceFilter: { ...NFT.priceFilter, tickSize: '0' } }, NFT, still]
    expect(readCatalogue('v5-contracts', rows)).toEqual({
      accepted: 2,
      refused: [
        { name: 'STILLUSDT', reason: 'tickSize: unexpected "0"' },
        { name: '10000NFTUSDT', reason: 'symbol: unexpected "10000NFTUSDT, a second time"' },
      ],
    })
  })

  test('an option without a trade, and a side without an order, have no price', () => {
    // BTC-10MAR23-21750-C on 2023-03-08: every price but mark and index is published as zero.
    const option = { symbol: 'BTC-10MAR23-21750-C', bid1Price: '0', bid1Size: '0', ask1Price: '0', ask1Size: '0' }
    const marks = { lastPrice: '0', markPrice: '786.06164849', indexPrice: '22419.67' }
    expect(parseTicker({ ...option, ...marks }, null, AT)).toMatchObject({
      lastPrice: null,
      bid1Price: null,
      ask1Price: null,
      markPrice: '786.06164849',
    })
    // FTMUSDT, spot, the same day.
    const pair = { symbol: 'FTM/USDT', bid1Price: '0.33', bid1Size: '10000', ask1Price: '0', ask1Size: '0' }
    expect(parseTicker(pair, null, AT)).toMatchObject({ bid1Price: '0.33', ask1Price: null })
  })

  test('a contract’s last price of zero stays a fault, and a spread’s a price', () => {
    expect(readCatalogue('tickers', [{ symbol: 'BTCUSDT', lastPrice: '0' }]).refused).toHaveLength(1)
    const spread = 'BTCUSDT-26MAR27_BTCUSDT-25DEC26'
    expect(parseTicker({ symbol: spread, lastPrice: '0', bid1Price: '0' }, null, AT)).toMatchObject({
      lastPrice: '0',
      bid1Price: '0',
    })
  })

  test('an option of a name that no option has is refused', () => {
    expect(readCatalogue('options', [{ symbol: 'BTC-30JUN23-100000-C' }])).toEqual(ACCEPTED)
    expect(readCatalogue('options', [{ symbol: 'BTC-30JUN23-100000-X' }]).refused).toHaveLength(1)
  })
})
