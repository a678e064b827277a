import { assert } from '../../src/base/assert'
import { zero, type Money, type Price, type Qty } from '../../src/domain/decimal'
import type { InstrumentStatus } from '../../src/domain/instrument/listed'
import type { OptionContract } from '../../src/domain/instrument/option'
import { readOptionName } from '../../src/domain/instrument/option-name'
import {
  OPTION_DELIVERY_FEE,
  OPTION_FEE_CAP,
  OPTION_MARGIN,
  OPTION_TRADE_FEE,
} from '../../src/domain/options/option-rules'
import { DAY_MS } from '../../src/domain/market/interval'
import type { InstrumentSymbol } from '../../src/domain/order/order'
import type { DatedContract } from './dated-contracts'

/** Limits of a coin's options. BTC's are published (semantics.md §2.9); the others are of about their worth. */
interface OptionLimits {
  readonly tickSize: string
  readonly maxPrice: string
  readonly lotSize: string
  readonly maxQty: string
  /** What marks are rounded to: far options are worth less than a tick. */
  readonly markStep: string
}

const LIMITS: Readonly<Record<string, OptionLimits>> = {
  BTC: { tickSize: '5', maxPrice: '1110000', lotSize: '0.01', maxQty: '500', markStep: '0.01' },
  ETH: { tickSize: '0.1', maxPrice: '22200', lotSize: '0.1', maxQty: '5000', markStep: '0.01' },
  SOL: { tickSize: '0.01', maxPrice: '2220', lotSize: '1', maxQty: '50000', markStep: '0.001' },
}

/** Lists show options behind everything else, by expiry. */
const SORT_FIRST = 1_000_000

function limitsOf(base: string): OptionLimits {
  const limits = LIMITS[base]
  assert(limits !== undefined, `there are options on ${base}`)
  return limits
}

/** What marks of options on a coin are rounded to: a whole part of their tick. */
export function optionMarkStep(base: string): Price {
  return limitsOf(base).markStep as Price
}

/** The least quantity of options on a coin, and the step between quantities. */
export function optionLotOf(base: string): Qty {
  return limitsOf(base).lotSize as Qty
}

/** An option as the exchange lists it. Strike and side are what its name says. */
export function optionInstrument(contract: DatedContract, status: InstrumentStatus): OptionContract {
  const { symbol, base, kind, listedMs, expiryMs } = contract
  const named = readOptionName(symbol)
  assert(named !== null && kind !== 'inverse', `${symbol} names an option`)
  const { tickSize, maxPrice, lotSize, maxQty } = limitsOf(base)
  const settleCoin = kind === 'usdt' ? 'USDT' : 'USDC'
  return {
    symbol: symbol as InstrumentSymbol,
    displayName: symbol,
    kind: kind === 'usdt' ? 'usdtOption' : 'usdcOption',
    status,
    baseCoin: base,
    quoteCoin: settleCoin,
    settleCoin,
    tickSize: tickSize as Price,
    minPrice: tickSize as Price,
    maxPrice: maxPrice as Price,
    lotSize: lotSize as Qty,
    minQty: lotSize as Qty,
    maxLimitQty: maxQty as Qty,
    maxMarketQty: maxQty as Qty,
    minNotional: zero<Money>(),
    takerFeeRate: OPTION_TRADE_FEE,
    makerFeeRate: OPTION_TRADE_FEE,
    depthRatios: [1, 2, 4, 10],
    launchTimeMs: listedMs,
    popular: false,
    indexSort: SORT_FIRST + Math.floor(expiryMs / DAY_MS),
    strike: named.strike,
    isCall: named.isCall,
    delivery: { timeMs: expiryMs, feeRate: OPTION_DELIVERY_FEE, period: null },
    margin: OPTION_MARGIN,
    feeCap: OPTION_FEE_CAP,
  }
}
