import type { NextTurn } from '../../../../src/base/next-turn'

/** How long streams may publish in one turn of the event loop, milliseconds. */
const TURN_MS = 2

/** A stream that has something to say. */
export interface Publisher {
  publish(): void
}

/**
 * What a market step changes is published at once as long as that takes `TURN_MS`, and the rest in the next turns of the event
 * loop, so that orders come between however many listen. A stream whose turn comes late says then how things are: what
 * it had to say twice, it says once.
 */
export class PublishTurns {
  readonly #due = new Set<Publisher>()
  #spentMs = 0
  #isTurnSet = false

  constructor(
    private readonly nextTurn: NextTurn,
    private readonly clock: () => number = () => performance.now(),
  ) {}

  publish(one: Publisher): void {
    if (this.#due.size > 0 || this.#spentMs >= TURN_MS) this.#due.add(one)
    else this.#timed(one)
    this.#setTurn()
  }

  #timed(one: Publisher): void {
    const fromMs = this.clock()
    one.publish()
    this.#spentMs += this.clock() - fromMs
  }

  #setTurn(): void {
    if (this.#isTurnSet) return
    this.#isTurnSet = true
    this.nextTurn(() => {
      this.#isTurnSet = false
      this.#spentMs = 0
      for (const one of this.#due) {
        this.#due.delete(one)
        this.#timed(one)
        if (this.#spentMs >= TURN_MS) break
      }
      if (this.#due.size > 0) this.#setTurn()
    })
  }
}
