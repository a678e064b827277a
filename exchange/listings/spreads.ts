import { assert } from '../../src/base/assert'
import {
  compare,
  Exact,
  toText,
  zero,
  type DecimalText,
  type Money,
  type Price,
  type Rate,
} from '../../src/domain/decimal'
import type { Delivery } from '../../src/domain/instrument/future'
import type { InstrumentStatus } from '../../src/domain/instrument/listed'
import type { Perpetual } from '../../src/domain/instrument/perpetual'
import type { Future } from '../../src/domain/instrument/future'
import { spreadLegs } from '../../src/domain/instrument/product-kind'
import { spotSymbol, type SpotPair } from '../../src/domain/instrument/spot-pair'
import type { Spread, SpreadKind, SpreadLeg } from '../../src/domain/instrument/spread'
import { DEFAULT_MAKER_FEE_RATE, DEFAULT_TAKER_FEE_RATE } from '../../src/domain/limits'
import type { InstrumentSymbol } from '../../src/domain/order/order'
import { DAY_MS } from '../../src/domain/market/interval'
import { perpetualOf } from './catalogue'
import { datedContracts, seriesOf, type DatedContract } from './dated-contracts'
import { datedInstrument } from './dated-instrument'
import type { ListedFamily } from './listed-family'
import { SPOT_PAIRS } from './spot-pairs'

/** The coins whose spreads are published, in USDT throughout. */
const BASES = ['BTC', 'ETH', 'SOL'] as const
/** Prices go this many ticks to either side of zero. */
const PRICE_TICKS_MAX = 199_999
/** Spreads come after everything else. */
const FIRST_PLACE = 100_000_000

/**
 * Spreads of the four kinds (semantics.md §4): of each coin its perpetual against spot, its futures of the month and the
 * quarter against the perpetual and against spot, and later futures against earlier ones. Those with a spot leg are listed
 * where pairs are. A spread ends with the leg that ends first.
 */
export const SPREADS: ListedFamily = {
  standing: (_region, families) => (families.includes('spot') ? BASES.map((base) => fundingArbitrage(base)) : []),
  expiring: (nowMs, families) => BASES.flatMap((base) => datedSpreads(base, nowMs, families.includes('spot'))),
  instrument: (contract, status, nowMs) => datedSpread(contract, status, nowMs),
}

/** Of a coin, the futures of the running month and the two quarters, nearest first; each once. */
function chainOf(base: string, nowMs: number): readonly DatedContract[] {
  return datedContracts(nowMs)
    .filter((one) => one.base === base && one.kind === 'usdt' && one.listedMs <= nowMs)
    .filter((one) => ['M', 'Q', 'BIQ'].includes(seriesOf(one, nowMs) ?? ''))
    .toSorted((a, b) => a.expiryMs - b.expiryMs)
}

function datedSpreads(base: string, nowMs: number, hasSpot: boolean): readonly DatedContract[] {
  const chain = chainOf(base, nowMs)
  const near = chain.slice(0, 2)
  return [
    ...near.map((one) => against(one, `${base}USDT`)),
    ...chain.slice(1).map((far, index): DatedContract => {
      const earlier = chain[index]!
      const listedMs = Math.max(far.listedMs, earlier.listedMs)
      return {
        ...far,
        family: 'spread',
        symbol: `${far.symbol}_${earlier.symbol}`,
        listedMs,
        expiryMs: earlier.expiryMs,
      }
    }),
    ...(hasSpot ? near.map((one) => against(one, spotSymbol(base, 'USDT'))) : []),
  ]
}

/** A future against what never ends. */
function against(future: DatedContract, symbol: string): DatedContract {
  return { ...future, family: 'spread', symbol: `${future.symbol}_${symbol}` }
}

type Leg = Perpetual | Future | SpotPair

function fundingArbitrage(base: string): Spread {
  const perpetual = perpetualOf(base, 'usdt')
  return spreadOf([perpetual, pairOf(base)], {
    status: 'trading',
    launchTimeMs: perpetual.launchTimeMs,
    delivery: null,
    place: BASES.findIndex((one) => one === base),
  })
}

