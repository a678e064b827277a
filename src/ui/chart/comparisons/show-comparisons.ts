import { computed, effect, signal, untracked, type ReadonlySignal } from '@preact/signals-react'
import { spreadLegs } from '../../../domain/instrument/product-kind'
import { namedSpread, type NamedSpread } from '../../../domain/market/spread-row'
import { say } from '../../i18n/instance'
import type { ChartDatafeed, PriceSource, Resolution, StudySpec } from '../port/chart-port'
import { ComparedCloses } from './compared-closes'
import { comparisonId, comparisonTones } from './comparison'
import type { Comparison, SymbolComparison } from './comparison-kinds'
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
  const spread = namedSpread(symbol)
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
      comparisons.value
        .flatMap((one) => seriesOf(one, symbol, spread))
        .map((one) => [keyOf(one, interval), { ...one, resolution: interval }] as const),
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
      const found = seriesOf(one, symbol, spread).flatMap(
        (series) => follows.value.get(keyOf(series, resolution.value)) ?? [],
      )
      if (found.length === 0) return []
      const title = comparisonTitle(one, symbol)
      const closesAt = (timeMs: number) => found.map(({ closes }) => closes.at(timeMs))
      return [
        {
          id: `${PREFIX}${comparisonId(one)}`,
          indicator: comparisonIndicator(one, { closesAt, spread }),
          // The engine computes anew when a value is another.
          values: { length: Math.max(...found.map(({ version }) => version.value)) },
          title,
          tones: tones[at] ?? [],
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

interface Source {
  readonly symbol: string
  readonly price: PriceSource
}

const keyOf = ({ symbol, price }: Source, resolution: Resolution): string => `${symbol}/${price}/${resolution}`

/** What a comparison reads: both legs of a spread, or for its yield the one that it is a share of. */
function seriesOf(one: Comparison, symbol: string, spread: NamedSpread | null): readonly Source[] {
  if ('symbol' in one) return [{ symbol: one.symbol, price: one.price ?? 'last' }]
  if (one.kind === 'mark' || one.kind === 'index') return [{ symbol, price: one.kind }]
  if (spread === null) return []
  const legs = one.kind === 'legs' ? [spread.first, spread.second] : [spread.second]
  return legs.map((leg) => ({ symbol: leg, price: 'last' }))
}

/** `ETHUSDT`, `BTCUSDT − ETHUSDT index`, or the price's name. The words have come with the chart. */
export function comparisonTitle(one: Comparison, symbol: string): string {
  switch (one.kind) {
    case 'mark':
      return say('chart:compare.mark')
    case 'index':
      return say('chart:compare.index')
    case 'legs':
      return spreadLegs(symbol)?.join(' · ') ?? symbol
    case 'yield':
      return say('chart:compare.yield')
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
