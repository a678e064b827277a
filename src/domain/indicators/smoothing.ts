import type { Series } from './series'

/**
 * A mean in which old numbers fade: m = m' + factor × (x − m'). The first is the arithmetic mean of the first `length`
 * numbers.
 */
class FadingMean implements Series {
  #mean: number | null = null
  #sum = 0
  #count = 0

  constructor(
    private readonly length: number,
    private readonly factor: number,
  ) {}

  at(value: number): number | null {
    if (this.#mean !== null) return this.#mean + this.factor * (value - this.#mean)
    return this.#count === this.length - 1 ? (this.#sum + value) / this.length : null
  }

  close(value: number): void {
    this.#mean = this.at(value)
    this.#sum += value
    this.#count++
  }
}

/** The exponential mean: factor 2 / (length + 1). */
export function exponentialMean(length: number): Series {
  return new FadingMean(length, 2 / (length + 1))
}

/** Wilder's mean: factor 1 / length (J. W. Wilder, New Concepts in Technical Trading Systems, 1978). */
export function wilderMean(length: number): Series {
  return new FadingMean(length, 1 / length)
}
