import { topicName } from '../../wire/push/topics'
import type { BookShape, Watch } from '../../workers/hub-api'

type BookWatch = Extract<Watch, BookShape>

/** The streams that parts of the page want, and the one list that the hub is asked for. */
export class WatchList {
  readonly #watches = new Set<Watch>()
  /** What parts that are still to come will want. */
  readonly #expected = new Set<Watch>()
  #isQueued = false

  /** @param changed called once for all changes of one turn */
  constructor(private readonly changed: () => void) {}

  /** Wanted until the first part asks for the same stream, in its own way. To be said before the list is asked for. */
  expect(watch: Watch): void {
    this.#expected.add(watch)
  }

  /** @returns a function that lets go of it */
  add(watch: Watch): () => void {
    // A copy, so that the same watch asked for twice is let go of twice.
    const own = { ...watch }
    this.#watches.add(own)
    for (const one of this.#expected) if (isOfOneStream(one, watch)) this.#expected.delete(one)
    this.#tellSoon()
    return () => {
      if (this.#watches.delete(own)) this.#tellSoon()
    }
  }

  /**
   * One watch per topic. A book is drawn once for each group that is asked for, with the most rows that anybody asked
   * for, from the deepest stream among those: what comes under a group comes from one stream.
   */
  union(): readonly Watch[] {
    const others = new Map<string, Watch>()
    const shapes = new Map<string, BookWatch>()
    for (const watch of [...this.#watches, ...this.#expected]) {
      if (isBook(watch)) {
        const shape = `${watch.topic.symbol}/${watch.group}`
        shapes.set(shape, deeper(shapes.get(shape) ?? watch, watch))
      } else others.set(topicName(watch.topic), watch)
    }
    const books = new Map<string, BookWatch>()
    for (const { topic, rows, group } of shapes.values()) {
      const name = topicName(topic)
      const known = books.get(name)
      books.set(
        name,
        known === undefined ? { topic, rows, group } : { ...known, others: [...(known.others ?? []), { rows, group }] },
      )
    }
    return [...books.values(), ...others.values()]
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

function isOfOneStream({ topic: a }: Watch, { topic: b }: Watch): boolean {
  return a.kind === b.kind && 'symbol' in a && 'symbol' in b && a.symbol === b.symbol
}

function isBook(watch: Watch): watch is BookWatch {
  return 'rows' in watch
}

function deeper(a: BookWatch, b: BookWatch): BookWatch {
  return { ...(b.topic.depth > a.topic.depth ? b : a), rows: Math.max(a.rows, b.rows) }
}
