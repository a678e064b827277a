import { closedPnlOf, createClosing } from './records/closed-pnl'
import type { Position } from './entities'
import { valueRestE8 } from './orders/fill-order'
import { execIdOf } from './orders/order-ids'
import type { Closing } from './records/order-records'
import { isProtection } from './triggers/protections'
import type { EngineCommand } from './commands'
import { clearProtection } from './triggers/guards'
import { refuse, type EngineResult } from './result'
import { positionMarginE8 } from './risk/available'
import { unrealisedOfE8 } from './risk/margin'
import { riskOf } from './risk/risk-of'
import { positionValueE8 } from './risk/position-value'
import { settleFill } from './accounts/settle-fill'
import { tellExecution } from './records/tell-execution'
import { cancelOrders } from './liquidation/pass-through'
import { unrealisedE8 } from './risk/formulas'
import { carryLoss } from './liquidation/shortfall'
import type { EngineState } from './state'

/**
 * Session settlement (USDC perpetuals, semantics.md §1.1): the unrealised result goes to the wallet and the entry
 * becomes the mark. An isolated position keeps its equity, so its prices do not move: what it gained or lost stays with
 * its margin.
 */
export function settleSession(state: EngineState, position: Position, nowMs: number): void {
  const valueE8 = positionValueE8(position)
  const pnl = unrealisedOfE8(position)
  if (pnl === 0) return
  const marginBefore = positionMarginE8(position)
  position.costE8 = valueE8
  position.costRestE8 = 0
  position.realisedE8 += pnl
  position.cumRealisedE8 += pnl
  position.cash.cumRealised.add(pnl)
  position.cash.receive(pnl)
  if (riskOf(position.account).hasOwnMargin) position.extraMarginE8 += pnl + marginBefore - positionMarginE8(position)
  position.updatedAtMs = nowMs
  const row = {
    execType: 'Settle',
    ticks: position.market.knownMarkTicks,
    lots: Math.abs(position.lots),
    side: position.lots > 0 ? 'buy' : 'sell',
    valueE8,
    feeE8: 0,
    feeRateE8: 0,
    isMaker: false,
    closedPnlE8: pnl,
    closedLots: 0,
  } as const
  state.lastExecNumber += 1
  tellExecution(state.outbox, position, null, { ...row, id: execIdOf(state.lastExecNumber) }, nowMs)
}

/**
 * The end of what has a date: every order is cancelled, every position closed at the delivery price (an option at what it
 * pays there) for a fee, which is truncated at 8 decimals (semantics.md §5). Values of inverse contracts are rounded for each holder; the last unit is
 * the house's, so the sum stays exact.
 */
export function deliver(
  state: EngineState,
  command: Extract<EngineCommand, { type: 'deliver' }>,
  nowMs: number,
): EngineResult {
  const market = state.markets.get(command.symbol)
  if (market === undefined) return refuse({ kind: 'unknownSymbol' })
  const { settlement } = market.product
  const { minPriceTicks: minTicks, maxPriceTicks: maxTicks, settleCoin } = market.instrument
  const { ticks, feeRateE8, cancelType = 'CancelBySettle' } = command
  if (!Number.isSafeInteger(ticks) || ticks < minTicks || ticks > maxTicks) {
    return refuse({ kind: 'priceInvalid', minTicks, maxTicks })
  }
  if (!Number.isSafeInteger(feeRateE8) || feeRateE8 < 0) return refuse({ kind: 'amountInvalid' })
  for (const position of market.holders) cancelOrders(state, position, cancelType, nowMs, (one) => !isProtection(one))
  let housed = 0
  for (const position of market.holders) {
    if (position.lots === 0) continue
    const lots = Math.abs(position.lots)
    const side = position.lots > 0 ? 'sell' : 'buy'
    const closedTicks = settlement.deliveryTicks(ticks, market)
    const valueE8 = market.valueOf(lots, closedTicks)
    const fee = settlement.deliveryFeeE8({ lots, valueE8, settlementTicks: ticks }, feeRateE8, market)
    const marginE8 = positionMarginE8(position)
    housed += fee - unrealisedE8(valueE8, 0, position.direction)
    const closing = createClosing('Delivery')
    const restE8 = valueRestE8(state, market, { lots, ticks: closedTicks, valueE8 })
    const closedPnlE8 = settleFill(position, { side, lots, valueE8, feeE8: fee, restE8 }, nowMs, closing)
    const row = {
      execType: 'Delivery',
      ticks: closedTicks,
      lots,
      side,
      valueE8,
      feeE8: fee,
      feeRateE8,
      isMaker: false,
      closedPnlE8,
    } as const
    state.lastExecNumber += 1
    const id = execIdOf(state.lastExecNumber)
    tellExecution(state.outbox, position, null, { ...row, id, closedLots: lots }, nowMs)
    if (position.account.role === 'user')
      tellDelivered(state, position, { side, ticks: closedTicks, lots, closing }, nowMs)
    clearProtection(state, position, nowMs)
    coverShortfall(state, position, marginE8 + closedPnlE8 - fee, nowMs)
  }
  state.house.coin(settleCoin).receive(housed)
  return { ok: true }
}

/** A delivery closes like an order that nobody sent. */
function tellDelivered(
  state: EngineState,
  position: Position,
  row: { readonly side: 'buy' | 'sell'; readonly ticks: number; readonly lots: number; readonly closing: Closing },
  nowMs: number,
): void {
  const id = execIdOf(state.lastExecNumber)
  const order = { ...row, id, orderId: '', orderType: 'market', createdAtMs: nowMs } as const
  state.outbox.push({ type: 'closedPnl', closed: closedPnlOf(state.outbox, position, order, nowMs) })
}

/**
 * A delivery may cost more than was left: liquidation follows prices, not the mean that is paid. The insurance pool
 * pays what an isolated position lost beyond its margin; what an account without other positions owes it pays at the end
 * of the command, as always.
 * @param leftE8 the isolated margin after the delivery
 */
function coverShortfall(state: EngineState, { account, cash }: Position, leftE8: number, nowMs: number): void {
  if (account.role !== 'user') return
  const lost = riskOf(account).beyondMarginE8(leftE8)
  if (lost > 0) carryLoss(state, cash, lost, nowMs)
}
