import type { OptionContract } from '../../domain/instrument/option'
import type { OptionFigures, Ticker } from '../../domain/market/market'
import { figure, volatility } from '../figure-text'
import { STATUS_V5 } from '../rest/instrument-info'

/** One row of GET /v5/market/instruments-info, of options. */
export interface OptionInfoJson {
  readonly symbol: string
  readonly status: string
  readonly baseCoin: string
  readonly quoteCoin: string
  readonly settleCoin: string
  readonly optionsType: 'Call' | 'Put'
  readonly launchTime: string
  readonly deliveryTime: string
  readonly deliveryFeeRate: string
  readonly priceFilter: { readonly minPrice: string; readonly maxPrice: string; readonly tickSize: string }
  readonly lotSizeFilter: { readonly maxOrderQty: string; readonly minOrderQty: string; readonly qtyStep: string }
  readonly displayName: string
}

export function writeOptionInfo(option: OptionContract): OptionInfoJson {
  const { delivery } = option
  return {
    symbol: option.symbol,
    status: STATUS_V5[option.status],
    baseCoin: option.baseCoin,
    quoteCoin: option.quoteCoin,
    settleCoin: option.settleCoin,
    optionsType: option.isCall ? 'Call' : 'Put',
    launchTime: String(option.launchTimeMs),
    deliveryTime: String(delivery.timeMs),
    deliveryFeeRate: delivery.feeRate,
    priceFilter: { minPrice: option.minPrice, maxPrice: option.maxPrice, tickSize: option.tickSize },
    lotSizeFilter: { maxOrderQty: option.maxLimitQty, minOrderQty: option.minQty, qtyStep: option.lotSize },
    displayName: option.displayName,
  }
}

/** What both forms of an option's ticker say alike. Volatilities are fractions of a year's: 0.6 is 60 %. */
function shared(ticker: Ticker) {
  const { option } = ticker
  return {
    symbol: ticker.symbol,
    lastPrice: ticker.lastPrice ?? '0',
    highPrice24h: ticker.highPrice24h ?? '0',
    lowPrice24h: ticker.lowPrice24h ?? '0',
    markPrice: ticker.markPrice ?? '',
    indexPrice: ticker.indexPrice ?? '',
    underlyingPrice: option?.underlyingPrice ?? '',
    openInterest: ticker.openInterest ?? '0',
    turnover24h: ticker.turnover24h ?? '0',
    volume24h: ticker.volume24h ?? '0',
    totalVolume: option?.totalVolume ?? '0',
    totalTurnover: option?.totalTurnover ?? '0',
    delta: figure(option?.greeks.delta),
    gamma: figure(option?.greeks.gamma),
    vega: figure(option?.greeks.vega),
    theta: figure(option?.greeks.theta),
    predictedDeliveryPrice: ticker.predictedDeliveryPrice ?? '0',
    change24h: ticker.price24hChange ?? '0',
  }
}

/** What a native ticker of an option has beside its prices, under the names of v5's list. */
export function writeOptionFigures(option: OptionFigures) {
  const { underlyingPrice, greeks, totalVolume, totalTurnover } = option
  return {
    underlyingPrice,
    delta: figure(greeks.delta),
    gamma: figure(greeks.gamma),
    vega: figure(greeks.vega),
    theta: figure(greeks.theta),
    markIv: volatility(option.markVolatility),
    bid1Iv: volatility(option.bidVolatility),
    ask1Iv: volatility(option.askVolatility),
    totalVolume,
    totalTurnover,
  }
}

/** One row of GET /v5/market/tickers, of options. */
export function writeOptionTicker(ticker: Ticker) {
  const { option } = ticker
  return {
    ...shared(ticker),
    bid1Price: ticker.bid1Price ?? '0',
    bid1Size: ticker.bid1Qty ?? '0',
    bid1Iv: volatility(option?.bidVolatility),
    ask1Price: ticker.ask1Price ?? '0',
    ask1Size: ticker.ask1Qty ?? '0',
    ask1Iv: volatility(option?.askVolatility),
    markIv: volatility(option?.markVolatility),
  }
}

/** The data of `tickers.{symbol}`, of options: the same under other names (data as published). */
export function writeOptionTickerFrame(ticker: Ticker) {
  const { option } = ticker
  return {
    ...shared(ticker),
    bidPrice: ticker.bid1Price ?? '0',
    bidSize: ticker.bid1Qty ?? '0',
    bidIv: volatility(option?.bidVolatility),
    askPrice: ticker.ask1Price ?? '0',
    askSize: ticker.ask1Qty ?? '0',
    askIv: volatility(option?.askVolatility),
    markPriceIv: volatility(option?.markVolatility),
  }
}
