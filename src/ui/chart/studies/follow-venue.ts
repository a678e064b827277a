import { computed, effect, signal, untracked, type ReadonlySignal } from '@preact/signals-react'
import type { IndicatorName } from '../../../domain/indicators/indicator'
import { isVenueFigure, type VenueFigure } from '../../../domain/indicators/venue-figures'
import { nextBarStart } from '../../../domain/market/interval'
import type { Resolution, StudyIndicator } from '../port/chart-port'
import type { Study } from './study'
import { VenueValues, type VenueValue } from './venue-values'

interface Followed {
  readonly studies: ReadonlySignal<readonly Study[]>
  readonly resolution: ReadonlySignal<Resolution>
  /** Whether the market has that figure. */
  has(figure: VenueFigure): boolean
  /** The moment up to which things are known while the past is played; `null` is now. */
  untilMs(): number | null
  read(
    figure: VenueFigure,
    resolution: Resolution,
    endMs: number | null,
  ): Promise<{ readonly values: readonly VenueValue[]; readonly hasOlder: boolean }>
  trace(message: string): void
  after(delayMs: number, call: () => void): () => void
}

/** A figure as an indicator, and what changes whenever its values may be others. */
export interface VenueSeries {
  readonly version: number
  of(indicator: StudyIndicator): StudyIndicator
}

/** The venue's figures that a chart's studies show, read for as long as one does. */
export function followVenue({ studies, resolution, has, untilMs, read, trace, after }: Followed): {
  readonly series: ReadonlySignal<ReadonlyMap<IndicatorName, VenueSeries>>
  stop(): void
} {
  interface Follow {
    readonly figure: VenueFigure
    readonly interval: Resolution
    readonly values: VenueValues
    readonly version: ReadonlySignal<number>
  }
  let news = 0
  const follows = signal<ReadonlyMap<string, Follow>>(new Map())
  const follow = (figure: VenueFigure, interval: Resolution): Follow => {
    const version = signal(++news)
    const values = new VenueValues({
      read: (endMs) => read(figure, interval, endMs),
      changed: () => void (version.value = ++news),
      trace: (message) => trace(`${figure}: ${message}`),
      after,
    })
    return { figure, interval, values, version }
  }
  const stopFollowing = effect(() => {
    const interval = resolution.value
    const wanted = new Set(
      studies.value.flatMap(({ name, isVisible }) => (isVisible && isVenueFigure(name) && has(name) ? [name] : [])),
    )
    untracked(() => {
      const known = follows.peek()
      const next = new Map(
        [...wanted].map((figure) => {
          const key = `${figure}/${interval}`
          return [key, known.get(key) ?? follow(figure, interval)] as const
        }),
      )
      for (const [key, { values }] of known) if (!next.has(key)) values.stop()
      follows.value = next
    })
  })
  const series = computed(
    () =>
      new Map<IndicatorName, VenueSeries>(
        [...follows.value.values()].map(({ figure, interval, values, version }) => {
          const valueOf = (timeMs: number): number | null =>
            values.before(Math.min(nextBarStart(interval, timeMs), untilMs() ?? Infinity))
          const of = (indicator: StudyIndicator): StudyIndicator => ({
            ...indicator,
            start: () => ({ at: ({ time }) => [valueOf(time)], close: () => undefined }),
          })
          return [figure, { version: version.value, of }]
        }),
      ),
  )
  return {
    series,
    stop() {
      stopFollowing()
      for (const { values } of follows.peek().values()) values.stop()
    },
  }
}
