import { signal, type ReadonlySignal } from '@preact/signals-react'
import type { Notice } from '../../workers/hub-events'
import { readSetting, saveSetting } from './browser-settings'
import type { Kept } from './kept'

/** Which messages a browser leaves out, by the names of spec §8 "Order messages". */
export const NOTIFY_CLOSES = [
  'createOrderNotifyClose',
  'modifyOrderNotifyClose',
  'cancelOrderNotifyClose',
  'tradeNotifyClose',
] as const
export type NotifyClose = (typeof NOTIFY_CLOSES)[number]

const KEY = 'notify-close'

/** The setting that leaves out a kind of news; what has none is always told. */
export const CLOSE_OF: Partial<Record<Notice['kind'], NotifyClose>> = {
  orderPlaced: 'createOrderNotifyClose',
  orderAmended: 'modifyOrderNotifyClose',
  orderCanceled: 'cancelOrderNotifyClose',
  orderFilled: 'tradeNotifyClose',
  orderPartiallyFilled: 'tradeNotifyClose',
}

/** The choice of this browser, for every tab that it opens. */
export class NotifyCloses {
  readonly #closed = signal<ReadonlySet<NotifyClose>>(new Set())
  readonly closed: ReadonlySignal<ReadonlySet<NotifyClose>> = this.#closed
  #isChosen = false

  constructor(
    private readonly kept: Pick<Kept, 'keepsChart'>,
    private readonly browser = { read: readSetting, save: saveSetting },
  ) {
    void this.#read()
  }

  set(name: NotifyClose, isClosed: boolean): void {
    const next = new Set(this.#closed.peek())
    if (isClosed) next.add(name)
    else next.delete(name)
    this.#isChosen = true
    this.#closed.value = next
    if (this.kept.keepsChart) void this.browser.save(KEY, [...next])
  }

  async #read(): Promise<void> {
    if (!this.kept.keepsChart) return
    const stored = await this.browser.read(KEY)
    if (this.#isChosen || !Array.isArray(stored)) return
    this.#closed.value = new Set(NOTIFY_CLOSES.filter((name) => stored.includes(name)))
  }
}
