import type { Contract } from './contract'
import { valueAt } from './figures'
import { ZERO, cash, num, type Num } from './numbers'
import type { ExecutionRow } from './statement'

/** What one side of a contract holds by its executions alone. */
export interface Holding {
  readonly contract: Contract
  readonly positionIdx: number
  s: 1 | -1
  size: Num
  /** What counts for profit; at a session settlement it becomes the value on the mark (semantics 1.1). */
  entryValue: Num
  /** What was paid, never reset. */
  paidValue: Num
  /** The same before anything was rounded: what the average is of (semantics 1.1). */
  exactValue: Num
  /** How many fills opened it since it was flat: the value of each was rounded. */
  fills: number
  /** How often it was flat: a position that was flat between two looks is another one. */
  lives: number
  /** How often its entry value was split since it was flat: each may leave one unit on either side. */
  splits: number
  /** By how much the log is ahead of this book: nothing, once it is flat. */
  ahead: Num
}

/** What an execution has to have brought: `pnl` in the settle coin. */
export interface Booked {
  readonly holding: Holding
  readonly closed: Num
  readonly opened: Num
  readonly pnl: Num
}

/**
 * The average-cost book of one account, kept from its executions in their order (semantics 1.1). Cash is whole units of
 * 1e-8, half up (decisions 26): the value of a fill, and the share of the entry value that a part closing takes with it.
 * The last closing takes what is left, so that over a position's life nothing is lost.
 */
export class Holdings {
  readonly #byKey = new Map<string, Holding>()

  of(contract: Contract, positionIdx: number): Holding {
    const key = `${contract.symbol} ${positionIdx}`
    let holding = this.#byKey.get(key)
    if (holding === undefined) {
      const s = positionIdx === 2 ? -1 : 1
      holding = {
        contract,
        positionIdx,
        s,
        size: ZERO,
        entryValue: ZERO,
        paidValue: ZERO,
        exactValue: ZERO,
        fills: 0,
        lives: 0,
        splits: 0,
        ahead: ZERO,
      }
      this.#byKey.set(key, holding)
    }
    return holding
  }

  all(): Iterable<Holding> {
    return this.#byKey.values()
  }

  /** @param isHedged whether the contract has two sides for this account: then `closedSize` tells which one was meant */
  book(contract: Contract, row: ExecutionRow, isHedged: boolean): Booked {
    const s = row.side === 'Buy' ? 1 : -1
    const closes = !num(row.closedSize).isZero()
    const idx = isHedged ? ((s === 1) === closes ? 2 : 1) : 0
    const holding = this.of(contract, idx)
    const price = num(row.execPrice)
    if (row.execType === 'Settle') return settle(holding, price)
    if (row.execType === 'Funding') return { holding, closed: ZERO, opened: ZERO, pnl: ZERO }
    const qty = num(row.execQty)
    const closed = holding.size.isZero() || holding.s === s ? ZERO : num(qty.lt(holding.size) ? qty : holding.size)
    const opened = qty.minus(closed)
    const value = cash(valueAt(contract, qty, price))
    // An execution that turns the position is one amount of cash: what the closed part leaves of it was opened.
    const exit = cash(value.times(closed).div(qty))
    const pnl = closed.isZero() ? ZERO : close(holding, closed, exit)
    if (!opened.isZero()) {
      if (holding.size.isZero()) [holding.s, holding.splits, holding.fills] = [s, 0, 0]
      holding.fills++
      holding.exactValue = holding.exactValue.plus(valueAt(contract, opened, price))
      holding.size = holding.size.plus(opened)
      holding.entryValue = holding.entryValue.plus(value.minus(exit))
      holding.paidValue = holding.paidValue.plus(value.minus(exit))
    }
    return { holding, closed, opened, pnl }
  }
}

function close(holding: Holding, closed: Num, exit: Num): Num {
  const { contract, s, size } = holding
  const isWhole = closed.eq(size)
  const entry = isWhole ? holding.entryValue : cash(holding.entryValue.times(closed).div(size))
  const paid = isWhole ? holding.paidValue : cash(holding.paidValue.times(closed).div(size))
  holding.size = size.minus(closed)
  holding.exactValue = isWhole ? ZERO : holding.exactValue.times(holding.size).div(size)
  holding.entryValue = holding.entryValue.minus(entry)
  holding.paidValue = holding.paidValue.minus(paid)
  if (isWhole) holding.lives++
  else holding.splits++
  return contract.isInverse ? entry.minus(exit).times(s) : exit.minus(entry).times(s)
}

/** At a session settlement what was won so far is paid, and the mark becomes the entry (semantics 1.1). */
function settle(holding: Holding, mark: Num): Booked {
  const value = cash(valueAt(holding.contract, holding.size, mark))
  const pnl = value.minus(holding.entryValue).times(holding.s)
  holding.entryValue = value
  return { holding, closed: ZERO, opened: ZERO, pnl }
}
