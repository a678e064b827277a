import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  IndicatorRun,
  type Indicator,
  type IndicatorBar,
  type IndicatorName,
} from '../../../src/domain/indicators/indicator'
import { INDICATORS, indicatorByName } from '../../../src/domain/indicators/indicators'
import { parameterList, readParameters } from '../../../src/domain/indicators/parameters'
import { barsArb, closes } from './bars'
import { CASES } from '../../../scripts/bars/definitions'

function indicator(name: IndicatorName): Indicator {
  const found = indicatorByName(name)
  if (found === null) throw new Error(`no indicator ${name}`)
  return found
}

function run(name: IndicatorName, values: Readonly<Record<string, unknown>>, bars: readonly IndicatorBar[]) {
  const one = new IndicatorRun(indicator(name), values)
  return bars.map((bar) => one.push(bar))
}

/** Equal but for the last digits: sums are made in another order. */
function expectClose(got: number | null, wanted: number | null, where: string): void {
  if (got === null || wanted === null) {
    expect(got, where).toBe(wanted)
    return
  }
  expect(Math.abs(got - wanted), `${where}: ${got} for ${wanted}`).toBeLessThanOrEqual(
    1e-6 * Math.max(1, Math.abs(wanted)),
  )
}

describe('each indicator is its published definition', () => {
  it('none is without one', () => {
    expect(new Set(CASES.map((one) => one.name))).toEqual(new Set(INDICATORS.map((one) => one.name)))
  })

  it.each(CASES)('$name $values', ({ name, values, columns }) => {
    fc.assert(
      fc.property(barsArb(0, 60), (bars) => {
        const wanted = columns(bars)
        expect(wanted.length).toBe(indicator(name).outputs.length)
        run(name, values, bars).forEach((row, i) =>
          row.forEach((value, column) => expectClose(value, wanted[column]![i]!, `bar ${i}, output ${column}`)),
        )
      }),
      { numRuns: 60 },
    )
  })
})

describe('a tick', () => {
  it.each(CASES)('leaves $name $values as if the bars had been final at once', ({ name, values }) => {
    const ticks = fc.tuple(barsArb(1, 40), fc.infiniteStream(fc.nat(3)))
    fc.assert(
      fc.property(ticks, ([bars, counts]) => {
        const live = new IndicatorRun(indicator(name), values)
        const shown = bars.map((bar, i) => {
          const { value: replacements = 0 } = counts.next() as { value?: number }
          const others = bars.slice(i, i + replacements)
          // The bar is pushed with other figures, takes some more, and ends as it is.
          let last = live.push({ ...(others[0] ?? bar), time: bar.time })
          for (const other of others) last = live.replaceLast({ ...other, time: bar.time })
          last = live.replaceLast(bar)
          return last
        })
        expect(shown).toEqual(run(name, values, bars))
      }),
      { numRuns: 30 },
    )
  })

  it.each(CASES)(
    'is forgotten: $name $values after 10,000 of them is what its definition says',
    ({ name, values, columns }) => {
      const bars = Array.from({ length: 120 }, (_, i) => {
        const close = 64_000 + Math.round(Math.sin(i / 3) * 9_000) / 10
        const open = 64_000 + Math.round(Math.sin((i - 1) / 3) * 9_000) / 10
        const [high, low] = [Math.max(open, close) + (i % 5), Math.min(open, close) - (i % 3)]
        return { time: i * 3_600_000, open, high, low, close, volume: 1 + (i % 7) }
      })
      const live = new IndicatorRun(indicator(name), values)
      const wanted = columns(bars)
      bars.forEach((bar, i) => {
        live.push({ ...bar, high: bar.open, low: bar.open, close: bar.open, volume: 0 })
        // 120 bars of 84 ticks.
        for (let tick = 0; tick < 84; tick++) {
          const close = bar.low + ((bar.high - bar.low) * (tick % 12)) / 12
          live.replaceLast({ ...bar, close, volume: tick / 10 })
        }
        live.replaceLast(bar).forEach((value, column) => expectClose(value, wanted[column]![i]!, `bar ${i}`))
      })
    },
  )

  it('does not wear a value out: after 10,000 ticks and 3,000 bars it is what it is from the start', () => {
    const bars: IndicatorBar[] = []
    // From 64,000 down to 0.5: sums that still held the early prices would show it.
    for (let i = 0; i < 3_000; i++) {
      const close = i < 1_500 ? 64_000 + Math.sin(i) * 900 : 0.5 + Math.sin(i) * 0.01
      bars.push({ time: i * 60_000, open: close, high: close * 1.001, low: close * 0.999, close, volume: 1 + (i % 7) })
    }
    for (const name of ['boll', 'ma', 'wma', 'cci'] as const) {
      const live = new IndicatorRun(indicator(name), {})
      for (const bar of bars) live.push(bar)
      const last = bars.at(-1)!
      for (let i = 0; i < 10_000; i++) live.replaceLast({ ...last, close: last.close + (i % 9) / 1_000 })
      const wanted = run(name, {}, bars.slice(-40)).at(-1)!
      live.replaceLast(last).forEach((value, i) => expect(value).toBeCloseTo(wanted[i]!, 9))
    }
  })
})

