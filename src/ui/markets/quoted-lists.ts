import { signal, type ReadonlySignal, type Signal } from '@preact/signals-react'
import type { QuotedMarket, QuotedProduct } from '../../domain/market/quoted-market'
import type { PageGet } from '../../workers/venue/sandbox/page-reads'
import { readQuotedRules, readQuotes } from '../../workers/venue/sandbox/quoted-reads'
import type { App } from '../state/app-context'

/** A list that is read now and then. */
export interface QuotedList {
  readonly rows: readonly QuotedMarket[]
  /** The page's time of the last answer; `null` before the first. */
  readonly asOfMs: number | null
  /** The last asking failed: what is shown, if anything, is of an earlier one. */
  readonly hasFailed: boolean
}

/** For how long the rules of a list stand before they are read again: they are far longer than its prices. */
export const RULES_MS = 60_000
const NO_QUOTE = { lastPrice: null, markPrice: null, bid1Price: null, ask1Price: null, volume24h: null } as const

type Rules = Awaited<ReturnType<typeof readQuotedRules>>

const EMPTY: QuotedList = { rows: [], asOfMs: null, hasFailed: false }

type Surroundings = Pick<App, 'apiOrigin' | 'clock' | 'connection'>

/** Options and spreads, which the hub knows nothing of: the page reads their lists itself while somebody looks. */
export class QuotedLists {
  readonly #lists: Readonly<Record<QuotedProduct, Signal<QuotedList>>> = {
    options: signal(EMPTY),
    spreads: signal(EMPTY),
  }
  readonly #asking = new Map<QuotedProduct, Promise<void>>()
  readonly #rules = new Map<QuotedProduct, { readonly rows: Rules; readonly asOfMs: number }>()

  constructor(
    private readonly app: Surroundings,
    private readonly get?: PageGet,
  ) {}

  of(product: QuotedProduct): ReadonlySignal<QuotedList> {
    return this.#lists[product]
  }

  /** Asks for the list anew; two that ask at once share an answer. A recording has none. Never rejects. */
  load(product: QuotedProduct): Promise<void> {
    if (this.app.connection.isReplay.peek()) return Promise.resolve()
    let asking = this.#asking.get(product)
    if (asking === undefined) {
      asking = this.#ask(product).finally(() => this.#asking.delete(product))
      this.#asking.set(product, asking)
    }
    return asking
  }

  /** Asks only where nothing has come yet: a search needs the names. */
  loadOnce(product: QuotedProduct): void {
    if (this.#lists[product].peek().asOfMs === null) void this.load(product)
  }

  async #ask(product: QuotedProduct): Promise<void> {
    const list = this.#lists[product]
    try {
      const [rules, quotes] = await Promise.all([
        this.#rulesOf(product),
        readQuotes(product, this.app.apiOrigin, this.get),
      ])
      const quoteOf = new Map(quotes.map((quote) => [quote.symbol, quote]))
      const rows = rules.map((row) => ({ ...NO_QUOTE, ...quoteOf.get(row.symbol), ...row }))
      list.value = { rows, asOfMs: this.app.clock.nowMs(), hasFailed: false }
    } catch {
      // The page says so; what came before stays, with its age.
      list.value = { ...list.peek(), hasFailed: true }
    }
  }

  async #rulesOf(product: QuotedProduct): Promise<Rules> {
    const known = this.#rules.get(product)
    const nowMs = this.app.clock.nowMs()
    if (known !== undefined && nowMs - known.asOfMs < RULES_MS) return known.rows
    const rows = await readQuotedRules(product, this.app.apiOrigin, this.get)
    this.#rules.set(product, { rows, asOfMs: nowMs })
    return rows
  }
}

/** Those whose name has the text in it, as the search of contracts does it; a space stands for any sign. */
export function findQuoted(rows: readonly QuotedMarket[], query: string): readonly QuotedMarket[] {
  const wanted = query.trim().toUpperCase().replaceAll(/\s+/g, '-')
  return rows.filter(({ symbol }) => symbol.includes(wanted))
}

const ofApp = new WeakMap<App, QuotedLists>()

/** The lists of the page's app: the search and the page of markets share them. */
export function quotedListsOf(app: App): QuotedLists {
  let lists = ofApp.get(app)
  if (lists === undefined) ofApp.set(app, (lists = new QuotedLists(app)))
  return lists
}
