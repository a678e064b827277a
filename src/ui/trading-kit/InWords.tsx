import type { DecimalText } from '../../domain/decimal'
import { formatInWords } from '../format'
import { useTranslation } from '../i18n/use-translation'
import styles from './SendQuestion.module.css'

/** A large number in words, so that a digit too many is seen. */
export function InWords({ value }: { readonly value: DecimalText | null }) {
  const { t } = useTranslation('ask')
  const words = formatInWords(value)
  return words === null ? null : <small className={styles['aside']}>{t('inWords', { words })}</small>
}
