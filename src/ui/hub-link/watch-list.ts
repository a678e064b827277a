import { topicName } from '../../wire/push/topics'
import type { Watch } from '../../workers/hub-api'

/** The streams that parts of the page want, and the one list that the hub is asked for. */
export class WatchList {
  readonly #watches = new Set<Watch>()
  #isQueued = false

  /** @param changed called once for all changes of one turn */
  constructor(private readonly changed: () => void) {}

  /** @returns a function that lets go of it */
  add(watch: Watch): () => void {
    // A copy, so that the same watch asked for twice is let go of twice.
    const own = { ...watch }
    this.#watches.add(own)
    this.#tellSoon()
    return () => {
      if (this.#watches.delete(own)) this.#tellSoon()
    }
  }

  /** One watch per topic; a book is drawn with the most rows anybody asked for, grouped as the newest one says. */
  union(): readonly Watch[] {
    const union = new Map<string, Watch>()
    for (const watch of this.#watches) {
      const name = topicName(watch.topic)
      const known = union.get(name)
      union.set(
        name,
        known !== undefined && 'rows' in known && 'rows' in watch
          ? { ...watch, rows: Math.max(known.rows, watch.rows) }
          : watch,
      )
    }
    return [...union.values()]
  }

  #tellSoon(): void {
    if (this.#isQueued) return
    this.#isQueued = true
    queueMicrotask(() => {
      this.#isQueued = false
      this.changed()
    })
  }
}
