import type { Rejection } from '../../../workers/presses'
import { useTranslation } from '../../i18n/use-translation'
import { rejectionText } from './rejection-text'

interface Props {
  readonly rejection: Rejection
  /** A line of its own, or words within one. */
  readonly as?: 'p' | 'span'
  /** Whether it is announced here, and not by a message beside. */
  readonly isAlert?: boolean
}

/** Why something was refused; waits (Suspense) for the words, which the first screen does without. */
export function Refusal({ rejection, as: Line = 'p', isAlert = false }: Props) {
  useTranslation('notices')
  const text = rejectionText(rejection)
  // Some codes have nothing said (spec §8).
  return text === '' ? null : <Line role={isAlert ? 'alert' : undefined}>{text}</Line>
}
