import { effect, signal, type ReadonlySignal, type Signal } from '@preact/signals-react'
import type { QuotedMarket, QuotedProduct } from '../../domain/market/quoted-market'
import { KeptAnswers } from '../../workers/venue/sandbox/kept-answers'
import { readQuotedRules, readQuotes } from '../../workers/venue/sandbox/quoted-reads'
import type { App } from '../state/app-context'

/** A list that is read now and then. */
export interface QuotedList {
  readonly rows: readonly QuotedMarket[]
  /** The page's time of the last answer; `null` before the first. */
  readonly asOfMs: number | null
  /** The last asking failed, or nobody is there to ask: what is shown, if anything, is of an earlier one. */
  readonly hasFailed: boolean
}

/** For how long the rules of a list stand before they are read again: they are far longer than its prices. */
export const RULES_MS = 60_000
const NO_QUOTE = { lastPrice: null, markPrice: null, bid1Price: null, ask1Price: null, volume24h: null } as const

/** Of the browser's cache storage. */
const CACHE_NAME = 'halyard-quoted-lists'

type Rules = Awaited<ReturnType<typeof readQuotedRules>>

const EMPTY: QuotedList = { rows: [], asOfMs: null, hasFailed: false }

type Quotes = Awaited<ReturnType<typeof readQuotes>>

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
    private readonly answers = KeptAnswers.of(CACHE_NAME, () => app.clock.nowMs()),
  ) {}

  of(product: QuotedProduct): ReadonlySignal<QuotedList> {
    return this.#lists[product]
  }

  /**
   * Asks for the list anew, once the exchange is there; two that ask at once share an answer. Before the first one stands
   * what came last of an earlier page. A recording has none. Never rejects.
   */
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
    if (list.peek().asOfMs === null) await this.#takeKept(product)
    await this.#whenThere(product)
    try {
      const [rules, quotes] = await Promise.all([
        this.#rulesOf(product),
        readQuotes(product, this.app.apiOrigin, this.answers.get),
      ])
      list.value = { rows: joined(rules, quotes), asOfMs: this.app.clock.nowMs(), hasFailed: false }
    } catch {
      this.#failed(product)
    }
  }

  /** The page says so; what came before stays, with its age. */
  #failed(product: QuotedProduct): void {
    const list = this.#lists[product]
    list.value = { ...list.peek(), hasFailed: true }
  }

  async #takeKept(product: QuotedProduct): Promise<void> {
    const { apiOrigin } = this.app
    try {
      const [rules, quotes] = await Promise.all([
        this.answers.last((get) => readQuotedRules(product, apiOrigin, get)),
        this.answers.last((get) => readQuotes(product, apiOrigin, get)),
      ])
      const list = this.#lists[product]
      list.value = { ...list.peek(), rows: joined(rules.value, quotes.value), asOfMs: quotes.asOfMs }
    } catch {
      // Nothing is kept of it, or not all.
    }
  }

  /** Resolves with a live market: an exchange that is away would not answer, which the browser notes on its console. */
  #whenThere(product: QuotedProduct): Promise<void> {
    const { isMarketLive, publicState } = this.app.connection
    return new Promise((resolve) => {
      const stop = effect(() => {
        if (publicState.value === 'offline') queueMicrotask(() => this.#failed(product))
        if (!isMarketLive.value) return
        queueMicrotask(() => stop())
        resolve()
      })
    })
  }

  async #rulesOf(product: QuotedProduct): Promise<Rules> {
    const known = this.#rules.get(product)
    const nowMs = this.app.clock.nowMs()
    if (known !== undefined && nowMs - known.asOfMs < RULES_MS) return known.rows
    const rows = await readQuotedRules(product, this.app.apiOrigin, this.answers.get)
    this.#rules.set(product, { rows, asOfMs: nowMs })
    return rows
  }
}

function joined(rules: Rules, quotes: Quotes): readonly QuotedMarket[] {
  const quoteOf = new Map(quotes.map((quote) => [quote.symbol, quote]))
  return rules.map((row) => ({ ...NO_QUOTE, ...quoteOf.get(row.symbol), ...row }))
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
