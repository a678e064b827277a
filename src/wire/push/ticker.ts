import type { Money, Price, Qty, Rate } from '../../domain/decimal'
import type { AuctionPhase } from '../../domain/instrument/auction-phase'
import { isOptionKind, kindOfName } from '../../domain/instrument/product-kind'
import type { OptionFigures, Ticker } from '../../domain/market/market'
import type { InstrumentSymbol } from '../../domain/order/order'
import { asObject, readDecimal, readInteger, readOptionalDecimal, readText, readWord, type JsonObject } from '../json'
import { readOptionalPrice, readPriceOrNone } from '../price'
import { AUCTION_PHASE_OF, AUCTION_PHASE_WORD } from '../rest/pre-listing'

/** Data of `instrument_info.{rate}.{symbol}`, v5 field names: a snapshot has all, a delta the changed ones and `symbol`. */
export interface TickerJson {
  readonly symbol: string
  readonly lastPrice?: string
  readonly markPrice?: string
  readonly indexPrice?: string
  readonly bid1Price?: string
  readonly bid1Size?: string
  readonly ask1Price?: string
  readonly ask1Size?: string
  readonly prevPrice24h?: string
  readonly highPrice24h?: string
  readonly lowPrice24h?: string
  readonly price24hPcnt?: string
  readonly volume24h?: string
  readonly turnover24h?: string
  readonly openInterest?: string
  readonly openInterestValue?: string
  readonly fundingRate?: string
  /** Milliseconds as text. */
  readonly nextFundingTime?: string
  readonly basis?: string
  readonly basisRate?: string
  readonly predictedDeliveryPrice?: string
  /** Ours: mean of mid − mark over 30 s, which widens the band of limit prices. */
  readonly bandPremium?: string
  /** Before a listing alone: what the call auction would fill, and the phase. */
  readonly preOpenPrice?: string
  readonly preQty?: string
  readonly curPreListingPhase?: string
}

const FIELDS = {
  lastPrice: 'lastPrice',
  markPrice: 'markPrice',
  indexPrice: 'indexPrice',
  bid1Price: 'bid1Price',
  bid1Qty: 'bid1Size',
  ask1Price: 'ask1Price',
  ask1Qty: 'ask1Size',
  prevPrice24h: 'prevPrice24h',
  highPrice24h: 'highPrice24h',
  lowPrice24h: 'lowPrice24h',
  price24hChange: 'price24hPcnt',
  volume24h: 'volume24h',
  turnover24h: 'turnover24h',
  openInterest: 'openInterest',
  openInterestValue: 'openInterestValue',
  fundingRate: 'fundingRate',
  basis: 'basis',
  basisRate: 'basisRate',
  predictedDeliveryPrice: 'predictedDeliveryPrice',
  bandPremium: 'bandPremium',
} as const

/** Amounts that have the same name here and there. */
type SameName =
  | {
      [F in keyof typeof FIELDS]: (typeof FIELDS)[F] extends F ? F : never
    }[keyof typeof FIELDS]
  | 'preOpenPrice'

/** All known fields; a field that is `null` is left out. */
export function writeTicker(ticker: Ticker): TickerJson {
  const json: Record<string, string> = { symbol: ticker.symbol }
  for (const [field, wire] of Object.entries(FIELDS) as [keyof typeof FIELDS, string][]) {
    const value = ticker[field]
    if (value != null) json[wire] = value
  }
  if (ticker.nextFundingTimeMs !== null) json['nextFundingTime'] = String(ticker.nextFundingTimeMs)
  // Empty text ends what a delta would otherwise leave standing.
  if (ticker.auctionPhase !== undefined) {
    json['preOpenPrice'] = ticker.preOpenPrice ?? ''
    json['preQty'] = ticker.preOpenQty ?? ''
    json['curPreListingPhase'] = ticker.auctionPhase === null ? '' : AUCTION_PHASE_WORD[ticker.auctionPhase]
  }
  return json as unknown as TickerJson
}

/** The fields of `next` that differ from `previous`, or `null` when nothing changed. */
export function writeTickerChange(previous: TickerJson, next: TickerJson): TickerJson | null {
  const change: Record<string, string> = { symbol: next.symbol }
  let changed = false
  for (const [key, value] of Object.entries(next) as [keyof TickerJson, string][]) {
    if (previous[key] === value) continue
    change[key] = value
    changed = true
  }
  return changed ? (change as unknown as TickerJson) : null
}

/**
 * Merges a message into what was known; `known` is `null` for a snapshot.
 *
 * @throws WireError naming the field
 */
