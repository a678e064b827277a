import type { Position, Order } from '../entities'
import type { EngineProtection } from '../records/position-records'

/** What guards a position, for its reader. */
export function protectionOf(position: Position): EngineProtection {
  const find = (kind: string) => position.guards.find((order) => order.stop!.kind === kind)?.stop ?? null
  const takeProfit = find('takeProfit')
  const stopLoss = find('stopLoss')
  return {
    mode: hasPartial(position) ? 'partial' : 'full',
    takeProfitTicks: takeProfit?.ticks ?? null,
    stopLossTicks: stopLoss?.ticks ?? null,
    takeProfitBy: takeProfit?.by ?? 'last',
    stopLossBy: stopLoss?.by ?? 'last',
    trailing: find('trailingStop')?.trailing ?? null,
  }
}

/** Whether an order guards a position, waiting or at rest after its trigger. */
export function isProtection({ stop }: Order): boolean {
  return stop !== null && stop.kind !== 'stop'
}

export function isPartial(order: Order): boolean {
  return order.stop?.kind === 'partialTakeProfit' || order.stop?.kind === 'partialStopLoss'
}

export function hasPartial(position: Position): boolean {
  return position.guards.some(isPartial)
}
