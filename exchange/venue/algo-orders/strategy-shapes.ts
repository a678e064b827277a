import { err, ok, type Result } from '../../../src/base/result'
import type { Price, Qty } from '../../../src/domain/decimal'
import type { InstrumentSymbol, OrderId, OrderLinkId } from '../../../src/domain/order/order'
import { ICEBERG_ORDERS_MAX, twapParts, type NewStrategy } from '../../../src/domain/order/strategy'
import type { VenueRefusal, VenueStrategy } from '../venue-port'
import type { Listing } from '../listing'
import { readPrice, readQty } from '../read-number'
import type { StrategyState, StrategyTerms } from './strategy-state'

/** A user's strategy in the engine's whole numbers; every part of it must be an order that the contract takes. */
export function readStrategy(wanted: NewStrategy, listing: Listing): Result<StrategyTerms, VenueRefusal> {
  const { symbol, side, reduceOnly, positionIdx } = wanted
  const qty = readQty(wanted.qty, listing)
  if (!qty.ok) return qty
  const lots = qty.value
  const { minLots, maxLimitLots, maxMarketLots } = listing.engine
  const common = { symbol, side, lots, reduceOnly, positionIdx }
  switch (wanted.kind) {
    case 'twap': {
      const limit = wanted.price === null ? ok(null) : readPrice(wanted.price, listing)
      if (!limit.ok) return limit
      const { durationMs, intervalMs } = wanted
      const parts = twapParts(wanted)
      const bounds = { minLots: parts * minLots, maxLots: parts * maxMarketLots }
      if (lots < bounds.minLots || lots > bounds.maxLots) return err({ kind: 'qtyInvalid', ...bounds })
      return ok({ kind: 'twap', ...common, durationMs, intervalMs, limitTicks: limit.value })
    }
    case 'chaseLimit': {
      if (lots < minLots || lots > maxLimitLots) return err({ kind: 'qtyInvalid', minLots, maxLots: maxLimitLots })
      const distance = wanted.maxDistance === null ? ok(null) : readPrice(wanted.maxDistance, listing)
      return distance.ok ? ok({ kind: 'chaseLimit', ...common, maxDistanceTicks: distance.value }) : distance
    }
    case 'iceberg': {
      const price = readPrice(wanted.price, listing)
      if (!price.ok) return price
      const show = readQty(wanted.showQty, listing)
      if (!show.ok) return show
      const most = maxLimitLots * ICEBERG_ORDERS_MAX
      if (lots < minLots || lots > most) return err({ kind: 'qtyInvalid', minLots, maxLots: most })
      const mostShown = Math.min(lots, maxLimitLots)
      if (show.value < minLots || show.value > mostShown) {
        return err({ kind: 'qtyInvalid', minLots, maxLots: mostShown })
      }
      return ok({ kind: 'iceberg', ...common, ticks: price.value, showLots: show.value })
    }
  }
}

export function toStrategy(state: StrategyState, listing: Listing): VenueStrategy {
  const { terms } = state
  const price = (ticks: number) => listing.ticks.toText<Price>(ticks)
  const qty = (lots: number) => listing.lots.toText<Qty>(lots)
  const filled = state.doneLots + state.openLots
  const common = {
    id: state.id,
    linkId: state.linkId === '' ? null : (state.linkId as OrderLinkId),
    symbol: terms.symbol as InstrumentSymbol,
    side: terms.side,
    qty: qty(terms.lots),
    filledQty: qty(filled),
    leavesQty: qty(state.status === 'running' ? terms.lots - filled : 0),
    reduceOnly: terms.reduceOnly,
    positionIdx: terms.positionIdx,
    status: state.status,
    stopReason: state.stopReason,
    orderCount: state.orderIds.length,
    orderIds: [...state.orderIds] as OrderId[],
    createdAtMs: state.createdAtMs,
    updatedAtMs: state.updatedAtMs,
  }
  switch (terms.kind) {
    case 'twap': {
      const { durationMs, intervalMs, limitTicks } = terms
      return { ...common, kind: 'twap', durationMs, intervalMs, price: limitTicks === null ? null : price(limitTicks) }
    }
    case 'chaseLimit': {
      const { maxDistanceTicks } = terms
      return { ...common, kind: 'chaseLimit', maxDistance: maxDistanceTicks === null ? null : price(maxDistanceTicks) }
    }
    case 'iceberg':
      return { ...common, kind: 'iceberg', price: price(terms.ticks), showQty: qty(terms.showLots) }
  }
}
