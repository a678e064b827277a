import type { ChartStore } from './chart-store'

/** Where tabs of this browser say that they kept something. */
export interface KeptNews {
  post(key: string): void
  /** @returns a function that stops it */
  listen(onKey: (key: string) => void): () => void
}

/** @param channel its name, the same in all tabs */
export function keptNews(channel: string): KeptNews & { close(): void } {
  const opened = new BroadcastChannel(channel)
  let isClosed = false
  return {
    post(key) {
      // What a chart that was closed had still to keep is in the database some moments later.
      const by = isClosed ? new BroadcastChannel(channel) : opened
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a broadcast channel has no target
      by.postMessage(key)
      if (isClosed) by.close()
    },
    listen(onKey) {
      const hear = ({ data }: MessageEvent): void => {
        if (typeof data === 'string') onKey(data)
      }
      opened.addEventListener('message', hear)
      return () => opened.removeEventListener('message', hear)
    },
    close() {
      isClosed = true
      opened.close()
    },
  }
}

/** How something that tabs change at once is stored: merging it must not depend on who merges what, how often, or in which order. */
export interface Mergeable<T> {
  /** Anything may stand there. */
  parse(stored: unknown): T
  merge(one: T, other: T): T
  keptOf(value: T): unknown
}

/** What is kept, in a model. */
export interface MergedModel<T> {
  /** Begins anew with what is stored: of another user, or for the first time. */
  load(value: T): void
  /** What another tab did. */
  receive(value: T): void
}

/**
 * Joins a model to what the browser keeps of it. Every write merges with what is there, so that tabs never take anything
 * from each other, and is told to the others.
 */
export function keepMerged<T>(
  name: string,
  { parse, merge, keptOf }: Mergeable<T>,
  store: Pick<ChartStore, 'read' | 'update' | 'keyOf' | 'takeParts'>,
  news: KeptNews,
  model: () => MergedModel<T>,
) {
  const keep = (value: T): void => {
    const key = store.keyOf(name)
    store.update(
      name,
      (kept) => keptOf(merge(parse(kept), value)),
      () => key !== null && news.post(key),
      () => keptOf(value),
    )
  }
  return {
    keep,
    /** The user is another one, or known for the first time. */
    async load(): Promise<void> {
      const key = store.keyOf(name)
      // Before what is kept is read: a page that went less than the delay ago may have left some of it.
      const parts = store.takeParts(name).map(parse)
      const kept = parts.reduce(merge, parse(await store.read(name)))
      if (key !== store.keyOf(name)) return
      model().load(kept)
      if (parts.length > 0) keep(kept)
    },
    /** Takes in what other tabs keep. */
    follow(): () => void {
      return news.listen((key) => {
        if (key !== store.keyOf(name)) return
        void store.read(name).then((kept) => model().receive(parse(kept)))
      })
    },
  }
}
