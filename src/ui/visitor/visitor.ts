import { effect, signal, type ReadonlySignal } from '@preact/signals-react'
import { readIsBanned, type PageGet } from '../../workers/venue/sandbox/page-reads'

/** Where a visitor who is shut out is led (spec §2, decisions 18); there he is not asked again. */
export const BANNED_TARGET = '/pt-BR/trade/spot/BTC/USDT'
/** Where he is led who does not want to go there. */
export const BANNED_CANCEL = '/'

export interface VisitorPorts {
  /** Whether the page has live data: the question comes behind them. */
  readonly isLive: ReadonlySignal<boolean>
  /** The address of the page. */
  readonly path: string
  readonly language: string
  /** Of the exchange; `null` is the page's own. */
  readonly origin: string | null
  readonly get?: PageGet
}

/**
 * Asks once, as soon as the page is live, whether the exchange shuts this visitor out (spec §6). Without an answer he is
 * not: the exchange itself refuses what he may not do.
 */
export class Visitor {
  readonly #isBanned = signal(false)
  readonly isBanned: ReadonlySignal<boolean> = this.#isBanned
  #isAsked: boolean

  constructor(private readonly ports: VisitorPorts) {
    this.#isAsked = ports.path === BANNED_TARGET
  }

  /** @returns a function that stops it */
  start(): () => void {
    const { isLive, language, origin, get } = this.ports
    return effect(() => {
      if (!isLive.value || this.#isAsked) return
      this.#isAsked = true
      void readIsBanned(language, origin, get).then(
        (answer) => (this.#isBanned.value = answer),
        () => (this.#isAsked = false),
      )
    })
  }
}
