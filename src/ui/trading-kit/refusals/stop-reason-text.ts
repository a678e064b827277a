import { say, wordsFor } from '../../i18n/instance'

/** Why a strategy was stopped, in words; no code of the exchange is shown for what has none. */
export function stopReasonText(reason: string): string {
  return wordsFor('notices:stopReason', reason) ?? say('notices:stopReason.other')
}
