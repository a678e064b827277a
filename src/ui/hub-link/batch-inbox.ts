import type { HubBatch, HubEvent } from '../../workers/hub-events'
import { markLoad } from '../kit/load-marks'

/**
 * Batches that a tab takes in before its frame is drawn. The hub sends the next one only after an acknowledgement: with
 * one a frame, whatever arrives just after it would be a whole frame late; without a bound, a storm would cost the tab
 * a message each. So the first few are acknowledged about as they come, and the last of them when the frame is drawn.
 */
export const BATCHES_PER_FRAME = 4
/** Batches that a page takes in before anybody listens: about two seconds of a market. Then the hub conflates. */
export const EARLY_BATCHES = 20
/**
 * Hands batches on, each whole. The first since the last frame is handed on as it comes: the page writes while the
 * browser makes the frame ready, and what it wrote is painted in it. Those that follow wait for that frame and are
 * handed on in one go. A page that pauses (`batch-pause.ts`) takes one batch a frame. A frozen tab runs none of this and so
 * acknowledges nothing. What comes while the frame of a key is still to be painted gives way to it, by one frame at most.
 * A page that has no live price yet acknowledges each as it comes: behind its own work, the first book would wait in the hub
 * until the first commit is painted.
 */
export class BatchInbox {
  #waiting: HubEvent[] = []
  /** Of the page, that the newest of them was made for. */
  #view = 0
  #batches = 0
  /** Whether the waiting ones gave way to a key already. */
  #gaveWay = false
  /** Sequence that waits for the frame before it is acknowledged. */
  #owed: number | null = null

  constructor(
    private readonly ports: {
      nextFrame(call: () => void): void
      /** Whether there is anybody to hand batches to. */
      isListenedTo(): boolean
      /** Whether the page has painted no live price yet: it is what the hub's next batch brings. */
      isBeginning(): boolean
      /** Behind the work on the frame that is under way. */
      soon(call: () => void): void
      /** Whether a key was pressed whose frame is still to be painted. */
      isKeyUnpainted(): boolean
      /** Whether the page lets some time pass after a frame before it asks for the next batch. */
      pauses(): boolean
      /** After that time; at once for a page that does not. */
      afterPause(call: () => void): void
      acknowledge(seq: number): void
      /** @param view the page's, that the hub knew when it made the newest of them */
      deliver(events: readonly HubEvent[], view: number): void
    },
  ) {}

  take(batch: HubBatch): void {
    markLoad('batch')
    this.#batches += 1
    const isEarly = !this.ports.isListenedTo()
    const isBeginning = isEarly || this.ports.isBeginning()
    const isFirst = this.#batches === 1
    const givesWay = isFirst && !isEarly && this.ports.isKeyUnpainted()
    if (givesWay) this.ports.nextFrame(() => this.#draw())
    if (isEarly || !isFirst || givesWay) {
      if (this.#batches < (isBeginning ? EARLY_BATCHES : BATCHES_PER_FRAME)) this.ports.acknowledge(batch.seq)
      else this.#owed = batch.seq
      this.#waiting.push(...batch.events)
      this.#view = batch.view
      return
    }
    let isDrawn = false
    // Asked for before the work: the frame is made ready in other processes meanwhile.
    this.ports.nextFrame(() => {
      isDrawn = true
      this.#draw()
    })
    try {
      this.ports.deliver(batch.events, batch.view)
    } finally {
      // A page without frames has slow timers, too.
      if (isDrawn || isBeginning) this.ports.acknowledge(batch.seq)
      else if (this.ports.pauses()) this.#owed = batch.seq
      // It wakes the hub, which then runs beside the frame's own work; the hub's next batch can wait for that.
      else this.ports.soon(() => this.ports.acknowledge(batch.seq))
    }
  }

  /** Somebody listens from now on: hands on what came before. */
  begin(): void {
    if (this.#batches > 0) this.#draw()
  }

  #draw(): void {
    if (!this.#gaveWay && this.#waiting.length > 0 && this.ports.isKeyUnpainted()) {
      this.#gaveWay = true
      this.ports.nextFrame(() => this.#draw())
      return
    }
    this.#gaveWay = false
    const events = this.#waiting
    const owed = this.#owed
    this.#waiting = []
    this.#batches = 0
    this.#owed = null
    try {
      if (events.length > 0) this.ports.deliver(events, this.#view)
    } finally {
      if (owed !== null) this.ports.afterPause(() => this.ports.acknowledge(owed))
    }
  }
}
