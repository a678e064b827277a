import { describe, expect, test } from 'vitest'
import { INDICATORS, OFFERED } from '../../../../src/domain/indicators/indicators'
import { length } from '../../../../src/domain/indicators/parameters'
import { findIndicators } from '../../../../src/ui/chart/studies/indicator-search'
import { newStudy, OWN_PANES_MAX, parseStudies, STUDIES_MAX, type Study } from '../../../../src/ui/chart/studies/study'
import { StudyNumber } from '../../../../src/ui/chart/studies/study-form'
import { StudiesModel, type KeptStudies } from '../../../../src/ui/chart/studies/studies-model'
import studies from '../../../../locales/en/studies.json'

function model() {
  const kept: KeptStudies[] = []
  let id = 0
  return {
    kept,
    model: new StudiesModel(
      (one) => kept.push(one),
      () => `s${++id}`,
    ),
  }
}

describe('the indicators of a chart', () => {
  test('are kept with every change, and come back as they were', () => {
    const { kept, model: first } = model()
    first.add('ema')
    first.add('ema')
    first.change('s2', { label: 'Trend', values: { length: 50 }, width: 2, isVisible: false, heightPx: 80 })
    first.add('macd')
    first.remove('s1')
    first.toggleFavourite('rsi')
    expect(kept).toHaveLength(6)
    const { model: second } = model()
    second.load(structuredClone(kept.at(-1)))
    expect(second.studies.value).toEqual(first.studies.value)
    expect(second.studies.value.map(({ name, values }) => [name, values])).toEqual([
      ['ema', { length: 50 }],
      ['macd', {}],
    ])
    expect(second.favourites.value).toEqual(['rsi'])
    second.toggleFavourite('rsi')
    expect(second.favourites.value).toEqual([])
  })

  test('change places with those of their kind alone: panes with panes, lines with lines', () => {
    const { model: one } = model()
    for (const name of ['ema', 'rsi', 'boll', 'macd', 'ma'] as const) one.add(name)
    const names = () => one.studies.value.map(({ name }) => name)
    one.move('s4', -1)
    expect(names()).toEqual(['ema', 'macd', 'boll', 'rsi', 'ma'])
    one.move('s1', 1)
    expect(names()).toEqual(['boll', 'macd', 'ema', 'rsi', 'ma'])
    // The first of its kind, the last of its kind, and one that is gone stay.
    one.move('s4', -1)
    one.move('s5', 1)
    one.move('s9', 1)
    expect(names()).toEqual(['boll', 'macd', 'ema', 'rsi', 'ma'])
  })

  test('a further average begins with another length, so that it is another line; others as ever', () => {
    const { model: one } = model()
    for (const name of ['ma', 'ma', 'ema', 'ma', 'rsi', 'rsi'] as const) one.add(name)
    expect(one.studies.value.map(({ name, values }) => [name, values])).toEqual([
      ['ma', {}],
      ['ma', { length: 50 }],
      ['ema', {}],
      ['ma', { length: 100 }],
      ['rsi', {}],
      ['rsi', {}],
    ])
    // 20 is free again once the first one is another.
    one.change('s1', { values: { length: 9 } })
    one.add('ma')
    expect(one.studies.value.at(-1)?.values).toEqual({})
  })

  test('of the same kind differ in color', () => {
    const first = newStudy('ema', 'a', [])
    expect(newStudy('ema', 'b', [first]).tones).not.toEqual(first.tones)
  })

  test('are bounded: in all, and those with a pane of their own', () => {
    const { model: one } = model()
    for (let i = 0; i < OWN_PANES_MAX; i++) expect(one.add('rsi')).not.toBeNull()
    expect(one.add('macd')).toBeNull()
    for (let i = OWN_PANES_MAX; i < STUDIES_MAX; i++) expect(one.add('ma')).not.toBeNull()
    expect(one.add('ma')).toBeNull()
    expect(one.studies.value).toHaveLength(STUDIES_MAX)
  })

  test.each([
    ['nothing', undefined],
    ['no record', 'ema'],
    ['no list', { studies: { 0: 'ema' } }],
    ['no study', { studies: [null, 7, { name: 'ema' }, { id: 'a' }] }],
    ['an indicator that does not exist', { studies: [{ id: 'a', name: 'constructor' }] }],
  ])('of what was stored wrongly nothing is taken: %s', (_, stored) => {
    const { model: one } = model()
    one.load(stored)
    expect(one.studies.value).toEqual([])
    expect(one.favourites.value).toEqual([])
  })

  test('what is odd in a stored study is as at first', () => {
    const odd = {
      id: 'a',
      name: 'boll',
      values: { length: 0, width: 3, source: 'nowhere', other: 1 },
      tones: ['red', 'chartreuse'],
      width: 9,
      heightPx: -4,
    }
    const first = newStudy('boll', 'a', [])
    expect(parseStudies([odd, { ...odd }])).toEqual([
      { ...first, values: { width: 3 }, tones: ['red', first.tones[1], first.tones[2]] },
    ])
  })
})

