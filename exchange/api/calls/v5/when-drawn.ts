import type { CandleQuery, Venue } from '../../../venue/venue-port'
import { ReadDropped, type ReadTurns } from '../../read-turns'

/** How long the past is drawn at once, milliseconds: an order that comes meanwhile waits for that. */
const STEP_MS = 10

interface Reads {
  readonly journal: { readonly venue: Pick<Venue, 'drawCandles'> }
  readonly turns: ReadTurns
}

/**
 * Reads candles once the past that they need is drawn. Years of it take seconds of the thread that also takes orders: it
 * is drawn in steps, each in its turn beside the other reads, and what was drawn stays.
 *
 * @returns what `read` gives, at once where one step is enough. Rejects with `ReadDropped`
 */
export function whenDrawn<T>(
  core: Reads,
  http: { readonly isGone: boolean },
  queries: readonly CandleQuery[],
  read: () => T,
): T | Promise<T> {
  const step = (): boolean => {
    const endMs = performance.now() + STEP_MS
    return queries.every((query) => core.journal.venue.drawCandles(query, () => performance.now() < endMs))
  }
  const later = async (): Promise<T> => {
    // Turns make up for 5 ms at most and may begin the next read at once: whatever else waits comes between two steps.
    do {
      await new Promise((resume) => setTimeout(resume))
      if (http.isGone) throw new ReadDropped('nobody waits for it')
    } while (!(await core.turns.take(step, () => http.isGone)))
    return core.turns.count(read)
  }
  return core.turns.count(step) ? read() : later()
}
