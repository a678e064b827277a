import type { InstrumentSymbol, OrderType, Side } from '../../domain/order/order'
import type { Kept } from '../state/kept'
import { keyInGroup, type LinkGroup } from '../state/link-group'

/** Post-only has a box of its own. */
export type SpotTimeInForce = 'goodTillCancel' | 'immediateOrCancel' | 'fillOrKill'
export const SPOT_TIMES_IN_FORCE: readonly SpotTimeInForce[] = ['goodTillCancel', 'immediateOrCancel', 'fillOrKill']

/** What stands in the ticket's tabs; under `plan` all that waits and has no tab of its own. */
export type SpotTab = OrderType | 'oco' | 'plan'
const TABS: readonly SpotTab[] = ['limit', 'market', 'oco', 'plan']

/** What an order under `plan` waits for. */
export type PlanKind = 'conditional' | 'takeProfitStopLoss' | 'trailingStop' | 'trailingProfit'
export const PLAN_KINDS: readonly PlanKind[] = ['conditional', 'takeProfitStopLoss', 'trailingStop', 'trailingProfit']

/** Which coin the size counts. */
export type SizeUnit = 'base' | 'quote'

export interface LegDraft {
  readonly trigger: string
  readonly limit: string
  readonly type: OrderType
}

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
  readonly timeInForce: SpotTimeInForce
  readonly plan: PlanDraft
  readonly brought: BroughtDraft
}

/** Where drafts outlive a page. */
export interface SpotDrafts {
  load(symbol: InstrumentSymbol): SpotTicketDraft | null
  save(symbol: InstrumentSymbol, draft: SpotTicketDraft): void
}

/** Under the name of every ticket's: whose they are is looked after there. */
const KEY = 'halyard.ticket.'

/** Drafts of the tab and of one link group: they survive a reload and end with it (decisions 12 keeps local storage). */
export const spotDraftsIn = ({ session }: Kept, link: LinkGroup): SpotDrafts => ({
  load(symbol) {
    try {
      return parse(session.getItem(KEY + keyInGroup(symbol, link)))
    } catch {
      return null
    }
  },
  save(symbol, draft) {
    try {
      session.setItem(KEY + keyInGroup(symbol, link), JSON.stringify(draft))
    } catch {
      // Full or blocked: the draft lives as long as the page.
    }
  },
})

/** Storage may hold anything: what is not a draft is none. */
function parse(text: string | null): SpotTicketDraft | null {
  const json: unknown = text === null ? null : JSON.parse(text)
  if (typeof json !== 'object' || json === null) return null
  const read = new Fields(json as Readonly<Record<string, unknown>>)
  const plan = read.within('plan')
  const brought = read.within('brought')
  return {
    side: read.oneOf('side', ['buy', 'sell'] as const),
    tab: read.oneOf('tab', TABS),
    unit: read.oneOf('unit', ['base', 'quote'] as const),
    priceText: read.text('priceText'),
    sizeText: read.text('sizeText'),
    postOnly: read.isOn('postOnly'),
    timeInForce: read.oneOf('timeInForce', SPOT_TIMES_IN_FORCE),
    plan: {
      kind: plan.oneOf('kind', PLAN_KINDS),
      unit: plan.oneOf('unit', ['rate', 'value'] as const),
      distance: plan.text('distance'),
      conditional: plan.leg('conditional', 'limit'),
      takeProfit: plan.leg('takeProfit'),
      stopLoss: plan.leg('stopLoss'),
      ocoLimit: plan.text('ocoLimit'),
      activation: plan.text('activation'),
    },
    brought: { isOn: brought.isOn('isOn'), takeProfit: brought.leg('takeProfit'), stopLoss: brought.leg('stopLoss') },
  }
}

class Fields {
  constructor(private readonly json: Readonly<Record<string, unknown>>) {}

  text(name: string): string {
    const value = this.json[name]
    return typeof value === 'string' ? value.slice(0, 40) : ''
  }

  isOn(name: string): boolean {
    return this.json[name] === true
  }

  /** @returns the first of them where it is none */
  oneOf<T extends string>(name: string, all: readonly T[]): T {
    return all.find((one) => one === this.json[name]) ?? all[0]!
  }

  within(name: string): Fields {
    const value = this.json[name]
    return new Fields(typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {})
  }

  leg(name: string, type: OrderType = 'market'): LegDraft {
    const leg = this.within(name)
    const types = type === 'market' ? (['market', 'limit'] as const) : (['limit', 'market'] as const)
    return { trigger: leg.text('trigger'), limit: leg.text('limit'), type: leg.oneOf('type', types) }
  }
}
