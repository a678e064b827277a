import { readFileSync } from 'node:fs'
import { i18n } from '../../src/ui/i18n/instance'
import type { Texts } from '../../src/ui/i18n/translator'
import type { Namespace } from '../../src/ui/i18n/words'

/** Gives the page's translator the English words of these namespaces. */
export function speakEnglish(...namespaces: readonly Namespace[]): void {
  for (const name of namespaces) {
    const file = new URL(`../../locales/en/${name}.json`, import.meta.url)
    i18n.give('en', name, JSON.parse(readFileSync(file, 'utf8')) as Texts)
  }
}
