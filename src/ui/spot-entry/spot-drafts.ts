import type { LegDraft } from '../trading-kit/spot-leg-form'
import type { SizeUnit } from '../trading-kit/spot-problem-text'
import type { OrderType, Side } from '../../domain/order/order'
import type { Kept } from '../state/kept'
import type { LinkGroup } from '../state/link-group'
import { formDraftsIn, type DraftFields, type FormDrafts } from '../trading-kit/ticket/form-drafts'
import { TIMES_IN_FORCE, type TicketTimeInForce } from '../trading-kit/ticket/time-in-force'

/** What stands in the ticket's tabs; under `plan` all that waits and has no tab of its own. */
export type SpotTab = OrderType | 'oco' | 'plan'
const TABS: readonly SpotTab[] = ['limit', 'market', 'oco', 'plan']

/** What an order under `plan` waits for. */
export type PlanKind = 'conditional' | 'takeProfitStopLoss' | 'trailingStop' | 'trailingProfit'
export const PLAN_KINDS: readonly PlanKind[] = ['conditional', 'takeProfitStopLoss', 'trailingStop', 'trailingProfit']

/** Which coin the size counts. */
export type { SizeUnit }

export type { LegDraft }

export interface PlanDraft {
  readonly kind: PlanKind
  readonly unit: 'value' | 'rate'
  readonly distance: string
  readonly conditional: LegDraft
  readonly takeProfit: LegDraft
  readonly stopLoss: LegDraft
  readonly ocoLimit: string
  readonly activation: string
}

/** Take-profit and stop-loss that an order brings. */
export interface BroughtDraft {
  readonly isOn: boolean
  readonly takeProfit: LegDraft
  readonly stopLoss: LegDraft
}

/** What a trader had typed into the ticket of a pair and a link group. */
export interface SpotTicketDraft {
  readonly side: Side
  readonly tab: SpotTab
  readonly unit: SizeUnit
  readonly priceText: string
  readonly sizeText: string
  readonly postOnly: boolean
  /** Whether it may pay with what it borrows. */
  readonly isMargin: boolean
  readonly timeInForce: TicketTimeInForce
  readonly plan: PlanDraft
  readonly brought: BroughtDraft
}

export const spotDraftsIn = (kept: Kept, link: LinkGroup): FormDrafts<SpotTicketDraft> =>
  formDraftsIn('ticket', kept, link, readDraft)

function readDraft(read: DraftFields): SpotTicketDraft {
  const plan = read.within('plan')
  const brought = read.within('brought')
  return {
    side: read.oneOf('side', ['buy', 'sell'] as const),
    tab: read.oneOf('tab', TABS),
    unit: read.oneOf('unit', ['base', 'quote'] as const),
    priceText: read.text('priceText'),
    sizeText: read.text('sizeText'),
    postOnly: read.isOn('postOnly'),
    isMargin: read.isOn('isMargin'),
    timeInForce: read.oneOf('timeInForce', TIMES_IN_FORCE),
    plan: {
      kind: plan.oneOf('kind', PLAN_KINDS),
      unit: plan.oneOf('unit', ['rate', 'value'] as const),
      distance: plan.text('distance'),
      conditional: readLeg(plan.within('conditional'), 'limit'),
      takeProfit: readLeg(plan.within('takeProfit')),
      stopLoss: readLeg(plan.within('stopLoss')),
      ocoLimit: plan.text('ocoLimit'),
      activation: plan.text('activation'),
    },
    brought: {
      isOn: brought.isOn('isOn'),
      takeProfit: readLeg(brought.within('takeProfit')),
      stopLoss: readLeg(brought.within('stopLoss')),
    },
  }
}

function readLeg(read: DraftFields, type: OrderType = 'market'): LegDraft {
  const types = type === 'market' ? (['market', 'limit'] as const) : (['limit', 'market'] as const)
  return { trigger: read.text('trigger'), limit: read.text('limit'), type: read.oneOf('type', types) }
}
