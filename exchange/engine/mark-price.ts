import type { Cash, Holding, Market } from './accounts'
import type { EngineCommand, EngineResult } from './contract'
import { equityE8, positionValueE8, totalMaintenanceE8 } from './margin'
import { cancelOrder, reach } from './matching'
import { execIdOf } from './orders'
import { acceptOrder, execute, refuse } from './place-order'
import { protectedTicks } from './price-band'
import { feeE8 } from './risk'
import { observe } from './triggers'
import type { EngineState } from './state'

type MarkCommand = Extract<EngineCommand, { type: 'mark' }>
type FundingCommand = Extract<EngineCommand, { type: 'funding' }>

const LIQUIDATION_ORDER = {
  linkId: '',
  orderType: 'market',
  timeInForce: 'immediateOrCancel',
  reduceOnly: true,
  closeOnTrigger: false,
  selfMatch: 'cancelMaker',
  createType: 'CreateByLiq',
} as const
const BY_LIQUIDATION = { cancelType: 'CancelByPrepareLiq', rejectReason: null } as const

/** New prices of a symbol; accounts whose equity they take below the maintenance margin are liquidated. */
export function applyMark(state: EngineState, command: MarkCommand, nowMs: number): EngineResult {
  const market = state.markets.get(command.symbol)
  if (market === undefined) return refuse({ kind: 'unknownSymbol' })
  const { minPriceTicks: minTicks, maxPriceTicks: maxTicks } = market.instrument
  const isFine = (ticks: number) => Number.isSafeInteger(ticks) && ticks >= minTicks && ticks <= maxTicks
  if (!isFine(command.markTicks) || !isFine(command.indexTicks)) {
    return refuse({ kind: 'priceInvalid', minTicks, maxTicks })
  }
  market.markTicks = command.markTicks
  market.indexTicks = command.indexTicks
  // By index: a liquidation's counterparties are holders already, but the list must not be copied a few times a second.
  for (let i = 0; i < market.holders.length; i++) {
    const holding = market.holders[i]!
    if (holding.lots !== 0 && isBelowMaintenance(holding.cash)) liquidate(state, holding.cash, nowMs)
  }
  observe(state, market, 'mark', command.markTicks)
  observe(state, market, 'index', command.indexTicks)
  return { ok: true }
}

function isBelowMaintenance(cash: Cash): boolean {
  return equityE8(cash) < totalMaintenanceE8(cash)
}

/**
 * A simple, honest liquidation of a cross account in one coin: its open orders are cancelled, then its positions are
 * closed at market, oldest first, within the band, until the equity is above the maintenance margin again. What the
 * book does not take stays and is tried again at the next mark.
 *
 * Not here yet (issue 3): steps down the tiers, takeover at the bankruptcy price, the insurance pool, auto-deleveraging
 * and the liquidation fee; a loss beyond the wallet leaves the wallet negative.
 */
function liquidate(state: EngineState, cash: Cash, nowMs: number): void {
  for (const holding of cash.holdings) {
    for (let order = holding.firstOrder; order !== null; order = holding.firstOrder) {
      cancelOrder(state, order, BY_LIQUIDATION, nowMs)
    }
  }
  for (const holding of cash.holdings) {
    if (holding.lots === 0) continue
    if (!isBelowMaintenance(cash)) return
    closeAtMarket(state, holding, nowMs)
  }
}

function closeAtMarket(state: EngineState, holding: Holding, nowMs: number): void {
  const side = holding.lots > 0 ? 'sell' : 'buy'
  const lots = Math.abs(holding.lots)
  const ticks = protectedTicks(holding.market, side)
  // Without this an account that nobody can take would make a dead order at every mark.
  if (reach(holding.market, { side, limitTicks: ticks, lots }, { holding, stopsAtOwn: false }).lots === 0) return
  const order = acceptOrder(state, holding, { command: { ...LIQUIDATION_ORDER, side }, ticks, lots }, nowMs)
  execute(state, order, 'BustTrade', nowMs)
}

/**
 * Pays rate × value at mark between the holders of a symbol: positive, longs pay shorts. Each payment is rounded half
 * up; what longs paid and shorts did not get (or the other way round) is the house's, so the sum is exact.
 */
export function applyFunding(state: EngineState, command: FundingCommand, nowMs: number): EngineResult {
  const market = state.markets.get(command.symbol)
  if (market === undefined) return refuse({ kind: 'unknownSymbol' })
  if (!Number.isSafeInteger(command.rateE8)) return refuse({ kind: 'amountInvalid' })
  let collectedE8 = 0
  for (const holding of market.holders) {
    if (holding.lots !== 0) collectedE8 += payFunding(state, market, { holding, rateE8: command.rateE8 }, nowMs)
  }
  state.house.coin(market.instrument.settleCoin).receive(collectedE8)
  return { ok: true }
}

/** @returns what the holding paid; negative when it received */
function payFunding(
  state: EngineState,
  market: Market,
  { holding, rateE8 }: { readonly holding: Holding; readonly rateE8: number },
  nowMs: number,
): number {
  const value = positionValueE8(holding)
  const signed = feeE8(value, rateE8)
  const paid = holding.lots > 0 ? signed : 0 - signed
  holding.cash.receive(-paid)
  holding.cash.cumRealisedE8 -= paid
  holding.realisedE8 -= paid
  holding.cumRealisedE8 -= paid
  holding.updatedAtMs = nowMs
  state.lastExecNumber += 1
  if (holding.account.role === 'maker') return paid
  state.outbox.touchHolding(holding)
  state.outbox.touchWallet(holding.account)
  state.outbox.push({
    type: 'execution',
    execution: {
      id: execIdOf(state.lastExecNumber),
      account: holding.account.id,
      orderId: '',
      linkId: '',
      symbol: market.instrument.symbol,
      side: holding.lots > 0 ? 'buy' : 'sell',
      ticks: market.markTicks,
      lots: Math.abs(holding.lots),
      valueE8: value,
      feeE8: paid,
      feeRateE8: rateE8,
      isMaker: false,
      execType: 'Funding',
      closedPnlE8: 0,
      closedLots: 0,
      timeMs: nowMs,
      seq: state.outbox.nextSeq(),
    },
  })
  return paid
}
