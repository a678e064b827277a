/** What a chart speaks: the codes that the documentation of the operator's library lists. The embedded engine has the same. */
export const CHART_LANGUAGES = [
  'ar',
  'cs',
  'da_DK',
  'de',
  'el',
  'en',
  'es',
  'et_EE',
  'fa',
  'fr',
  'he_IL',
  'hu_HU',
  'id_ID',
  'it',
  'ja',
  'ko',
  'ms_MY',
  'nl_NL',
  'no',
  'pl',
  'pt',
  'ro',
  'ru',
  'sk_SK',
  'sv',
  'th',
  'tr',
  'vi',
  'zh',
  'zh_TW',
] as const
export type ChartLanguage = (typeof CHART_LANGUAGES)[number]

/** Languages that stand under another one's code. */
const OTHERWISE: Readonly<Record<string, ChartLanguage>> = { zh_HK: 'zh_TW', zh_MO: 'zh_TW', nb: 'no', nn: 'no' }

/**
 * The chart's code of a language of the app: `de-DE` is `de`, `zh-CN` is `zh`, `zh-HK` is `zh_TW`.
 * @returns `en` for a language that charts do not have (spec §5)
 */
export function chartLanguage(language: string): ChartLanguage {
  const code = language.replaceAll('-', '_')
  const [tongue = ''] = code.split('_')
  return (
    OTHERWISE[code] ??
    OTHERWISE[tongue] ??
    CHART_LANGUAGES.find((one) => one === code) ??
    CHART_LANGUAGES.find((one) => one === tongue) ??
    CHART_LANGUAGES.find((one) => one.startsWith(`${tongue}_`)) ??
    'en'
  )
}

/** The tag by which the browser writes dates in it: `zh` is that of China, `no` is Bokmål. */
export function languageTag(language: ChartLanguage): string {
  if (language === 'zh') return 'zh-CN'
  return language === 'no' ? 'nb' : language.replace('_', '-')
}

/** The figures of a bar in the order of a legend: open, high, low, close, volume. */
type FigureMarks = readonly [open: string, high: string, low: string, close: string, volume: string]

const LATIN: FigureMarks = ['O', 'H', 'L', 'C', 'V']

/**
 * Where charts of a language do not have the English letters, what they have in their place: the first letters of its
 * words, and more of them where two would be the same. None in `en`, nor where charts keep the English ones.
 */
const MARKS: Readonly<Partial<Record<ChartLanguage, FigureMarks>>> = {
  ar: rightToLeft('افتتاح', 'أعلى', 'أدنى', 'إغلاق', 'حجم'),
  cs: ['Otev', 'Max', 'Min', 'Zav', 'Obj'],
  da_DK: ['Åbn', 'Høj', 'Lav', 'Luk', 'Vol'],
  de: ['E', 'H', 'T', 'S', 'V'],
  el: ['Άν', 'Υψ', 'Χαμ', 'Κλ', 'Όγκ'],
  es: ['A', 'Máx', 'Mín', 'C', 'V'],
  et_EE: ['Ava', 'Kõrg', 'Mad', 'Sulg', 'Maht'],
  fa: rightToLeft('باز', 'بیشترین', 'کمترین', 'بسته', 'حجم'),
  fr: ['O', 'H', 'B', 'C', 'V'],
  he_IL: rightToLeft('פתיחה', 'גבוה', 'נמוך', 'סגירה', 'נפח'),
  hu_HU: ['Ny', 'Max', 'Min', 'Z', 'Forg'],
  id_ID: ['Buka', 'Tinggi', 'Rendah', 'Tutup', 'Vol'],
  it: ['A', 'Max', 'Min', 'C', 'V'],
  ja: ['始', '高', '安', '終', '出来高'],
  ko: ['시', '고', '저', '종', '거래량'],
  ms_MY: ['Buka', 'Tinggi', 'Rendah', 'Tutup', 'Vol'],
  nl_NL: ['O', 'H', 'L', 'S', 'V'],
  no: ['Å', 'H', 'L', 'S', 'V'],
  pl: ['O', 'Maks', 'Min', 'Z', 'Wol'],
  pt: ['A', 'Máx', 'Mín', 'F', 'V'],
  ro: ['D', 'Max', 'Min', 'Î', 'V'],
  ru: ['ОТКР', 'МАКС', 'МИН', 'ЗАКР', 'ОБЪЁМ'],
  sk_SK: ['Otv', 'Max', 'Min', 'Zat', 'Obj'],
  sv: ['Ö', 'H', 'L', 'S', 'V'],
  th: ['เปิด', 'สูง', 'ต่ำ', 'ปิด', 'ปริมาณ'],
  tr: ['A', 'Y', 'D', 'K', 'H'],
  vi: ['Mở', 'Cao', 'Thấp', 'Đóng', 'KL'],
  zh: ['开', '高', '低', '收', '量'],
  zh_TW: ['開', '高', '低', '收', '量'],
}

/** A legend is written from the left: without the mark of direction at its end a word would change places with its figure. */
function rightToLeft(...[open, high, low, close, volume]: FigureMarks): FigureMarks {
  return [marked(open), marked(high), marked(low), marked(close), marked(volume)]
}

function marked(word: string): string {
  return `${word}\u200E`
}

/** What stands before the figures of a bar. */
export function figureMarks(language: ChartLanguage): FigureMarks {
  return MARKS[language] ?? LATIN
}
