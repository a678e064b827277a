import { isOptionKind } from '../../domain/instrument/product-kind'
import { useTranslation } from '../i18n/use-translation'
import { kindOfPage } from '../products/product-view-of'
import styles from './ChartPanel.module.css'

/** What the bars are that nobody traded: those of an option, and those of a spread from before its first trade. */
export function ModelNote({ symbol }: { readonly symbol: string }) {
  const { t } = useTranslation('chart')
  const kind = kindOfPage(symbol)
  const words = isOptionKind(kind) ? 'ofModel' : kind === 'spread' ? 'ofLegs' : null
  return words === null ? null : <p className={styles['basis']}>{t(words)}</p>
}
