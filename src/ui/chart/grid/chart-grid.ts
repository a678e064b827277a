/** Charts beside each other. */
export const CHART_COUNTS = [1, 2, 3, 4] as const
export type ChartCount = (typeof CHART_COUNTS)[number]

/** What charts beside each other have in common. */
export const CHART_LINKS = ['symbol', 'interval', 'crosshair'] as const
export type ChartLink = (typeof CHART_LINKS)[number]

/** How many charts there are, and what they share. The first one shows the page's symbol. */
export interface ChartGrid {
  readonly count: ChartCount
  readonly links: readonly ChartLink[]
  /** Of the second, third and fourth chart; `null`, or missing, is the page's. Kept while they are closed. */
  readonly symbols: readonly (string | null)[]
}

export const ONE_CHART: ChartGrid = { count: 1, links: ['crosshair'], symbols: [] }

/** A grid as it was stored; anything missing or odd is the default. */
export function parseChartGrid(stored: unknown): ChartGrid {
  if (typeof stored !== 'object' || stored === null) return ONE_CHART
  const { count, links, symbols } = stored as Partial<Record<keyof ChartGrid, unknown>>
  return {
    count: CHART_COUNTS.find((one) => one === count) ?? ONE_CHART.count,
    links: Array.isArray(links) ? CHART_LINKS.filter((one) => links.includes(one)) : ONE_CHART.links,
    symbols: Array.isArray(symbols)
      ? symbols.slice(0, CHART_COUNTS.length - 1).map((one) => (typeof one === 'string' ? one : null))
      : ONE_CHART.symbols,
  }
}

/** The symbol of the chart in a place, 0 for the first; the page's while symbols are linked. */
export function symbolIn({ links, symbols }: ChartGrid, slot: number, page: string): string {
  return slot === 0 || links.includes('symbol') ? page : (symbols[slot - 1] ?? page)
}

export function withSymbol(grid: ChartGrid, slot: number, symbol: string): ChartGrid {
  const symbols = Array.from({ length: CHART_COUNTS.length - 1 }, (_, at) => grid.symbols[at] ?? null)
  return { ...grid, symbols: symbols.with(slot - 1, symbol) }
}

export function withLink(grid: ChartGrid, link: ChartLink, isOn: boolean): ChartGrid {
  return { ...grid, links: CHART_LINKS.filter((one) => (one === link ? isOn : grid.links.includes(one))) }
}
