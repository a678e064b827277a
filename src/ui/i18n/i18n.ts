import { setFormatLocale } from '../format'
import { i18n } from './instance'
import { loadPart, wantedLater } from '../kit/load-part'
import { pathPrefix, shownLanguage, withoutPrefix } from './path-language'
import type { Texts } from './translator'

/** Local storage key of the language (spec §9). */
export const LANGUAGE_KEY = 'BYBIT_LANG_KEY'
interface Words {
  readonly default: Texts
}

const loaders = import.meta.glob<Words>('../../../locales/*/*.json')

/** Languages that have texts. */
export const LANGUAGES: readonly string[] = [
  ...new Set(Object.keys(loaders).map((path) => path.split('/').at(-2) ?? 'en')),
]

/** Namespaces that the first screen needs; the others come when a page asks. */
const FIRST_NAMESPACES = ['app', 'trade', 'market']

async function readWords(language: string, namespace: string): Promise<Texts | null> {
  const load = loaders[`../../../locales/${language}/${namespace}.json`]
  // A key is nothing to show instead: it is asked for until it comes.
  return load === undefined ? null : (await loadPart('words', load)).default
}

/** Starts translation; resolves once the first screen has its words. */
export async function startI18n(): Promise<void> {
  const language = shownLanguage(pathPrefix(location.pathname), storedLanguage(), LANGUAGES)
  i18n.start(language, readWords)
  await i18n.load(FIRST_NAMESPACES)
  applyLanguage(language)
  for (const [path, load] of Object.entries(loaders)) if (path.includes(`/${i18n.language}/`)) wantedLater(load)
}

/** Switches the page to a language and remembers it. The address does not go on asking for another one. */
export async function setLanguage(language: string): Promise<void> {
  if (pathPrefix(location.pathname) !== null) {
    const { pathname, search, hash } = location
    history.replaceState(history.state, '', `${withoutPrefix(pathname)}${search}${hash}`)
  }
  await i18n.change(language)
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
  document.documentElement.dir = i18n.direction
}

/** What was chosen in this browser; `null` for nothing, and where storage is blocked. */
function storedLanguage(): string | null {
  try {
    return localStorage.getItem(LANGUAGE_KEY)
  } catch {
    return null
  }
}
