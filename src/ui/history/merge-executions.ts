import type { Execution } from '../../domain/order/execution'

/** Newest first; a fill counts once, however often it arrives (I8). */
export function mergeExecutions(live: readonly Execution[], read: readonly Execution[]): readonly Execution[] {
  const byId = new Map(read.map((execution) => [execution.id, execution]))
  // The stream's row is the same fill and says less of its order.
  for (const execution of live) byId.set(execution.id, { ...byId.get(execution.id), ...execution })
  return [...byId.values()].toSorted((a, b) => b.timeMs - a.timeMs || b.seq - a.seq)
}
