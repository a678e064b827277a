import { Translator } from './translator'
import type { Namespace, QualifiedKey, Values } from './words'

/** The page's one translator; `startI18n` gives it words. */
export const i18n = new Translator()

/** Words for a code from outside; `null` where we have none for it. */
export function wordsFor(prefix: `${Namespace}:${string}`, code: string | number, values?: Values): string | null {
  return i18n.find(`${prefix}.${code}`, values)
}

/** Words where no component draws them: notices, and what a catch-all says. The key names its namespace. */
export function say(key: QualifiedKey, values?: Values): string {
  return i18n.text(key, values)
}
