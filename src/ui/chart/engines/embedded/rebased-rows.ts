import type { IndicatorValues } from '../../../../domain/indicators/indicator'

/** Where two series begin to be compared: both closes of one bar. */
export interface Base {
  readonly own: number
  readonly other: number
}

interface Bars {
  /** First and one after the last bar in view; the same array for as long as they are the same. */
  range(): readonly [from: number, to: number]
  /** Close of the chart's own bar; `undefined` beyond the list. */
  close(index: number): number | undefined
}

/**
 * Another series on the chart's own axis, in per cent of the first bar in view: `own₀ × other / other₀`. On an axis in
 * per cent of that bar it then lies at its own change. What is in view changes with every scroll, so nothing is kept but
 * the base: values are computed as they are read.
 */
export class RebasedRows {
  readonly #rows: Row[] = []
  /** Of one range of one list: every row asks for it. */
  #known: { readonly range: readonly number[]; readonly all: readonly unknown[]; readonly base: Base } | null = null

  constructor(
    private readonly values: () => readonly IndicatorValues[],
    private readonly bars: Bars,
  ) {}

  /** One for each bar, for the engine to fit its axis by. */
  rows(): readonly { readonly 0: number | null }[] {
    const { length } = this.values()
    while (this.#rows.length < length) this.#rows.push(new Row(this, this.#rows.length))
    this.#rows.length = length
    return this.#rows
  }

  /** Those in view, at their indices; the others are missing. */
  inView(): readonly IndicatorValues[] {
    const [from, to] = this.bars.range()
    const base = this.base()
    const all = this.values()
    const seen: IndicatorValues[] = []
    for (let i = Math.max(0, from - 1); i < Math.min(all.length, to + 1); i++) seen[i] = [mapped(all[i]?.[0], base)]
    seen.length = all.length
    return seen
  }

  /** The change since the base, a fraction; `null` where the series has no such bar. */
  changeAt(index: number): number | null {
    const base = this.base()
    const value = this.values()[index]?.[0] ?? null
    return base === null || value === null ? null : value / base.other - 1
  }

  at(index: number): number | null {
    return mapped(this.values()[index]?.[0], this.base())
  }

  /** Of the first bar in view; the other series may begin later, and then begins level. */
  base(): Base | null {
    const range = this.bars.range()
    const all = this.values()
    if (this.#known?.range === range && this.#known.all === all) return this.#known.base
    const base = this.#findBase(range, all)
    this.#known = base === null ? null : { range, all, base }
    return base
  }

  #findBase([from, to]: readonly [number, number], all: readonly IndicatorValues[]): Base | null {
    const own = this.bars.close(from)
    if (own === undefined) return null
    for (let i = from; i < to; i++) {
      const other = all[i]?.[0] ?? null
      if (other !== null && other !== 0) return { own, other }
    }
    return null
  }
}

class Row {
  constructor(
    private readonly owner: RebasedRows,
    private readonly index: number,
  ) {}

  get 0(): number | null {
    return this.owner.at(this.index)
  }
}

function mapped(value: number | null | undefined, base: Base | null): number | null {
  return value == null || base === null ? null : (base.own * value) / base.other
}
