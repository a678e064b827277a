import { add, type Price, type Qty } from '../../../domain/decimal'
import { barStart } from '../../../domain/market/interval'
import type { Side } from '../../../domain/order/order'
import type { ExecutionMark } from '../../trading-kit/chart-line'
import type { Resolution } from '../port/chart-port'

/** The fills of one side within one bar. */
export interface ExecutionGroup {
  readonly barMs: number
  readonly side: Side
  readonly qty: Qty
  /** Of the fills by their quantity: a figure to read, which nothing is reckoned from. */
  readonly averagePrice: number
  /** The price of all of them, where they have one. */
  readonly price: Price | null
  readonly count: number
}

/** Fills by bar and side, oldest first; bought before sold. */
export function groupExecutions(
  executions: readonly ExecutionMark[],
  resolution: Resolution,
): readonly ExecutionGroup[] {
  const groups = new Map<string, ExecutionGroup>()
  for (const { timeMs, side, qty, price } of executions) {
    const barMs = barStart(resolution, timeMs)
    const key = `${barMs}/${side}`
    const known = groups.get(key)
    if (known === undefined) {
      groups.set(key, { barMs, side, qty, averagePrice: Number(price), price, count: 1 })
      continue
    }
    const sum = add(known.qty, qty)
    const share = Number(qty) / Number(sum)
    groups.set(key, {
      ...known,
      qty: sum,
      averagePrice: known.averagePrice + share * (Number(price) - known.averagePrice),
      price: known.price === price ? price : null,
      count: known.count + 1,
    })
  }
  return [...groups.values()].toSorted((a, b) => a.barMs - b.barMs || (a.side < b.side ? -1 : 1))
}
