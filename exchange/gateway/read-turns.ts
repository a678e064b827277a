/** How long reads may take of one turn of the event loop while no order is under way, milliseconds. */
const TURN_MS = 2

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
 * Reads give way to orders: both are done by one thread, and a read of many rows takes as long as many orders. Within a
 * turn of the event loop reads begin until they took `TURN_MS` together, and while an order is under way one read a turn;
 * the others wait for the next turn, first come first served, while whatever came meanwhile is taken in. A read whose
 * connection has closed is not done.
 */
export class ReadTurns {
  #spentMs = 0
  #waiting: Waiting[] = []
  #isTurnSet = false
  #orders = 0

  constructor(private readonly clock: () => number = () => performance.now()) {}

  /**
   * @param isGone whether the answer would be read by nobody
   * @returns what `read` gives, at once where there is time for it. Rejects with `ReadDropped`
   */
  take<T>(read: () => T, isGone: () => boolean): T | Promise<Awaited<T>> {
    if (this.#waiting.length === 0 && this.#hasTime()) return this.#timed(read)
    this.#setTurn()
    return new Promise<Awaited<T>>((resolve, reject) => {
      const begin = (): void => {
        try {
          resolve(this.#timed(read) as Awaited<T>)
        } catch (error) {
          reject(error as Error)
        }
      }
      this.#waiting.push({ begin, isGone, drop: () => reject(new ReadDropped('nobody waits for it')) })
    })
  }

  /** An order is under way until its answer is there. @returns the answer */
  order<T>(answer: Promise<T>): Promise<T> {
    this.#orders++
    const end = (): void => void this.#orders--
    answer.then(end, end)
    return answer
  }

  /** Work that belongs to a read and is done elsewhere. @returns what `work` gives */
  count<T>(work: () => T): T {
    return this.#timed(work)
  }

  #hasTime(): boolean {
    return this.#orders === 0 && this.#spentMs < TURN_MS
  }

  #timed<T>(work: () => T): T {
    const fromMs = this.clock()
    try {
      return work()
    } finally {
      this.#spentMs += this.clock() - fromMs
      this.#setTurn()
    }
  }

  #setTurn(): void {
    if (this.#isTurnSet) return
    this.#isTurnSet = true
    setImmediate(() => this.#turn())
  }

  #turn(): void {
    this.#isTurnSet = false
    this.#spentMs = 0
    let done = 0
    while (done < this.#waiting.length && (this.#spentMs === 0 || this.#hasTime())) {
      const one = this.#waiting[done]!
      done += 1
      if (one.isGone()) one.drop()
      else one.begin()
    }
    this.#waiting.splice(0, done)
    if (this.#waiting.length > 0) this.#setTurn()
  }
}
