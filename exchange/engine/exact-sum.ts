import { SAFE_MAX } from './scaled'

/**
 * A running sum of amounts in E8, exact at any size. Nearly every sum is a safe integer and stays a plain number; one
 * that passes 2^53 (90 million coins) is carried on as a big integer, and `e8` is then the number nearest to it.
 */
export class ExactSum {
  /** Exact up to 2^53, the nearest number beyond. Every reader of a balance reads this, the whole of it. */
  e8 = 0
  /** The sum itself while it is beyond 2^53, else `null`. */
  #large: bigint | null = null

  /** @param amountE8 an integer; negative takes */
  add(amountE8: number): void {
    const sum = this.e8 + amountE8
    if (this.#large === null && sum <= SAFE_MAX && sum >= -SAFE_MAX) this.e8 = sum
    else this.set(this.exact + BigInt(amountE8))
  }

  get exact(): bigint {
    return this.#large ?? BigInt(this.e8)
  }

  set(exact: bigint): void {
    this.e8 = Number(exact)
    this.#large = Number.isSafeInteger(this.e8) ? null : exact
  }

  /** The sum in digits while a number would not hold it, else `null`. */
  get largeText(): string | null {
    return this.#large?.toString() ?? null
  }
}
