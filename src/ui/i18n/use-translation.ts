import { use, useSyncExternalStore } from 'react'
import { i18n } from './instance'
import type { Namespace, Translate, Values } from './words'

const translators = new Map<string, Translate<Namespace>>()
const loading = new Map<string, Promise<void>>()

/**
 * The words of one namespace in the page's language. Draws again when the language changes; waits (Suspense) for a
 * namespace that no page before needed. `t` stays the same function for as long as the language does.
 */
export function useTranslation<N extends Namespace>(
  namespace: N,
): { readonly t: Translate<N>; readonly i18n: typeof i18n } {
  const language = useLanguage()
  if (!i18n.has(namespace)) use(loadWords(namespace))
  const key = `${language}/${namespace}`
  let t = translators.get(key)
  if (t === undefined)
    translators.set(key, (t = (key: string, values?: Values): string => i18n.text(key, values, namespace)))
  return { t, i18n }
}

/** The page's language, for what writes numbers without words. */
export function useLanguage(): string {
  return useSyncExternalStore(onLanguage, () => i18n.language)
}

function onLanguage(listener: () => void): () => void {
  return i18n.onChange(listener)
}

/** One promise per namespace, so that a component that asks again waits for the same one. It never rejects. */
export function loadWords(namespace: string): Promise<void> {
  let promise = loading.get(namespace)
  if (promise === undefined) loading.set(namespace, (promise = i18n.load([namespace])))
  return promise
}
