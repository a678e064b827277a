import { computed, signal, type ReadonlySignal, type Signal } from '@preact/signals-react'
import { isContractKind } from '../../domain/instrument/product-kind'
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

/**
 * The contract that was looked at last: in this tab, else in this browser. Where "Derivatives", the logo and the phone's
 * "Trade" lead. One that is not listed any more is passed over.
 */
export class LastContract {
  readonly #ofTab: Signal<InstrumentSymbol | null>
  readonly #ofBrowser = signal<InstrumentSymbol | null>(null)
  readonly #isRead = signal(false)
  readonly #recent: Signal<readonly InstrumentSymbol[]>
  /** Contracts that were looked at in this browser, newest first, as this page knows them. */
  readonly recent: ReadonlySignal<readonly InstrumentSymbol[]>
  /** Whether it is known by now what the browser kept. */
  readonly isRead: ReadonlySignal<boolean> = this.#isRead
  readonly symbol = computed(() => {
    const seen = [this.#ofTab.value, this.#ofBrowser.value]
    return seen.find((one) => one !== null && this.#mayBeShown(one)) ?? FIRST
  })

  constructor(
    private readonly kept: Kept,
    private readonly catalogue: Pick<CatalogueModel, 'instruments'>,
    private readonly browser = { read: readSetting, save: saveSetting },
  ) {
    this.#ofTab = signal(contractIn(tabText(kept)))
    this.#recent = signal(recentIn(kept))
    this.recent = this.#recent
    void this.#read()
  }

  /** A contract of the catalogue is on the screen. */
  visit(symbol: InstrumentSymbol): void {
    if (this.#ofTab.peek() === symbol) return
    this.#ofTab.value = symbol
    // Read anew: another tab has been somewhere else meanwhile.
    const recent = [symbol, ...recentIn(this.kept).filter((one) => one !== symbol)].slice(0, RECENT_MAX)
    this.#recent.value = recent
    try {
      this.kept.session.setItem(TAB_KEY, symbol)
      this.kept.local.setItem(RECENT_KEY, recent.join(' '))
    } catch {
      // Blocked storage: it is known for as long as the page.
    }
    if (this.kept.keepsChart) void this.browser.save(BROWSER_KEY, symbol)
  }

  async #read(): Promise<void> {
    if (this.kept.keepsChart) this.#ofBrowser.value = contractIn(await this.browser.read(BROWSER_KEY))
    this.#isRead.value = true
  }

  /** Before the catalogue has come anything may be listed: the page says what is not. */
  #mayBeShown(symbol: InstrumentSymbol): boolean {
    const known = this.catalogue.instruments.value
    return known.size === 0 || (known.get(symbol)?.status ?? 'closed') !== 'closed'
  }
}

function tabText(kept: Kept): string | null {
  try {
    return kept.session.getItem(TAB_KEY)
  } catch {
    return null
  }
}

function recentIn(kept: Kept): readonly InstrumentSymbol[] {
  try {
    return (kept.local.getItem(RECENT_KEY) ?? '').split(' ').flatMap((text) => contractIn(text) ?? [])
  } catch {
    return []
  }
}

/** Storage may hold anything: only the name of a contract leads to a contract's page. */
function contractIn(stored: unknown): InstrumentSymbol | null {
  if (typeof stored !== 'string' || !/^[\w-]+$/.test(stored)) return null
  const target = tradeTarget(stored)
  return target !== null && isContractKind(target.kind) ? (stored as InstrumentSymbol) : null
}
