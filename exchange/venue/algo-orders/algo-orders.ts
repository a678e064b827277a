import { fields, list, number, type Form } from '../../../src/base/form'
import type { EngineRefusal } from '../../engine/result'
import {
  STRATEGY_FORM,
  type StepOutcome,
  type StrategyPorts,
  type StrategyRefusal,
  type StrategyState,
  type StrategyTerms,
} from './strategy-state'
import { advance, followOrder, isTakenAway } from './strategy-steps'

/** Strategies that one account may have running. */
export const RUNNING_STRATEGIES_MAX = 20
/** Finished strategies that are remembered, over all accounts. */
export const FINISHED_STRATEGIES_MAX = 500
/** A chase looks past its own order to the next price. */
export const OWN_SIDE_LEVELS = 2
const ID_PREFIX = '00000000-0000-4000-a000-'

type Opened =
  | { readonly ok: true; readonly strategy: StrategyState }
  | { readonly ok: false; readonly refusal: EngineRefusal | StrategyRefusal }

/** The state of the desk, as it stands in the snapshot. */
export interface AlgoOrdersState {
  readonly lastNumber: number
  readonly strategies: readonly StrategyState[]
}

export const STRATEGIES_FORM: Form<AlgoOrdersState> = fields<AlgoOrdersState>({
  lastNumber: number,
  strategies: list(STRATEGY_FORM),
})

/** Carries out TWAP, chase-limit and iceberg orders: at each tick of the market every one takes its step, oldest first. */
export class AlgoOrders {
  readonly #ports: StrategyPorts
  readonly #running = new Map<string, StrategyState>()
  readonly #finished: StrategyState[] = []
  #lastNumber: number

  constructor(ports: StrategyPorts, saved: AlgoOrdersState | null) {
    this.#ports = ports
    this.#lastNumber = saved?.lastNumber ?? 0
    for (const strategy of saved?.strategies ?? []) {
      if (strategy.status === 'running') this.#running.set(strategy.id, strategy)
      else this.#finished.push(strategy)
    }
  }

  /** Opens a strategy and takes its first step at once: what refuses its first order refuses it. */
  open(account: string, linkId: string, terms: StrategyTerms, nowMs: number): Opened {
    const known = linkId === '' ? undefined : this.list(account).find((one) => one.linkId === linkId)
    if (known !== undefined) {
      const isSame = JSON.stringify(known.terms) === JSON.stringify(terms)
      return isSame ? { ok: true, strategy: known } : { ok: false, refusal: { kind: 'strategyIdUsed' } }
    }
    const running = [...this.#running.values()].filter((one) => one.account === account)
    if (running.length >= RUNNING_STRATEGIES_MAX) {
      return { ok: false, refusal: { kind: 'tooManyStrategies', limit: RUNNING_STRATEGIES_MAX } }
    }
    this.#lastNumber += 1
    const strategy: StrategyState = {
      id: ID_PREFIX + this.#lastNumber.toString(16).padStart(12, '0'),
      account,
      linkId,
      terms,
      createdAtMs: nowMs,
      updatedAtMs: nowMs,
      status: 'running',
      stopReason: null,
      doneLots: 0,
      openLots: 0,
      openId: null,
      parts: 0,
      startTicks: null,
      orderIds: [],
    }
    const outcome = advance(strategy, nowMs, this.#ports)
    if (outcome.kind === 'refused') return { ok: false, refusal: outcome.refusal }
    this.#running.set(strategy.id, strategy)
    this.#settle(strategy, outcome, nowMs)
    this.#ports.changed(strategy)
    return { ok: true, strategy }
  }

  cancel(account: string, id: string, nowMs: number): Opened {
    const strategy = this.list(account).find((one) => one.id === id)
    if (strategy === undefined) return { ok: false, refusal: { kind: 'strategyNotFound' } }
    if (strategy.status !== 'running') {
      return {
        ok: false,
        refusal: { kind: 'orderFinished', status: strategy.status === 'canceled' ? 'canceled' : 'filled' },
      }
    }
    this.#end(strategy, 'canceled', null, nowMs)
    this.#ports.changed(strategy)
    return { ok: true, strategy }
  }

  step(nowMs: number): void {
    for (const strategy of this.#running.values()) {
      const { status } = strategy
      const orders = strategy.orderIds.length
      const lots = strategy.doneLots + strategy.openLots
      const followed = followOrder(strategy, this.#ports)
      const isDone = strategy.doneLots >= strategy.terms.lots
      const outcome = followed.kind === 'goesOn' && !isDone ? advance(strategy, nowMs, this.#ports) : followed
      this.#settle(strategy, outcome, nowMs)
      const isSame =
        strategy.status === status &&
        strategy.orderIds.length === orders &&
        strategy.doneLots + strategy.openLots === lots
      if (!isSame) this.#ports.changed(strategy)
    }
  }

  /** Ends what an input took the order of; the next step of the market would. */
  endWithOrders(nowMs: number): void {
    if (!this.#ports.endsAtOnce) return
    for (const strategy of this.#running.values()) {
      if (strategy.openId === null || !isTakenAway(this.#ports.lastOrder(strategy.openId))) continue
      this.#settle(strategy, followOrder(strategy, this.#ports), nowMs)
      this.#ports.changed(strategy)
    }
  }

  /** A contract ended: what runs in it stops. */
  stopIn(symbol: string, nowMs: number): void {
    for (const strategy of this.#running.values()) {
      if (strategy.terms.symbol !== symbol) continue
      this.#end(strategy, 'stopped', 'symbolNotTrading', nowMs)
      this.#ports.changed(strategy)
    }
  }

  /** Forgets what ran in a contract that is gone. */
  forget(symbol: string): void {
    const kept = this.#finished.filter(({ terms }) => terms.symbol !== symbol)
    this.#finished.splice(0, this.#finished.length, ...kept)
  }

  /** The running strategy whose order it is; `null` for any other. */
  ownerOf(orderId: string): string | null {
    for (const { id, openId } of this.#running.values()) if (openId === orderId) return id
    return null
  }

  /** Oldest first. */
  list(account: string): readonly StrategyState[] {
    return [...this.#finished, ...this.#running.values()].filter((one) => one.account === account)
  }

  state(): AlgoOrdersState {
    const strategies = [...this.#finished, ...this.#running.values()]
    return { lastNumber: this.#lastNumber, strategies }
  }

  #settle(strategy: StrategyState, outcome: StepOutcome, nowMs: number): void {
    if (strategy.doneLots >= strategy.terms.lots) this.#end(strategy, 'completed', null, nowMs)
    else if (outcome.kind === 'stops') this.#end(strategy, 'stopped', outcome.reason, nowMs)
    else if (outcome.kind === 'refused') this.#end(strategy, 'stopped', outcome.refusal.kind, nowMs)
  }

  #end(
    strategy: StrategyState,
    status: 'completed' | 'canceled' | 'stopped',
    reason: string | null,
    nowMs: number,
  ): void {
    const { account, openId, terms } = strategy
    if (openId !== null) {
      this.#ports.handle({ type: 'cancel', account, symbol: terms.symbol, orderId: openId, linkId: null })
      followOrder(strategy, this.#ports)
    }
    strategy.status = status
    strategy.stopReason = reason
    strategy.updatedAtMs = nowMs
    this.#running.delete(strategy.id)
    this.#finished.push(strategy)
    if (this.#finished.length > FINISHED_STRATEGIES_MAX) this.#finished.shift()
  }
}
