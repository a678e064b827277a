import type { Clock } from '../src/base/clock'
import type { Journal, Origin } from './journal/journal-port'
import type { FeedStep, VenueInput } from './venue/venue-port'

/** A recorded market. `elapsedMs` counts from the first step; empty when nothing happened or the recording is over. */
export interface FeedSource {
  next(elapsedMs: number): readonly FeedStep[]
}

const ORIGIN: Origin = { account: '', connId: 'market', term: 0, clientTag: '' }

/**
 * Steps the market. A step is submitted only when the one before it is durable, so a slow disk makes the market
 * coarser and never a queue; missed steps are left out, their recorded events go with the next one.
 *
 * @returns a function that stops it; resolves when no step is under way
 */
export function startMarketSteps(options: {
  readonly journal: Journal
  readonly clock: Clock
  readonly everyMs: number
  readonly feed: FeedSource | null
}): () => Promise<void> {
  const { journal, clock, everyMs, feed } = options
  let isStopped = false
  let cancel: (() => void) | null = null
  let underWay: Promise<void> = Promise.resolve()
  const startedAt = clock.monotonic()
  let dueAt = startedAt + everyMs

  const step = async (): Promise<void> => {
    const steps = feed?.next(clock.monotonic() - startedAt) ?? []
    const input: VenueInput = steps.length === 0 ? { type: 'tick' } : { type: 'tick', feed: steps }
    // A journal that refuses has reported why already (`onBroken`); the market then does nothing.
    await journal.submit(input, ORIGIN).then(schedule, () => {})
  }
  const schedule = (): void => {
    if (isStopped) return
    const now = clock.monotonic()
    // Stay on the grid of the first step, and skip what is already past.
    dueAt += everyMs * Math.max(1, Math.ceil((now - dueAt) / everyMs))
    cancel = clock.after(dueAt - now, () => (underWay = step()))
  }
  cancel = clock.after(everyMs, () => (underWay = step()))
  return async () => {
    isStopped = true
    cancel?.()
    await underWay
  }
}
