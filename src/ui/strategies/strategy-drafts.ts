import type { InstrumentSymbol } from '../../domain/order/order'
import type { StrategyKind } from '../../domain/order/strategy'
import type { Kept } from '../state/kept'
import { keyInGroup, type LinkGroup } from '../state/link-group'

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

/** Where it outlives a page. */
export interface StrategyDrafts {
  load(symbol: InstrumentSymbol): StrategyFields | null
  save(symbol: InstrumentSymbol, draft: StrategyFields): void
}

const KEY = 'halyard.strategy.'
const KINDS: readonly StrategyKind[] = ['twap', 'chaseLimit', 'iceberg']
const TEXT_MAX = 40

/** Of the tab, beside the ticket's drafts. Storage may hold anything, or refuse. */
export const strategyDraftsIn = ({ session }: Kept, link: LinkGroup): StrategyDrafts => ({
  load(symbol) {
    try {
      const json: unknown = JSON.parse(session.getItem(KEY + keyInGroup(symbol, link)) ?? 'null')
      return typeof json === 'object' && json !== null ? parse(json as Readonly<Record<string, unknown>>) : null
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

function parse(json: Readonly<Record<string, unknown>>): StrategyFields {
  const text = (name: string): string => {
    const value = json[name]
    return typeof value === 'string' ? value.slice(0, TEXT_MAX) : ''
  }
  const interval = json['interval']
  return {
    kind: KINDS.find((one) => one === json['kind']) ?? 'twap',
    qtyText: text('qtyText'),
    showText: text('showText'),
    minutesText: text('minutesText'),
    interval: typeof interval === 'number' && interval >= 5 && interval <= 120 ? interval : 30,
    priceText: text('priceText'),
    distanceText: text('distanceText'),
    reduceOnly: json['reduceOnly'] === true,
  }
}