describe('worked examples', () => {
  it('RSI 14 of the table in StockCharts ChartSchool, "Relative Strength Index"', () => {
    const prices = [
      44.3389, 44.0902, 44.1497, 43.6124, 44.3278, 44.8264, 45.0955, 45.4245, 45.8433, 46.0826, 45.8931, 46.0328,
      45.614, 46.282, 46.282, 46.0028, 46.0328, 46.4116, 46.2222, 45.6439,
    ]
    const values = run('rsi', { length: 14 }, closes(prices)).map(([value]) => value ?? null)
    expect(values.slice(0, 14)).toEqual(prices.slice(0, 14).map(() => null))
    expect(values.slice(14).map((value) => value!.toFixed(2))).toEqual([
      '70.53',
      '66.32',
      '66.55',
      '69.41',
      '66.36',
      '57.97',
    ])
  })

  it('means of 10, 20, 30 and 40 over three', () => {
    const bars = closes([10, 20, 30, 40])
    // (10 + 20 + 30) / 3, (20 + 30 + 40) / 3.
    expect(run('ma', { length: 3 }, bars)).toEqual([[null], [null], [20], [30]])
    // (20, then 20 + 2 / 4 × (40 − 20)).
    expect(run('ema', { length: 3 }, bars)).toEqual([[null], [null], [20], [30]])
    // (10 + 40 + 90) / 6, (20 + 60 + 120) / 6.
    const weighted = run('wma', { length: 3 }, bars).map(([value]) => value ?? 0)
    expect(weighted[2]).toBeCloseTo(140 / 6, 12)
    expect(weighted[3]).toBeCloseTo(200 / 6, 12)
  })

  it('bands around 2, 4, 4, 4, 5, 5, 7, 9: mean 5, deviation 2', () => {
    expect(run('boll', { length: 8, width: 2 }, closes([2, 4, 4, 4, 5, 5, 7, 9])).at(-1)).toEqual([5, 9, 1])
  })

  it('VWAP of 1 at 10 and 3 at 20: (10 + 60) / 4', () => {
    const [first, second] = closes([10, 20])
    expect(run('vwap', {}, [first!, { ...second!, volume: 3 }])).toEqual([[10], [17.5]])
  })

  it('SAR of three rising bars and a fall through it', () => {
    const bars = closes([0, 0, 0, 0]).map((bar, i) => {
      const [high, low, close] = [
        [10, 8, 9],
        [12, 9, 11],
        [14, 11, 13],
        [13, 7, 7.5],
      ][i]!
      return { ...bar, high: high!, low: low!, close: close! }
    })
    // The second bar closed higher: 8, the low before, with the extreme at 12. Then 8 + 0.02 × (12 − 8) = 8.08, but no
    // higher than the lows before, 9 and 8: 8. The extreme is 14, the factor 0.04: 8.24, under which the last bar falls.
    expect(run('sar', { step: 0.02, max: 0.2 }, bars)).toEqual([[null], [8], [8], [14]])
  })
})

describe('parameters', () => {
  const { parameters } = indicator('boll')

  it('that do not fit are the initial ones', () => {
    const initial = { length: 20, width: 2, source: 'close' }
    expect(readParameters(parameters, {})).toEqual(initial)
    for (const length of [0, -3, 501, 2.5, Number.NaN, '20', null]) {
      expect(readParameters(parameters, { length })).toEqual(initial)
    }
    expect(readParameters(parameters, { source: 'volume', width: 0 })).toEqual(initial)
    expect(readParameters(parameters, { length: 500, width: 0.1, source: 'hl2' })).toEqual({
      length: 500,
      width: 0.1,
      source: 'hl2',
    })
  })

  it('of each indicator begin within their bounds', () => {
    for (const { name, parameters: own } of INDICATORS) {
      for (const [key, one] of parameterList(own)) {
        if (one.kind !== 'number') continue
        expect(one.min <= one.initial && one.initial <= one.max, `${name}.${key}`).toBe(true)
      }
    }
  })

  it('fill the room between outputs that there are', () => {
    const filled = INDICATORS.filter((one) => one.fills.length > 0)
    expect(filled.map(({ name }) => name)).toEqual(['boll', 'ichimoku'])
    for (const { fills, outputs } of filled)
      for (const name of fills.flat()) expect(outputs.map((one) => one.name)).toContain(name)
  })

  it('place the spans of Ichimoku as far as they say', () => {
    const shifts = indicator('ichimoku').outputs.map(({ shift }) => [shift?.({ displacement: 9 }), shift?.({})])
    expect(shifts).toEqual([
      [undefined, undefined],
      [undefined, undefined],
      [9, 26],
      [9, 26],
      [-9, -26],
    ])
  })
})
