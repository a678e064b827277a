import type { TFunction } from 'i18next'
import { use, useSyncExternalStore } from 'react'
import { i18n } from './instance'
import type { Namespace, Translate } from './words'

const translators = new Map<string, TFunction>()
const loading = new Map<string, Promise<void>>()

/** Marked as React marks a promise that it has waited for: nothing waits for words that are here. */
const HERE = Object.assign(Promise.resolve(), { status: 'fulfilled', value: undefined } as const)

/**
 * The words of one namespace in the page's language. Draws again when the language changes; waits (Suspense) for a
 * namespace that no page before needed. `t` stays the same function for as long as the language does.
 */
export function useTranslation<N extends Namespace>(
  namespace: N,
): { readonly t: Translate<N>; readonly i18n: typeof i18n } {
  const language = useLanguage()
  // Called in every render: React asks that a component which waited calls it again when it has its words.
  use(i18n.hasLoadedNamespace(namespace) ? HERE : loadWords(namespace))
  const key = `${language}/${namespace}`
  let t = translators.get(key)
  if (t === undefined) translators.set(key, (t = remembering(language, namespace)))
  return { t: t as Translate<N>, i18n }
}

/**
 * Words without values are looked up once: the library takes a twentieth of a millisecond for each, and a component
 * that draws with the market asks for ten. Words of another namespace may not have come yet and are not remembered.
 */
function remembering(language: string, namespace: string): TFunction {
  const t = i18n.getFixedT(language, namespace)
  const words = new Map<string, string>()
  const remember = (key: string, values?: Readonly<Record<string, unknown>>): string => {
    if (values !== undefined) return t(key, values)
    if (key.includes(':')) return t(key)
    let word = words.get(key)
    if (word === undefined) words.set(key, (word = plainWords(language, namespace, key) ?? t(key)))
    return word
  }
  return remember as TFunction
}

/** Words that stand as they are read, without the library's rules: on a first screen these are a hundred and more. */
function plainWords(language: string, namespace: string, key: string): string | null {
  const words: unknown = i18n.getResource(language, namespace, key)
  return typeof words === 'string' && !/\{\{|\$t\(/.test(words) ? words : null
}

/** The page's language, for what writes numbers without words. */
export function useLanguage(): string {
  return useSyncExternalStore(onLanguage, () => i18n.language)
}

function onLanguage(listener: () => void): () => void {
  i18n.on('languageChanged', listener)
  return () => i18n.off('languageChanged', listener)
}

/** One promise per namespace, so that a component that asks again waits for the same one. It never rejects. */
export function loadWords(namespace: string): Promise<void> {
  let promise = loading.get(namespace)
  if (promise === undefined) loading.set(namespace, (promise = load(namespace)))
  return promise
}

/** A pointer that moves while the page still starts asks for words before the library can load any: it would say at once that they are there. */
async function load(namespace: string): Promise<void> {
  if (!i18n.isInitialized)
    await new Promise<void>((resolve) => {
      i18n.on('initialized', () => resolve())
    })
  await i18n.loadNamespaces(namespace)
}
