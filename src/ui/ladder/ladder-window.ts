import { signal, type ReadonlySignal } from '@preact/signals-react'

/** Rows at either end that the market may reach before the window follows it: a share of the rows, and at least two. */
const EDGE_SHARE = 0.2
const EDGE_MIN = 2

/** Why rows have to stand still: the pointer is over them, one of them has the focus, a finger may come any moment. */
export type Hold = 'pointer' | 'focus' | 'finger'

/**
 * Which rows a ladder shows. A row's number is its price in rows: price = row × rows' step. The window follows the market
 * by itself, but not where the trader went to look elsewhere and never while its rows are held; while it is locked
 * nothing moves it.
 */
export class LadderWindow {
  readonly #top = signal<number | null>(null)
  readonly #count = signal(0)
  readonly #holds = signal<ReadonlySet<Hold>>(new Set())
  readonly #isLocked = signal(false)
  /** Whether the trader went to look elsewhere: the window waits there until the market is back in the middle. */
  #isAway = false

  /** Number of the uppermost row; `null` before the market is known. */
  readonly top: ReadonlySignal<number | null> = this.#top
  /** How many rows there is room for. */
  readonly count: ReadonlySignal<number> = this.#count

  /** Whether rows stand still, whatever the market does. Reads signals. */
  get isHeld(): boolean {
    return this.#isLocked.value || this.#holds.value.size > 0
  }

  hold(why: Hold, isHeld: boolean): void {
    if (this.#holds.peek().has(why) === isHeld) return
    const next = new Set(this.#holds.peek())
    if (isHeld) next.add(why)
    else next.delete(why)
    this.#holds.value = next
  }

  /** A press is under way: until it ends nothing moves a row, not even a wish of the trader's. */
  lock(isLocked: boolean): void {
    this.#isLocked.value = isLocked
  }

  /** Room for another number of rows; what stood in the middle stays there. */
  setCount(count: number): void {
    const before = this.#count.peek()
    if (count === before) return
    this.#count.value = count
    const top = this.#top.peek()
    if (top !== null) this.#set(top + Math.floor(count / 2) - Math.floor(before / 2))
  }

  /** The market's row: the window goes to it where it has left the middle, unless rows are held. Reads signals. */
  follow(middle: number | null): void {
    const count = this.#count.value
    const isHeld = this.isHeld
    if (middle === null || count === 0) return
    const top = this.#top.value
    if (top === null) return this.#centreOn(middle)
    const edge = Math.max(EDGE_MIN, Math.floor(count * EDGE_SHARE))
    const at = top - middle
    if (at >= edge && at < count - edge) this.#isAway = false
    else if (!isHeld && !this.#isAway) this.#centreOn(middle)
  }

  /** The trader wants the market in the middle. */
  centre(middle: number | null): void {
    if (middle !== null && !this.#isLocked.peek()) this.#centreOn(middle)
  }

  /** Moves the window up by so many rows; down where it is negative. */
  scroll(rows: number): void {
    const top = this.#top.peek()
    if (top !== null && !this.#isLocked.peek()) this.#goTo(top + rows)
  }

  /** Brings a row into sight, by as little as it takes. */
  reveal(row: number): void {
    const top = this.#top.peek()
    if (top === null) return
    if (row > top) this.#goTo(row)
    else if (row <= top - this.#count.peek()) this.#goTo(row + this.#count.peek() - 1)
  }

  /** Rows are numbered anew, as their step changed: begins again with the market in the middle. */
  restart(middle: number | null): void {
    if (middle === null) this.#top.value = null
    else this.#centreOn(middle)
  }

  /** By the trader's own hand. */
  #goTo(top: number): void {
    this.#isAway = true
    this.#set(top)
  }

  #centreOn(middle: number): void {
    this.#isAway = false
    this.#set(middle + Math.floor(this.#count.peek() / 2))
  }

  /** The lowest row is the first tick at least: there is no price of nothing. */
  #set(top: number): void {
    this.#top.value = Math.max(top, this.#count.peek())
  }
}