function datedSpread(contract: DatedContract, status: InstrumentStatus, nowMs: number): Spread {
  const names = spreadLegs(contract.symbol)
  assert(names !== null, `${contract.symbol} has two legs`)
  const [first, second] = names.map((name) => legOf(name, contract, nowMs))
  const delivery: Delivery = { timeMs: contract.expiryMs, feeRate: '0' as Rate, period: null }
  return spreadOf([first!, second!], {
    status,
    launchTimeMs: contract.listedMs,
    delivery,
    place: BASES.length + Math.floor(contract.expiryMs / DAY_MS),
  })
}

/** The rules of a leg, which do not change with time; a future keeps its ticks whatever its series. */
function legOf(name: string, { base, kind, listedMs, expiryMs }: DatedContract, nowMs: number): Leg {
  if (name === `${base}USDT`) return perpetualOf(base, 'usdt')
  if (name.includes('/')) return pairOf(base)
  return datedInstrument({ symbol: name, base, kind, listedMs, expiryMs }, 'trading', nowMs)
}

function pairOf(base: string): SpotPair {
  const pair = SPOT_PAIRS.find(({ symbol }) => symbol === spotSymbol(base, 'USDT'))
  assert(pair !== undefined, `${base}/USDT is listed`)
  return pair
}

interface SpreadLife extends Pick<Spread, 'status' | 'launchTimeMs' | 'delivery'> {
  readonly place: number
}

function spreadOf([first, second]: readonly [Leg, Leg], { place, ...life }: SpreadLife): Spread {
  const symbol = `${first.symbol}_${second.symbol}` as InstrumentSymbol
  const tickSize = larger(first.tickSize, second.tickSize)
  const maxPrice = toText<Price>(new Exact(tickSize).times(PRICE_TICKS_MAX))
  const lotSize = larger(first.lotSize, second.lotSize)
  const limit = smaller(first.maxLimitQty, second.maxLimitQty)
  return {
    symbol,
    displayName: symbol,
    kind: 'spread',
    spreadKind: kindOf(first, second),
    legs: [legFields(first), legFields(second)],
    ...life,
    baseCoin: first.baseCoin,
    quoteCoin: 'USDT',
    settleCoin: 'USDT',
    tickSize,
    minPrice: toText<Price>(new Exact(maxPrice).negated()),
    maxPrice,
    lotSize,
    minQty: larger(lotSize, larger(first.minQty, second.minQty)),
    maxLimitQty: roundDown(limit, lotSize),
    maxMarketQty: roundDown(smaller(first.maxMarketQty, second.maxMarketQty), lotSize),
    minNotional: zero<Money>(),
    takerFeeRate: half(DEFAULT_TAKER_FEE_RATE),
    makerFeeRate: half(DEFAULT_MAKER_FEE_RATE),
    depthRatios: [1, 2, 4, 10],
    popular: false,
    indexSort: FIRST_PLACE + place,
  }
}

function legFields({ symbol, kind, tickSize, lotSize }: Leg): SpreadLeg {
  return { symbol, kind, steps: { tickSize, lotSize } }
}

function kindOf(first: Leg, second: Leg): SpreadKind {
  if (second.kind === 'spot') return 'delivery' in first ? 'carryTrade' : 'fundingRateArb'
  return 'delivery' in second ? 'futureSpread' : 'perpBasis'
}

function larger<T extends DecimalText>(a: T, b: T): T {
  return compare(a, b) < 0 ? b : a
}

function smaller<T extends DecimalText>(a: T, b: T): T {
  return compare(a, b) < 0 ? a : b
}

function roundDown<T extends DecimalText>(value: T, step: DecimalText): T {
  return toText<T>(new Exact(value).div(step).floor().times(step))
}

/** The legs of a spread pay half of their fees apart. */
function half(rate: Rate): Rate {
  return toText<Rate>(new Exact(rate).div(2))
}
