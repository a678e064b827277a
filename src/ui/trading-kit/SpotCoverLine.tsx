import { formatCoin } from '../format'
import { useTranslation } from '../i18n/use-translation'
import styles from '../kit/DialogForm.module.css'
import type { SpotCover } from './spot-cover'

/** What there is for a waiting order of a pair, and what becomes of it where that is too little. */
export function SpotCoverLine({ cover: { coin, needed, available, isShort } }: { readonly cover: SpotCover }) {
  const { t } = useTranslation('spot')
  const values = { coin, needed: formatCoin(needed, coin), available: formatCoin(available, coin) }
  return (
    <output className={styles[isShort ? 'warning' : 'subject']}>
      {t(isShort ? 'cover.short' : 'cover.enough', values)}
    </output>
  )
}
