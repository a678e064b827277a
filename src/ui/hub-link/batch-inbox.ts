import type { HubBatch, HubEvent } from '../../workers/hub-api'

/**
 * Batches that a tab takes in before its frame is drawn. The hub sends the next one only after an acknowledgement: with
 * one a frame, whatever arrives just after it would be a whole frame late; without a bound, a storm would cost the tab
 * a message each. So the first few are acknowledged as they come, and the last of them when the frame is drawn.
 */
export const BATCHES_PER_FRAME = 4

/** What came since the last frame, handed on in one go. A frozen tab runs none of this and so acknowledges nothing. */
export class BatchInbox {
  #events: HubEvent[] = []
  #batches = 0
  /** Sequence that waits for the frame before it is acknowledged. */
  #owed: number | null = null

  constructor(
    private readonly ports: {
      nextFrame(call: () => void): void
      acknowledge(seq: number): void
      deliver(events: readonly HubEvent[]): void
    },
  ) {}

  take(batch: HubBatch): void {
    this.#events.push(...batch.events)
    this.#batches += 1
    if (this.#batches < BATCHES_PER_FRAME) this.ports.acknowledge(batch.seq)
    else this.#owed = batch.seq
    if (this.#batches === 1) this.ports.nextFrame(() => this.#draw())
  }

  #draw(): void {
    const events = this.#events
    const owed = this.#owed
    this.#events = []
    this.#batches = 0
    this.#owed = null
    try {
      this.ports.deliver(events)
    } finally {
      if (owed !== null) this.ports.acknowledge(owed)
    }
  }
}
