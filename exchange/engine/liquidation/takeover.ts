import type { Position, Market } from '../entities'
import { isProtection } from '../triggers/protections'
import { deleverage } from './deleveraging'
import { clearProtection } from '../triggers/guards'
import { positionMarginE8 } from '../risk/available'
import { riskOf } from '../risk/risk-of'
import { reach } from '../matching/reach'
import { cancelOrders, passThrough, type PassThrough } from './pass-through'
import { acceptOrder } from '../orders/accept-order'
import { execute } from '../orders/place-order'
import { notePoolNow, updateDeleveraging } from './pool-notes'
import { protectedTicks } from '../matching/price-band'
import { unrealisedE8 } from '../risk/formulas'
import { mulDiv } from '../scaled'
import type { EngineState } from '../state'

const TAKEOVER = 'CreateByTakeOver_PassThrough'

/**
 * The exchange's own account takes over a position that its owner can no longer carry, at the bankruptcy price, and
 * sells it into the book. What is left of the owner's margin at that price (the estimated closing fee and what rounding
 * to the tick left over) goes with it as the fee, so that the owner loses exactly the margin: the position's own when
 * isolated, all of the coin's wallet with the last position when cross.
 */
export function takeOver(state: EngineState, position: Position, isLast: boolean, nowMs: number): void {
  const { market, cash, account } = position
  const risk = riskOf(account)
  cancelOrders(state, position, 'CancelAllBeforeLiq', nowMs, (one) => !isProtection(one))
  const isLong = position.lots > 0
  const lots = Math.abs(position.lots)
  const ticks = risk.endsAtBankruptcy(isLast) ? bustTicks(position) : market.knownMarkTicks
  const valueE8 = market.valueOf(lots, ticks)
  const paidE8 = market.product.owesCost ? position.costE8 : 0
  const pnl = unrealisedE8(valueE8, paidE8, position.direction)
  const forfeitE8 = risk.takenWithE8(cash.walletE8 + pnl, positionMarginE8(position) + pnl, isLast)
  const feeE8 = account.backing.forfeitE8(forfeitE8)
  const taken = state.insurance.position(market)
  const fill = { ticks, lots, valueE8, createType: TAKEOVER, execType: 'BustTrade' }
  notePoolNow(state, market.instrument.settleCoin, nowMs)
  passThrough(
    state,
    {
      position,
      fill: {
        ...fill,
        side: isLong ? 'sell' : 'buy',
        feeE8,
        ...namedFees(state, position, { ticks, lots, valueE8 }, feeE8),
        isMaker: false,
        isReducing: true,
      },
    },
    {
      position: taken,
      fill: {
        ...fill,
        side: isLong ? 'buy' : 'sell',
        feeE8: 0,
        feeRateE8: 0,
        isMaker: true,
        isReducing: false,
      },
    },
    nowMs,
  )
  clearProtection(state, position, nowMs)
  taken.cash.receive(feeE8)
  state.outbox.push({
    type: 'liquidation',
    stage: 'takeover',
    account: account.id,
    symbol: market.instrument.symbol,
    positionIdx: position.positionIdx,
    side: isLong ? 'buy' : 'sell',
    ticks,
    lots,
    markTicks: market.knownMarkTicks,
    timeMs: nowMs,
  })
}

/**
 * What a takeover took, as its row says it: up to the trade's fee at the rate that it makes, and beyond that apart, since
 * it goes to the pool for no trade.
 */
function namedFees(
  state: EngineState,
  { market, takerRateE8, lots: held }: Position,
  fill: Pick<PassThrough, 'ticks' | 'lots' | 'valueE8'>,
  feeE8: number,
): Pick<PassThrough, 'feeRateE8' | 'liquidationFeeE8'> {
  if (!state.rules.namesTakeoverFees) return { feeRateE8: takerRateE8 }
  const tradeFeeE8 = market.product.feeE8({ ...fill, side: held > 0 ? 'sell' : 'buy' }, takerRateE8, market)
  if (feeE8 >= tradeFeeE8) return { feeRateE8: takerRateE8, liquidationFeeE8: feeE8 - tradeFeeE8 }
  return { feeRateE8: feeE8 <= 0 ? 0 : mulDiv(takerRateE8, feeE8, tradeFeeE8, 'down') }
}

/** The bankruptcy price, held inside the contract's range. */
export function bustTicks(position: Position): number {
  const { minPriceTicks, maxPriceTicks } = position.market.instrument
  const risk = riskOf(position.account)
  // Beyond the range a solvent long's price lies below it and a bankrupt one's above.
  return (
    risk.bankruptcyTicks(position) ?? (position.lots > 0 === risk.isSolvent(position) ? minPriceTicks : maxPriceTicks)
  )
}

/** Sells what was taken over into the book, as far as the band reaches, and deleverages when the pool is exhausted. */
export function unwindTaken(state: EngineState, market: Market, nowMs: number): void {
  const position = state.insurance.positions.get(market.instrument.symbol)
  if (position === undefined || position.lots === 0) return
  const side = position.lots > 0 ? 'sell' : 'buy'
  const lots = Math.abs(position.lots)
  const ticks = protectedTicks(market, side)
  const found = reach(market, { side, limitTicks: ticks, lots }, { position, stopsAtOwn: false })
  if (found.lots > 0) {
    const command = {
      linkId: '',
      side,
      orderType: 'market',
      timeInForce: 'immediateOrCancel',
      reduceOnly: true,
      closeOnTrigger: false,
      selfMatch: 'none',
      createType: TAKEOVER,
    } as const
    execute(state, acceptOrder(state, position, { command, ticks, lots: found.lots }, nowMs), 'BustTrade', nowMs)
  }
  if (position.lots !== 0 && updateDeleveraging(state, market.instrument.settleCoin, nowMs)) {
    deleverage(state, position, () => updateDeleveraging(state, market.instrument.settleCoin, nowMs), nowMs)
  }
  updateDeleveraging(state, market.instrument.settleCoin, nowMs)
}
