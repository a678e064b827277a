import type { Price, Qty } from '../../src/domain/decimal'
import type { Side } from '../../src/domain/order/order'
import type { EngineEvent } from '../engine/events'
import type { BookLevel } from './venue-port'
import type { Listing } from './listing'

/** A level of the engine's book as it is at the end of a command. */
export type LevelEvent = Extract<EngineEvent, { type: 'level' }>

/** Becomes text when somebody reads it: a replay has no readers, and of a busy price only the last word is read. */
export class ToldLevel implements BookLevel {
  readonly #level: LevelEvent
  readonly #listing: Listing

  constructor(level: LevelEvent, listing: Listing) {
    this.#level = level
    this.#listing = listing
  }

  get side(): Side {
    return this.#level.side
  }

  get ticks(): number {
    return this.#level.ticks
  }

  get row(): readonly [string, string] {
    const { ticks, lots } = this.#level
    return [this.#listing.ticks.toText<Price>(ticks), this.#listing.lots.toText<Qty>(lots)]
  }
}
