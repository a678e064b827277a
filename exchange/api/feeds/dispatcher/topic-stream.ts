import type { Frame, MakeFrame } from '../../host-ports'
import type { Publisher, PublishTurns } from './publish-turns'

/** How what streams publish leaves. One for all of them. */
export interface Outlet {
  readonly frame: MakeFrame
  /** The texts that leave in place of one message of a topic, in order: control may interfere (`Faults`). */
  readonly outgoing: (topic: string, text: string) => readonly string[]
  /** Exchange time. */
  readonly now: () => number
  /** When streams publish. */
  readonly turns: PublishTurns
}

/** Who receives a stream. `lagging` readers get a snapshot once they have caught up, instead of the deltas they missed. */
export interface StreamReader {
  /** Whether a frame would not be taken now. */
  readonly isBehind: boolean
  /** @returns false when the reader is too far behind to be given market data now */
  offer(topic: string, frame: Frame): boolean
}

/** What a stream is made of: the state readers hold, and what has changed since. */
export interface StreamSource {
  /** Data of a snapshot: the state as last published (or as it is now, when nobody listens). */
  write(type: 'snapshot' | 'delta', timeMs: number, seq: number, data: unknown): string
  /** Takes what happened since the last call. @returns delta data, or `null` when nothing changed */
  advance(): unknown
  /** The state after the last `advance`. */
  state(): unknown
  /** Forgets its own counters, as after a restart of the service. */
  restart?(): void
  /** Has no state to begin with: a reader receives what happens from now on, and one that lagged misses what it missed. */
  readonly isNewsOnly?: boolean
}

/**
 * Share of its interval by which a delta may leave early, what it gained being taken off the next. Market steps come
 * each 100 ms: a stream of that rate with a phase of its own would send each step's news late by that phase, and miss
 * the frame in which the book's news of the same step is drawn.
 */
const EARLY_SHARE = 0.5
/** How much sooner a stream is due again that had to wait for its timer: it drifts to the phase of its events. */
const DRIFT_SHARE = 0.25

/**
 * One topic, encoded once for all its readers. `seq` has no gaps: a late reader's snapshot carries the sequence of the
 * last delta, and the next delta follows it. Deltas are `intervalMs` apart on average (see `EARLY_SHARE`); the first
 * after a pause leaves at once.
 */
export class TopicStream implements Publisher {
  readonly readers = new Set<StreamReader>()
  readonly #lagging = new Set<StreamReader>()
  #seq = 0
  #nextAtMs = 0
  #sentAtMs = 0
  #timer: ReturnType<typeof setTimeout> | null = null

  constructor(
    readonly topic: string,
    readonly intervalMs: number,
    private readonly source: StreamSource,
    private readonly outlet: Outlet,
  ) {}

  get seq(): number {
    return this.#seq
  }

  add(reader: StreamReader): void {
    // What is pending goes to the others first, so that one snapshot fits everybody's next delta.
    if (this.readers.size > 0) {
      this.#publish()
    } else {
      this.source.advance()
      this.#seq++
    }
    this.readers.add(reader)
    if (this.source.isNewsOnly === true) return
    if (!reader.offer(this.topic, this.#snapshot())) this.#lagging.add(reader)
  }

  remove(reader: StreamReader): void {
    this.readers.delete(reader)
    this.#lagging.delete(reader)
    if (this.readers.size === 0) this.#cancel()
  }

  /** Something happened in the source. */
  touch(): void {
    if (this.readers.size === 0 || this.#timer !== null) return
    const waitMs = this.#nextAtMs - performance.now()
    if (waitMs <= this.intervalMs * EARLY_SHARE) {
      this.outlet.turns.publish(this)
      return
    }
    this.#timer = setTimeout(() => {
      this.#nextAtMs -= this.intervalMs * DRIFT_SHARE
      this.outlet.turns.publish(this)
    }, waitMs)
  }

  /** Its turn has come. */
  publish(): void {
    if (this.readers.size > 0) this.#publish()
  }

  /** Sends what was published last once more where nothing was for `silentMs`: v5's best level shows so that it is alive. */
  repeatAfter(silentMs: number): void {
    if (this.readers.size > 0 && performance.now() - this.#sentAtMs >= silentMs) this.#spread(this.#snapshotText())
  }

  /** Sends everyone a snapshot with the next sequence number. */
  resnapshot(): void {
    this.source.advance()
    this.#seq++
    this.#spread(this.#snapshotText())
  }

  /** Starts again from one, as after a restart of the service. */
  reset(): void {
    this.#seq = 0
    this.source.restart?.()
    this.resnapshot()
  }

  close(): void {
    this.#cancel()
    this.readers.clear()
    this.#lagging.clear()
  }

  #publish(): void {
    this.#cancel()
    const data = this.source.advance()
    if (data === null) return
    this.#nextAtMs = Math.max(this.#nextAtMs, performance.now() - this.intervalMs * DRIFT_SHARE) + this.intervalMs
    this.#seq++
    this.#spread(this.source.write('delta', this.outlet.now(), this.#seq, data))
  }

  #spread(text: string): void {
    this.#sentAtMs = performance.now()
    for (const one of this.outlet.outgoing(this.topic, text)) {
      const frame = this.outlet.frame(one)
      // For those who have caught up. It is long: made once, and not at all for who could not be given it.
      let snapshot: Frame | null = null
      for (const reader of this.readers) {
        if (this.source.isNewsOnly === true) reader.offer(this.topic, frame)
        else if (this.#lagging.has(reader)) {
          if (!reader.isBehind && reader.offer(this.topic, (snapshot ??= this.#snapshot())))
            this.#lagging.delete(reader)
        } else if (!reader.offer(this.topic, frame)) {
          this.#lagging.add(reader)
        }
      }
    }
  }

  #snapshot(): Frame {
    return this.outlet.frame(this.#snapshotText())
  }

  #snapshotText(): string {
    return this.source.write('snapshot', this.outlet.now(), this.#seq, this.source.state())
  }

  #cancel(): void {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
  }
}

/** Envelope of every topic but the book, whose field order is its own. */
export function writePush(
  topic: string,
  type: 'snapshot' | 'delta',
  timeMs: number,
  seq: number,
  dataJson: string,
  replay = false,
): string {
  return (
    `{"topic":${JSON.stringify(topic)},"type":"${type}","ts":${timeMs},"seq":${seq},"data":${dataJson}` +
    (replay ? ',"replay":true}' : '}')
  )
}
