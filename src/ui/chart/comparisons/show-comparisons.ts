import { computed, effect, signal, untracked, type ReadonlySignal } from '@preact/signals-react'
import { say } from '../../i18n/instance'
import type { ChartDatafeed, PriceSource, Resolution, StudySpec } from '../port/chart-port'
import { ComparedCloses } from './compared-closes'
import { comparisonId, comparisonTones, type Comparison, type SymbolComparison } from './comparison'
import { comparisonIndicator } from './comparison-study'

/** What the ids of comparisons begin with among those of studies. */
const PREFIX = 'compare/'

interface Shown {
  readonly comparisons: ReadonlySignal<readonly Comparison[]>
  readonly resolution: ReadonlySignal<Resolution>
  /** Of the chart itself. */
  readonly symbol: string
  readonly feed: Pick<ChartDatafeed, 'history' | 'subscribe'>
  trace(message: string): void
  after(delayMs: number, call: () => void): () => void
}

interface Follow {
  readonly closes: ComparedCloses
  /** Another number whenever more is known, of all series: the same values are not computed again. */
  readonly version: ReadonlySignal<number>
}

/** The comparison that a study's button is of; `null` for a study of another kind. */
export function comparedBy(studyId: string): string | null {
  return studyId.startsWith(PREFIX) ? studyId.slice(PREFIX.length) : null
}

/** Comparisons as studies to draw, with their series read and followed for as long as they are shown. */
export function followComparisons({ comparisons, resolution, symbol, feed, trace, after }: Shown): {
  readonly specs: ReadonlySignal<readonly StudySpec[]>
  stop(): void
} {
  const follows = signal<ReadonlyMap<string, Follow>>(new Map())
  let news = 0
  const follow = (series: { symbol: string; price: PriceSource; resolution: Resolution }): Follow => {
    const version = signal(++news)
    const closes = new ComparedCloses(series, feed, { changed: () => void (version.value = ++news), trace, after })
    return { closes, version }
  }
  const stop = effect(() => {
    const interval = resolution.value
    const wanted = new Map(
      comparisons.value.map((one) => {
        const series = { ...seriesOf(one, symbol), resolution: interval }
        return [Object.values(series).join('/'), series] as const
      }),
    )
    untracked(() => {
      const known = follows.peek()
      for (const [key, { closes }] of known) if (!wanted.has(key)) closes.stop()
      follows.value = new Map([...wanted].map(([key, series]) => [key, known.get(key) ?? follow(series)]))
    })
  })
  const specs = computed(() => {
    const all = comparisons.value
    const tones = comparisonTones(all)
    return all.flatMap((one, at): StudySpec[] => {
      const key = Object.values({ ...seriesOf(one, symbol), resolution: resolution.value }).join('/')
      const found = follows.value.get(key)
      if (found === undefined) return []
      const title = comparisonTitle(one, symbol)
      return [
        {
          id: `${PREFIX}${comparisonId(one)}`,
          indicator: comparisonIndicator(one, (timeMs) => found.closes.at(timeMs)),
          // The engine computes anew when a value is another.
          values: { length: found.version.value },
          title,
          tones: [tones[at] ?? 'blue'],
          width: 1,
          isVisible: true,
          isRebased: one.kind === 'symbol',
          heightPx: null,
          actionLabels: {
            settings: say('chart:compare.settings'),
            remove: say('chart:compare.remove', { title }),
            move: null,
          },
        },
      ]
    })
  })
  return {
    specs,
    stop() {
      stop()
      for (const { closes } of follows.peek().values()) closes.stop()
    },
  }
}

function seriesOf(one: Comparison, symbol: string): { symbol: string; price: PriceSource } {
  return 'symbol' in one ? { symbol: one.symbol, price: one.price ?? 'last' } : { symbol, price: one.kind }
}

/** `ETHUSDT`, `BTCUSDT − ETHUSDT index`, or the price's name. The words have come with the chart. */
export function comparisonTitle(one: Comparison, symbol: string): string {
  switch (one.kind) {
    case 'mark':
      return say('chart:compare.mark')
    case 'index':
      return say('chart:compare.index')
    case 'symbol':
      return otherTitle(one)
    case 'difference':
      return `${symbol} − ${otherTitle(one)}`
    case 'ratio':
      return `${symbol} / ${otherTitle(one)}`
  }
}

function otherTitle({ symbol, price }: SymbolComparison): string {
  return price === undefined ? symbol : say(`chart:compare.priced.${price}`, { symbol })
}
