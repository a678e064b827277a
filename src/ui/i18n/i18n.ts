import { setFormatLocale } from '../format'
import { i18n } from './instance'
import { loadPart, wantedLater } from '../kit/load-part'
import { PATH_LANGUAGES, pathPrefix, shownLanguage, withoutPrefix } from './path-language'
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

interface WordHost {
  /** Where words come from that the build has none of; `null` for nowhere. */
  readonly origin: string | null
  /** Is told of words that did not come: the page is English then. */
  readonly refused: (why: string) => void
}

let host: WordHost = { origin: null, refused: () => {} }

/** Languages that can be chosen: those with texts, and where a host has others, all of spec §9. */
export function offeredLanguages(): readonly string[] {
  return host.origin === null ? LANGUAGES : [...new Set([...LANGUAGES, ...PATH_LANGUAGES])]
}

async function readWords(language: string, namespace: string): Promise<Texts | null> {
  const load = loaders[`../../../locales/${language}/${namespace}.json`]
  // A key is nothing to show instead: it is asked for until it comes.
  if (load !== undefined) return (await loadPart('words', load)).default
  if (host.origin === null || LANGUAGES.includes(language)) return null
  try {
    const { hostedWords } = await loadPart('words', () => import('./hosted-words'))
    return await hostedWords(host.origin, language, namespace)
  } catch (error) {
    host.refused(`words: ${String(error)}`)
    return null
  }
}

/** Starts translation; resolves once the first screen has its words. */
export async function startI18n(words: WordHost): Promise<void> {
  host = words
  const language = shownLanguage(pathPrefix(location.pathname), storedLanguage(), offeredLanguages())
  i18n.start(language, readWords)
  await i18n.load(FIRST_NAMESPACES)
  // The page says that it is English where nothing else came.
  if (!i18n.speaks(language)) await i18n.change('en')
  applyLanguage(i18n.language)
  for (const [path, load] of Object.entries(loaders)) if (path.includes(`/${i18n.language}/`)) wantedLater(load)
}

/** Switches the page to a language and remembers it. The address does not go on asking for another one. */
export async function setLanguage(language: string): Promise<void> {
  if (pathPrefix(location.pathname) !== null) {
    const { pathname, search, hash } = location
    history.replaceState(history.state, '', `${withoutPrefix(pathname)}${search}${hash}`)
  }
  await i18n.change(language)
  if (!i18n.speaks(language)) await i18n.change('en')
  applyLanguage(i18n.language)
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
