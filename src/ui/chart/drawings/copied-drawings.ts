import type { ChartStore } from '../layout-store/chart-store'
import { parseDrawing, type Drawing, type DrawingPoint } from './drawing'

/** What was copied, and from whose chart. */
export interface Copied {
  readonly symbol: string
  readonly drawings: readonly Drawing[]
}

/** Name of what is stored. */
const COPIED = 'copied-drawings'

/** Drawings that were copied, for the charts of an account in all tabs. Where nothing is kept this chart alone has them. */
export class CopiedDrawings {
  #own: Copied | null = null

  constructor(
    private readonly symbol: string,
    private readonly store: Pick<ChartStore, 'read' | 'save' | 'flush'>,
  ) {}

  copy(drawings: readonly Drawing[]): void {
    if (drawings.length === 0) return
    this.#own = { symbol: this.symbol, drawings }
    this.store.save(COPIED, this.#own)
    // Another chart may paste at once.
    this.store.flush()
  }

  /** The account is another one. */
  forget(): void {
    this.#own = null
  }

  async read(): Promise<Copied | null> {
    return parseCopied(await this.store.read(COPIED)) ?? this.#own
  }
}

export function parseCopied(stored: unknown): Copied | null {
  if (typeof stored !== 'object' || stored === null) return null
  const { symbol, drawings } = stored as Partial<Record<keyof Copied, unknown>>
  const read = Array.isArray(drawings) ? drawings.flatMap((one) => parseDrawing(one) ?? []) : []
  return typeof symbol !== 'string' || read.length === 0 ? null : { symbol, drawings: read }
}

/** Where copies go. */
export interface PastePlace {
  readonly symbol: string
  readonly barMs: number
  /** What is in view, by two points of it; missing without bars. */
  readonly view: readonly DrawingPoint[]
  round(price: number): number
}

/** Bars between a drawing and its copy beside it. */
const ASIDE_BARS = 3

/**
 * What is pasted. On the chart that it is from it stands some bars beside what was copied; on another one, whose prices
 * may be of another size, it keeps its shape in per cent, around the prices and, where it lies elsewhere, the time in view.
 */
export function pasted({ symbol, drawings }: Copied, place: PastePlace): readonly Drawing[] {
  const points = drawings.flatMap((one) => one.points)
  const [times, prices] = [points.map(({ timeMs }) => timeMs), points.map(({ price }) => price)]
  const isOwn = symbol === place.symbol
  const [viewTimes, viewPrices] = [place.view.map(({ timeMs }) => timeMs), place.view.map(({ price }) => price)]
  const [middle, seen] = [middleOf(prices), middleOf(viewPrices)]
  const scale = isOwn || place.view.length === 0 || middle === 0 ? 1 : seen / middle
  const isInView =
    place.view.length === 0 ||
    (Math.max(...times) >= Math.min(...viewTimes) && Math.min(...times) <= Math.max(...viewTimes))
  const byMs = isOwn
    ? ASIDE_BARS * place.barMs
    : isInView
      ? 0
      : Math.round((middleOf(viewTimes) - middleOf(times)) / place.barMs) * place.barMs
  return drawings.map((one) => ({
    ...one,
    points: one.points.map(({ timeMs, price }) => ({ timeMs: timeMs + byMs, price: place.round(price * scale) })),
  }))
}

function middleOf(values: readonly number[]): number {
  return values.length === 0 ? 0 : (Math.min(...values) + Math.max(...values)) / 2
}
