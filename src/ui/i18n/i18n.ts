import { setFormatLocale } from '../format'
import { i18n } from './instance'
import { loadPart, wantedLater } from '../kit/load-part'

/** Local storage key of the language (spec §9). */
export const LANGUAGE_KEY = 'BYBIT_LANG_KEY'
/** Languages of spec §9 and decisions 28, allowed as a path prefix; those without texts yet show English. */
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

interface Words {
  readonly default: Readonly<Record<string, unknown>>
}

const loaders = import.meta.glob<Words>('../../../locales/*/*.json')

/** Languages that have texts. */
export const LANGUAGES: readonly string[] = [
  ...new Set(Object.keys(loaders).map((path) => path.split('/').at(-2) ?? 'en')),
]

/** Namespaces that the first screen needs; the others come when a page asks. */
const FIRST_NAMESPACES = ['app', 'trade', 'market']

const backend = {
  type: 'backend' as const,
  init() {},
  read(language: string, namespace: string, done: (error: unknown, data: unknown) => void): void {
    const load = loaders[`../../../locales/${language}/${namespace}.json`]
    if (load === undefined) done(null, {})
    // A key is nothing to show instead.
    else void loadPart('words', load).then((words) => done(null, words.default))
  },
}

/** Starts translation; resolves once the first screen has its words. */
export async function startI18n(): Promise<void> {
  const language = storedLanguage()
  await i18n.use(backend).init({
    lng: language,
    fallbackLng: 'en',
    ns: FIRST_NAMESPACES,
    defaultNS: 'app',
    returnNull: false,
    // React escapes what it renders.
    interpolation: { escapeValue: false },
  })
  applyLanguage(language)
  for (const [path, load] of Object.entries(loaders)) if (path.includes(`/${i18n.language}/`)) wantedLater(load)
}

/** Switches the page to a language and remembers it. */
export async function setLanguage(language: string): Promise<void> {
  await i18n.changeLanguage(language)
  applyLanguage(language)
  try {
    localStorage.setItem(LANGUAGE_KEY, language)
  } catch {
    // The choice holds for this page.
  }
}

function applyLanguage(language: string): void {
  setFormatLocale(language)
  document.documentElement.lang = language
  document.documentElement.dir = i18n.dir(language)
}

function storedLanguage(): string {
  let stored: string | null = null
  try {
    stored = localStorage.getItem(LANGUAGE_KEY)
  } catch {
    // Blocked storage: English.
  }
  return stored !== null && LANGUAGES.includes(stored) ? stored : 'en'
}
