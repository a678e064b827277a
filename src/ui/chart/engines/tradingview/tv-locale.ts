/** Codes of the languages that the library's documentation lists. */
export const TV_LOCALES = [
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
export type TvLocale = (typeof TV_LOCALES)[number]

/** Languages that the library has under another one's code. */
const OTHERWISE: Readonly<Record<string, TvLocale>> = { zh_HK: 'zh_TW', zh_MO: 'zh_TW', nb: 'no', nn: 'no' }

/**
 * The library's code of a language of ours: `de-DE` is `de`, `zh-CN` is `zh`, `zh-HK` is `zh_TW`.
 * @returns `en` for a language that it does not have (spec §5)
 */
export function tvLocale(language: string): TvLocale {
  const code = language.replaceAll('-', '_')
  const [tongue = ''] = code.split('_')
  return (
    OTHERWISE[code] ??
    OTHERWISE[tongue] ??
    TV_LOCALES.find((one) => one === code) ??
    TV_LOCALES.find((one) => one === tongue) ??
    TV_LOCALES.find((one) => one.startsWith(`${tongue}_`)) ??
    'en'
  )
}
