import type { EngineCommand } from '../../../../exchange/engine/commands'

type Place = Extract<EngineCommand, { type: 'place' }>
/** `total` is the quantity asked for in all, filled part included. */
type Resting = { id: string; ticks: number; leaves: number; total: number; command: Place }
export type Trade = readonly [makerId: string, ticks: number, lots: number]

/** Price-time priority in fifty lines of plain arrays. Told which orders were taken at which price, it says who trades. */
export class ReferenceBook {
  /** Oldest first. */
  resting: Resting[] = []

  place(command: Place, id: string, ticks: number, total = command.lots): Trade[] {
    const { side, timeInForce, selfMatch } = command
    const isLimit = command.orderType === 'limit'
    const line = this.resting
      .filter((one) => one.command.side !== side && (side === 'buy' ? one.ticks <= ticks : one.ticks >= ticks))
      .toSorted((a, b) => (side === 'buy' ? a.ticks - b.ticks : b.ticks - a.ticks))
    const firstOwn = line.findIndex((one) => one.command.account === command.account)
    const reachable = selfMatch === 'cancelMaker' || firstOwn < 0 ? line : line.slice(0, firstOwn)
    const others = reachable.filter((one) => one.command.account !== command.account)
    if (isLimit && timeInForce === 'postOnly' && line.length > 0) return []
    if (isLimit && timeInForce === 'fillOrKill' && sum(others) < command.lots) return []
    const trades: Trade[] = []
    let leaves = command.lots
    for (const maker of line) {
      if (leaves === 0) break
      if (maker.command.account === command.account) {
        if (selfMatch !== 'cancelTaker') this.remove(maker.id)
        if (selfMatch !== 'cancelMaker') return trades
        continue
      }
      const lots = Math.min(maker.leaves, leaves)
      trades.push([maker.id, maker.ticks, lots])
      leaves -= lots
      maker.leaves -= lots
      if (maker.leaves === 0) this.remove(maker.id)
    }
    const mayRest = isLimit && (timeInForce === 'goodTillCancel' || timeInForce === 'postOnly')
    if (leaves > 0 && mayRest) this.resting.push({ id, ticks, leaves, total, command })
    return trades
  }

  /** Only a smaller quantity at the same price keeps its place. */
  amend(id: string, ticks: number, total: number): Trade[] {
    const order = this.resting.find((one) => one.id === id)!
    const leaves = total - (order.total - order.leaves)
    if (ticks === order.ticks && total <= order.total) return (Object.assign(order, { leaves, total }), [])
    this.remove(id)
    return this.place({ ...order.command, lots: leaves }, id, ticks, total)
  }

  remove(id: string): void {
    this.resting = this.resting.filter((one) => one.id !== id)
  }
}

const sum = (orders: readonly Resting[]) => orders.reduce((lots, one) => lots + one.leaves, 0)
