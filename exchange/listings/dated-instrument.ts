import { Exact, toText, type Leverage, type Price, type Qty, type Rate } from '../../src/domain/decimal'
import type { Delivery, Future } from '../../src/domain/instrument/future'
import type { InstrumentStatus } from '../../src/domain/instrument/listed'
import type { InstrumentSymbol } from '../../src/domain/order/order'
import { buildTiers, DATED_SHARE, LARGEST_PRICE_TICKS, perpetualOf } from './catalogue'
import { seriesOf, seriesRank, type DatedContract } from './dated-contracts'
import { DAY_MS } from '../../src/domain/market/interval'

/** Settlement fee of the published inverse futures (semantics.md §1.2), taken for all dated contracts. */
const DELIVERY_FEE_RATE = '0.0005' as Rate
/** Ticks of dated contracts where they are coarser than the perpetual's; 0.5 is published for inverse BTC futures. */
const DATED_TICK: Readonly<Record<string, string>> = { BTC: '0.5', ETH: '0.05' }
const DATED_LEVERAGE_MAX = '50'
const DATED_KIND = { usdt: 'linearFutures', usdc: 'usdcFutures', inverse: 'inverseFutures' } as const
/** Lists sort perpetuals first, then the series, each by expiry. */
const SERIES_SORT_WIDTH = 10_000

/** A dated contract as the exchange lists it at `nowMs`: the rules of its perpetual, with its own end. */
export function datedInstrument(contract: DatedContract, status: InstrumentStatus, nowMs: number): Future {
  const { symbol, base, kind, listedMs, expiryMs } = contract
  const {
    funding: _funding,
    preListing: _preListing,
    maxPostOnlyQty: _postOnly,
    ...perpetual
  } = perpetualOf(base, kind)
  const tickSize = (kind === 'usdt' ? undefined : DATED_TICK[base]) ?? perpetual.tickSize
  const share = (qty: Qty) =>
    toText<Qty>(new Exact(qty).times(DATED_SHARE).div(perpetual.lotSize).floor().times(perpetual.lotSize))
  const delivery: Delivery = { timeMs: expiryMs, feeRate: DELIVERY_FEE_RATE, period: seriesOf(contract, nowMs) }
  const tiers = perpetual.riskTiers.filter(({ maxLeverage }) => Number(maxLeverage) <= Number(DATED_LEVERAGE_MAX))
  return {
    ...perpetual,
    symbol: symbol as InstrumentSymbol,
    displayName: symbol,
    kind: DATED_KIND[kind],
    status,
    tickSize: tickSize as Price,
    minPrice: tickSize as Price,
    maxPrice: toText<Price>(new Exact(tickSize).times(LARGEST_PRICE_TICKS)),
    maxLimitQty: share(perpetual.maxLimitQty),
    maxMarketQty: share(perpetual.maxMarketQty),
    maxLeverage: DATED_LEVERAGE_MAX as Leverage,
    riskTiers: buildTiers(
      tiers.map((tier) => [tier.limit, tier.maxLeverage, [tier.initialMarginRate, tier.maintenanceMarginRate]]),
    ),
    delivery,
    launchTimeMs: listedMs,
    popular: false,
    indexSort: 1_000 + (seriesRank(contract) * SERIES_SORT_WIDTH + (Math.floor(expiryMs / DAY_MS) % SERIES_SORT_WIDTH)),
  }
}
