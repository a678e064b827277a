import type { Order, Position } from '../entities'
import type { EngineCommand } from '../commands'
import type {
  AskedTpSl,
  AskedTpSlLeg,
  AskedTrailingTerms,
  EngineTpSl,
  EngineTpSlLeg,
  EngineTrailingTerms,
} from '../orders/order-terms'
import { guardOf } from './guards'

/**
 * What a change of take-profit, stop-loss or trailing stop leaves out stays as it is (ADR-1063). What nothing was known of
 * has the values of the command; commands of ledgers from before leave nothing out.
 */

type SetTpSl = Extract<EngineCommand, { type: 'setTpSl' }>

/** A change of what an order brings. A limit leg becomes a market one where the order is switched to full mode. */
export function completeTpSl(change: AskedTpSl, before: EngineTpSl | null): EngineTpSl {
  const mode = change.keepsMode === true && before !== null ? before.mode : change.mode
  const isMadeFull = mode === 'full' && before?.mode === 'partial'
  const complete = (which: 'takeProfit' | 'stopLoss'): EngineTpSlLeg | null => {
    const known = before?.[which] ?? null
    return completeLeg(
      change[which],
      known !== null && isMadeFull && known.orderType === 'limit' ? atMarket(known) : known,
    )
  }
  return { mode, takeProfit: complete('takeProfit'), stopLoss: complete('stopLoss') }
}

/** A change of what guards a position: of its full guards, or of the partial ones that are named. */
export function completeSetTpSl(position: Position, command: SetTpSl): SetTpSl {
  const { mode, takeProfit, stopLoss, trailing } = command
  const known = (kind: 'takeProfit' | 'stopLoss', id: string | null): EngineTpSlLeg | null => {
    const order = mode === 'full' ? guardOf(position, kind) : position.guards.find((one) => one.id === id)
    return order == null ? null : legOf(order)
  }
  return {
    ...command,
    takeProfit: completeLeg(takeProfit, known('takeProfit', command.takeProfitId)),
    stopLoss: completeLeg(stopLoss, known('stopLoss', command.stopLossId)),
    trailing: trailing === null ? null : completeTrailing(trailing, guardOf(position, 'trailingStop')),
  }
}

function completeLeg(leg: AskedTpSlLeg | null, known: EngineTpSlLeg | null): EngineTpSlLeg | null {
  if (leg?.leftOut === undefined) return leg
  const { leftOut, ...named } = leg
  if (known === null) return named
  const by = leftOut.by === true ? known.by : named.by
  const { orderType } = known
  if (leftOut.type === undefined) {
    const isLimitKept = leftOut.limitPrice === true && orderType === 'limit'
    return { ...named, by, limitTicks: isLimitKept ? known.limitTicks : named.limitTicks }
  }
  const limitTicks = named.limitTicks === 0 ? known.limitTicks : named.limitTicks
  return {
    ticks: named.ticks,
    by,
    orderType,
    limitTicks: orderType === 'limit' ? limitTicks : 0,
    slippage: named.slippage ?? known.slippage,
  }
}

function completeTrailing(terms: AskedTrailingTerms, known: Order | null): EngineTrailingTerms {
  const { keepsActivation, ...named } = terms
  const trailing = known?.stop?.trailing ?? null
  const isWaiting = trailing !== null && trailing.bestTicks === null
  return keepsActivation === true && isWaiting ? { ...named, activationTicks: trailing.activationTicks } : named
}

function legOf({ orderType, ticks, stop }: Order): EngineTpSlLeg {
  const { ticks: triggerTicks, by, slippage } = stop!
  return { ticks: triggerTicks, by, orderType, limitTicks: orderType === 'limit' ? ticks : 0, slippage }
}

function atMarket(leg: EngineTpSlLeg): EngineTpSlLeg {
  return { ...leg, orderType: 'market', limitTicks: 0 }
}
