import type { NextTurn } from '../../src/base/next-turn'

/** How long reads may take at once, milliseconds: who asks now and then waits for nothing. */
const AT_ONCE_MS = 1
/** What they may take of all time. The rest is there for whatever comes meanwhile, and for the other threads. */
const SHARE = 0.5
/** What a read took beyond that is made up for, but no more of it: the machine may have been paused meanwhile. */
const DEBT_MAX_MS = 5
/** How long reads wait for an order that is under way; then one of them begins. */
const ORDER_WAIT_MS = 5
/** An order is answered long before; one that is not (control keeps it, the disk does not answer) holds no reads back. */
const ORDER_MAX_MS = 100

interface Waiting {
  readonly begin: () => void
  readonly isGone: () => boolean
  readonly drop: () => void
}

/** A read that nobody waits for any more. */
export class ReadDropped extends Error {
  override readonly name = 'ReadDropped'
}

/**
 * Reads give way to orders: both are done by one thread, and a read of many rows takes as long as many orders. Reads
 * begin until they took `AT_ONCE_MS` together, and then when their share of the time has grown again, first come first
 * served; while an order is under way, one each `ORDER_WAIT_MS`. A read whose connection has closed is not done.
 */
export class ReadTurns {
  /** Milliseconds that reads may take now; below nothing they have to wait. */
  #leftMs = AT_ONCE_MS
  #atMs: number
  #begunAtMs: number
  #waiting: Waiting[] = []
  #isTurnSet = false
  #orders = 0
  /** When the newest of them came. */
  #orderAtMs = 0
  #isTiming = false
  readonly #orderEnded = (): void => void this.#orders--

  constructor(
    private readonly nextTurn: NextTurn,
    private readonly clock: () => number = () => performance.now(),
  ) {
    this.#atMs = clock()
    this.#begunAtMs = -ORDER_WAIT_MS
  }

  /**
   * @param isGone whether the answer would be read by nobody
   * @returns what `read` gives, at once where there is time for it. Rejects with `ReadDropped`
   */
  take<T>(read: () => T, isGone: () => boolean): T | Promise<Awaited<T>> {
    if (this.#waiting.length === 0 && this.#waitMs() === 0) return this.#timed(read)
    return new Promise<Awaited<T>>((resolve, reject) => {
      const begin = (): void => {
        try {
          resolve(this.#timed(read) as Awaited<T>)
        } catch (error) {
          reject(error as Error)
        }
      }
      this.#waiting.push({ begin, isGone, drop: () => reject(new ReadDropped('nobody waits for it')) })
      this.#setTurn()
    })
  }

  /** An order is under way until its answer is there. @returns the answer */
  order<T>(answer: Promise<T>): Promise<T> {
    this.#orderAtMs = this.clock()
    if (this.#orders === 0) this.#begunAtMs = this.#orderAtMs
    this.#orders++
    answer.then(this.#orderEnded, this.#orderEnded)
    return answer
  }

  /** Work that belongs to a read and is done elsewhere. @returns what `work` gives */
  count<T>(work: () => T): T {
    return this.#timed(work)
  }

  /** @returns how long until a read may begin; 0 for now */
  #waitMs(): number {
    const nowMs = this.clock()
    this.#leftMs = Math.min(AT_ONCE_MS, this.#leftMs + (nowMs - this.#atMs) * SHARE)
    this.#atMs = nowMs
    const shareMs = this.#leftMs > 0 ? 0 : -this.#leftMs / SHARE + 0.1
    if (this.#orders === 0 || nowMs - this.#orderAtMs > ORDER_MAX_MS) return shareMs
    return Math.max(shareMs, this.#begunAtMs + ORDER_WAIT_MS - nowMs)
  }

  #timed<T>(work: () => T): T {
    // What is done within it counts once.
    if (this.#isTiming) return work()
    this.#isTiming = true
    const fromMs = this.clock()
    this.#begunAtMs = fromMs
    try {
      return work()
    } finally {
      this.#isTiming = false
      this.#leftMs = Math.max(-DEBT_MAX_MS, this.#leftMs - (this.clock() - fromMs))
    }
  }

  #setTurn(): void {
    if (this.#isTurnSet || this.#waiting.length === 0) return
    const waitMs = this.#waitMs()
    const take = (): void => {
      this.#isTurnSet = false
      this.#takeTurn()
      this.#setTurn()
    }
    this.#isTurnSet = true
    if (waitMs === 0) this.nextTurn(take)
    else setTimeout(take, waitMs)
  }

  /** One read a turn: its answer is written after it, and has to be counted before the next one begins. */
  #takeTurn(): void {
    let done = 0
    while (done < this.#waiting.length) {
      const one = this.#waiting[done]!
      if (!one.isGone() && this.#waitMs() > 0) break
      done += 1
      if (!one.isGone()) {
        one.begin()
        break
      }
      one.drop()
    }
    this.#waiting.splice(0, done)
  }
}
