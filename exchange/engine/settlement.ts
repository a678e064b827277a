import { closedPnlOf, createClosing } from './closed-pnl'
import type { Holding } from './entities'
import { execIdOf } from './order-ids'
import type { Closing } from './order-records'
import { isProtection } from './protections'
import type { EngineCommand } from './commands'
import { clearProtection } from './guards'
import { refuse, type EngineResult } from './result'
import { positionMarginE8, unrealisedOfE8 } from './margin'
import { positionValueE8 } from './position-value'
import { settleFill } from './matching'
import { cancelOrders } from './pass-through'
import { unrealisedE8 } from './risk'
import { mulDiv, ONE_E8 } from './scaled'
import { carryLoss } from './shortfall'
import type { EngineState } from './state'

interface Row {
  readonly execType: 'Settle' | 'Delivery'
  readonly ticks: number
  readonly lots: number
  readonly side: 'buy' | 'sell'
  readonly valueE8: number
  readonly feeE8: number
  readonly feeRateE8: number
  readonly closedPnlE8: number
  readonly closedLots: number
}

function tell(state: EngineState, holding: Holding, row: Row, nowMs: number): void {
  state.lastExecNumber += 1
  if (holding.account.role === 'maker') return
  state.outbox.touchHolding(holding)
  state.outbox.touchWallet(holding.account)
  state.outbox.push({
    type: 'execution',
    execution: {
      id: execIdOf(state.lastExecNumber),
      account: holding.account.id,
      orderId: '',
      linkId: '',
      symbol: holding.market.instrument.symbol,
      ...row,
      walletE8: holding.cash.walletE8,
      positionLots: holding.lots,
      isMaker: false,
      timeMs: nowMs,
      seq: state.outbox.nextSeq(),
    },
  })
}

/**
 * Session settlement (USDC perpetuals, semantics.md §1.1): the unrealised result goes to the wallet and the entry
 * becomes the mark. An isolated position keeps its equity, so its prices do not move: what it gained or lost stays with
 * its margin.
 */
export function settleSession(state: EngineState, holding: Holding, nowMs: number): void {
  const valueE8 = positionValueE8(holding)
  const pnl = unrealisedOfE8(holding)
  if (pnl === 0) return
  const marginBefore = positionMarginE8(holding)
  holding.costE8 = valueE8
  holding.realisedE8 += pnl
  holding.cumRealisedE8 += pnl
  holding.cash.cumRealised.add(pnl)
  holding.cash.receive(pnl)
  if (holding.account.marginMode === 'isolated') holding.extraMarginE8 += pnl + marginBefore - positionMarginE8(holding)
  holding.updatedAtMs = nowMs
  const row = {
    execType: 'Settle',
    ticks: holding.market.markTicks,
    lots: Math.abs(holding.lots),
    side: holding.lots > 0 ? 'buy' : 'sell',
    valueE8,
    feeE8: 0,
    feeRateE8: 0,
    closedPnlE8: pnl,
    closedLots: 0,
  } as const
  tell(state, holding, row, nowMs)
}

/**
 * The end of a dated contract: every order is cancelled, every position closed at the delivery price for a fee, which is
 * truncated at 8 decimals (semantics.md §5). Values of inverse contracts are rounded for each holder; the last unit is
 * the house's, so the sum stays exact.
 */
export function deliver(
  state: EngineState,
  command: Extract<EngineCommand, { type: 'deliver' }>,
  nowMs: number,
): EngineResult {
  const market = state.markets.get(command.symbol)
  if (market === undefined) return refuse({ kind: 'unknownSymbol' })
  const { minPriceTicks: minTicks, maxPriceTicks: maxTicks, settleCoin } = market.instrument
  const { ticks, feeRateE8 } = command
  if (!Number.isSafeInteger(ticks) || ticks < minTicks || ticks > maxTicks) {
    return refuse({ kind: 'priceInvalid', minTicks, maxTicks })
  }
  if (!Number.isSafeInteger(feeRateE8) || feeRateE8 < 0) return refuse({ kind: 'amountInvalid' })
  for (const holding of market.holders)
    cancelOrders(state, holding, 'CancelBySettle', nowMs, (one) => !isProtection(one))
  let housed = 0
  for (const holding of market.holders) {
    if (holding.lots === 0) continue
    const lots = Math.abs(holding.lots)
    const side = holding.lots > 0 ? 'sell' : 'buy'
    const valueE8 = market.valueOf(lots, ticks)
    const fee = mulDiv(valueE8, feeRateE8, ONE_E8, 'down')
    const marginE8 = positionMarginE8(holding)
    housed += fee - unrealisedE8(valueE8, 0, holding.direction)
    const closing = createClosing('Delivery')
    const closedPnlE8 = settleFill(holding, { side, lots, valueE8, feeE8: fee }, nowMs, closing)
    const row = { execType: 'Delivery', ticks, lots, side, valueE8, feeE8: fee, feeRateE8, closedPnlE8 } as const
    tell(state, holding, { ...row, closedLots: lots }, nowMs)
    if (holding.account.role === 'user') tellDelivered(state, holding, { side, ticks, lots, closing }, nowMs)
    clearProtection(state, holding, nowMs)
    coverShortfall(state, holding, marginE8 + closedPnlE8 - fee, nowMs)
  }
  state.house.coin(settleCoin).receive(housed)
  return { ok: true }
}

/** A delivery closes like an order that nobody sent. */
function tellDelivered(
  state: EngineState,
  holding: Holding,
  row: { readonly side: 'buy' | 'sell'; readonly ticks: number; readonly lots: number; readonly closing: Closing },
  nowMs: number,
): void {
  const id = execIdOf(state.lastExecNumber)
  const order = { ...row, id, orderId: '', orderType: 'market', createdAtMs: nowMs } as const
  state.outbox.push({ type: 'closedPnl', closed: closedPnlOf(state.outbox, holding, order, nowMs) })
}

/**
 * A delivery may cost more than was left: liquidation follows prices, not the mean that is paid. The insurance pool
 * pays what an isolated position lost beyond its margin; what an account without other positions owes it pays at the end
 * of the command, as always.
 * @param leftE8 the isolated margin after the delivery
 */
function coverShortfall(state: EngineState, { account, cash }: Holding, leftE8: number, nowMs: number): void {
  if (account.role !== 'user' || account.marginMode !== 'isolated' || leftE8 >= 0) return
  carryLoss(state, cash, -leftE8, nowMs)
}
