import { flag, fields, list, nullable, number, oneOf, text, variants, type Form } from '../../../src/base/form'
import type { Order, Side } from '../../../src/domain/order/order'
import type { StrategyStatus } from '../../../src/domain/order/strategy'
import type { PositionIdx } from '../../engine/accounts/account-settings'
import type { EngineCommand } from '../../engine/commands'
import type { EngineOrder } from '../../engine/records/order-records'
import type { EngineRefusal, EngineResult } from '../../engine/result'

/** A strategy's terms in the engine's whole numbers. */
export type StrategyTerms = {
  readonly symbol: string
  readonly side: Side
  readonly lots: number
  readonly reduceOnly: boolean
  readonly positionIdx: PositionIdx
} & (
  | {
      readonly kind: 'twap'
      readonly durationMs: number
      readonly intervalMs: number
      readonly limitTicks: number | null
    }
  | { readonly kind: 'chaseLimit'; readonly maxDistanceTicks: number | null }
  | { readonly kind: 'iceberg'; readonly ticks: number; readonly showLots: number }
)

/** Everything that decides what a strategy does next. Plain JSON: it stands in the snapshot as it is. */
export interface StrategyState {
  readonly id: string
  readonly account: string
  readonly linkId: string
  readonly terms: StrategyTerms
  readonly createdAtMs: number
  updatedAtMs: number
  status: StrategyStatus
  stopReason: string | null
  /** Filled by orders that are closed, and by the open one so far. */
  doneLots: number
  openLots: number
  openId: string | null
  /** Of a TWAP: parts that were sent. */
  parts: number
  /** Of a chase: the price at which it began. */
  startTicks: number | null
  readonly orderIds: string[]
}

const COMMON_TERMS = {
  symbol: text(),
  side: oneOf('buy', 'sell'),
  lots: number,
  reduceOnly: flag,
  positionIdx: oneOf(0, 1, 2),
}

type TermsOf<K extends StrategyTerms['kind']> = Extract<StrategyTerms, { readonly kind: K }>

const TERMS_FORM: Form<StrategyTerms> = variants<StrategyTerms, 'kind'>('kind', {
  twap: fields<TermsOf<'twap'>>({
    ...COMMON_TERMS,
    kind: oneOf('twap'),
    durationMs: number,
    intervalMs: number,
    limitTicks: nullable(number),
  }),
  chaseLimit: fields<TermsOf<'chaseLimit'>>({
    ...COMMON_TERMS,
    kind: oneOf('chaseLimit'),
    maxDistanceTicks: nullable(number),
  }),
  iceberg: fields<TermsOf<'iceberg'>>({ ...COMMON_TERMS, kind: oneOf('iceberg'), ticks: number, showLots: number }),
})

export const STRATEGY_FORM: Form<StrategyState> = fields<StrategyState>({
  id: text(),
  account: text(),
  linkId: text(),
  terms: TERMS_FORM,
  createdAtMs: number,
  updatedAtMs: number,
  status: oneOf('running', 'completed', 'canceled', 'stopped'),
  stopReason: nullable(text()),
  doneLots: number,
  openLots: number,
  openId: nullable(text()),
  parts: number,
  startTicks: nullable(number),
  orderIds: list(text()),
})

export interface StrategyPorts {
  handle(command: EngineCommand): EngineResult
  order(account: string, orderId: string): EngineOrder | null
  /** Best first, `[ticks, lots]`. */
  levels(symbol: string, side: Side): readonly (readonly [number, number])[]
  maxMarketLots(symbol: string): number
  /** An order as this input last told it. */
  lastOrder(orderId: string): Order | null
  /** A strategy ends with its order; not in an exchange that began before. */
  readonly endsAtOnce: boolean
  /** What is told of a strategy is not what it was. */
  changed(strategy: StrategyState): void
}

/** What a step of a strategy came to: it goes on, or why it cannot. */
export type StepOutcome = { readonly kind: 'goesOn' } | { readonly kind: 'stops'; readonly reason: string } | Refused
export interface Refused {
  readonly kind: 'refused'
  readonly refusal: EngineRefusal
}

export const GOES_ON: StepOutcome = { kind: 'goesOn' }

export type StrategyRefusal =
  | { readonly kind: 'tooManyStrategies'; readonly limit: number }
  | { readonly kind: 'strategyNotFound' }
  /** A change of an order that a running strategy has in the book: the strategy would keep its own terms. */
  | { readonly kind: 'ofStrategy'; readonly strategyId: string }
  /** The press named another strategy before. */
  | { readonly kind: 'strategyIdUsed' }
