import type { InstrumentSymbol } from '../../domain/order/order'
import type { NewStrategy, Strategy } from '../../domain/order/strategy'
import { percentOfQty } from '../../domain/order/sizing'
import type { ChangeState } from '../../workers/presses'

/** A line of "Strategies": one that the exchange lists, or a press whose strategy is not known yet. */
export type StrategyRow =
  | { readonly kind: 'strategy'; readonly strategy: Strategy; readonly stop: 'canceling' | 'unknown' | null }
  | { readonly kind: 'press'; readonly change: ChangeState; readonly strategy: NewStrategy }

export type StrategyState = Strategy['status'] | 'canceling' | 'unknown' | 'sending'

/** Presses first; a press disappears as soon as its strategy is listed. @param symbol `null` is every contract */
export function strategyRows(
  strategies: readonly Strategy[],
  changes: readonly ChangeState[],
  symbol: InstrumentSymbol | null,
): readonly StrategyRow[] {
  const known = new Set(strategies.map(({ linkId }) => linkId))
  const presses = changes.flatMap((change): readonly StrategyRow[] =>
    change.change.kind === 'openStrategy' && !known.has(change.id)
      ? [{ kind: 'press', change, strategy: change.change.strategy }]
      : [],
  )
  const rows = strategies.map((strategy): StrategyRow => ({
    kind: 'strategy',
    strategy,
    stop: stopOf(strategy, changes),
  }))
  return [...presses.toReversed(), ...rows].filter((row) => symbol === null || row.strategy.symbol === symbol)
}

function stopOf({ id, status }: Strategy, changes: readonly ChangeState[]): 'canceling' | 'unknown' | null {
  if (status !== 'running') return null
  const stop = changes.find(({ change }) => change.kind === 'cancelStrategy' && change.strategyId === id)
  return stop === undefined ? null : stop.state === 'unknown' ? 'unknown' : 'canceling'
}

export function stateOf(row: StrategyRow): StrategyState {
  return row.kind === 'press' ? row.change.state : (row.stop ?? row.strategy.status)
}

/** Whether the row is of the present: it runs, or nobody knows yet. */
export function isRunning(row: StrategyRow): boolean {
  return row.kind === 'press' || row.strategy.status === 'running'
}

/** Filled part of the whole, per cent, cut. */
export function progressOf(row: StrategyRow): number {
  return row.kind === 'press' ? 0 : percentOfQty(row.strategy.filledQty, row.strategy.qty)
}

/** `data-strategy-*`, and what every order row carries (decisions 36). */
export function strategyAttributes(row: StrategyRow): Readonly<Record<`data-${string}`, string | undefined>> {
  return {
    'data-strategy-id': row.kind === 'strategy' ? row.strategy.id : '',
    'data-order-link-id': row.kind === 'strategy' ? (row.strategy.linkId ?? '') : row.change.id,
    'data-strategy-state': stateOf(row),
    'data-symbol': row.strategy.symbol,
    'data-side': row.strategy.side,
  }
}
