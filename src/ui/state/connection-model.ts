import { computed, signal, type ReadonlySignal } from '@preact/signals-react'
import type { FeedState, HubEvent, HubStatus } from '../../workers/hub-events'
import type { HubLife } from '../hub-link/hub-link'

/** What the page says of a channel: the hub's word for it, or that all of it is a recording. */
export type ShownState = FeedState | 'replay'

/** What the tab knows of its connection: the hub's word, or `connecting` while there is no hub. */
export class ConnectionModel {
  readonly #status = signal<HubStatus | null>(null)
  readonly #life = signal<HubLife>('attaching')
  readonly #epoch = signal<string | null>(null)

  readonly status: ReadonlySignal<HubStatus | null> = this.#status
  readonly life: ReadonlySignal<HubLife> = this.#life
  readonly epoch: ReadonlySignal<string | null> = this.#epoch
  /** `data-feed-state`. */
  readonly state = computed<ShownState>(() => this.#shown(this.#status.value?.state))
  readonly publicState = computed<ShownState>(() => this.#shown(this.#status.value?.publicChannel.state))
  readonly privateState = computed<ShownState>(() => this.#shown(this.#status.value?.privateChannel.state))
  // Apart, for what is drawn with them: the hub tells its whole status twice a second.
  /** Where the hub keeps what outlives it, by its word. */
  readonly storage = computed(() => this.#status.value?.storage ?? null)
  /** Tabs that share the connection; `null` before the hub's first word. */
  readonly tabs = computed(() => this.#status.value?.tabs ?? null)
  /** The exchange's clock less this machine's, ms. */
  readonly clockOffsetMs = computed(() => this.#status.value?.clockOffsetMs ?? 0)
  /** Whether nothing but the page's own absence makes its values old: it waits for its first new picture. */
  readonly isReturning = computed(() => this.#life.value === 'returning' && isCurrent(this.#status.value?.state))
  /** Whether what the page shows is a recording. */
  readonly isReplay = computed(() => this.#life.value === 'replay')
  /** Whether prices on the screen may be called current; in a recording, whether they were then. */
  readonly isLive = computed(() => this.#isLiveAt('state'))
  /** The same of market data alone: a private channel that is away makes no price old. */
  readonly isMarketLive = computed(() => this.#isLiveAt('publicState'))
  /** The same of the account. */
  readonly isAccountLive = computed(() => this.#isLiveAt('privateState'))

  #lastMarketMs: number | null = null

  /** @param nowMs local time at which an event comes, or came when it was recorded */
  constructor(private readonly nowMs: () => number = Date.now) {}

  #isLiveAt(which: 'state' | 'publicState' | 'privateState'): boolean {
    const status = this.#status.value
    if (!this.isReplay.value) return this[which].value === 'live'
    const { state, publicChannel, privateChannel } = status ?? {}
    return { state, publicState: publicChannel?.state, privateState: privateChannel?.state }[which] === 'live'
  }

  /** What the page may say of a channel whose state at the hub this is. */
  #shown(atHub: FeedState | undefined): ShownState {
    const life = this.#life.value
    if (life === 'replay') return 'replay'
    if (atHub === undefined || (life !== 'attached' && life !== 'returning')) return 'connecting'
    // What stands on the page is from before it was away, however live the hub's own picture is (decisions 44).
    return life === 'returning' && isCurrent(atHub) ? 'stale' : atHub
  }

  apply(event: HubEvent): void {
    if (event.type === 'status') this.#status.value = event.status
    else if (isNews(event)) this.#lastMarketMs = this.nowMs()
  }

  /** Milliseconds since market data last reached this tab or its hub; `null` before the first. */
  marketAgeMs(now: number): number | null {
    const atHub = this.#status.peek()?.publicChannel.lastDataLocalMs ?? null
    const newest = Math.max(atHub ?? 0, this.#lastMarketMs ?? 0)
    return newest === 0 ? null : Math.max(0, now - newest)
  }

  /**
   * Milliseconds since the time of which a value is, by the hub's word; of what it does not name, the market's.
   * @param of the account's `orders`, `positions` or `wallets`, or what a stream is of (`valueOf`)
   */
  ageMs(of: string, now: number): number | null {
    const asOfMs = this.#status.peek()?.asOf?.[of]
    return asOfMs === undefined ? this.marketAgeMs(now) : Math.max(0, now - asOfMs)
  }

  /** What the page shows before its hub has said anything is of this time. */
  noteKept(asOfMs: number): void {
    this.#lastMarketMs = asOfMs
  }

  setLife(life: HubLife, epoch: string | null): void {
    this.#life.value = life
    this.#epoch.value = epoch
  }
}

/** What the hub repeats from memory or disk is none: books and tickers say so, and a whole tape may be of any age. */
function isNews(event: HubEvent): boolean {
  if (event.type === 'trades') return !event.isSnapshot
  return (event.type === 'book' || event.type === 'ticker') && !event.stale
}

function isCurrent(state: FeedState | undefined): boolean {
  return state === 'live' || state === 'resync'
}
