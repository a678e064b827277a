/** The form of a language in front of an address (decisions 28): `de`, `de-DE`. No page's address begins like it. */
const PREFIX = /^\/([a-z]{2}(?:-[A-Z]{2})?)(?=\/|$)/

/** The languages of spec §9 and decisions 28. */
export const PATH_LANGUAGES: readonly string[] = [
  'en',
  'zh-CN',
  'zh-TW',
  'ja-JP',
  'ko-KR',
  'ru-RU',
  'id-ID',
  'es-ES',
  'tr-TR',
  'th-TH',
  'vi-VN',
  'de-DE',
  'zh-HK',
  'en-HK',
  'pt-BR',
]

/** @returns what stands in front of the address, known to us or not; `null` where the address begins with the page */
export function pathPrefix(pathname: string): string | null {
  return PREFIX.exec(pathname)?.[1] ?? null
}

/** The address without what stands in front of it. */
export function withoutPrefix(pathname: string): string {
  const rest = pathname.replace(PREFIX, '')
  return rest === '' ? '/' : rest
}

/**
 * The language that a page is shown in. The address has the first word, as somebody sent it with a purpose; then the
 * browser's own choice.
 *
 * @param prefix of the address, `null` for none
 * @param available languages that have texts
 * @returns the language itself, else another of the same tongue (`de` for `de-DE`), else English: a page whose address
 * asks for a language that has no texts is English, whatever was chosen before
 */
export function shownLanguage(prefix: string | null, chosen: string | null, available: readonly string[]): string {
  const wanted = prefix ?? chosen
  if (wanted === null) return 'en'
  if (available.includes(wanted)) return wanted
  const [tongue] = wanted.split('-')
  return available.find((one) => one.split('-')[0] === tongue) ?? 'en'
}
