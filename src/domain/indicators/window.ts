import type { Series } from './series'

/** The last numbers of a series, in a ring. */
export class Ring {
  readonly #values: number[]
  #start = 0
  #count = 0

  constructor(readonly capacity: number) {
    this.#values = Array.from({ length: capacity }, () => 0)
  }

  get count(): number {
    return this.#count
  }

  /** @param index 0 is the oldest */
  get(index: number): number {
    return this.#values[(this.#start + index) % this.capacity]!
  }

  /** @returns the number that left, or `null` while there was room */
  push(value: number): number | null {
    if (this.capacity === 0) return value
    if (this.#count < this.capacity) {
      this.#values[(this.#start + this.#count++) % this.capacity] = value
      return null
    }
    const oldest = this.#values[this.#start]!
    this.#values[this.#start] = value
    this.#start = (this.#start + 1) % this.capacity
    return oldest
  }
}

/**
 * Sums over the last `length` numbers with the open one. They are sums of distances from a number of the window, and
 * are made anew once in a window: so no rounding of old and larger numbers stays in them.
 */
export class WindowSums {
  readonly #closed: Ring
  #base = 0
  #sum = 0
  #squares = 0
  #weighted = 0
  #sinceAnew = 0

  constructor(readonly length: number) {
    this.#closed = new Ring(length - 1)
  }

  /** Whether the open number completes the window. */
  get isFull(): boolean {
    return this.#closed.count === this.length - 1
  }

  mean(value: number): number {
    return this.#base + (this.#sum + value - this.#base) / this.length
  }

  /** Mean of the squared distances from the mean: of the population, not of a sample. */
  variance(value: number): number {
    const distance = value - this.#base
    const mean = (this.#sum + distance) / this.length
    return Math.max(0, (this.#squares + distance * distance) / this.length - mean * mean)
  }

  /** The mean with weights 1 for the oldest to `length` for the newest. */
  weightedMean(value: number): number {
    const { length } = this
    return this.#base + (this.#weighted + length * (value - this.#base)) / ((length * (length + 1)) / 2)
  }

  /** Mean distance from the window's mean. It reads the window: each new mean changes every distance. */
  meanDeviation(value: number): number {
    const mean = this.mean(value)
    let sum = Math.abs(value - mean)
    for (let i = 0; i < this.#closed.count; i++) sum += Math.abs(this.#closed.get(i) - mean)
    return sum / this.length
  }

  close(value: number): void {
    const wasFull = this.isFull
    const left = this.#closed.push(value)
    if (!wasFull || ++this.#sinceAnew >= this.length) {
      this.#sumAnew()
      return
    }
    const added = value - this.#base
    // Every weight falls by one, and what had the weight 1 leaves.
    this.#weighted += this.length * added - this.#sum - added
    this.#sum += added - ((left ?? value) - this.#base)
    this.#squares += added * added - ((left ?? value) - this.#base) ** 2
  }

  #sumAnew(): void {
    this.#sinceAnew = 0
    this.#base = this.#closed.count === 0 ? 0 : this.#closed.get(0)
    this.#sum = this.#squares = this.#weighted = 0
    for (let i = 0; i < this.#closed.count; i++) {
      const distance = this.#closed.get(i) - this.#base
      this.#sum += distance
      this.#squares += distance * distance
      this.#weighted += (i + 1) * distance
    }
  }
}

/** The arithmetic mean of the last `length` numbers. */
export class Mean implements Series {
  readonly #sums: WindowSums

  constructor(length: number) {
    this.#sums = new WindowSums(length)
  }

  at(value: number): number | null {
    return this.#sums.isFull ? this.#sums.mean(value) : null
  }

  close(value: number): void {
    this.#sums.close(value)
  }
}

/**
 * The largest of the last `length` numbers, or the smallest. The queue holds only closed numbers that may still become
 * the extreme, so each enters and leaves it once.
 */
export class Extreme implements Series {
  readonly #queue: { readonly index: number; readonly value: number }[] = []
  #closedCount = 0

  constructor(
    private readonly length: number,
    private readonly kind: 'highest' | 'lowest',
  ) {}

  at(value: number): number | null {
    if (this.#closedCount < this.length - 1) return null
    const front = this.#queue[0]
    return front === undefined || this.#beats(value, front.value) ? value : front.value
  }

  close(value: number): void {
    const queue = this.#queue
    while (queue.length > 0 && this.#beats(value, queue.at(-1)!.value)) queue.pop()
    queue.push({ index: this.#closedCount++, value })
    // The window of the next open number has room for `length - 1` closed ones.
    while (queue.length > 0 && queue[0]!.index <= this.#closedCount - this.length) queue.shift()
  }

  #beats(one: number, other: number): boolean {
    return this.kind === 'highest' ? one >= other : one <= other
  }
}
