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
  readonly nowMs: number
  /** How long the bars of one page last where none is missing. */
  readonly pageMs: number
  /** Bars up to a moment; `null` is now. */
  read(toMs: number | null): Promise<Page>
  isOver(): boolean
}

/** Looks for a market's first bars by halves: nothing says when it began. */
export async function oldestBars(search: Search & { /** No bar begins at or before it. */ readonly emptyMs: number }) {
  const { emptyMs, nowMs, pageMs, read, isOver } = search
  let low = emptyMs
  const newest: OldestPage = { ...(await read(null)), endMs: null }
  let first = newest.bars[0]?.time
  if (newest.noMore) return newest
  while (first !== undefined && first - low > pageMs && !isOver()) {
    const middle = low + Math.floor((first - low) / 2)
    const page = await read(middle)
    if (page.bars.length > 0 && page.noMore) return isOver() ? newest : wholePage({ ...page, endMs: middle }, search)
    if (page.bars.length === 0) low = middle
    else first = page.bars[0]?.time
  }
  const endMs = low + pageMs
  if (endMs >= nowMs || isOver()) return newest
  return wholePage({ ...(await read(endMs)), endMs }, search)
}

/**
 * As many bars from a market's first one on as a page has: a read that met it may have ended right after it, and an engine
 * that shows the first bar of its list asks for none that follow the last.
 */
export async function wholePage(page: OldestPage, { nowMs, pageMs, read }: Search): Promise<OldestPage> {
  const begin = page.bars[0]?.time
  if (begin === undefined || page.endMs === null || !page.noMore) return page
  const endMs = begin + pageMs - 1
  if (endMs <= page.endMs) return page
  return endMs >= nowMs ? { ...(await read(null)), endMs: null } : { ...(await read(endMs)), endMs }
}
