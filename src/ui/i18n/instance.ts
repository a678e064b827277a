import { createInstance, type i18n as I18n } from 'i18next'
import type { Namespace, QualifiedKey, Values } from './words'

/** The page's one translator; `startI18n` gives it words. */
export const i18n: I18n = createInstance()

/** Words for a code from outside; `null` where we have none for it. */
export function wordsFor(prefix: `${Namespace}:${string}`, code: string | number, values?: Values): string | null {
  const key = `${prefix}.${code}`
  return i18n.exists(key) ? i18n.t(key, values ?? {}) : null
}

/** Words where no component draws them: notices, and what a catch-all says. The key names its namespace. */
export function say(key: QualifiedKey, values?: Values): string {
  return i18n.t(key, values ?? {})
}
