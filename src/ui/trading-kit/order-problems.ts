import type { KeyOf } from '../i18n/words'
import type { CoinBalance } from '../../domain/account/wallet'
import { compare, type Money, type Price } from '../../domain/decimal'
import type { Contract } from '../../domain/instrument/contract'
import type { CheckedOrder, OrderDraft, OrderProblem } from '../../domain/order/order-check'
import { checkOrder } from '../../domain/order/order-check'
import type { Position } from '../../domain/position/position'
import { qtyCoin } from '../contract-units'

export type Field = 'price' | 'quantity' | 'trigger' | 'order'

/** What stands in the way: the field, a key of `trade:problem`, and the bound that was passed. */
type Unprefixed<K> = K extends `problem.${infer Key}` ? Key : never
/** Words of `trade:problem`. */
export type ProblemKey = Unprefixed<KeyOf<'trade'>>

export interface Problem {
  readonly field: Field
  readonly key: ProblemKey
  readonly values: Readonly<Record<string, string>>
}

export interface TicketState {
  readonly draft: OrderDraft
  readonly instrument: Contract
  /** Where the order would fill; `null` while the market is unknown. */
  readonly expectedPrice: Price | null
  readonly position: Position | null
  readonly cost: Money | null
  readonly balance: CoinBalance | null
  /** It reserves nothing, and what there is to reduce is asked when it fires (semantics.md §2.2). */
  readonly isConditional: boolean
}

export interface TicketCheck {
  readonly order: CheckedOrder | null
  readonly problems: readonly Problem[]
}

/** Why one side is not meant as a ticket stands, in a word or two: keys of `trade:sideNote`. */
const SIDE_NOTES = [
  'tpPriceTooLow',
  'tpPriceTooHigh',
  'slPriceTooLow',
  'slPriceTooHigh',
  'nothingToReduceShort',
  'nothingToReduceLong',
] as const
export type SideNote = (typeof SIDE_NOTES)[number]

/** What of a side's problems is about that side and not about the order. */
export function sideNote(problems: readonly object[]): SideNote | null {
  return SIDE_NOTES.find((note) => problems.some((problem) => 'key' in problem && problem.key === note)) ?? null
}

/** The domain's check of the fields, then what only the account can say. The exchange repeats each (I14). */
export function checkTicket(state: TicketState): TicketCheck {
  const checked = checkOrder(state.draft, state.instrument, state.expectedPrice)
  const account = state.isConditional ? null : accountProblem(state)
  const problems = [checked.ok ? null : fieldProblem(checked.error, state.instrument), account]
  return {
    order: checked.ok && account === null ? checked.value : null,
    problems: problems.filter((one) => one !== null),
  }
}

function fieldProblem(problem: OrderProblem, instrument: Contract): Problem {
  const coin = qtyCoin(instrument)
  if (problem.field === 'symbol') return { field: 'order', key: 'notTrading', values: {} }
  if (problem.field === 'timeInForce') return { field: 'order', key: problem.kind, values: {} }
  const field = problem.field === 'qty' ? 'quantity' : 'price'
  switch (problem.kind) {
    case 'empty':
    case 'notANumber':
      return { field, key: `${problem.field}Missing`, values: {} }
    case 'belowMin':
      return { field, key: `${problem.field}BelowMin`, values: { min: problem.bound, coin } }
    case 'aboveMax':
      return { field, key: `${problem.field}AboveMax`, values: { max: problem.bound, coin } }
    case 'notMultiple':
      // Spec §5 names the message of the price; the quantity's is ours.
      return field === 'price'
        ? { field, key: 'tickSizeFixNumTips', values: { tick: problem.bound } }
        : { field, key: 'qtyStep', values: { step: problem.bound, coin } }
    case 'belowMinNotional':
      return {
        field,
        key: 'belowMinNotional',
        values: { min: problem.bound, coin: instrument.quoteCoin, qty: problem.minQty, base: coin },
      }
  }
}

function accountProblem({ draft, position, expectedPrice, cost, balance }: TicketState): Problem | null {
  if (draft.type === 'market' && expectedPrice === null) return { field: 'order', key: 'noMarketPrice', values: {} }
  const hasNothingToReduce = position === null || position.side === null || position.side === draft.side
  if (draft.reduceOnly && hasNothingToReduce)
    return { field: 'order', key: draft.side === 'buy' ? 'nothingToReduceShort' : 'nothingToReduceLong', values: {} }
  if (!draft.reduceOnly && cost !== null && balance !== null && compare(cost, balance.available) > 0)
    return {
      field: 'order',
      key: 'insufficientBalance',
      values: { cost, available: balance.available, coin: balance.coin },
    }
  return null
}
