import { Exact, toText } from '../../domain/decimal'
import { spotName, type SpotPair } from '../../domain/instrument/spot-pair'
import type { Ticker } from '../../domain/market/market'

/** One row of GET /v5/market/instruments-info, of pairs. */
export interface SpotInfoJson {
  readonly symbol: string
  readonly baseCoin: string
  readonly quoteCoin: string
  readonly innovation: string
  readonly status: string
  /** `utaOnly` where it may be bought with borrowed coins. */
  readonly marginTrading: string
  readonly stTag: string
  readonly lotSizeFilter: {
    readonly basePrecision: string
    readonly quotePrecision: string
    readonly minOrderQty: string
    readonly maxOrderQty: string
    readonly minOrderAmt: string
    readonly maxOrderAmt: string
    readonly maxLimitOrderQty: string
    readonly maxMarketOrderQty: string
    readonly postOnlyMaxLimitOrderSize: string
  }
  readonly priceFilter: { readonly tickSize: string }
  readonly riskParameters: { readonly priceLimitRatioX: string; readonly priceLimitRatioY: string }
  readonly symbolType: string
}

/** @param isLent whether both of its coins are lent */
export function writeSpotInfo(pair: SpotPair, isLent: boolean): SpotInfoJson {
  return {
    symbol: spotName(pair.symbol),
    baseCoin: pair.baseCoin,
    quoteCoin: pair.quoteCoin,
    innovation: '0',
    status: pair.status === 'trading' ? 'Trading' : 'Closed',
    marginTrading: isLent ? 'utaOnly' : 'none',
    stTag: '0',
    lotSizeFilter: {
      basePrecision: pair.lotSize,
      quotePrecision: pair.quoteStep,
      minOrderQty: pair.minQty,
      maxOrderQty: pair.maxLimitQty,
      minOrderAmt: pair.minNotional,
      maxOrderAmt: pair.maxAmount,
      maxLimitOrderQty: pair.maxLimitQty,
      maxMarketOrderQty: pair.maxMarketQty,
      postOnlyMaxLimitOrderSize: pair.maxLimitQty,
    },
    priceFilter: { tickSize: pair.tickSize },
    riskParameters: { priceLimitRatioX: pair.limitOrderPriceLimit, priceLimitRatioY: pair.marketOrderPriceLimit },
    symbolType: '',
  }
}

/** One row of GET /v5/market/tickers and the data of `tickers.{symbol}`, of pairs: always whole. */
export interface SpotTickerJson {
  readonly symbol: string
  readonly bid1Price: string
  readonly bid1Size: string
  readonly ask1Price: string
  readonly ask1Size: string
  readonly lastPrice: string
  readonly prevPrice24h: string
  /** Rounded at four decimals (semantics.md §3). */
  readonly price24hPcnt: string
  readonly highPrice24h: string
  readonly lowPrice24h: string
  readonly turnover24h: string
  readonly volume24h: string
  /** Empty where the pair is not quoted in dollars. */
  readonly usdIndexPrice: string
}

const DOLLARS: ReadonlySet<string> = new Set(['USDT', 'USDC'])
const CHANGE_DECIMALS = 4

export function writeSpotTicker(ticker: Ticker, { quoteCoin }: SpotPair): SpotTickerJson {
  const { price24hChange } = ticker
  return {
    symbol: spotName(ticker.symbol),
    bid1Price: ticker.bid1Price ?? '',
    bid1Size: ticker.bid1Qty ?? '',
    ask1Price: ticker.ask1Price ?? '',
    ask1Size: ticker.ask1Qty ?? '',
    lastPrice: ticker.lastPrice ?? '',
    prevPrice24h: ticker.prevPrice24h ?? '',
    price24hPcnt: price24hChange === null ? '' : toText(new Exact(price24hChange).toDecimalPlaces(CHANGE_DECIMALS)),
    highPrice24h: ticker.highPrice24h ?? '',
    lowPrice24h: ticker.lowPrice24h ?? '',
    turnover24h: ticker.turnover24h ?? '',
    volume24h: ticker.volume24h ?? '',
    usdIndexPrice: DOLLARS.has(quoteCoin) ? (ticker.indexPrice ?? '') : '',
  }
}
