import type { Outcome } from '../../../workers/presses'
import { say } from '../../i18n/instance'
import { rejectionText } from './rejection-text'

/**
 * Why a call did not do what it was asked, as far as anyone knows.
 *
 * @returns `null` when it was done; `''` where nothing is to be said of it
 */
export function outcomeText(outcome: Outcome<unknown>): string | null {
  if (outcome.kind === 'accepted') return null
  return outcome.kind === 'refused' ? rejectionText(outcome.rejection) : say('trade:callUnknown')
}
