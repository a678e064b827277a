import type { HubStatus } from '../../src/workers/hub-events'

/** A moment of the page's clock, and how long something took, both in ms. */
export type Sample = readonly [atMs: number, ms: number]

/** What a measured page notes of itself; the bench reads it through the debugger. */
export interface PageRecord {
  /** Number of the newest book message. */
  updateId: number
  /** Animation frames in which the page had something to do; nothing is asked for to count them. */
  drawn?: number
  /** Books that came from the hub. */
  books?: number
  /** What they weigh, as the hub's flight recorder reckons it. */
  weight?: number
  status?: HubStatus | null
  /** While notes are taken. */
  notes?: PageNotes
}

export interface PageNotes {
  readonly startedAt: number
  /** Time of each animation frame, as the browser says it. */
  readonly frames: number[]
  /** Milliseconds from a frame's time until a task queued in it ran, which is after the main thread's paint. */
  readonly paints: number[]
  /** From the server's stamp to the hub having applied it, by the hub's own status. */
  readonly lags: Sample[]
  /** From the stamp of a book's newest message to the tab having its view. */
  readonly views: Sample[]
}

declare global {
  var halyardBench: PageRecord | undefined
  /** Whether an animation frame's callbacks are at work, on the page that `bench/paint.mjs` measures. */
  var isInFrame: boolean
  /** How often React committed, counted by `bench/paint.mjs`. */
  var commits: number
  /** Key events of a page that `bench/typing.mjs` measures. */
  var keyEvents: PerformanceEventTiming[] | undefined
  /** What a batch of the hub took in it, ms each. */
  var batchTimes: number[] | undefined
  /** When its presses came, ms since the epoch. */
  var pressTimes: number[] | undefined
}
