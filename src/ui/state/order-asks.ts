import { signal, type ReadonlySignal } from '@preact/signals-react'
import { readSetting } from './browser-settings'
import type { Kept } from './kept'

/** The kinds of orders that may each be asked about before they are sent. */
export const ORDER_ASKS = ['limit', 'market', 'conditional', 'tpSl', 'oco', 'trailing', 'strategy'] as const
export type OrderAsk = (typeof ORDER_ASKS)[number]

/** Key in the local storage; older builds kept the same list under it in the browser's settings. */
export const ORDER_ASKS_KEY = 'order-asks'

/**
 * Which kinds of orders a browser asks about whatever they are; a far or a large one is asked about in any case.
 *
 * The choice stands in the local storage, which is written before `set` returns and read at each press: a page that is
 * left at once has kept it, and what one tab chose holds in all others at their next press.
 */
export class OrderAsks {
  readonly #asked = signal<ReadonlySet<OrderAsk>>(new Set())
  readonly asked: ReadonlySignal<ReadonlySet<OrderAsk>> = this.#asked
  #isRead = false
  /** Whether the storage refused the newest choice: what stands there is older than it. */
  #isUnwritten = false
  /** Ends once the choice is known. */
  readonly reading: Promise<void>

  constructor(
    private readonly kept: Pick<Kept, 'keepsChart' | 'local'>,
    private readonly browser = { read: readSetting },
  ) {
    this.reading = this.#begin()
  }

  /** Whether the choice is known: an order that is pressed before that waits for it. */
  get isRead(): boolean {
    return this.#isRead
  }

  /** As it stands now, whichever tab chose last. */
  isAsked(kind: OrderAsk): boolean {
    this.#refresh()
    return this.#asked.peek().has(kind)
  }

  set(kind: OrderAsk, isAsked: boolean): void {
    this.#refresh()
    const next = new Set(this.#asked.peek())
    if (isAsked) next.add(kind)
    else next.delete(kind)
    this.#asked.value = next
    this.#isRead = true
    this.#write()
  }

  async #begin(): Promise<void> {
    this.#refresh()
    if (this.#isRead || !this.kept.keepsChart) {
      this.#isRead = true
      return
    }
    const stored = await this.browser.read(ORDER_ASKS_KEY)
    // What was chosen meanwhile is newer.
    if (this.#isRead) return
    this.#isRead = true
    if (!Array.isArray(stored)) return
    this.#asked.value = new Set(ORDER_ASKS.filter((kind) => stored.includes(kind)))
    this.#write()
  }

  #refresh(): void {
    if (this.#isUnwritten) return
    let kept: string | null = null
    try {
      kept = this.kept.local.getItem(ORDER_ASKS_KEY)
    } catch {
      // Blocked storage: the choice holds until the page goes.
    }
    if (kept === null) return
    this.#isRead = true
    const names = kept.split(',')
    const known = ORDER_ASKS.filter((kind) => names.includes(kind))
    const asked = this.#asked.peek()
    if (known.length !== asked.size || known.some((kind) => !asked.has(kind))) this.#asked.value = new Set(known)
  }

  #write(): void {
    try {
      this.kept.local.setItem(ORDER_ASKS_KEY, [...this.#asked.peek()].join())
      this.#isUnwritten = false
    } catch {
      // Full or blocked storage.
      this.#isUnwritten = true
    }
  }
}

const ofPages = new WeakMap<Kept, OrderAsks>()

/** The choice of a page: one for its tickets and its settings. */
export function orderAsks(kept: Kept): OrderAsks {
  const known = ofPages.get(kept)
  if (known !== undefined) return known
  const model = new OrderAsks(kept)
  ofPages.set(kept, model)
  return model
}
