import { computed, signal, type ReadonlySignal } from '@preact/signals-react'
import type { FeedState, HubEvent, HubStatus } from '../../workers/hub-events'
import type { HubLife } from '../hub-link/hub-link'

/** What the tab knows of its connection: the hub's word, or `connecting` while there is no hub. */
export class ConnectionModel {
  readonly #status = signal<HubStatus | null>(null)
  readonly #life = signal<HubLife>('attaching')
  readonly #epoch = signal<string | null>(null)

  readonly status: ReadonlySignal<HubStatus | null> = this.#status
  readonly life: ReadonlySignal<HubLife> = this.#life
  readonly epoch: ReadonlySignal<string | null> = this.#epoch
  /** `data-feed-state`. */
  readonly state = computed<FeedState>(() =>
    this.#life.value === 'attached' ? (this.#status.value?.state ?? 'connecting') : 'connecting',
  )
  /** Whether prices on the screen may be called current. */
  readonly isLive = computed(() => this.state.value === 'live')

  #lastMarketMs: number | null = null

  apply(event: HubEvent): void {
    if (event.type === 'status') this.#status.value = event.status
    // What the hub repeats from memory while a channel is silent is marked stale, and is no news.
    else if (event.type === 'trades' || ((event.type === 'book' || event.type === 'ticker') && !event.stale))
      this.#lastMarketMs = Date.now()
  }

  /** Milliseconds since market data last reached this tab or its hub; `null` before the first. */
  marketAgeMs(now: number): number | null {
    const atHub = this.#status.peek()?.publicChannel.lastDataLocalMs ?? null
    const newest = Math.max(atHub ?? 0, this.#lastMarketMs ?? 0)
    return newest === 0 ? null : Math.max(0, now - newest)
  }

  setLife(life: HubLife, epoch: string | null): void {
    this.#life.value = life
    this.#epoch.value = epoch
  }
}
