import type { StrategyKind } from '../../domain/order/strategy'
import type { Kept } from '../state/kept'
import type { LinkGroup } from '../state/link-group'
import { formDraftsIn, type DraftFields, type FormDrafts } from '../trading-kit/ticket/form-drafts'

/** Seconds between two parts that can be chosen; the exchange takes 5 to 120. */
export const INTERVALS_S = [5, 10, 15, 20, 30, 60, 120] as const

/** What a trader had typed for a strategy in one contract. */
export interface StrategyFields {
  readonly kind: StrategyKind
  readonly qtyText: string
  readonly showText: string
  readonly minutesText: string
  /** Seconds. */
  readonly interval: number
  readonly priceText: string
  readonly distanceText: string
  readonly reduceOnly: boolean
}

const KINDS: readonly StrategyKind[] = ['twap', 'chaseLimit', 'iceberg']

/** Beside the ticket's drafts. */
export const strategyDraftsIn = (kept: Kept, link: LinkGroup): FormDrafts<StrategyFields> =>
  formDraftsIn('strategy', kept, link, readDraft)

function readDraft(read: DraftFields): StrategyFields {
  return {
    kind: read.oneOf('kind', KINDS),
    qtyText: read.text('qtyText'),
    showText: read.text('showText'),
    minutesText: read.text('minutesText'),
    interval: read.number('interval', { min: 5, max: 120, otherwise: 30 }),
    priceText: read.text('priceText'),
    distanceText: read.text('distanceText'),
    reduceOnly: read.isOn('reduceOnly'),
  }
}
