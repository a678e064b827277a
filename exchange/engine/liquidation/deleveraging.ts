import type { Position, Market, Order } from '../entities'
import { isProtection } from '../triggers/protections'
import { positionMarginE8 } from '../risk/available'
import { unrealisedOfE8 } from '../risk/margin'
import { riskOf } from '../risk/risk-of'
import { clearProtection } from '../triggers/guards'
import { cutReduceOnly } from '../orders/open-orders'
import { positionValueE8 } from '../risk/position-value'
import { cancelOrders, passThrough } from './pass-through'
import { priceOfValue } from '../risk/isolated-margin'
import { unrealisedE8 } from '../risk/formulas'
import { carryLoss } from './shortfall'
import type { EngineState } from '../state'

const ADL = 'CreateByAdl_PassThrough'
/** A bankruptcy price further than 1/20 from the mark is not used: the mark is (semantics.md §1.5). */
const FAR_PART = 20
/** How long the ranks of a market stand before they are worked out anew. */
const RANKS_MS = 10_000

/**
 * How early a position is deleveraged: P&L share × effective leverage in profit, ÷ in loss, where the effective leverage
 * is value / (value − bankruptcy value), that is value over what backs it. A number to compare, not money.
 */
export function deleveragingScore(position: Position): number {
  const margin = position.account.coinMargin?.aloneE8(position) ?? positionMarginE8(position)
  const pnl = unrealisedOfE8(position)
  const backing = riskOf(position.account).backingE8(position, margin, pnl)
  const leverage = positionValueE8(position) / Math.max(1, backing)
  const share = pnl / Math.max(1, margin)
  return share >= 0 ? share * leverage : share / Math.max(1e-9, leverage)
}

/** Holders of one direction, first to be deleveraged first; equals stay in the order in which they came to the market. */
function queue(market: Market, isLong: boolean): readonly Position[] {
  return market.holders
    .filter((one) => one.lots !== 0 && one.lots > 0 === isLong && one.account.role !== 'house')
    .map((position) => ({ position, score: deleveragingScore(position) }))
    .toSorted((a, b) => b.score - a.score)
    .map(({ position }) => position)
}

/** Ranks every position from 1 (last fifth of its direction) to 5 (first), at most every ten seconds. */
export function rankForDeleveraging(market: Market, nowMs: number): void {
  if (nowMs - market.rankedAtMs < RANKS_MS) return
  market.rankedAtMs = nowMs
  for (const isLong of [true, false]) {
    const line = queue(market, isLong)
    line.forEach((position, place) => (position.adlRank = 5 - Math.floor((place * 5) / line.length)))
  }
}

/**
 * Closes a taken-over position against the first of the queue on the other side, at the price at which it was taken
 * over, for as long as the pool asks for it. The counterparties' active orders in the contract are cancelled; what waits
 * for its trigger, and a limit leg of TP/SL at rest, stays and guards what is left of the position. They pay as makers.
 */
export function deleverage(state: EngineState, taken: Position, goesOn: () => boolean, nowMs: number): void {
  const { market } = taken
  const isLong = taken.lots > 0
  for (const position of queue(market, !isLong)) {
    if (taken.lots === 0 || !goesOn()) return
    closeAgainst(state, taken, position, nowMs)
  }
}

function closeAgainst(state: EngineState, taken: Position, position: Position, nowMs: number): void {
  const { market } = taken
  const { settleCoin, symbol } = market.instrument
  const { makerRateE8, account, direction } = position
  const isLong = taken.lots > 0
  const lots = Math.min(Math.abs(taken.lots), Math.abs(position.lots))
  const ticks = settlementTicks(taken)
  const valueE8 = market.valueOf(lots, ticks)
  const side = isLong ? 'buy' : 'sell'
  const fee = market.product.feeE8({ side, ticks, lots, valueE8 }, makerRateE8, market)
  cancelOrders(state, position, 'CancelAllBeforeAdl', nowMs, isActive)
  const marginE8 = positionMarginE8(position)
  const costE8 = position.costE8
  const fill = { ticks, lots, valueE8, isReducing: true, createType: ADL, execType: 'AdlTrade' }
  passThrough(
    state,
    {
      position: taken,
      fill: { ...fill, side: isLong ? 'sell' : 'buy', feeE8: 0, feeRateE8: 0, isMaker: false },
    },
    {
      position,
      fill: { ...fill, side, feeE8: fee, feeRateE8: makerRateE8, isMaker: true },
    },
    nowMs,
  )
  if (position.lots === 0) clearProtection(state, position, nowMs)
  else cutReduceOnly(state, position, nowMs)
  state.house.coin(settleCoin).receive(fee)
  if (account.role === 'user') {
    // Of the closed part: its margin and its result, less the fee. Beyond the margin it is the pool's to pay.
    const pnl = unrealisedE8(valueE8, costE8 - position.costE8, direction)
    const lost = riskOf(account).beyondMarginE8(marginE8 - positionMarginE8(position) + pnl - fee)
    if (lost > 0) carryLoss(state, position.cash, lost, nowMs)
  }
  state.outbox.push({
    type: 'liquidation',
    stage: 'adl',
    account: position.account.id,
    symbol,
    positionIdx: position.positionIdx,
    side: isLong ? 'sell' : 'buy',
    ticks,
    lots,
    markTicks: market.knownMarkTicks,
    timeMs: nowMs,
  })
}

const isActive = (order: Order): boolean => order.status !== 'untriggered' && !isProtection(order)

/** What was paid for the position a lot, rounded in the pool's favour; the mark where that lies too far off. */
function settlementTicks(taken: Position): number {
  const markTicks = taken.market.knownMarkTicks
  const ticks = priceOfValue(taken, BigInt(taken.costE8), 1n)
  return ticks === null || Math.abs(ticks - markTicks) * FAR_PART > markTicks ? markTicks : ticks
}
