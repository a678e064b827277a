import { Exact, toText, type DecimalText } from '../../domain/decimal'
import type { SpotPair } from '../../domain/instrument/spot-pair'
import type { Side } from '../../domain/order/order'
import type { SpotProblem } from '../../domain/order/spot-order'
import type { PlanPart, PlanProblem } from '../../domain/order/spot-plan'
import type { KeyOf, Translate } from '../i18n/words'
import { shownValues } from './problem-words'

/** Of the size that was typed: base coin, or the amount. */
export type SizeUnit = 'base' | 'quote'

type Unprefixed<K> = K extends `problem.${infer Key}` ? Key : never

/** What stands in the way of a press: where it is said, a key of `spot:problem`, and the bound that was passed. */
export interface SpotTicketProblem {
  readonly field: 'price' | 'size' | PlanPart
  readonly key: Unprefixed<KeyOf<'spot'>>
  readonly values: Readonly<Record<string, string>>
  /** The field's name where that is not the one of every other order (`spot:plan.ocoPart`). */
  readonly ocoPart?: 'buy' | 'sell' | 'stop'
}

/** Where a problem of the domain is said, and how. @param unit of the size that was typed */
export function fieldProblem(problem: SpotProblem, pair: SpotPair, unit: SizeUnit): SpotTicketProblem {
  const { baseCoin, quoteCoin } = pair
  switch (problem.kind) {
    case 'notTrading':
    case 'noMarketPrice':
      return { field: 'order', key: problem.kind, values: {} }
    case 'sideBanned':
      return { field: 'order', key: problem.side === 'buy' ? 'buyBanned' : 'sellBanned', values: { coin: baseCoin } }
    case 'priceMissing':
      return { field: 'price', key: problem.kind, values: {} }
    case 'sizeMissing':
      return { field: 'size', key: unit === 'base' ? 'qtyMissing' : 'amountMissing', values: {} }
    case 'priceBelowMin':
    case 'priceAboveMax':
    case 'priceStep':
      return { field: 'price', key: problem.kind, values: { bound: problem.bound } }
    case 'priceBeyondLimit':
      return {
        field: 'price',
        key: problem.side === 'buy' ? 'buyTooHigh' : 'sellTooLow',
        values: { bound: problem.bound },
      }
    case 'qtyStep':
    case 'qtyBelowMin':
    case 'qtyAboveMax':
      return { field: 'size', key: problem.kind, values: { bound: problem.bound, coin: baseCoin } }
    case 'amountBelowMin': {
      const values = { bound: problem.bound, coin: quoteCoin }
      return problem.minQty === null || unit === 'quote'
        ? { field: 'size', key: 'amountBelowMin', values }
        : { field: 'size', key: 'valueBelowMin', values: { ...values, qty: problem.minQty, base: baseCoin } }
    }
    case 'amountAboveMax':
    case 'amountStep':
      return { field: 'size', key: problem.kind, values: { bound: problem.bound, coin: quoteCoin } }
  }
}

/** The same of what an order waits for or brings. */
export function planProblem(found: PlanProblem, pair: SpotPair, unit: SizeUnit): SpotTicketProblem {
  const { part, problem } = found
  switch (problem.kind) {
    case 'atPrice':
    case 'legsMissing':
    case 'distanceMissing':
    case 'plansNotTaken':
      return { field: part, key: problem.kind, values: {} }
    case 'distanceStep':
    case 'distanceRange': {
      const { kind, by, bound } = problem
      const shown = by === 'rate' ? toText<DecimalText>(new Exact(bound).times(100)) : bound
      return { field: part, key: `${kind}.${by}`, values: { bound: shown } }
    }
    case 'notAbove':
    case 'notBelow':
      return { field: part, key: `${problem.kind}.${problem.of}`, values: { bound: problem.bound } }
    case 'priceMissing':
    case 'priceBelowMin':
    case 'priceAboveMax':
    case 'priceStep':
      return { ...fieldProblem(problem, pair, unit), field: part }
    default:
      return fieldProblem(problem, pair, unit)
  }
}

/** The same of an OCO, whose legs are a limit order and a stop, and are called that. */
export function ocoProblem(found: SpotTicketProblem, side: Side): SpotTicketProblem {
  if (found.field === 'tpTrigger') return { ...found, ocoPart: side }
  return found.field === 'slTrigger' ? { ...found, ocoPart: 'stop' } : found
}

/** Words for a problem, its bounds written as numbers of the page's language. */
export function problemText(t: Translate<'spot'>, { field, key, values, ocoPart }: SpotTicketProblem): string {
  if (field === 'size' || field === 'order') return t(`problem.${key}`, shownValues(values))
  const label = ocoPart === undefined ? t(`part.${field}`) : t(`plan.ocoPart.${ocoPart}`)
  return t(`problem.${key}`, { ...shownValues(values), label })
}
