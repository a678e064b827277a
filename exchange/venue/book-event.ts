import type { Side } from '../../src/domain/order/order'
import type { Price, Qty } from '../../src/domain/decimal'
import type { EngineEvent } from '../engine/events'
import type { Listing } from './listing'

/** A level of the engine's book as it is at the end of a command. */
export type LevelEvent = Extract<EngineEvent, { type: 'level' }>

type Rows = readonly (readonly [string, string])[]

const NO_ROWS: Rows = []

/** The levels of one book that an input changed. They become text when somebody reads them: a replay has no readers. */
export class BookEvent {
  readonly type = 'book'
  readonly symbol: string
  readonly timeMs: number
  readonly #levels: readonly LevelEvent[]
  readonly #listing: Listing

  /** @param levels of one contract; of a price that stands there twice the later one counts */
  constructor(levels: readonly LevelEvent[], listing: Listing, timeMs: number) {
    this.symbol = listing.instrument.symbol
    this.timeMs = timeMs
    this.#levels = levels
    this.#listing = listing
  }

  /** Best first. */
  get bids(): Rows {
    return rows(this.#levels, 'buy', this.#listing)
  }

  /** Best first. */
  get asks(): Rows {
    return rows(this.#levels, 'sell', this.#listing)
  }
}

function rows(levels: readonly LevelEvent[], side: Side, listing: Listing): Rows {
  if (levels.length === 1) return levels[0]!.side === side ? [levelRow(levels[0]!, listing)] : NO_ROWS
  const changed = levels.filter((level) => level.side === side)
  if (changed.length === 0) return NO_ROWS
  const byTicks = new Map(changed.map((level) => [level.ticks, level]))
  const best = side === 'buy' ? -1 : 1
  return [...byTicks.values()].toSorted((a, b) => best * (a.ticks - b.ticks)).map((level) => levelRow(level, listing))
}

function levelRow({ ticks, lots }: LevelEvent, listing: Listing): readonly [string, string] {
  return [listing.ticks.toText<Price>(ticks), listing.lots.toText<Qty>(lots)]
}