describe('the search', () => {
  const namesOf = (name: keyof typeof studies.name) => [studies.short[name], studies.name[name]]
  const find = (query: string, favourites: readonly (keyof typeof studies.name)[] = []) =>
    findIndicators(query, favourites, namesOf)

  test('finds by the beginning of words, in any order', () => {
    expect(find('mov av')).toEqual(['ma', 'ema', 'wma', 'macd'])
    expect(find('AVERAGE exp')).toEqual(['ema'])
    expect(find('stoch')).toEqual(['stochastic', 'kdj'])
    expect(find('%r')).toEqual(['williams'])
    expect(find('zzz')).toEqual([])
  })

  test('shows all without a query, favourites first', () => {
    expect(find('')).toEqual(OFFERED.map(({ name }) => name))
    expect(find('', ['rsi', 'ma']).slice(0, 3)).toEqual(['ma', 'rsi', 'ema'])
  })
})

describe('a number of a study', () => {
  test('holds within its bounds, whole where it is a count', () => {
    const number = new StudyNumber(length(20), 20)
    for (const [text, value] of [
      ['50', '50'],
      ['0', null],
      ['501', null],
      ['2.5', null],
      ['', null],
      ['500', '500'],
    ] as const) {
      number.set('')
      number.set(text)
      expect([text, number.value.value]).toEqual([text, value])
    }
  })

  test('steps within its bounds without rounding errors', () => {
    const number = new StudyNumber({ kind: 'number', initial: 0.2, min: 0.1, max: 0.4, step: 0.1 }, 0.2)
    const steps = [1, 1, 1, -1, -1, -1, -1] as const
    expect(
      steps.map((direction) => {
        number.step(direction)
        return number.value.value
      }),
    ).toEqual(['0.3', '0.4', '0.4', '0.3', '0.2', '0.1', '0.1'])
  })
})

test('every indicator has its words', () => {
  for (const { name, outputs, parameters } of INDICATORS) {
    expect([studies.short[name], studies.name[name]]).not.toContain(undefined)
    for (const output of outputs) expect(studies.output[output.name], output.name).toBeDefined()
    for (const key of Object.keys(parameters)) expect(studies.parameter, key).toHaveProperty(key)
  }
})

test('lines among the bars have colors of their own, and an indicator in a pane of its own begins with the first', () => {
  const add = (names: readonly Parameters<typeof newStudy>[0][]) =>
    names.reduce<readonly Study[]>((known, name, at) => [...known, newStudy(name, String(at), known)], [])
  // One line each of EMA and VWAP, three of the bands: five of six tones, and RSI is not beside them.
  const shown = add(['ema', 'vwap', 'boll', 'rsi', 'rsi'])
  const among = shown.filter(({ name }) => name !== 'rsi').flatMap(({ tones }) => tones)
  expect(new Set(among).size).toBe(5)
  expect(shown.filter(({ name }) => name === 'rsi').map(({ tones }) => tones)).toEqual([['blue'], ['amber']])
  // With no tone left they begin anew, and two of the same kind still differ.
  const many = add(['boll', 'boll', 'boll'])
  expect(new Set(many.map(({ tones }) => tones.join())).size).toBe(3)
})
