/** Names that are remembered: a scroll asks for the same bars again. */
const NAMES_MAX = 20_000

/** The days of moments in a time zone. */
export class DayNames {
  readonly #format: Intl.DateTimeFormat
  readonly #known = new Map<number, string>()

  constructor(readonly timezone: string) {
    this.#format = new Intl.DateTimeFormat('en', { timeZone: timezone, day: 'numeric', month: 'numeric' })
  }

  /** The same text for moments of one day, another for the day after. */
  of(timeMs: number): string {
    const known = this.#known.get(timeMs)
    if (known !== undefined) return known
    if (this.#known.size >= NAMES_MAX) this.#known.clear()
    const name = this.#format.format(timeMs)
    this.#known.set(timeMs, name)
    return name
  }
}

/** Indices of the bars in view that are the first of their day; bars of a day and more begin none. */
export function dayStarts(
  bars: readonly { readonly timestamp: number }[],
  view: { readonly from: number; readonly to: number },
  names: Pick<DayNames, 'of'>,
): readonly number[] {
  const starts: number[] = []
  let isWithinADay = false
  for (let i = Math.max(1, view.from); i < Math.min(bars.length, view.to); i++) {
    const [before, bar] = [bars[i - 1]!, bars[i]!]
    if (names.of(before.timestamp) === names.of(bar.timestamp)) isWithinADay = true
    else starts.push(i)
  }
  return isWithinADay ? starts : []
}
