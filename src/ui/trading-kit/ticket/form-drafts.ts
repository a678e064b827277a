import type { InstrumentSymbol } from '../../../domain/order/order'
import type { Kept } from '../../state/kept'
import { keyInGroup, type LinkGroup } from '../../state/link-group'

/** Where what was typed into a form outlives a page. */
export interface FormDrafts<Draft> {
  load(symbol: InstrumentSymbol): Draft | null
  save(symbol: InstrumentSymbol, draft: Draft): void
}

const TEXT_MAX = 40

/**
 * Drafts of the tab and of one link group: they survive a reload and end with it (decisions 12 keeps local storage).
 * Storage may hold anything, or refuse: what is not a draft is none.
 *
 * @param form the first part of their names, by which `account-drafts` knows whose they are
 */
export function formDraftsIn<Draft>(
  form: 'ticket' | 'strategy',
  { session }: Kept,
  link: LinkGroup,
  read: (fields: DraftFields) => Draft,
): FormDrafts<Draft> {
  const keyOf = (symbol: InstrumentSymbol): string => `halyard.${form}.${keyInGroup(symbol, link)}`
  return {
    load(symbol) {
      try {
        const fields = DraftFields.of(JSON.parse(session.getItem(keyOf(symbol)) ?? 'null'))
        return fields === null ? null : read(fields)
      } catch {
        return null
      }
    },
    save(symbol, draft) {
      try {
        session.setItem(keyOf(symbol), JSON.stringify(draft))
      } catch {
        // Full or blocked: the draft lives as long as the page.
      }
    },
  }
}

/** What a stored draft says, field by field. */
export class DraftFields {
  private constructor(private readonly json: Readonly<Record<string, unknown>>) {}

  /** @returns `null` for what is no object */
  static of(json: unknown): DraftFields | null {
    return typeof json === 'object' && json !== null ? new DraftFields(json as Readonly<Record<string, unknown>>) : null
  }

  text(name: string): string {
    const value = this.json[name]
    return typeof value === 'string' ? value.slice(0, TEXT_MAX) : ''
  }

  isOn(name: string): boolean {
    return this.json[name] === true
  }

  /** @returns the first of them where it is none */
  oneOf<T extends string>(name: string, all: readonly T[]): T {
    return this.oneOfOrNull(name, all) ?? all[0]!
  }

  oneOfOrNull<T extends string>(name: string, all: readonly T[]): T | null {
    return all.find((one) => one === this.json[name]) ?? null
  }

  /** @returns `otherwise` beyond the range */
  number(name: string, { min, max, otherwise }: { readonly [K in 'min' | 'max' | 'otherwise']: number }): number {
    const value = this.json[name]
    return typeof value === 'number' && value >= min && value <= max ? value : otherwise
  }

  /** @returns fields of nothing where it is none */
  within(name: string): DraftFields {
    return this.withinOrNull(name) ?? new DraftFields({})
  }

  withinOrNull(name: string): DraftFields | null {
    return DraftFields.of(this.json[name])
  }
}
