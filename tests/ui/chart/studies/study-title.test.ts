import { beforeAll, expect, test } from 'vitest'
import studies from '../../../../locales/en/studies.json'
import { i18n } from '../../../../src/ui/i18n/instance'
import { newStudy, type Study } from '../../../../src/ui/chart/studies/study'
import { studyTitles } from '../../../../src/ui/chart/studies/study-title'

beforeAll(async () => {
  await i18n.init({ lng: 'en', resources: { en: { studies } }, interpolation: { escapeValue: false } })
})

const study = (id: string, name: Study['name'], change: Partial<Study> = {}): Study => ({
  ...newStudy(name, id, []),
  ...change,
})

test('no two studies of a chart have one title: their parameters tell them apart, else their number', () => {
  const all = [
    study('a', 'ma'),
    study('b', 'ma', { values: { length: 50 } }),
    study('c', 'rsi'),
    study('d', 'rsi'),
    study('e', 'ma', { values: { source: 'high' } }),
    study('f', 'ema', { label: 'Trend' }),
    study('g', 'wma', { label: 'Trend' }),
  ]
  expect([...studyTitles(all)]).toEqual([
    ['a', 'MA 20'],
    ['b', 'MA 50'],
    ['c', 'RSI 14'],
    ['d', 'RSI 14 (2)'],
    ['e', `MA 20 ${studies.word.high}`],
    ['f', 'Trend'],
    ['g', 'Trend (2)'],
  ])
})
