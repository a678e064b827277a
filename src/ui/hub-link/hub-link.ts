import type { HubCommands, Watch } from '../../workers/hub-api'
import type { HubEvent } from '../../workers/hub-events'

/**
 * Whether this tab has a hub. `unsupported`: no Web Locks or no secure context, so no trading (H12). `returning`: it has
 * one, and what stands on the page is from before it was hidden, frozen, cached or stopped (decisions 44). `replay`: what
 * the page shows is a recording, and no hub takes anything from it.
 */
export type HubLife = 'attaching' | 'attached' | 'returning' | 'lost' | 'unsupported' | 'replay'

/** The tab's end of the hub. Survives the hub: after a death it attaches to the next one by itself. */
export interface HubLink {
  /** Every call has a deadline; an order call whose answer did not come is `{kind: 'unknown'}`, never an exception. */
  readonly api: HubCommands
  readonly life: () => HubLife
  readonly epoch: () => string | null
  onLife(listener: (life: HubLife) => void): () => void
  /** Events of a batch, delivered in the tab's next animation frame (at once while hidden), in order. */
  onEvents(listener: (events: readonly HubEvent[]) => void): () => void
  /** Once what was delivered so far has been painted. */
  afterPaint(call: () => void): void
  /** Adds a stream for as long as the returned function is not called; the link sends the union to the hub. */
  watch(watch: Watch): () => void
  dispose(): void
}
