import type { EngineCommand, MatchingEngine } from '../../../exchange/engine/contract'

type Place = Extract<EngineCommand, { type: 'place' }>

interface Resting {
  id: string
  account: string
  side: 'buy' | 'sell'
  ticks: number
  leaves: number
  /** Quantity asked for in all, filled part included. */
  total: number
  age: number
  command: Place
}

export type NaiveTrade = readonly [makerId: string, ticks: number, lots: number]

/**
 * Price-time priority as one would explain it: sort everything before each trade. Slow, and told what the engine
 * accepted at which price, but it decides by itself who trades with whom.
 */
export class NaiveBook {
  resting: Resting[] = []
  #age = 0

  place(command: Place, id: string, ticks: number, total = command.lots): NaiveTrade[] {
    const { account, side, lots: leaves } = command
    const taker: Resting = { id, account, side, ticks, leaves, total, age: 0, command }
    const isLimit = command.orderType === 'limit'
    const candidates = this.#opposite(taker)
    if (isLimit && command.timeInForce === 'postOnly' && candidates.length > 0) return []
    if (isLimit && command.timeInForce === 'fillOrKill' && this.#fillable(candidates, command) < command.lots) return []
    const trades: NaiveTrade[] = []
    for (const maker of candidates) {
      if (taker.leaves === 0) break
      if (maker.account === taker.account) {
        if (command.selfMatch !== 'cancelTaker') this.remove(maker.id)
        if (command.selfMatch === 'cancelMaker') continue
        return trades
      }
      const lots = Math.min(maker.leaves, taker.leaves)
      maker.leaves -= lots
      taker.leaves -= lots
      if (maker.leaves === 0) this.remove(maker.id)
      trades.push([maker.id, maker.ticks, lots])
    }
    const mayRest = isLimit && (command.timeInForce === 'goodTillCancel' || command.timeInForce === 'postOnly')
    if (taker.leaves > 0 && mayRest) this.resting.push({ ...taker, age: (this.#age += 1) })
    return trades
  }

  /** Only a falling quantity at the same price keeps its place; everything else comes anew. */
  amend(id: string, ticks: number, total: number | null): NaiveTrade[] {
    const order = this.resting.find((one) => one.id === id)!
    const wanted = total ?? order.total
    const leaves = wanted - (order.total - order.leaves)
    if (ticks === order.ticks && wanted < order.total) {
      order.total = wanted
      order.leaves = leaves
      return []
    }
    this.remove(id)
    return this.place({ ...order.command, lots: leaves }, id, ticks, wanted)
  }

  remove(id: string): void {
    this.resting = this.resting.filter((one) => one.id !== id)
  }

  /** Prices with their totals, best first. */
  levels(side: 'buy' | 'sell'): (readonly [number, number])[] {
    const totals = new Map<number, number>()
    for (const one of this.resting)
      if (one.side === side) totals.set(one.ticks, (totals.get(one.ticks) ?? 0) + one.leaves)
    return [...totals].toSorted((a, b) => (side === 'buy' ? b[0] - a[0] : a[0] - b[0]))
  }

  #opposite(taker: Resting): Resting[] {
    const isBuy = taker.side === 'buy'
    return this.resting
      .filter((one) => one.side !== taker.side && (isBuy ? one.ticks <= taker.ticks : one.ticks >= taker.ticks))
      .toSorted((a, b) => (isBuy ? a.ticks - b.ticks : b.ticks - a.ticks) || a.age - b.age)
  }

  #fillable(candidates: readonly Resting[], command: Place): number {
    let found = 0
    for (const one of candidates) {
      if (one.account !== command.account) found += one.leaves
      else if (command.selfMatch !== 'cancelMaker') break
    }
    return found
  }
}

export function allLevels(engine: MatchingEngine, symbol: string) {
  return engine.book(symbol, Number.MAX_SAFE_INTEGER)
}
