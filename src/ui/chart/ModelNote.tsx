import { isOptionKind } from '../../domain/instrument/product-kind'
import { useTranslation } from '../i18n/use-translation'
import { kindOfPage } from '../products/product-view-of'
import styles from './ChartPanel.module.css'

/** What the bars are that nobody traded: those of an option, and those of a spread from before its first trade. */
export function ModelNote({ symbol }: { readonly symbol: string }) {
  const { t } = useTranslation('chart')
  const words = modelNoteOf(symbol)
  return words === null ? null : <p className={styles['basis']}>{t(words)}</p>
}

/** The key of its words, or `null` for bars of trades alone. */
export function modelNoteOf(symbol: string): 'ofModel' | 'ofLegs' | null {
  const kind = kindOfPage(symbol)
  return isOptionKind(kind) ? 'ofModel' : kind === 'spread' ? 'ofLegs' : null
}
