import type { Position, Market } from './entities'
import { execIdOf } from './orders/order-ids'
import type { EngineCommand } from './commands'
import { refuse, type EngineResult } from './result'
import { rankForDeleveraging } from './liquidation/deleveraging'
import { liquidateIfDue } from './liquidation/liquidation'
import { liquidateSharing } from './liquidation/liquidate-sharing'
import { availableE8 } from './risk/available'
import { riskOf } from './risk/risk-of'
import { positionValueE8 } from './risk/position-value'
import { settleSession } from './settlement'
import { unwindTaken } from './liquidation/takeover'
import { closeByRate } from './triggers/close-by-rate'
import { observe } from './triggers/triggers'
import { tellExecution } from './records/tell-execution'
import type { EngineState } from './state'

type MarkCommand = Extract<EngineCommand, { type: 'mark' }>
type FundingCommand = Extract<EngineCommand, { type: 'funding' }>

/** New prices of a symbol: what they take to its maintenance margin is liquidated, what was taken over is sold on. */
export function applyMark(state: EngineState, command: MarkCommand, nowMs: number): EngineResult {
  const market = state.markets.get(command.symbol)
  if (market === undefined) return refuse({ kind: 'unknownSymbol' })
  const { minPriceTicks: minTicks, maxPriceTicks: maxTicks } = market.instrument
  const least = market.product.leastMarkTicks(market)
  const isFine = (ticks: number, from = minTicks) => Number.isSafeInteger(ticks) && ticks >= from && ticks <= maxTicks
  const { markTicks, indexTicks, deliveryTicks = markTicks, premiumE4 = 0 } = command
  if (!isFine(markTicks, least) || !isFine(indexTicks) || !isFine(deliveryTicks, least)) {
    return refuse({ kind: 'priceInvalid', minTicks, maxTicks })
  }
  if (!Number.isSafeInteger(premiumE4)) return refuse({ kind: 'amountInvalid' })
  const { forwardTicks = null, volatilityE8 = null } = command
  if (!isNothingOrSafe(forwardTicks) || !isNothingOrSafe(volatilityE8)) return refuse({ kind: 'amountInvalid' })
  const { valuation } = market
  valuation.forwardTicks = forwardTicks
  valuation.volatilityE8 = volatilityE8
  valuation.atMs = nowMs
  market.indexTicks = indexTicks
  market.premiumE4 = premiumE4
  if (deliveryTicks !== markTicks) {
    market.markTicks = deliveryTicks
    liquidateDue(state, market, nowMs)
  }
  market.markTicks = markTicks
  liquidateDue(state, market, nowMs)
  liquidateSharing(state, market, nowMs)
  unwindTaken(state, market, nowMs)
  rankForDeleveraging(market, nowMs)
  observe(state, market, 'mark', command.markTicks)
  observe(state, market, 'index', command.indexTicks)
  // Nobody may trade for long, and a protection that found no liquidity asks again with the last price there is.
  if (market.lastTicks !== null) observe(state, market, 'last', market.lastTicks)
  return { ok: true }
}

/** What says nothing, or a whole number above zero. */
function isNothingOrSafe(count: number | null): boolean {
  return count === null || (Number.isSafeInteger(count) && count > 0)
}

function liquidateDue(state: EngineState, market: Market, nowMs: number): void {
  closeByRate(state, market, nowMs)
  // By index: a liquidation's counterparties are holders already, but the list must not be copied a few times a second.
  for (let i = 0; i < market.holders.length; i++) {
    const position = market.holders[i]!
    if (position.lots !== 0) liquidateIfDue(state, position, nowMs)
  }
}

/**
 * Pays rate × value at mark between the holders of a symbol: positive, longs pay shorts. Each payment is rounded half
 * up; what longs paid and shorts did not get (or the other way round) is the house's, so the sum is exact. An isolated
 * position pays from what is available first and then from its margin. USDC perpetuals settle their session with it.
 */
export function applyFunding(state: EngineState, command: FundingCommand, nowMs: number): EngineResult {
  const market = state.markets.get(command.symbol)
  if (market === undefined) return refuse({ kind: 'unknownSymbol' })
  if (!Number.isSafeInteger(command.rateE8)) return refuse({ kind: 'amountInvalid' })
  let collectedE8 = 0
  for (const position of market.holders) {
    if (position.lots !== 0) collectedE8 += payFunding(state, market, { position, rateE8: command.rateE8 }, nowMs)
  }
  state.house.coin(market.instrument.settleCoin).receive(collectedE8)
  const { symbol, rateE8 } = command
  state.outbox.push({ type: 'funding', symbol, rateE8, timeMs: nowMs, seq: state.outbox.nextSeq() })
  if (market.product.settlement.hasSessions) {
    for (const position of market.holders) if (position.lots !== 0) settleSession(state, position, nowMs)
  }
  return { ok: true }
}

/** @returns what the position paid; negative when it received */
function payFunding(
  state: EngineState,
  market: Market,
  { position, rateE8 }: { readonly position: Position; readonly rateE8: number },
  nowMs: number,
): number {
  const value = positionValueE8(position)
  const side = position.lots > 0 ? 1 : -1
  const paid = market.product.settlement.fundingE8({ valueE8: value, side }, rateE8)
  if (paid > 0 && riskOf(position.account).hasOwnMargin) {
    position.extraMarginE8 -= Math.max(0, paid - Math.max(0, availableE8(position.cash)))
  }
  position.cash.receive(-paid)
  position.cash.cumRealised.add(-paid)
  position.realisedE8 -= paid
  position.cumRealisedE8 -= paid
  position.fundingE8 += paid
  position.fundingPaidE8 += paid
  position.updatedAtMs = nowMs
  state.lastExecNumber += 1
  tellExecution(
    state.outbox,
    position,
    null,
    {
      id: execIdOf(state.lastExecNumber),
      side: position.lots > 0 ? 'buy' : 'sell',
      ticks: market.knownMarkTicks,
      lots: Math.abs(position.lots),
      valueE8: value,
      feeE8: paid,
      feeRateE8: rateE8,
      isMaker: false,
      execType: 'Funding',
      closedPnlE8: 0,
      closedLots: 0,
    },
    nowMs,
  )
  return paid
}
