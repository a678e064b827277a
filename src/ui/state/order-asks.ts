import { signal, type ReadonlySignal } from '@preact/signals-react'
import { readSetting, saveSetting } from './browser-settings'
import type { Kept } from './kept'

/** The kinds of orders that may each be asked about before they are sent. */
export const ORDER_ASKS = ['limit', 'market', 'conditional', 'tpSl', 'oco', 'trailing', 'strategy'] as const
export type OrderAsk = (typeof ORDER_ASKS)[number]

/** Key among the browser's settings. */
export const ORDER_ASKS_KEY = 'order-asks'

/** Which kinds of orders a browser asks about whatever they are; a far or a large one is asked about in any case. */
export class OrderAsks {
  readonly #asked = signal<ReadonlySet<OrderAsk>>(new Set())
  readonly asked: ReadonlySignal<ReadonlySet<OrderAsk>> = this.#asked
  #isChosen = false
  #isRead = false
  /** Ends once the choice is known. */
  readonly reading: Promise<void>

  constructor(
    private readonly kept: Pick<Kept, 'keepsChart'>,
    private readonly browser = { read: readSetting, save: saveSetting },
  ) {
    this.reading = this.#read()
  }

  /** Whether the choice is known: an order that is pressed before that waits for it. */
  get isRead(): boolean {
    return this.#isRead
  }

  set(kind: OrderAsk, isAsked: boolean): void {
    const next = new Set(this.#asked.peek())
    if (isAsked) next.add(kind)
    else next.delete(kind)
    this.#isChosen = true
    this.#asked.value = next
    if (this.kept.keepsChart) void this.browser.save(ORDER_ASKS_KEY, [...next])
  }

  async #read(): Promise<void> {
    if (this.kept.keepsChart) {
      const stored = await this.browser.read(ORDER_ASKS_KEY)
      if (!this.#isChosen && Array.isArray(stored))
        this.#asked.value = new Set(ORDER_ASKS.filter((kind) => stored.includes(kind)))
    }
    this.#isRead = true
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
