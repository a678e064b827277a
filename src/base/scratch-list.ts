/** Longer ones give their memory back when they are cleared. */
const KEPT_MAX = 1_024

/**
 * A list that is filled and emptied again and again, thousands of times a second: it keeps its memory, where a new array
 * would begin with room for seventeen each time. What was in it stays reachable until it is written over.
 */
export class ScratchList<T> {
  #items: T[] = []
  #length = 0

  get length(): number {
    return this.#length
  }

  push(item: T): void {
    this.#items[this.#length] = item
    this.#length += 1
  }

  /** @param index below `length` */
  at(index: number): T {
    return this.#items[index]!
  }

  toArray(): T[] {
    return this.#items.slice(0, this.#length)
  }

  clear(): void {
    this.#length = 0
    if (this.#items.length > KEPT_MAX) this.#items = []
  }
}
