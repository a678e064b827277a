import { keyFrame, KEYS_MS } from '../kit/key-frame'

/** How often figures are written that nobody trades on within a blink, ms. */
export const SLOW_INTERVAL_MS = 200
/** And while somebody types: a chart is drawn in the frame that is to paint a key, or just before it. */
const KEYS_INTERVAL_MS = 1_000

/**
 * How long after a batch of the hub its frame is drawn, at the latest in practice, ms. Not much longer: this work makes
 * a frame of its own, Chromium goes on counting frames for some 50 ms behind it, and a step that falls on the last of
 * them waits for the next instead of being drawn at once.
 */
const SETTLE_MS = 20
/** Longest wait for a batch: a quiet market must not hold anything up, ms. */
const PATIENCE_MS = 150

/**
 * What is due together is done in one task for so long, ms, and the rest in the next one: a key that comes meanwhile is
 * handled in between. Both are drawn in one frame.
 */
const TURN_MS = 4

/** What waits, and from when it may be done. */
const waiting = new Map<() => void, number>()
let dueAt = Infinity
let timer: ReturnType<typeof setTimeout> | undefined

const leaving = new Set<() => void>()

/**
 * Calls before each batch with steps of a market is handed on: who follows what it changes would have all of that computed
 * by it, just to know whether it changed.
 *
 * @returns what ends it
 */
export function beforeSteps(call: () => void): () => void {
  leaving.add(call)
  return () => leaving.delete(call)
}

/** A batch is about to be handed on. */
export function stepComes(): void {
  for (const call of leaving) call()
}

/** A batch was handed on: what waits is done once its frame is drawn. */
export function stepSeen(): void {
  const now = performance.now()
  for (const fromMs of waiting.values()) if (fromMs <= now) return runBy(now + SETTLE_MS)
}

/**
 * Does work that may wait (a tape, a chart, an age) between two market steps, all of it at once and behind the frame of a
 * key: a timer of its own falls, sooner or later, just before a step, and the price then waits for a whole frame behind it.
 *
 * @param fromMs not before, by the page's own clock
 * @returns a function that calls it off
 */
export function betweenSteps(work: () => void, fromMs = 0): () => void {
  waiting.set(work, fromMs)
  runBy(Math.max(fromMs, performance.now()) + PATIENCE_MS)
  return () => waiting.delete(work)
}

function runBy(atMs: number): void {
  if (atMs >= dueAt) return
  dueAt = atMs
  clearTimeout(timer)
  timer = setTimeout(run, atMs - performance.now())
}

function run(): void {
  dueAt = Infinity
  if (keyFrame.isUnpainted) return keyFrame.behind(run)
  const now = performance.now()
  const due = [...waiting].filter(([, fromMs]) => fromMs <= now)
  for (const [work] of due) {
    // Called off by what was done before it.
    if (!waiting.has(work)) continue
    if (performance.now() - now > TURN_MS) {
      runBy(now)
      break
    }
    waiting.delete(work)
    work()
  }
  for (const fromMs of waiting.values()) if (fromMs > now) runBy(fromMs + PATIENCE_MS)
}

/**
 * Work between steps, at most about once in `intervalMs`, or once a second while somebody types; what is asked for
 * meanwhile is done together.
 */
export class SlowWork {
  #isAsked = false
  #lastAt = -Infinity
  #cancel: (() => void) | null = null

  constructor(
    private readonly intervalMs: number,
    private readonly work: () => void,
  ) {}

  /** Costs next to nothing while it is asked for already, and no timer of its own: it is asked for with each step. */
  ask(): void {
    if (this.#isAsked) return
    this.#isAsked = true
    this.#cancel = betweenSteps(
      () => {
        this.#isAsked = false
        this.#lastAt = performance.now()
        this.work()
      },
      this.#lastAt + this.#interval() - PATIENCE_MS / 2,
    )
  }

  #interval(): number {
    return keyFrame.wasPressedWithin(KEYS_MS) ? Math.max(this.intervalMs, KEYS_INTERVAL_MS) : this.intervalMs
  }

  stop(): void {
    this.#cancel?.()
    this.#isAsked = false
  }
}
