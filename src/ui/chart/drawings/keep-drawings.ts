import type { ChartStore } from '../layout-store/chart-store'
import type { DrawingsModel } from './drawings-model'
import { keptOf, merge, parseDrawings, type DrawingSet } from './drawing-set'

/** Where tabs of this browser say that they kept drawings. */
export interface DrawingNews {
  post(key: string): void
  /** @returns a function that stops it */
  listen(onKey: (key: string) => void): () => void
}

const CHANNEL = 'halyard-drawings'

export function drawingNews(): DrawingNews & { close(): void } {
  const channel = new BroadcastChannel(CHANNEL)
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a broadcast channel has no target
    post: (key) => channel.postMessage(key),
    listen(onKey) {
      const hear = ({ data }: MessageEvent): void => {
        if (typeof data === 'string') onKey(data)
      }
      channel.addEventListener('message', hear)
      return () => channel.removeEventListener('message', hear)
    },
    close: () => channel.close(),
  }
}

/**
 * Joins the drawings of a symbol to what the browser keeps of them. Every write merges with what is there, so that tabs
 * never take a drawing from each other, and is told to the others.
 */
export function keepDrawings(
  name: string,
  store: Pick<ChartStore, 'read' | 'update' | 'keyOf'>,
  news: DrawingNews,
  model: () => Pick<DrawingsModel, 'load' | 'receive'>,
) {
  return {
    keep(set: DrawingSet): void {
      const key = store.keyOf(name)
      store.update(
        name,
        (kept) => keptOf(merge(parseDrawings(kept), set)),
        () => key !== null && news.post(key),
      )
    },
    /** The user is another one, or known for the first time. */
    async load(): Promise<void> {
      const key = store.keyOf(name)
      const kept = await store.read(name)
      if (key === store.keyOf(name)) model().load(parseDrawings(kept))
    },
    /** Takes in what other tabs keep. */
    follow(): () => void {
      return news.listen((key) => {
        if (key !== store.keyOf(name)) return
        void store.read(name).then((kept) => model().receive(parseDrawings(kept)))
      })
    },
  }
}