export function parseTicker(
  data: unknown,
  known: Ticker | null,
  stamp: { readonly timeMs: number; readonly seq: number },
): Ticker {
  const json = asObject(data, 'data')
  const read = <T extends Price | Qty | Money | Rate>(wire: string, before: T | null | undefined): T | null =>
    wire in json ? readOptionalDecimal<T>(json, wire) : (before ?? null)
  const symbol = readText(json, 'symbol') as InstrumentSymbol
  const same = <F extends SameName>(field: F): Exclude<Ticker[F], undefined> =>
    read<Price>(field, known?.[field] as Price | undefined) as Exclude<Ticker[F], undefined>
  const readOwnPrice = (wire: string, before: Price | null | undefined): Price | null =>
    wire in json ? readOptionalPrice(json, wire, symbol) : (before ?? null)
  const readIfAny = (wire: string, before: Price | null | undefined): Price | null =>
    wire in json ? readPriceOrNone(json, wire, symbol) : (before ?? null)
  // An option's last price is published as zero until the first trade.
  const isOption = isOptionKind(kindOfName(symbol))
  return {
    symbol,
    ...(isOption ? { option: readOption(json, known?.option ?? null) } : {}),
    lastPrice: (isOption ? readIfAny : readOwnPrice)('lastPrice', known?.lastPrice),
    markPrice: readOwnPrice('markPrice', known?.markPrice),
    indexPrice: readOwnPrice('indexPrice', known?.indexPrice),
    bid1Price: readIfAny('bid1Price', known?.bid1Price),
    bid1Qty: read<Qty>('bid1Size', known?.bid1Qty),
    ask1Price: readIfAny('ask1Price', known?.ask1Price),
    ask1Qty: read<Qty>('ask1Size', known?.ask1Qty),
    prevPrice24h: same('prevPrice24h'),
    highPrice24h: same('highPrice24h'),
    lowPrice24h: same('lowPrice24h'),
    price24hChange: read<Rate>('price24hPcnt', known?.price24hChange),
    volume24h: same('volume24h'),
    turnover24h: same('turnover24h'),
    openInterest: same('openInterest'),
    openInterestValue: same('openInterestValue'),
    fundingRate: same('fundingRate'),
    basis: same('basis'),
    basisRate: same('basisRate'),
    predictedDeliveryPrice: same('predictedDeliveryPrice'),
    bandPremium: same('bandPremium'),
    nextFundingTimeMs: readTime(json, known?.nextFundingTimeMs),
    preOpenPrice: same('preOpenPrice'),
    preOpenQty: read<Qty>('preQty', known?.preOpenQty),
    auctionPhase: readPhase(json, known?.auctionPhase),
    timeMs: stamp.timeMs,
    seq: stamp.seq,
  }
}

/** What a ticker of an option has besides; `null` until its mark was made. A volatility of zero is none. */
function readOption(json: JsonObject, known: OptionFigures | null): OptionFigures | null {
  const number = (field: string, before: number | null | undefined): number =>
    field in json ? Number(readDecimal(json, field)) : (before ?? 0)
  const text = <T extends Price | Qty | Money>(field: string, before: T | undefined): T =>
    field in json ? readDecimal<T>(json, field) : (before ?? ('0' as T))
  if (known === null && !('markIv' in json)) return null
  return {
    underlyingPrice: text<Price>('underlyingPrice', known?.underlyingPrice),
    markVolatility: number('markIv', known?.markVolatility),
    bidVolatility: number('bid1Iv', known?.bidVolatility) || null,
    askVolatility: number('ask1Iv', known?.askVolatility) || null,
    greeks: {
      delta: number('delta', known?.greeks.delta),
      gamma: number('gamma', known?.greeks.gamma),
      vega: number('vega', known?.greeks.vega),
      theta: number('theta', known?.greeks.theta),
    },
    totalVolume: text<Qty>('totalVolume', known?.totalVolume),
    totalTurnover: text<Money>('totalTurnover', known?.totalTurnover),
  }
}

function readTime(json: JsonObject, before: number | null | undefined): number | null {
  const value = json['nextFundingTime']
  if (value === undefined) return before ?? null
  return value === '' || value === '0' ? null : readInteger(json, 'nextFundingTime')
}

function readPhase(json: JsonObject, before: AuctionPhase | null | undefined): AuctionPhase | null {
  const word = json['curPreListingPhase']
  if (word === undefined) return before ?? null
  return word === '' ? null : readWord(json, 'curPreListingPhase', AUCTION_PHASE_OF)
}
