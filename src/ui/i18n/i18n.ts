import { setFormatLocale } from '../format'
import { i18n } from './instance'
import { loadPart, wantedLater } from '../kit/load-part'
import { PATH_LANGUAGES, pathPrefix, shownLanguage, withoutPrefix } from './path-language'

/** Local storage key of the language (spec §9). */
export const LANGUAGE_KEY = 'BYBIT_LANG_KEY'
type Words = Readonly<Record<string, unknown>>

/** Namespaces that the first screen needs, a file for each language; the others come when a page asks. */
const FIRST_NAMESPACES = ['app', 'trade', 'market'] as const
const firstLoaders = import.meta.glob<Readonly<Record<(typeof FIRST_NAMESPACES)[number], Words>>>('./first-words/*.ts')
const loaders = import.meta.glob<{ readonly default: Words }>([
  '../../../locales/*/*.json',
  '!../../../locales/*/{app,trade,market}.json',
])

/** Languages that have texts. */
export const LANGUAGES: readonly string[] = Object.keys(firstLoaders).map(
  (path) => /([^/]+)\.ts$/.exec(path)?.[1] ?? 'en',
)

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

const backend = {
  type: 'backend' as const,
  init() {},
  read(language: string, namespace: string, done: (error: unknown, data: unknown) => void): void {
    void readWords(language, namespace).then((words) => done(null, words))
  },
}

let asked = 0

/** The page names its words for preloading, and Chromium takes one that failed so for failed for good: under another address it is asked for anew. */
async function loadAfresh<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch (error) {
    const file = /\/assets\/[\w.-]+\.js/.exec(String(error))?.[0]
    if (file === undefined) throw error
    asked += 1
    return (await import(/* @vite-ignore */ `${file}?${asked}`)) as T
  }
}

function isFirst(namespace: string): namespace is (typeof FIRST_NAMESPACES)[number] {
  return (FIRST_NAMESPACES as readonly string[]).includes(namespace)
}

/** Never rejects: where nothing comes, the library shows the English words. */
async function readWords(language: string, namespace: string): Promise<Words> {
  const loadFirst = firstLoaders[`./first-words/${language}.ts`]
  if (isFirst(namespace) && loadFirst !== undefined)
    return (await loadPart('words', () => loadAfresh(loadFirst)))[namespace]
  const load = loaders[`../../../locales/${language}/${namespace}.json`]
  // A key is nothing to show instead: it is asked for until it comes.
  if (load !== undefined) return (await loadPart('words', () => loadAfresh(load))).default
  if (host.origin === null || LANGUAGES.includes(language)) return {}
  try {
    const { hostedWords } = await loadPart('words', () => import('./hosted-words'))
    return await hostedWords(host.origin, language, namespace)
  } catch (error) {
    host.refused(`words: ${String(error)}`)
    return {}
  }
}

/** Starts translation; resolves once the first screen has its words. */
export async function startI18n(words: WordHost): Promise<void> {
  host = words
  const language = shownLanguage(pathPrefix(location.pathname), storedLanguage(), offeredLanguages())
  await i18n.use(backend).init({
    lng: language,
    fallbackLng: 'en',
    // `de-DE` is asked for as that and not as `de` as well: a host has the languages of spec §9.
    load: 'currentOnly',
    ns: [...FIRST_NAMESPACES],
    defaultNS: 'app',
    returnNull: false,
    // React escapes what it renders.
    interpolation: { escapeValue: false },
  })
  // The page says that it is English where nothing else came.
  if (!speaks(language)) await i18n.changeLanguage('en')
  applyLanguage(i18n.language)
  for (const [path, load] of Object.entries(loaders)) if (path.includes(`/${i18n.language}/`)) wantedLater(load)
}

/** Switches the page to a language and remembers it. The address does not go on asking for another one. */
export async function setLanguage(language: string): Promise<void> {
  if (pathPrefix(location.pathname) !== null) {
    const { pathname, search, hash } = location
    history.replaceState(history.state, '', `${withoutPrefix(pathname)}${search}${hash}`)
  }
  await i18n.changeLanguage(language)
  if (!speaks(language)) await i18n.changeLanguage('en')
  applyLanguage(i18n.language)
  try {
    localStorage.setItem(LANGUAGE_KEY, language)
  } catch {
    // The choice holds for this page.
  }
}

/** Whether any word of the language has come. */
function speaks(language: string): boolean {
  return Object.values(i18n.getDataByLanguage(language) ?? {}).some((words) => Object.keys(words).length > 0)
}

function applyLanguage(language: string): void {
  setFormatLocale(language)
  document.documentElement.lang = language
  document.documentElement.dir = i18n.dir(language)
}

/** What was chosen in this browser; `null` for nothing, and where storage is blocked. */
function storedLanguage(): string | null {
  try {
    return localStorage.getItem(LANGUAGE_KEY)
  } catch {
    return null
  }
}
