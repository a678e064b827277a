import type { OrderId, OrderStatus, TimeInForce } from '../../../src/domain/order/order'
import { isTerminal } from '../../../src/domain/order/order-status'
import { STRATEGY_CREATE_TYPE, twapParts } from '../../../src/domain/order/strategy'
import { GOES_ON, type StepOutcome, type StrategyPorts, type StrategyState } from './strategy-state'

/** Books what the open order filled. @returns that somebody else ended the order, which ends the strategy */
export function followOrder(strategy: StrategyState, ports: StrategyPorts): StepOutcome {
  if (strategy.openId === null) return GOES_ON
  const order = ports.order(strategy.account, strategy.openId)
  const filled = order?.filledLots ?? strategy.openLots
  if (order !== null && !isTerminal(order.status)) {
    strategy.openLots = filled
    return GOES_ON
  }
  strategy.doneLots += filled
  strategy.openLots = 0
  strategy.openId = null
  return isTakenAway(order) ? { kind: 'stops', reason: 'childCanceled' } : GOES_ON
}

/** Whether somebody else ended it. Without a cancel type it fell by its own time in force, which is part of the plan. */
export function isTakenAway(
  order: { readonly status: OrderStatus; readonly cancelType: string | null } | null,
): boolean {
  return order !== null && isTerminal(order.status) && order.status !== 'filled' && order.cancelType !== null
}

/** What the strategy does at this moment. The time comes with the ticks of the market; nothing else moves it. */
export function advance(strategy: StrategyState, nowMs: number, ports: StrategyPorts): StepOutcome {
  switch (strategy.terms.kind) {
    case 'twap':
      return stepTwap(strategy, strategy.terms, nowMs, ports)
    case 'chaseLimit':
      return stepChase(strategy, strategy.terms, ports)
    case 'iceberg':
      return stepIceberg(strategy, strategy.terms, ports)
  }
}

type TermsOf<K> = Extract<StrategyState['terms'], { kind: K }>

/** Part k of n brings what was sent to k/n of the whole, so a part that found no price is made good by the next one. */
function stepTwap(strategy: StrategyState, terms: TermsOf<'twap'>, nowMs: number, ports: StrategyPorts): StepOutcome {
  const elapsedMs = nowMs - strategy.createdAtMs
  const parts = twapParts(terms)
  const due = Math.min(parts, Math.floor(elapsedMs / terms.intervalMs) + 1)
  if (due > strategy.parts) {
    strategy.parts = due
    const target = due === parts ? terms.lots : Math.floor((terms.lots * due) / parts)
    const lots = Math.min(target - strategy.doneLots, ports.maxMarketLots(terms.symbol))
    if (lots > 0) return send(strategy, { lots, ticks: terms.limitTicks, timeInForce: 'immediateOrCancel' }, ports)
  }
  return elapsedMs >= terms.durationMs ? { kind: 'stops', reason: 'timeUp' } : GOES_ON
}

/** Stands at the best price that others bid (buy) or ask (sell), and moves with it. */
function stepChase(strategy: StrategyState, terms: TermsOf<'chaseLimit'>, ports: StrategyPorts): StepOutcome {
  const own = strategy.openId === null ? null : ports.order(strategy.account, strategy.openId)
  const ownLots = own === null ? 0 : own.lots - own.filledLots
  const best = ports.levels(terms.symbol, terms.side).find(([ticks, lots]) => ticks !== own?.ticks || lots > ownLots)
  if (best === undefined) return GOES_ON
  const [ticks] = best
  const startTicks = (strategy.startTicks ??= ticks)
  const away = terms.side === 'buy' ? ticks - startTicks : startTicks - ticks
  if (terms.maxDistanceTicks !== null && away > terms.maxDistanceTicks) return { kind: 'stops', reason: 'tooFar' }
  if (own === null) {
    return send(strategy, { lots: terms.lots - strategy.doneLots, ticks, timeInForce: 'postOnly' }, ports)
  }
  if (own.ticks === ticks) return GOES_ON
  const { account } = strategy
  const { symbol } = terms
  const amended = ports.handle({ type: 'amend', account, symbol, orderId: own.id, linkId: null, ticks, lots: null })
  return amended.ok ? GOES_ON : { kind: 'refused', refusal: amended.refusal }
}

/** The next part is shown once the one before is gone. */
function stepIceberg(strategy: StrategyState, terms: TermsOf<'iceberg'>, ports: StrategyPorts): StepOutcome {
  if (strategy.openId !== null) return GOES_ON
  const lots = Math.min(terms.showLots, terms.lots - strategy.doneLots)
  return send(strategy, { lots, ticks: terms.ticks, timeInForce: 'goodTillCancel' }, ports)
}

function send(
  strategy: StrategyState,
  order: { readonly lots: number; readonly ticks: number | null; readonly timeInForce: TimeInForce },
  ports: StrategyPorts,
): StepOutcome {
  const { account, id, linkId, terms, orderIds } = strategy
  const result = ports.handle({
    type: 'place',
    account,
    // The first order bears the id of the press, so that it cannot be taken twice.
    linkId: orderIds.length === 0 ? linkId : '',
    symbol: terms.symbol,
    side: terms.side,
    orderType: order.ticks === null ? 'market' : 'limit',
    ticks: order.ticks ?? 0,
    lots: order.lots,
    timeInForce: order.timeInForce,
    reduceOnly: terms.reduceOnly,
    closeOnTrigger: false,
    selfMatch: 'none',
    createType: STRATEGY_CREATE_TYPE[terms.kind],
    carried: { parentOrderId: id as OrderId },
    ...(terms.positionIdx === 0 ? {} : { positionIdx: terms.positionIdx }),
  })
  if (!result.ok) return { kind: 'refused', refusal: result.refusal }
  if (result.orderId === undefined) return GOES_ON
  orderIds.push(result.orderId)
  strategy.openId = result.orderId
  return followOrder(strategy, ports)
}
