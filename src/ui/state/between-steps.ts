/**
 * How long after a batch of the hub its frame is drawn, at the latest in practice, ms. Not much longer: this work makes
 * a frame of its own, Chromium goes on counting frames for some 50 ms behind it, and a step that falls on the last of
 * them waits for the next instead of being drawn at once.
 */
const SETTLE_MS = 20
/** Longest wait for a batch: a quiet market must not hold anything up, ms. */
const PATIENCE_MS = 150

const waiting = new Set<() => void>()
let dueAt = Infinity
let timer: ReturnType<typeof setTimeout> | undefined

/** A batch was handed on: what waits is done once its frame is drawn. */
export function stepSeen(): void {
  if (waiting.size > 0) runIn(SETTLE_MS)
}

/**
 * Does work that may wait (a tape, a chart, an age) between two market steps, all of it in one task: a timer of its own
 * falls, sooner or later, just before a step, and the price then waits for a whole frame behind it.
 *
 * @returns a function that calls it off
 */
export function betweenSteps(work: () => void): () => void {
  waiting.add(work)
  runIn(PATIENCE_MS)
  return () => waiting.delete(work)
}

function runIn(delayMs: number): void {
  const at = performance.now() + delayMs
  if (at >= dueAt) return
  dueAt = at
  clearTimeout(timer)
  timer = setTimeout(run, delayMs)
}

function run(): void {
  dueAt = Infinity
  const works = [...waiting]
  waiting.clear()
  for (const work of works) work()
}

/** Work between steps, at most about once in `intervalMs`; what is asked for meanwhile is done together. */
export class SlowWork {
  #isAsked = false
  #lastAt = -Infinity
  #cancel: (() => void) | null = null

  constructor(
    private readonly intervalMs: number,
    private readonly work: () => void,
  ) {}

  ask(): void {
    if (this.#isAsked) return
    this.#isAsked = true
    const earlyMs = PATIENCE_MS / 2
    const waitMs = this.#lastAt + this.intervalMs - earlyMs - performance.now()
    if (waitMs <= 0) this.#queue()
    else {
      const wait = setTimeout(() => this.#queue(), waitMs)
      this.#cancel = () => clearTimeout(wait)
    }
  }

  stop(): void {
    this.#cancel?.()
    this.#isAsked = false
  }

  #queue(): void {
    this.#cancel = betweenSteps(() => {
      this.#isAsked = false
      this.#lastAt = performance.now()
      this.work()
    })
  }
}
