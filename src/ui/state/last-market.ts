import { computed, signal, type ReadonlySignal, type Signal } from '@preact/signals-react'
import { expiryOf } from '../../domain/instrument/contract-period'
import { isOptionKind, kindOfName } from '../../domain/instrument/product-kind'
import { tradeTarget } from '../../domain/instrument/trade-route'
import type { InstrumentSymbol } from '../../domain/order/order'
import { readSetting, saveSetting } from './browser-settings'
import type { CatalogueModel } from './catalogue-model'
import type { Kept } from './kept'

/** Session storage key of the tab's, and key of the browser's among its settings. */
const TAB_KEY = 'halyard.last-contract'
const BROWSER_KEY = 'last-contract'
/** Local storage key of those that were looked at last, and how many of them are kept. */
const RECENT_KEY = 'halyard.recent-contracts'
const RECENT_MAX = 8
/** Where there is nothing to go back to. */
const FIRST = 'BTCUSDT' as InstrumentSymbol
const FIRST_PAIR = 'BTC/USDT' as InstrumentSymbol
const FIRST_SPREAD = 'BTCUSDT_BTC/USDT' as InstrumentSymbol

/** What has a way of its own in the head of a page, and so a market of its own to go back to. */
type Way = 'derivative' | 'option' | 'pair' | 'spread'

type Symbols = readonly InstrumentSymbol[]

/**
 * The markets that were looked at last: in this tab, else in this browser, one of each way. Where the logo, the phone's
 * "Trade", "Derivatives", "Spot" and "Spreads" lead. One that is not listed any more is passed over.
 */
export class LastMarket {
  /** Newest first. */
  readonly #ofTab: Signal<Symbols>
  readonly #ofBrowser = signal<Symbols>([])
  readonly #isRead = signal(false)
  readonly #recent: Signal<Symbols>
  /** Markets that were looked at in this browser, newest first, as this page knows them. */
  readonly recent: ReadonlySignal<Symbols>
  /** Whether it is known by now what the browser kept. */
  readonly isRead: ReadonlySignal<boolean> = this.#isRead
  readonly symbol = computed(() => this.#last(() => true) ?? FIRST)
  readonly derivative = computed(() => this.#last((symbol) => wayOf(symbol) === 'derivative') ?? FIRST)
  readonly pair = computed(() => this.#last((symbol) => wayOf(symbol) === 'pair') ?? FIRST_PAIR)
  readonly spread = computed(() => this.#last((symbol) => wayOf(symbol) === 'spread') ?? FIRST_SPREAD)

  constructor(
    private readonly kept: Kept,
    private readonly catalogue: Pick<CatalogueModel, 'bySymbol' | 'hasListOf'>,
    private readonly browser = { read: readSetting, save: saveSetting },
    private readonly nowMs: () => number = () => Date.now(),
  ) {
    this.#ofTab = signal(marketsIn(tabText(kept)))
    this.#recent = signal(recentIn(kept))
    this.recent = this.#recent
    void this.#read()
  }

  /** A market that is listed is on the screen. */
  visit(symbol: InstrumentSymbol): void {
    const before = this.#ofTab.peek()
    if (before[0] === symbol) return
    const last = [symbol, ...before.filter((one) => wayOf(one) !== wayOf(symbol))]
    this.#ofTab.value = last
    // Read anew: another tab has been somewhere else meanwhile.
    const recent = [symbol, ...recentIn(this.kept).filter((one) => one !== symbol)].slice(0, RECENT_MAX)
    this.#recent.value = recent
    try {
      this.kept.session.setItem(TAB_KEY, last.join(' '))
      this.kept.local.setItem(RECENT_KEY, recent.join(' '))
    } catch {
      // Blocked storage: it is known for as long as the page.
    }
    if (this.kept.keepsChart) void this.browser.save(BROWSER_KEY, last.join(' '))
  }

  async #read(): Promise<void> {
    if (this.kept.keepsChart) this.#ofBrowser.value = marketsIn(await this.browser.read(BROWSER_KEY))
    this.#isRead.value = true
  }

  #last(isWanted: (symbol: InstrumentSymbol) => boolean): InstrumentSymbol | undefined {
    const seen = [...this.#ofTab.value, ...this.#ofBrowser.value]
    return seen.find((one) => isWanted(one) && this.#mayBeShown(one))
  }

  /** Before its list has come anything may be listed: the page says what is not. An option's name says when it ends. */
  #mayBeShown(symbol: InstrumentSymbol): boolean {
    if (isOptionKind(kindOfName(symbol)) && (expiryOf(symbol) ?? 0) <= this.nowMs()) return false
    const known = this.catalogue.bySymbol.value.get(symbol)
    return known === undefined ? !this.catalogue.hasListOf(symbol) : known.status !== 'closed'
  }
}

function wayOf(symbol: InstrumentSymbol): Way {
  const kind = kindOfName(symbol)
  if (isOptionKind(kind)) return 'option'
  return kind === 'spot' ? 'pair' : kind === 'spread' ? 'spread' : 'derivative'
}

function tabText(kept: Kept): string | null {
  try {
    return kept.session.getItem(TAB_KEY)
  } catch {
    return null
  }
}

function recentIn(kept: Kept): Symbols {
  try {
    return marketsIn(kept.local.getItem(RECENT_KEY))
  } catch {
    return []
  }
}

/** Storage may hold anything: only the name of a market leads to a market's page. */
function marketsIn(stored: unknown): Symbols {
  if (typeof stored !== 'string') return []
  return stored.split(' ').filter((text): text is InstrumentSymbol => {
    const kind = /^[\w-]+(?:\/\w+)?$/.test(text) ? tradeTarget(text)?.kind : undefined
    return kind !== undefined && (kind !== 'spot' || text.includes('/'))
  })
}
