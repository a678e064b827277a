import type { Bar } from '../../port/chart-port'

interface Page {
  readonly bars: readonly Bar[]
  /** Whether no bar is older than these. */
  readonly noMore: boolean
}

/** The page that begins with a market's first bar, and the moment that it was read to; `null` is now. */
export interface OldestPage extends Page {
  readonly endMs: number | null
}

interface Search {
  /** No bar begins at or before it. */
  readonly emptyMs: number
  readonly nowMs: number
  /** How long the bars of one page last where none is missing. */
  readonly pageMs: number
  /** Bars up to a moment; `null` is now. */
  read(toMs: number | null): Promise<Page>
  isOver(): boolean
}

/** Looks for a market's first bars by halves: nothing says when it began. */
export async function oldestBars({ emptyMs, nowMs, pageMs, read, isOver }: Search): Promise<OldestPage> {
  let low = emptyMs
  const newest = await read(null)
  let first = newest.bars[0]?.time
  if (newest.noMore) return { ...newest, endMs: null }
  while (first !== undefined && first - low > pageMs && !isOver()) {
    const middle = low + Math.floor((first - low) / 2)
    const page = await read(middle)
    if (page.bars.length > 0 && page.noMore) return { ...page, endMs: middle }
    if (page.bars.length === 0) low = middle
    else first = page.bars[0]?.time
  }
  const endMs = low + pageMs
  return endMs >= nowMs ? { ...newest, endMs: null } : { ...(await read(endMs)), endMs }
}
