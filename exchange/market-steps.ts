import type { Clock } from '../src/base/clock'
import type { Journal, Origin } from './journal/journal-port'
import type { VenueInput } from './venue/venue-input'
import type { FeedStep } from './venue/venue-port'

/** A recorded market. `elapsedMs` counts from the first step; empty when nothing happened or the recording is over. */
export interface FeedSource {
  next(elapsedMs: number): readonly FeedStep[]
}

const ORIGIN: Origin = { account: '', connId: 'market', term: 0, clientTag: '' }

/**
 * Steps the market. A step is submitted only when the one before it is durable, so a slow disk makes the market
 * coarser and never a queue; missed steps are left out, their recorded events go with the next one.
 */
export class MarketSteps {
  readonly #options: { readonly journal: Journal; readonly clock: Clock; readonly feed: FeedSource | null }
  /** 0 while it stands still. */
  #everyMs: number
  #state: 'new' | 'running' | 'stopped' = 'new'
  #startedAt = 0
  #dueAt = 0
  #cancel: (() => void) | null = null
  #underWay: Promise<void> | null = null

  constructor(options: {
    readonly journal: Journal
    readonly clock: Clock
    readonly everyMs: number
    readonly feed: FeedSource | null
  }) {
    this.#options = options
    this.#everyMs = options.everyMs
  }

  start(): void {
    this.#state = 'running'
    this.#startedAt = this.#options.clock.monotonic()
    this.#begin()
  }

  /** @param everyMs from now on; 0 makes it stand still */
  setPace(everyMs: number): void {
    this.#everyMs = everyMs
    // The step that is under way sees to the next one itself.
    if (this.#state === 'running' && this.#underWay === null) this.#begin()
  }

  /** Resolves when no step is under way. */
  async stop(): Promise<void> {
    this.#state = 'stopped'
    this.#cancel?.()
    await this.#underWay
  }

  /** A new grid, from now. */
  #begin(): void {
    this.#dueAt = this.#options.clock.monotonic()
    this.#schedule()
  }

  #schedule(): void {
    this.#cancel?.()
    this.#cancel = null
    if (this.#state !== 'running' || this.#everyMs === 0) return
    const now = this.#options.clock.monotonic()
    // Stay on the grid of the first step, and skip what is already past.
    this.#dueAt += this.#everyMs * Math.max(1, Math.ceil((now - this.#dueAt) / this.#everyMs))
    this.#cancel = this.#options.clock.after(this.#dueAt - now, () => {
      this.#cancel = null
      this.#underWay = this.#step()
    })
  }

  async #step(): Promise<void> {
    const { journal, clock, feed } = this.#options
    const steps = feed?.next(clock.monotonic() - this.#startedAt) ?? []
    const input: VenueInput = steps.length === 0 ? { type: 'tick' } : { type: 'tick', feed: steps }
    try {
      await journal.submit(input, ORIGIN)
    } catch {
      // A journal that refuses has reported why already (`onBroken`); the market then does nothing.
      this.#state = 'stopped'
    }
    this.#underWay = null
    this.#schedule()
  }
}
