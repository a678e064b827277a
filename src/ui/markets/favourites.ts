import { signal, type ReadonlySignal, type Signal } from '@preact/signals-react'
import type { InstrumentSymbol } from '../../domain/order/order'
import type { KeptTexts } from '../state/kept'

/** Local storage key: symbols in the order in which they were marked. */
const KEY = 'halyard.favourites'
const FAVOURITES_MAX = 500

const known = new WeakMap<KeptTexts, Favourites>()

/** The markets that the trader marked, in this browser. The list of markets and the search look at the same ones. */
export function favouritesOf(texts: KeptTexts): Favourites {
  let one = known.get(texts)
  if (one === undefined) {
    one = new Favourites(texts)
    known.set(texts, one)
  }
  return one
}

export class Favourites {
  readonly #symbols: Signal<ReadonlySet<InstrumentSymbol>> = signal(new Set())
  readonly symbols: ReadonlySignal<ReadonlySet<InstrumentSymbol>> = this.#symbols

  constructor(private readonly texts: KeptTexts) {
    this.#symbols.value = this.#read()
  }

  /** Marks a market, or takes the mark away. What another tab marked meanwhile stays. */
  toggle(symbol: InstrumentSymbol): void {
    const next = new Set(this.#read())
    // By what the trader saw: a press that marks does not take away what another tab has marked already.
    if (this.#symbols.peek().has(symbol)) next.delete(symbol)
    else next.add(symbol)
    const kept = [...next].slice(-FAVOURITES_MAX)
    this.#symbols.value = new Set(kept)
    try {
      this.texts.setItem(KEY, JSON.stringify(kept))
    } catch {
      // Full or blocked storage: they last as long as the page.
    }
  }

  /** Another tab wrote its list. @returns a function that stops following */
  follow(target: Pick<Window, 'addEventListener' | 'removeEventListener'>): () => void {
    const onStorage = ({ key }: StorageEvent): void => {
      if (key === KEY || key === null) this.#symbols.value = this.#read()
    }
    target.addEventListener('storage', onStorage)
    return () => target.removeEventListener('storage', onStorage)
  }

  /** Storage may hold anything: what is no list of names counts as empty. Where it is blocked the page's own list stays. */
  #read(): ReadonlySet<InstrumentSymbol> {
    try {
      const text = this.texts.getItem(KEY)
      const stored: unknown = text === null ? [] : JSON.parse(text)
      if (!Array.isArray(stored)) return new Set()
      return new Set(stored.filter((one): one is InstrumentSymbol => typeof one === 'string').slice(-FAVOURITES_MAX))
    } catch {
      return this.#symbols.peek()
    }
  }
}
