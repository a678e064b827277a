import type { Rejection } from '../../../workers/presses'
import { useTranslation } from '../../i18n/use-translation'
import { rejectionText } from './rejection-text'

/** Why an order was refused; waits (Suspense) for the words, which the first screen does without. */
export function Refusal({ rejection }: { readonly rejection: Rejection }) {
  useTranslation('notices')
  return <>{rejectionText(rejection)}</>
}
