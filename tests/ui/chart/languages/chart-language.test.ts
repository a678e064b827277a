import { expect, test } from 'vitest'
import {
  CHART_LANGUAGES,
  chartLanguage,
  figureMarks,
  languageTag,
} from '../../../../src/ui/chart/languages/chart-language'

test.each([
  ['en', 'en'],
  ['zh-CN', 'zh'],
  ['zh-TW', 'zh_TW'],
  ['zh-HK', 'zh_TW'],
  ['en-HK', 'en'],
  ['ja-JP', 'ja'],
  ['ko-KR', 'ko'],
  ['ru-RU', 'ru'],
  ['es-ES', 'es'],
  ['tr-TR', 'tr'],
  ['th-TH', 'th'],
  ['vi-VN', 'vi'],
  ['de-DE', 'de'],
  ['id-ID', 'id_ID'],
  ['pt-BR', 'pt'],
  ['he', 'he_IL'],
  ['nb-NO', 'no'],
  // Spec §5: an unsupported locale falls back to en.
  ['sw-KE', 'en'],
  ['', 'en'],
])('the chart speaks %s as %s', (language, code) => {
  expect(chartLanguage(language)).toBe(code)
})

test('there are about 27 of them, each once', () => {
  expect(new Set(CHART_LANGUAGES).size).toBe(CHART_LANGUAGES.length)
  expect(CHART_LANGUAGES.length).toBeGreaterThanOrEqual(27)
})

test('the browser writes dates in each of them, and a legend has five marks, none twice', () => {
  for (const language of CHART_LANGUAGES) {
    expect(Intl.DateTimeFormat.supportedLocalesOf(languageTag(language))).toHaveLength(1)
    const marks = figureMarks(language)
    expect(new Set(marks).size).toBe(5)
    expect(marks).not.toContain('')
  }
  expect(figureMarks('en')).toEqual(['O', 'H', 'L', 'C', 'V'])
  // Eröffnung, Hoch, Tief, Schluss, Volumen; açılış, yüksek, düşük, kapanış, hacim.
  expect(figureMarks('de')).toEqual(['E', 'H', 'T', 'S', 'V'])
  expect(figureMarks('tr')).toEqual(['A', 'Y', 'D', 'K', 'H'])
})
